//go:build unix

package main

import "golang.org/x/sys/unix"

// processorTime returns the seconds that this process has had a processor.
func processorTime() float64 {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		panic("pairs: no clock of the process: " + err.Error())
	}
	return float64(t.Nano()) / 1e9
}
