package batch

import (
	"context"
	"errors"
	"time"
)

// errTimedOut is the cause with which the context of a task ends after its time.
var errTimedOut = errors.New("timed out")

// Deadline ends the work on one task after its time. Waiting for threads does not count. It
// is not safe for concurrent use.
type Deadline struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	limit  time.Duration
	left   time.Duration
	since  time.Time   // when the timer was started
	timer  *time.Timer // nil while it does not run
	phase  string      // current work, for messages
}

// NewDeadline returns a deadline that does not run yet. A limit of 0 means no limit.
func NewDeadline(ctx context.Context, limit time.Duration) *Deadline {
	d := &Deadline{limit: limit, left: limit}
	d.ctx, d.cancel = context.WithCancelCause(ctx)
	return d
}

// Context returns a context that ends when the time is up.
func (d *Deadline) Context() context.Context { return d.ctx }

// Run starts the clock for a phase of the work.
func (d *Deadline) Run(phase string) {
	d.phase = phase
	if d.limit > 0 && d.timer == nil {
		d.since = time.Now()
		d.timer = time.AfterFunc(d.left, func() { d.cancel(errTimedOut) })
	}
}

// Pause stops the clock.
func (d *Deadline) Pause() {
	if d.timer != nil {
		d.timer.Stop()
		d.left -= time.Since(d.since)
		d.timer = nil
	}
}

// Limit returns the time that the task has.
func (d *Deadline) Limit() time.Duration { return d.limit }

// End releases the context.
func (d *Deadline) End() {
	d.Pause()
	d.cancel(nil)
}

// Expired reports whether the end of the time caused err, and in which phase.
func (d *Deadline) Expired(err error) (phase string, expired bool) {
	return d.phase, context.Cause(d.ctx) == errTimedOut && errors.Is(err, context.Canceled)
}
