package meshcheck_test

import (
	"context"
	"errors"
	"reflect"
	"sync/atomic"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/pollctx"
	"github.com/meshcheck/meshcheck/mesh"
)

// TestProgress: reports never overlap, never go back, and end with all the work
// done, for any meshes.
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
			checked(t, sceneOf(row.mesh...), check.Options{Workers: workers, Progress: func(done, total int64) {
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
	r, err := meshcheck.Check(ctx, sceneOf(meshgen.Mesh("", dirty())), check.Options{})
	if !errors.Is(err, context.Canceled) || r != nil {
		t.Errorf("%v, %v", r, err)
	}
}

// TestCancel cancels a check at several places between its start and its end, and counts
// what it does afterwards.
func TestCancel(t *testing.T) {
	side := longtest.Size(t, 150, 600)
	s := sceneOf(meshgen.Sphere(side, side+1, geom.Vec{}).Mesh("sphere"))
	for _, workers := range []int{1, 4} {
		whole := pollctx.CancelAt(t.Context(), 0)
		if _, err := meshcheck.Check(whole, s, check.Options{Workers: workers}); err != nil {
			t.Fatal(err)
		}
		// A cancelled check comes back within the work between two polls.
		const often = 2000
		if n := whole.Polls(); n < int64(s.Triangles()/often) {
			t.Errorf("%d workers: only %d polls for %d triangles", workers, n, s.Triangles())
		}
		const places = 12
		for k := range int64(places) {
			ctx := pollctx.CancelAt(t.Context(), 1+k*whole.Polls()/(places+1))
			r, err := meshcheck.Check(ctx, s, check.Options{Workers: workers})
			if !errors.Is(err, context.Canceled) || r != nil {
				t.Errorf("%d workers, place %d: %v", workers, k, err)
			}
			if after := ctx.PollsAfter(); after > 40 {
				t.Errorf("%d workers, place %d: %d polls after it was cancelled", workers, k, after)
			}
		}
	}
}

// TestCancelFindings cancels a check of many findings, to the end, by which time regions are made
// and findings measured: it fails, or its result is whole.
func TestCancelFindings(t *testing.T) {
	s := sceneOf(meshgen.Mesh("soup", meshgen.Random(meshgen.Rand(1), 150, 1)))
	for _, workers := range []int{1, 4} {
		ctx := pollctx.CancelAt(t.Context(), 0)
		whole, err := meshcheck.Check(ctx, s, check.Options{Workers: workers})
		if err != nil || len(whole.Meshes[0].Findings) < 1000 {
			t.Fatal(err)
		}
		cancelled := 0
		for n := ctx.Polls(); n > max(0, ctx.Polls()-60); n-- {
			r, err := meshcheck.Check(pollctx.CancelAt(t.Context(), n), s, check.Options{Workers: workers})
			switch {
			case err == nil && !reflect.DeepEqual(r.Meshes, whole.Meshes):
				t.Errorf("%d workers, cancelled at poll %d of %d: part of a result, and no error", workers, n, ctx.Polls())
			case err != nil && (!errors.Is(err, context.Canceled) || r != nil):
				t.Errorf("%d workers, cancelled at poll %d of %d: %v", workers, n, ctx.Polls(), err)
			case err != nil:
				cancelled++
			}
		}
		if cancelled < 30 {
			t.Errorf("%d workers: only %d checks were cancelled", workers, cancelled)
		}
	}
}

// TestCancelWithinProgress cancels from the first report of progress, which few may follow.
func TestCancelWithinProgress(t *testing.T) {
	s := sceneOf(meshgen.Sphere(150, 151, geom.Vec{}).Mesh("sphere"))
	const workers = 4
	ctx, cancel := context.WithCancel(t.Context())
	reports := 0
	_, err := meshcheck.Check(ctx, s, check.Options{Workers: workers, Progress: func(int64, int64) {
		reports++
		cancel()
	}})
	if !errors.Is(err, context.Canceled) || reports > 1+workers {
		t.Errorf("%d reports: %v", reports, err)
	}
}
