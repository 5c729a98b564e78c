// Package pollctx has a context for tests of cancellation that do not depend on how fast
// the machine is: long loops ask the context for its error every so often, and these
// questions can be counted.
package pollctx

import (
	"context"
	"sync/atomic"
)

// Context counts the calls of its method Err, and is cancelled by a certain one of them.
// It is safe for concurrent use.
type Context struct {
	context.Context
	cancel context.CancelFunc
	limit  int64
	polls  atomic.Int64
}

// CancelAt returns a context that is cancelled by call n of its method Err, counted from
// one, which already returns the error. It is never cancelled if n is 0.
func CancelAt(parent context.Context, n int64) *Context {
	ctx, cancel := context.WithCancel(parent)
	return &Context{Context: ctx, cancel: cancel, limit: n}
}

// Err returns nil up to the call that cancels the context, and an error from that call on,
// whichever goroutines make them.
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

// PollsAfter returns the number of calls of Err since the one that cancelled the context,
// which may not come.
func (c *Context) PollsAfter() int64 {
	if c.limit == 0 {
		return 0
	}
	return max(0, c.Polls()-c.limit)
}
