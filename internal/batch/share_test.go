package batch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/sync/semaphore"
)

func TestShareSizes(t *testing.T) {
	large := filepath.Join(t.TempDir(), "large.glb")
	if err := os.WriteFile(large, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, largeFile); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path        string
		triangles   int
		only        bool
		file, scene int
	}{
		{"none.stl", 1, false, 1, 1},
		{"none.stl", 1, true, 8, 8},
		{"-", 1, false, 8, 1},
		{large, largeScene - 1, false, 8, 1}, // textures
		{"none.gltf", largeScene, false, 1, 8},
	} {
		s := &Share{all: 8, only: c.only}
		if got := s.ForFile(c.path); got != c.file {
			t.Errorf("%s: loaded by %d threads, want %d", c.path, got, c.file)
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
