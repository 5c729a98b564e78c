// Package parallel runs loops on several goroutines.
package parallel

import (
	"context"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sys/cpu"
)

// Padding is the last field of the data of each worker in a slice, if workers write to it all the
// time. It keeps two workers from writing to the same cache line.
type Padding struct{ _ cpu.CacheLinePad }

// Tasks calls f(worker, task) for 0 ≤ task < n from up to workers goroutines, with tasks in
// ascending order, each by the first free worker. worker is below workers, and the calls of one
// worker do not overlap. When ctx is cancelled, Tasks skips the remaining tasks and returns ctx's
// error.
func Tasks(ctx context.Context, workers, n int, f func(worker, task int)) error {
	workers = min(workers, n)
	if workers <= 1 {
		for task := 0; task < n && ctx.Err() == nil; task++ {
			f(0, task)
		}
		return ctx.Err()
	}
	if o, ok := ctx.Value(observerKey{}).(Observer); ok {
		return observed(ctx, o, workers, n, f)
	}
	var next atomic.Int64
	work := func(worker int) {
		for ctx.Err() == nil {
			task := int(next.Add(1)) - 1
			if task >= n {
				return
			}
			f(worker, task)
		}
	}
	var g errgroup.Group
	for w := range workers {
		g.Go(func() error {
			work(w)
			return ctx.Err()
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}

// Ranges calls f(lo, hi) for consecutive ranges of size elements that cover [0, n); the last may be
// smaller. Otherwise it is like Tasks.
func Ranges(ctx context.Context, workers, n, size int, f func(lo, hi int)) error {
	return Tasks(ctx, workers, (n+size-1)/size, func(_, k int) {
		f(k*size, min(n, (k+1)*size))
	})
}
