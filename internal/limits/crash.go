package limits

import (
	"math"
	"os"
	"runtime/debug"
)

// AbortOnCrash makes the runtime of Go end a process that it cannot go on with, such as one
// that gets no more memory or threads, by a signal (SIGABRT, exit status 134). By itself it
// exits with 2, which stands for wrong usage here.
func AbortOnCrash() {
	if os.Getenv("GOTRACEBACK") != "" {
		return // someone wants to look into it, and at a core dump perhaps
	}
	noCoreDump()
	debug.SetTraceback("crash")
}

// unlimited is the room of a process without a limit.
const unlimited = math.MaxInt64
