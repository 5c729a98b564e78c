package batch

import (
	"context"
	"sync"

	"golang.org/x/sync/semaphore"
)

// ahead is how many items may be done or under way behind the first one that is not
// done: enough to go on for a while beside a slow one.
const ahead = 256

// queue hands items out in their order, as far as there is memory for them, and takes what
// became of them back in that order. No more than a few are held at a time, however many
// there are.
type queue[T any] struct {
	items  int
	budget int64
	plan   func(ctx context.Context, item int) Task[T]
	memory *semaphore.Weighted
	room   chan struct{}            // a token for each item handed out and not yet delivered
	done   [ahead]chan delivered[T] // of item i at i % ahead

	mu   sync.Mutex
	next int           // the next item to hand out
	last chan struct{} // closed when the one before it has its memory
}

// delivered is what became of an item.
type delivered[T any] struct {
	result T
	held   int64 // bytes of memory that it still has
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
	had     chan struct{} // to be closed when this one has
}

// take waits for the next item and for memory for it. There is none when all have been
// handed out or the context has ended.
//
// Memory goes to items in their order, so the first one that is not delivered always has
// its own, and those behind it, whose results may hold the rest, wait for it and not
// it for them.
func (q *queue[T]) take(ctx context.Context) (job[T], bool) {
	j, ok := q.hand(ctx)
	if !ok {
		return job[T]{}, false
	}
	j.task = q.plan(ctx, j.number)
	j.granted = min(j.task.Need, q.budget)
	if j.task.Need < 0 {
		j.granted = q.budget // nobody knows, so nothing else is under way beside it
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

// put hands in the result of an item. Of the memory that it was granted it keeps what
// the result takes.
func (q *queue[T]) put(j job[T], result T, size int64) {
	held := min(j.granted, size)
	q.memory.Release(j.granted - held)
	q.done[j.number%ahead] <- delivered[T]{result, held}
}

// result returns where the result of an item will come. It is received once, and then
// released.
func (q *queue[T]) result(number int) <-chan delivered[T] { return q.done[number%ahead] }

// release gives back what is left of an item's memory, and its place.
func (q *queue[T]) release(d delivered[T]) {
	q.memory.Release(d.held)
	<-q.room
}
