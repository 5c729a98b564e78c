package limits

import (
	"os"
	"runtime/debug"
)

// AbortOnFatal makes the Go runtime end the process with SIGABRT (exit status 134) on fatal
// errors, such as lack of memory or threads. By default it exits with 2, the status for wrong
// usage.
func AbortOnFatal() {
	if os.Getenv("GOTRACEBACK") != "" {
		return // the user wants tracebacks, and perhaps a core dump
	}
	noCoreDump()
	debug.SetTraceback("crash")
}
