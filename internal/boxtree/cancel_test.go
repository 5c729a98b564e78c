package boxtree_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
)

// pile returns a tree of n equal boxes, all of whose n·(n-1)/2 pairs are candidates.
func pile(t testing.TB, n int) *boxtree.Tree {
	return build(t, make([]geom.Box, n), 2)
}

func TestCancelledBeforehand(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, n := range []int{0, 1, 100, 100_000} {
		if _, err := boxtree.Build(ctx, 2, make([]boxtree.Box, n), nil); !errors.Is(err, context.Canceled) {
			t.Errorf("Build of %d boxes: %v", n, err)
		}
	}
	for _, n := range []int{0, 1, 100, 3000} {
		err := pile(t, n).SelfPairs(ctx, 2, func(int, *boxtree.Block) { t.Errorf("a visit of %d boxes", n) }, nil)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("SelfPairs of %d boxes: %v", n, err)
		}
	}
}

// TestCancelWithinBuild cancels while tags are being asked for.
func TestCancelWithinBuild(t *testing.T) {
	const n = 1 << 18
	for _, workers := range []int{1, 2, 5} {
		ctx, cancel := context.WithCancel(t.Context())
		var calls atomic.Int64
		_, err := boxtree.Build(ctx, workers, make([]boxtree.Box, n), func(int) [3]uint32 {
			if calls.Add(1) == 1000 {
				cancel()
			}
			return [3]uint32{}
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%d workers: %v", workers, err)
		}
		if calls.Load() > n/2 {
			t.Errorf("%d workers: the tags of %d boxes were asked for", workers, calls.Load())
		}
	}
}

// TestCancelWithinVisit cancels from the first visit of millions of pairs.
func TestCancelWithinVisit(t *testing.T) {
	tree := pile(t, 4000)
	for _, workers := range []int{1, 2, 5} {
		ctx, cancel := context.WithCancel(t.Context())
		var pairs atomic.Int64
		err := tree.SelfPairs(ctx, workers, func(_ int, b *boxtree.Block) {
			pairs.Add(int64(len(pairsOf(tree, b))))
			cancel()
		}, nil)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%d workers: %v", workers, err)
		}
		if pairs.Load() > 100_000 {
			t.Errorf("%d workers: %d pairs were visited", workers, pairs.Load())
		}
		t.Logf("%d workers: back after %d pairs", workers, pairs.Load())
	}
}

func TestDeadline(t *testing.T) {
	ctx, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancel()
	if err := pile(t, 100).SelfPairs(ctx, 1, func(int, *boxtree.Block) {}, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

// TestProgress: every share of the work is reported once, in order where there is
// one worker.
func TestProgress(t *testing.T) {
	for _, n := range []int{1, 16, 17, 300, 3000} {
		for _, workers := range []int{1, 2, 5} {
			var mu sync.Mutex
			var reports []int
			total := -1
			err := pile(t, n).SelfPairs(t.Context(), workers, func(int, *boxtree.Block) {}, func(done, of int) {
				mu.Lock()
				defer mu.Unlock()
				if reports = append(reports, done); total >= 0 && of != total {
					t.Errorf("%d boxes: a total of %d, then of %d", n, total, of)
				}
				total = of
			})
			if err != nil {
				t.Fatal(err)
			}
			if workers == 1 && !slices.IsSorted(reports) {
				t.Errorf("%d boxes: not in order: %v", n, reports)
			}
			slices.Sort(reports)
			if len(reports) == 0 || reports[len(reports)-1] != total {
				t.Errorf("%d boxes, %d workers: %v of %d", n, workers, reports, total)
			}
			if len(slices.Compact(slices.Clone(reports))) != len(reports) {
				t.Errorf("%d boxes, %d workers: a share comes twice: %v", n, workers, reports)
			}
		}
	}
}
