package main

import (
	"fmt"

	"github.com/meshcheck/meshcheck/internal/limits"
)

// memoryFor returns the memory to make do with, in bytes, if a run may take so much, 0 if
// that was not said: never more than the limits of the process leave, since it does not
// survive that.
func memoryFor(most limits.Bytes) int64 {
	if most == 0 {
		return limits.Memory()
	}
	return min(int64(most), limits.AddressSpace()/4*3)
}

// leastFiles is how many more files the process must be able to open: the runtime takes
// some for itself, and cannot go on without.
const leastFiles = 8

// leastRoom is how much memory the process must be able to ask for to check a small file,
// in bytes.
const leastRoom = 32 << 20

// validLimits reports limits of the system that the program cannot work with.
func validLimits() error {
	if n := limits.FreeFiles(leastFiles); n < leastFiles {
		return &failure{statusNotChecked, fmt.Errorf("only %d more files can be open, and at least %d are needed", n, leastFiles), "ulimit -n sets the limit"}
	}
	if room := limits.AddressSpace(); room < leastRoom {
		return &failure{statusNotChecked, fmt.Errorf("the memory limit of the process is too low: at least %s more are needed", limits.FormatBytes(leastRoom-room)), "ulimit -v and ulimit -d set it"}
	}
	return nil
}
