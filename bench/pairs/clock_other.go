//go:build !unix

package main

import "time"

var began = time.Now()

// processorTime returns the seconds since the process began, idle ones included.
func processorTime() float64 { return time.Since(began).Seconds() }
