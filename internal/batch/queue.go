package batch

import (
	"context"
	"sync"

	"golang.org/x/sync/semaphore"
)

// ahead limits the items that are started but not delivered: enough to keep working for a
// while behind a slow item.
const ahead = 256

// queue hands out items in order, while there is memory for them, and returns their results
// in that order. It holds at most ahead items.
type queue[T any] struct {
	items  int
	budget int64
	plan   func(ctx context.Context, item int) Task[T]
	memory *semaphore.Weighted
	room   chan struct{}            // a token for each item handed out and not yet delivered
	done   [ahead]chan delivered[T] // of item i at i % ahead

	mu   sync.Mutex
	next int           // the next item to hand out
	last chan struct{} // closed when the item before has its memory
}

// delivered is the result of an item.
type delivered[T any] struct {
	result T
	held   int64 // bytes of memory that it still holds
}

func newQueue[T any](items int, budget int64, plan func(context.Context, int) Task[T]) *queue[T] {
	q := &queue[T]{items: items, budget: budget, plan: plan, memory: semaphore.NewWeighted(budget), room: make(chan struct{}, ahead)}
	q.last = make(chan struct{})
	close(q.last)
	for i := range q.done {
		q.done[i] = make(chan delivered[T], 1)
	}
	return q
}

// job is an item with its task and the memory that it was granted.
type job[T any] struct {
	number  int
	task    Task[T]
	granted int64
	turn    chan struct{} // closed when the item before has its memory
	had     chan struct{} // to be closed when this item has
}

// take waits for the next item and for its memory. It returns false after the last item and
// when the context has ended.
//
// Items get memory in order, so the first undelivered item always has its own. Later items,
// whose results may hold the rest, wait for it; it never waits for them.
func (q *queue[T]) take(ctx context.Context) (job[T], bool) {
	j, ok := q.hand(ctx)
	if !ok {
		return job[T]{}, false
	}
	j.task = q.plan(ctx, j.number)
	j.granted = min(j.task.Need, q.budget)
	if j.task.Need < 0 {
		j.granted = q.budget // unknown need: it runs alone
	}
	select {
	case <-j.turn:
	case <-ctx.Done():
		return job[T]{}, false
	}
	if q.memory.Acquire(ctx, j.granted) != nil {
		return job[T]{}, false
	}
	close(j.had)
	return j, true
}

// hand waits for a place for the next item.
func (q *queue[T]) hand(ctx context.Context) (job[T], bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.next == q.items || ctx.Err() != nil {
		return job[T]{}, false
	}
	select {
	case q.room <- struct{}{}:
	case <-ctx.Done():
		return job[T]{}, false
	}
	j := job[T]{number: q.next, turn: q.last, had: make(chan struct{})}
	q.last = j.had
	q.next++
	return j, true
}

// put stores the result of an item, which keeps size bytes of the memory granted.
func (q *queue[T]) put(j job[T], result T, size int64) {
	held := min(j.granted, size)
	q.memory.Release(j.granted - held)
	q.done[j.number%ahead] <- delivered[T]{result, held}
}

// result returns the channel for the result of an item. The caller receives once, then calls
// release.
func (q *queue[T]) result(number int) <-chan delivered[T] { return q.done[number%ahead] }

// release returns the item's remaining memory and its place.
func (q *queue[T]) release(d delivered[T]) {
	q.memory.Release(d.held)
	<-q.room
}
