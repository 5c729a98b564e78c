// Package pollctx has a context for tests of cancellation that do not depend on the speed of
// the machine: it counts how often long loops poll its error.
package pollctx

import (
	"context"
	"sync/atomic"
)

// Context counts the calls of its method Err, and one of them cancels it. It is safe for
// concurrent use.
type Context struct {
	context.Context
	cancel context.CancelFunc
	limit  int64
	polls  atomic.Int64
}

// CancelAt returns a context that call n of its method Err, counted from one, cancels. That
// call returns the error already. If n is 0, the context is never cancelled.
func CancelAt(parent context.Context, n int64) *Context {
	ctx, cancel := context.WithCancel(parent)
	return &Context{Context: ctx, cancel: cancel, limit: n}
}

// Err returns nil before the call that cancels the context, and an error from that call on,
// across all goroutines.
func (c *Context) Err() error {
	n := c.polls.Add(1)
	if c.limit == 0 || n < c.limit {
		return c.Context.Err()
	}
	c.cancel()
	return context.Canceled
}

// Polls returns the number of calls of Err so far.
func (c *Context) Polls() int64 { return c.polls.Load() }

// PollsAfter returns the number of calls of Err after the one that cancelled the context, 0 if
// it is not cancelled.
func (c *Context) PollsAfter() int64 {
	if c.limit == 0 {
		return 0
	}
	return max(0, c.Polls()-c.limit)
}
