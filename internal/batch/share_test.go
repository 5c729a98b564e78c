package batch

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/sync/semaphore"
)

func TestShareSizes(t *testing.T) {
	for _, c := range []struct {
		size        int64
		triangles   int
		only        bool
		file, scene int
	}{
		{0, 1, false, 1, 1},
		{0, 1, true, 8, 8},
		{-1, 1, false, 8, 1},
		{largeFile - 1, 1, false, 1, 1},
		{largeFile, largeScene - 1, false, 8, 1}, // textures
		{1000, largeScene, false, 1, 8},
	} {
		s := &Share{all: 8, only: c.only}
		if got := s.ForFile(c.size); got != c.file {
			t.Errorf("%d bytes: loaded by %d threads, want %d", c.size, got, c.file)
		}
		if got := s.ForTriangles(c.triangles); got != c.scene {
			t.Errorf("%d triangles: checked by %d threads, want %d", c.triangles, got, c.scene)
		}
	}
}

// Files that all need more threads get them in turn, never more than there are.
func TestShareTakesTurns(t *testing.T) {
	const all = 3
	slots := semaphore.NewWeighted(all)
	var running, most atomic.Int64
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			s := &Share{slots: slots, all: all}
			for _, n := range []int{1, all, 2, all, 1} {
				if err := s.Take(t.Context(), n); err != nil || s.threads != n {
					t.Errorf("%d threads instead of %d: %v", s.threads, n, err)
					return
				}
				now := running.Add(int64(n))
				most.Store(max(most.Load(), now))
				running.Add(-int64(n))
			}
			s.release()
		})
	}
	wg.Wait()
	if most.Load() > all {
		t.Errorf("%d threads at once, of %d", most.Load(), all)
	}
	if !slots.TryAcquire(all) {
		t.Error("threads were not given back")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := &Share{slots: slots, all: all}
	if err := s.Take(ctx, 1); !errors.Is(err, context.Canceled) || s.threads != 0 {
		t.Errorf("%d threads and %v after the end", s.threads, err)
	}
}
