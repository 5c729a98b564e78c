package meshcheck_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/mesh"
)

// TestProgress: reports never overlap, never go back, and end with all the work
// done, whatever meshes there are.
func TestProgress(t *testing.T) {
	needles := make([]geom.Triangle, 40) // points, which take part in no pair
	for _, row := range []struct {
		why  string
		mesh []*mesh.Mesh
	}{
		{"one", []*mesh.Mesh{meshgen.Sphere(40, 40, geom.Vec{}).Mesh("")}},
		{"three", []*mesh.Mesh{
			meshgen.Sphere(40, 40, geom.Vec{}).Mesh(""), meshgen.Mesh("", []geom.Triangle{floor}), meshgen.Mesh("", dirty()),
		}},
		{"with empty ones", []*mesh.Mesh{{Scale: 1}, meshgen.Mesh("", dirty()), {Scale: 1}}},
		{"only a triangle", []*mesh.Mesh{meshgen.Mesh("", []geom.Triangle{floor})}},
		{"only degenerate ones", []*mesh.Mesh{meshgen.Mesh("", needles)}},
		{"degenerate ones at the end", []*mesh.Mesh{meshgen.Mesh("", dirty()), meshgen.Mesh("", needles)}},
	} {
		for _, workers := range []int{1, 4} {
			var triangles, last, of int64
			for _, m := range row.mesh {
				triangles += int64(m.Triangles())
			}
			var busy atomic.Bool
			checked(t, sceneOf(row.mesh...), meshcheck.Options{Workers: workers, Progress: func(done, total int64) {
				if busy.Swap(true) {
					t.Errorf("%s: two reports at once", row.why)
				}
				defer busy.Store(false)
				if done < last || done > total || of != 0 && total != of {
					t.Errorf("%s: %d of %d after %d of %d", row.why, done, total, last, of)
				}
				last, of = done, total
			}})
			if of == 0 || last != of {
				t.Errorf("%s, %d workers: ends at %d of %d (%d triangles)", row.why, workers, last, of, triangles)
			}
		}
	}
}

func TestCancelledBeforehand(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := meshcheck.Check(ctx, sceneOf(meshgen.Mesh("", dirty())), meshcheck.Options{})
	if !errors.Is(err, context.Canceled) || r != nil {
		t.Errorf("%v, %v", r, err)
	}
}

// TestCancel cancels the check of two million triangles in each of its phases. The
// bound is generous because the machine may be busy; the log tells what it was.
func TestCancel(t *testing.T) {
	if testing.Short() {
		t.Skip("makes two million triangles")
	}
	s := sceneOf(meshgen.Sphere(1000, 1001, geom.Vec{}).Mesh("sphere"))
	const bound = 2 * time.Second
	back := func(when string, ctx context.Context, o meshcheck.Options, cancelled func() time.Time) {
		r, err := meshcheck.Check(ctx, s, o)
		at := cancelled()
		if at.IsZero() {
			t.Logf("%s: done before it could be cancelled", when)
			return
		}
		took := time.Since(at)
		if !errors.Is(err, context.Canceled) || r != nil {
			t.Errorf("%s: %v", when, err)
		}
		if took > bound {
			t.Errorf("%s: back after %v", when, took)
		}
		t.Logf("%s: back after %v", when, took)
	}
	for _, after := range []time.Duration{10 * time.Millisecond, 100 * time.Millisecond, 300 * time.Millisecond} {
		ctx, cancel := context.WithCancel(t.Context())
		var at atomic.Pointer[time.Time]
		timer := time.AfterFunc(after, func() {
			now := time.Now()
			at.Store(&now)
			cancel()
		})
		back("cancelled after "+after.String(), ctx, meshcheck.Options{}, func() time.Time {
			if timer.Stop() {
				return time.Time{}
			}
			return *at.Load()
		})
		cancel()
	}
	ctx, cancel := context.WithCancel(t.Context())
	var at time.Time
	back("cancelled within the first report of progress", ctx, meshcheck.Options{Progress: func(int64, int64) {
		if at.IsZero() {
			at = time.Now()
			cancel()
		}
	}}, func() time.Time { return at })
	cancel()
}
