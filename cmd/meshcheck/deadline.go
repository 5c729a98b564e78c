package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/report"
)

// errTimedOut is why the context of a file ends when it has had its time.
var errTimedOut = errors.New("timed out")

// deadline ends the work on one file when it has had its time. What it waits for
// threads does not count. A limit of 0 is none.
type deadline struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	limit  time.Duration
	left   time.Duration
	since  time.Time   // when the timer was started
	timer  *time.Timer // nil while it does not run
	phase  string      // what is being done
}

// newDeadline returns a deadline that does not run yet, and a context that ends with it.
func newDeadline(ctx context.Context, limit time.Duration) *deadline {
	d := &deadline{limit: limit, left: limit}
	d.ctx, d.cancel = context.WithCancelCause(ctx)
	return d
}

// run lets the time run, for what is done next.
func (d *deadline) run(phase string) {
	d.phase = phase
	if d.limit > 0 && d.timer == nil {
		d.since = time.Now()
		d.timer = time.AfterFunc(d.left, func() { d.cancel(errTimedOut) })
	}
}

// pause stops the time.
func (d *deadline) pause() {
	if d.timer != nil {
		d.timer.Stop()
		d.left -= time.Since(d.since)
		d.timer = nil
	}
}

// end lets go of the context.
func (d *deadline) end() {
	d.pause()
	d.cancel(nil)
}

// problem is problem, or says that the time is up where that is what err came from.
func (d *deadline) problem(path string, err error) *report.Problem {
	if context.Cause(d.ctx) == errTimedOut && errors.Is(err, context.Canceled) {
		progress := "while " + d.phase
		var cut *meshcheck.CutError
		if errors.As(err, &cut) {
			progress = cut.Progress()
		}
		return &report.Problem{Kind: "timeout", Message: fmt.Sprintf("timed out after %s %s", d.limit, progress)}
	}
	return problem(path, err)
}
