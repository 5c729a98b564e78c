// Package batch carries out many tasks side by side within limits of threads, memory and
// time, and delivers their results in order.
package batch

import (
	"context"

	"golang.org/x/sync/semaphore"
)

// Task is what is to be done about an item.
type Task[T any] struct {
	// Need is how much memory the task is expected to take, in bytes, its result included.
	// A negative number stands for all that there is, and so does more than that.
	Need int64
	// Do carries out the task on its share of the threads, of which it has none at first.
	// Without a result, ok is false, which ends the run: the context of the run has ended.
	Do func(ctx context.Context, threads *Share) (result T, ok bool)
}

// Done is a task that has its result already.
func Done[T any](result T, size int64) Task[T] {
	return Task[T]{Need: size, Do: func(context.Context, *Share) (T, bool) { return result, true }}
}

// Run is a run over items that are numbered from 0. Plan and the tasks are called on several
// goroutines at once, Deliver is not.
type Run[T any] struct {
	Items   int
	Threads int   // at least 1
	Memory  int64 // for all tasks and results that are not delivered, in bytes
	// Plan returns the task of an item. It may take its time.
	Plan func(ctx context.Context, item int) Task[T]
	// Size returns how much memory a result takes, in bytes.
	Size func(result T) int64
	// Deliver takes the result of an item. It returns false to end the run.
	Deliver func(item int, result T) bool
}

// Do delivers the results of all items in their order, each as soon as those before it are
// done. It stops early when Deliver says so, and when the context ends: it then delivers
// what is done already, which may leave items out, and does not wait for the rest, since a
// task may be waiting for a pipe that nobody writes to. The error is the cause of that end.
func (r *Run[T]) Do(ctx context.Context) error {
	work, cancel := context.WithCancel(ctx)
	defer cancel()
	q := r.start(work)
	for i := range r.Items {
		select {
		case <-ctx.Done():
			r.deliverRest(q, i)
			return context.Cause(ctx)
		case d := <-q.result(i):
			goOn := r.Deliver(i, d.result)
			q.release(d)
			if !goOn {
				return nil
			}
		}
	}
	return nil
}

// deliverRest delivers what is done already from an item on.
func (r *Run[T]) deliverRest(q *queue[T], from int) {
	for i := from; i < min(from+ahead, r.Items); i++ {
		select {
		case d := <-q.result(i):
			r.Deliver(i, d.result)
		default:
		}
	}
}

// start begins to carry out the tasks and returns the queue that their results come from.
func (r *Run[T]) start(ctx context.Context) *queue[T] {
	q := newQueue(r.Items, r.Memory, r.Plan)
	slots := semaphore.NewWeighted(int64(r.Threads))
	for range min(r.Threads, r.Items) {
		go func() {
			// One goroutine after the other would grow its stack for every item.
			for j, ok := q.take(ctx); ok; j, ok = q.take(ctx) {
				s := &Share{slots: slots, all: r.Threads, only: r.Items == 1}
				result, ok := j.task.Do(ctx, s)
				s.release()
				if !ok {
					return
				}
				q.put(j, result, r.Size(result))
			}
		}()
	}
	return q
}
