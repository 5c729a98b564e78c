// Package batch runs many tasks concurrently within limits of threads, memory and time, and
// delivers their results in order.
package batch

import (
	"context"

	"golang.org/x/sync/semaphore"
)

// Task is the work on an item.
type Task[T any] struct {
	// Need is the expected memory of the task including its result, in bytes. A negative or
	// too large number means all memory of the run.
	Need int64
	// Do runs the task with its share of the threads, which is empty at first. If the context
	// of the run ends before there is a result, ok is false, which ends the run.
	Do func(ctx context.Context, threads *Share) (result T, ok bool)
}

// Done returns a task whose result is known.
func Done[T any](result T, size int64) Task[T] {
	return Task[T]{Need: size, Do: func(context.Context, *Share) (T, bool) { return result, true }}
}

// Run is a run over items numbered from 0. Plan and the tasks are called concurrently,
// Deliver is not.
type Run[T any] struct {
	Items   int
	Threads int   // at least 1
	Memory  int64 // for all tasks and undelivered results, in bytes
	// Plan returns the task of an item. It may be slow.
	Plan func(ctx context.Context, item int) Task[T]
	// Size returns the memory of a result, in bytes.
	Size func(result T) int64
	// Deliver receives the result of an item. It returns false to end the run.
	Deliver func(item int, result T) bool
}

// Do delivers the results of all items in order, each as soon as all items before it are
// done. It stops when Deliver returns false. When the context ends, Do delivers what is done,
// which may leave out items, and returns the context's cause. It does not wait for the rest:
// a task may be waiting for a pipe that nobody writes to.
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

// deliverRest delivers the results that are done, beginning at an item.
func (r *Run[T]) deliverRest(q *queue[T], from int) {
	for i := from; i < min(from+ahead, r.Items); i++ {
		select {
		case d := <-q.result(i):
			r.Deliver(i, d.result)
		default:
		}
	}
}

// start starts the tasks and returns the queue of their results.
func (r *Run[T]) start(ctx context.Context) *queue[T] {
	q := newQueue(r.Items, r.Memory, r.Plan)
	slots := semaphore.NewWeighted(int64(r.Threads))
	for range min(r.Threads, r.Items) {
		go func() {
			// A goroutine for each item would grow its stack each time.
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
