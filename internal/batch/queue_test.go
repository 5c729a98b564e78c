package batch

import (
	"context"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
)

// needing returns tasks that need memory and do nothing.
func needing(need func(item int) int64) func(context.Context, int) Task[int] {
	return func(_ context.Context, item int) Task[int] { return Task[int]{Need: need(item)} }
}

// For any needs, sizes of results and order of completion, results come in order, no more memory
// is granted than there is, and no item is lost.
func TestQueue(t *testing.T) {
	const budget, items = 1000_000, 3000
	random := rand.New(rand.NewPCG(7, 1)) // seed 7
	needs := make([]int64, items)
	for i := range needs {
		needs[i] = int64(random.IntN(budget / 3))
		switch i % 50 {
		case 7:
			needs[i] = budget + 1 + int64(i)
		case 9:
			needs[i] = -1 // nobody knows
		case 11:
			needs[i] = 0
		}
	}
	q := newQueue(items, budget, needing(func(i int) int64 { return needs[i] }))
	var used, most atomic.Int64
	var workers sync.WaitGroup
	for w := range 8 {
		workers.Go(func() {
			random := rand.New(rand.NewPCG(7, uint64(w)))
			for j, ok := q.take(t.Context()); ok; j, ok = q.take(t.Context()) {
				if need := needs[j.number]; (need < 0 || need > budget) && j.granted != budget {
					t.Errorf("item %d needs %d bytes and was granted %d", j.number, need, j.granted)
				}
				now := used.Add(j.granted)
				most.Store(max(most.Load(), now))
				used.Add(-j.granted)
				q.put(j, j.number, int64(random.IntN(budget/5)))
			}
		})
	}
	for i := range items {
		d := <-q.result(i)
		if d.result != i {
			t.Fatalf("item %d is %d", i, d.result)
		}
		q.release(d)
	}
	workers.Wait()
	if most.Load() > budget || most.Load() < budget/2 {
		t.Errorf("%d bytes at once, of %d", most.Load(), budget)
	}
	if !q.memory.TryAcquire(budget) || len(q.room) != 0 {
		t.Error("memory or places were not given back")
	}
}

// A slow item delays only a few items, and these hold only the memory of their results.
func TestQueueBehindASlowItem(t *testing.T) {
	const size = 1024
	const budget = 100 * size
	q := newQueue(10*ahead, budget, needing(func(item int) int64 {
		if item == 0 {
			return budget / 2
		}
		return budget / 20
	}))
	slow, _ := q.take(t.Context())
	for range 40 {
		j, ok := q.take(t.Context())
		if !ok {
			t.Fatal("nothing is handed out")
		}
		q.put(j, j.number, size)
	}
	if q.memory.TryAcquire(budget/2 - 40*size + 1) {
		t.Error("results that nobody has taken hold no memory")
	}
	q.put(slow, 0, size)
	for i := range 41 {
		q.release(<-q.result(i))
	}
	if !q.memory.TryAcquire(budget) {
		t.Error("memory was not given back")
	}
}

func TestQueueIsShort(t *testing.T) {
	q := newQueue(10*ahead, 1, needing(func(int) int64 { return 0 }))
	for i := range ahead {
		if j, ok := q.take(t.Context()); !ok || j.number != i {
			t.Fatalf("item %d: %d, %v", i, j.number, ok)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan bool)
	go func() {
		_, ok := q.take(ctx)
		over <- ok
	}()
	select {
	case <-over:
		t.Error("an item is handed out though the first one is not done")
	default:
	}
	cancel()
	if <-over {
		t.Error("an item is handed out after the end")
	}
}
