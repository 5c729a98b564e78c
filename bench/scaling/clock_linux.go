package main

import (
	"time"

	"golang.org/x/sys/unix"
)

// clock returns the time for which this thread has had a processor, without that of other programs and
// of the collection of garbage beside it.
func clock() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		panic("scaling: no clock of the thread: " + err.Error())
	}
	return time.Duration(t.Nano())
}
