// Command meshcheck finds every pair of overlapping triangles in 3D model files.
//
// The geometry is in the packages beside it. The command itself only reads flags,
// opens files, shows progress, and turns the verdict into an exit status.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/limits"
)

// The exit statuses. A run ended by a signal exits with 128 plus its number.
const (
	statusPass       = 0
	statusFail       = 1
	statusUsage      = 2
	statusNotChecked = 3
	statusSignal     = 128
	statusUnread     = statusSignal + int(syscall.SIGPIPE) // what the signal would have led to
)

// A failure ends the whole run, unlike a file that cannot be checked.
type failure struct {
	status int
	err    error
	hint   string // what to do about it, or ""
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

func main() { os.Exit(run(os.Args[1:])) }

// run carries out one call of the command and returns its exit status.
func run(args []string) int {
	// A reader of standard output that leaves early must not kill the process
	// before it has cleaned up; writes then fail with EPIPE instead.
	signal.Ignore(syscall.SIGPIPE)
	limits.AbortOnCrash()
	limits.RelaxGarbage()
	if err := validLimits(); err != nil {
		return complain(err)
	}
	ctx, stop := untilSignal(context.Background())
	defer stop()

	status := statusPass
	root := newCommand(&status)
	root.SetArgs(args)
	var out printer
	root.SetOut(&out)
	err := root.ExecuteContext(ctx)
	switch {
	case err != nil:
		return complain(err)
	case out.err != nil:
		return complain(out.failure())
	}
	return status
}

// complain says on standard error why the run ended and returns its exit status.
// Errors that carry none come from the flag parser.
func complain(err error) int {
	f := &failure{status: statusUsage, err: err, hint: helpHint}
	errors.As(err, &f)
	if f.status == statusUnread {
		return f.status // nobody reads on, which is their choice
	}
	con := newConsole(false)
	con.errorf("%v", f.err)
	if f.hint != "" {
		con.hintf("%s", f.hint)
	}
	return f.status
}

// exitStatus translates the verdict on a whole run.
func exitStatus(s check.Status) int {
	switch s {
	case check.NotChecked:
		return statusNotChecked
	case check.Fail:
		return statusFail
	}
	return statusPass
}

// untilSignal returns a context that the first interrupt or termination signal
// cancels, with a failure as its cause. The second one ends the process at once, and
// leaves no temporary file.
func untilSignal(parent context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	go func() {
		select {
		case s := <-signals:
			cancel(&failure{status: signalStatus(s), err: errors.New("interrupted; no report was written")})
			second := <-signals
			temporary.RemoveAll()
			os.Exit(signalStatus(second))
		case <-ctx.Done():
		}
	}()
	return ctx, func() { signal.Stop(signals); cancel(nil) }
}

func signalStatus(s os.Signal) int {
	number, _ := s.(syscall.Signal)
	return statusSignal + int(number)
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
