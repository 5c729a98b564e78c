package parallel

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
)

func TestTasks(t *testing.T) {
	for _, n := range []int{0, 1, 2, 7, 1000} {
		for _, workers := range []int{0, 1, 2, 5} {
			done := make([]atomic.Int32, n)
			busy := make([]atomic.Bool, max(1, workers))
			err := Tasks(t.Context(), workers, n, func(worker, task int) {
				if busy[worker].Swap(true) {
					t.Errorf("two calls of worker %d at once", worker)
				}
				done[task].Add(1)
				busy[worker].Store(false)
			})
			if err != nil {
				t.Fatal(err)
			}
			for k := range done {
				if got := done[k].Load(); got != 1 {
					t.Errorf("%d workers: task %d of %d was done %d times", workers, k, n, got)
				}
			}
		}
	}
}

func TestRanges(t *testing.T) {
	for _, n := range []int{0, 1, 9, 10, 11, 95} {
		var sum, calls atomic.Int64
		err := Ranges(t.Context(), 3, n, 10, func(lo, hi int) {
			calls.Add(1)
			if lo%10 != 0 || hi > n || hi-lo > 10 || hi <= lo {
				t.Errorf("a range [%d, %d) of %d", lo, hi, n)
			}
			sum.Add(int64(hi - lo))
		})
		if err != nil || sum.Load() != int64(n) || calls.Load() != int64((n+9)/10) {
			t.Errorf("%d elements: %d in %d ranges, %v", n, sum.Load(), calls.Load(), err)
		}
	}
}

func TestCancel(t *testing.T) {
	for _, workers := range []int{1, 4} {
		ctx, cancel := context.WithCancel(t.Context())
		var calls atomic.Int64
		err := Tasks(ctx, workers, 1_000_000, func(int, int) {
			if calls.Add(1) == 10 {
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) || calls.Load() > 10_000 {
			t.Errorf("%d workers: %v after %d calls", workers, err, calls.Load())
		}
	}
}

// recorder records what an observer is told.
type recorder struct{ told []string }

func (r *recorder) Begin(workers, tasks int) {
	r.told = append(r.told, fmt.Sprintf("%d tasks for %d", tasks, workers))
}
func (r *recorder) TaskDone() { r.told = append(r.told, "done") }
func (r *recorder) End()      { r.told = append(r.told, "end") }

// TestObserve: tasks run in order as those of worker 0, and calls for one worker are not observed.
func TestObserve(t *testing.T) {
	var r recorder
	ctx := Observe(t.Context(), &r)
	for _, workers := range []int{5, 1} {
		next := 0
		err := Tasks(ctx, workers, 3, func(worker, task int) {
			if worker != 0 || task != next {
				t.Errorf("task %d of worker %d, want task %d", task, worker, next)
			}
			next++
		})
		if err != nil || next != 3 {
			t.Errorf("%d tasks were run, %v", next, err)
		}
	}
	if want := []string{"3 tasks for 3", "done", "done", "done", "end"}; !slices.Equal(r.told, want) {
		t.Errorf("told %q, want %q", r.told, want)
	}
}
