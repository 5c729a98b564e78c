package batch

import (
	"context"
	"errors"
	"slices"
	"testing"
)

// numbers is a run whose results are the numbers of its items. Item block waits for the end
// of the context, unless that is -1.
func numbers(items, block int, delivered *[]int) *Run[int] {
	return &Run[int]{
		Items: items, Threads: 4, Memory: 100,
		Plan: func(_ context.Context, item int) Task[int] {
			if item%3 == 0 && item != block {
				return Done(item, 1)
			}
			return Task[int]{Need: 10, Do: func(ctx context.Context, s *Share) (int, bool) {
				if err := s.Take(ctx, 1); err != nil {
					return 0, false
				}
				if item == block {
					<-ctx.Done()
					return 0, false
				}
				return item, true
			}}
		},
		Size:    func(int) int64 { return 1 },
		Deliver: func(item, result int) bool { *delivered = append(*delivered, result); return item == result },
	}
}

func TestRun(t *testing.T) {
	var got []int
	if err := numbers(1000, -1, &got).Do(t.Context()); err != nil || len(got) != 1000 || !slices.IsSorted(got) {
		t.Errorf("%d results, %v", len(got), err)
	}
}

// Deliver ends a run, and no more is delivered.
func TestRunIsEnded(t *testing.T) {
	var got []int
	r := numbers(1000, -1, &got)
	deliver := r.Deliver
	r.Deliver = func(item, result int) bool { return deliver(item, result) && item < 10 }
	if err := r.Do(t.Context()); err != nil || len(got) != 11 {
		t.Errorf("%d results, %v", len(got), err)
	}
}

// When the context ends, what is done is delivered, and what is not is not waited for.
func TestRunIsInterrupted(t *testing.T) {
	why := errors.New("why")
	ctx, cancel := context.WithCancelCause(t.Context())
	var got []int
	r := numbers(1000, 20, &got)
	deliver := r.Deliver
	r.Deliver = func(item, result int) bool {
		if item == 19 {
			cancel(why)
		}
		return deliver(item, result)
	}
	if err := r.Do(ctx); err != why {
		t.Errorf("the error is %v, want %v", err, why)
	}
	if len(got) < 20 || slices.Contains(got, 20) || !slices.IsSorted(got) {
		t.Errorf("%d was delivered", got)
	}
}
