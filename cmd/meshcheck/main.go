// Command meshcheck checks 3D model files: triangles that cross or overlap, objects that
// interpenetrate or are too close, collision hulls and UV sets.
//
// The command reads flags, opens files, shows progress, and turns the verdict into an exit
// status. The checks are in other packages.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/limits"
	"github.com/meshcheck/meshcheck/internal/terminal"
)

// The exit statuses. A run that a signal ends exits with 128 plus the signal's number.
const (
	statusPass       = 0
	statusFail       = 1
	statusUsage      = 2
	statusNotChecked = 3
	statusSignal     = 128
	statusUnread     = statusSignal + 13 // as if SIGPIPE had ended the process
)

// A failure ends the whole run, unlike a file that cannot be checked.
type failure struct {
	status int
	err    error  // nil if everything has been said
	hint   string // may be ""
}

func (f *failure) Error() string {
	if f.err == nil {
		return fmt.Sprintf("exit status %d", f.status)
	}
	return f.err.Error()
}
func (f *failure) Unwrap() error { return f.err }

func main() {
	args := os.Args[1:]
	if terminal.OwnWindow() {
		d := desktop{in: os.Stdin, out: os.Stdout, execute: execute, open: openDropped}
		os.Exit(d.start(args))
	}
	os.Exit(execute(args))
}

// execute runs a command line and returns its exit status.
func execute(args []string) int {
	return supervise(func(ctx context.Context, out *printer) error {
		root := newCommand(out)
		root.SetArgs(args)
		return root.ExecuteContext(ctx)
	})
}

// supervise calls do with a context that signals end, says why it failed, and returns the exit status.
func supervise(do func(context.Context, *printer) error) int {
	ignoreBrokenPipes()
	limits.AbortOnFatal()
	limits.SetGCDefaults()
	if err := validLimits(); err != nil {
		return complain(err)
	}
	ctx, stop := untilSignal(context.Background())
	defer stop()

	var out printer
	if err := do(ctx, &out); err != nil {
		return complain(err)
	}
	if out.err != nil {
		return complain(out.failure())
	}
	return statusPass
}

// complain prints why the run ended and returns its exit status. Errors without a status
// come from the flag parser.
func complain(err error) int {
	f := &failure{status: statusUsage, err: err, hint: helpHint}
	errors.As(err, &f)
	if f.err == nil || f.status == statusUnread { // nothing to say, or nobody to read it
		return f.status
	}
	con := newConsole(false)
	con.errorf("%v", f.err)
	if f.hint != "" {
		con.hintf("%s", f.hint)
	}
	return f.status
}

// exitWith ends the run with a status and without a message.
func exitWith(status int) error {
	if status == statusPass {
		return nil
	}
	return &failure{status: status}
}

// exitFor ends the run with the status for a verdict.
func exitFor(s check.Status) error {
	switch s {
	case check.NotChecked:
		return exitWith(statusNotChecked)
	case check.Fail:
		return exitWith(statusFail)
	}
	return nil
}

// leastFiles is how many more files the process must be able to open. The Go runtime needs
// some of them.
const leastFiles = 8

// leastRoom is how much memory the process must be able to allocate to check a small file,
// in bytes.
const leastRoom = 32 << 20

// validLimits reports limits of the system that are too low for the program.
func validLimits() error {
	if n := limits.FreeFiles(leastFiles); n < leastFiles {
		return &failure{statusNotChecked, fmt.Errorf("only %d more files can be open, and at least %d are needed", n, leastFiles), "ulimit -n sets the limit"}
	}
	if room := limits.AddressSpace(); room < leastRoom {
		return &failure{statusNotChecked, fmt.Errorf("the memory limit of the process is too low: at least %s more are needed", limits.FormatBytes(leastRoom-room)), "ulimit -v and ulimit -d set it"}
	}
	return nil
}
