package batch

import (
	"context"
	"errors"
	"time"
)

// errTimedOut is why the context of a task ends when it has had its time.
var errTimedOut = errors.New("timed out")

// Deadline ends the work on one task when it has had its time. What it waits for threads
// does not count. It is for one goroutine.
type Deadline struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	limit  time.Duration
	left   time.Duration
	since  time.Time   // when the timer was started
	timer  *time.Timer // nil while it does not run
	phase  string      // what is being done
}

// NewDeadline returns a deadline that does not run yet. A limit of 0 is none.
func NewDeadline(ctx context.Context, limit time.Duration) *Deadline {
	d := &Deadline{limit: limit, left: limit}
	d.ctx, d.cancel = context.WithCancelCause(ctx)
	return d
}

// Context returns a context that ends with the time.
func (d *Deadline) Context() context.Context { return d.ctx }

// Run lets the time run, for what is done next.
func (d *Deadline) Run(phase string) {
	d.phase = phase
	if d.limit > 0 && d.timer == nil {
		d.since = time.Now()
		d.timer = time.AfterFunc(d.left, func() { d.cancel(errTimedOut) })
	}
}

// Pause stops the time.
func (d *Deadline) Pause() {
	if d.timer != nil {
		d.timer.Stop()
		d.left -= time.Since(d.since)
		d.timer = nil
	}
}

// Limit returns the time that the task has.
func (d *Deadline) Limit() time.Duration { return d.limit }

// End lets go of the context.
func (d *Deadline) End() {
	d.Pause()
	d.cancel(nil)
}

// Expired reports whether err came from the end of the time, and what was being done then.
func (d *Deadline) Expired(err error) (phase string, expired bool) {
	return d.phase, context.Cause(d.ctx) == errTimedOut && errors.Is(err, context.Canceled)
}
