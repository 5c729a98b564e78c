package main

import (
	"fmt"
	"math"
	"os"
	"runtime/debug"
)

// abortOnCrash makes the runtime of Go end a process that it cannot go on with, such as one
// that gets no more memory or threads, by a signal (SIGABRT, exit status 134). By itself it
// exits with 2, which stands for wrong usage here.
func abortOnCrash() {
	if os.Getenv("GOTRACEBACK") != "" {
		return // someone wants to look into it, and at a core dump perhaps
	}
	noCoreDump()
	debug.SetTraceback("crash")
}

// leastFiles is how many more files the process must be able to open: the runtime takes
// some for itself, and cannot go on without.
const leastFiles = 8

// leastRoom is how much memory the process must be able to ask for to check a small file,
// in bytes.
const leastRoom = 32 << 20

// validLimits reports limits of the system that the program cannot work with.
func validLimits() error {
	if n := freeFiles(leastFiles); n < leastFiles {
		return &failure{statusNotChecked, fmt.Errorf("only %d more files can be open, and at least %d are needed", n, leastFiles), "ulimit -n sets the limit"}
	}
	if room := addressRoom(); room < leastRoom {
		return &failure{statusNotChecked, fmt.Errorf("the memory limit of the process is too low: at least %s more are needed", about(leastRoom-room)), "ulimit -v and ulimit -d set it"}
	}
	return nil
}

// unlimited is the room of a process without a limit.
const unlimited = math.MaxInt64
