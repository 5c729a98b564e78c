//go:build !linux

package main

import "time"

var began = time.Now()

// clock returns the time since the process began.
func clock() time.Duration { return time.Since(began) }
