package meshcheck_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/pollctx"
	"github.com/meshcheck/meshcheck/mesh"
)

// bombs are soups in which nearly every triangle meets every other.
func bombs(n int) map[string][]geom.Triangle {
	rng := rand.New(rand.NewPCG(1, 1))
	x := func() float64 { return float64(float32(rng.NormFloat64())) }
	point := func() geom.Vec { return geom.Vec{x(), x(), x()} }
	out := map[string][]geom.Triangle{}
	for name, triangle := range map[string]func() geom.Triangle{
		"copies of one triangle": func() geom.Triangle { return geom.Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}} },
		"around one point": func() geom.Triangle {
			a, b := point(), point()
			return geom.Triangle{a, b, a.Add(b).Scale(-1)}
		},
		"in one plane":   func() geom.Triangle { return geom.Triangle{{x(), x()}, {x(), x()}, {x(), x()}} },
		"at one vertex":  func() geom.Triangle { return geom.Triangle{{}, point(), point()} },
		"along one edge": func() geom.Triangle { return geom.Triangle{{0, 0, -1}, {0, 0, 1}, point()} },
	} {
		for range n {
			out[name] = append(out[name], triangle())
		}
	}
	return out
}

// heap returns the bytes in use.
func heap() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestBombsAreCut: hundreds of millions of findings take memory for the triangles alone,
// and a cancelled check ends soon and reports its progress.
func TestBombsAreCut(t *testing.T) {
	const n = 20_000
	polls := []int64{40, 400} // until it is cancelled
	if !longtest.On(t) {
		polls = polls[:1]
	}
	for name, soup := range bombs(n) {
		one := &mesh.Scene{Meshes: []*mesh.Mesh{meshgen.Mesh("", soup)}}
		two := &mesh.Scene{Meshes: []*mesh.Mesh{meshgen.Mesh("", soup[:n/2]), meshgen.Mesh("", soup[n/2:])}, Instances: []mesh.Instance{
			{Path: "/a", Mesh: 0, World: geom.Identity()}, {Path: "/b", Mesh: 1, World: geom.Identity()},
		}}
		for _, limit := range polls {
			isCut(t, name, one, check.Self, check.ComparingTriangles, limit)
			isCut(t, name, two, check.Parts, check.ComparingObjects, limit)
		}
	}
}

// isCut cancels the check of a bomb when it polls the context for the limit-th time. It may be done
// by then.
func isCut(t *testing.T, name string, s *mesh.Scene, checks check.Set, last check.Phase, limit int64) {
	t.Helper()
	// What is measured is memory in use: garbage is collected before it is a tenth of that.
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	runtime.GC()
	before := heap()
	ctx := pollctx.CancelAt(t.Context(), limit)
	r, err := meshcheck.Check(ctx, s, check.Options{Checks: checks, Workers: 2})
	used := heap() - before
	if err == nil {
		t.Logf("%s, %v: done after %d polls", name, last, ctx.Polls())
		return
	}
	var cut *check.CutError
	if r != nil || !errors.As(err, &cut) || !errors.Is(err, context.Canceled) {
		t.Fatalf("%s: %v", name, err)
	}
	if cut.Phase > max(last, check.MeasuringFindings) || checks == check.Parts && cut.Mesh != -1 {
		t.Errorf("%s: %+v", name, cut)
	}
	if after := ctx.PollsAfter(); after > 200 { // one for each skipped piece
		t.Errorf("%s: %d polls after it was cancelled", name, after)
	}
	// Vertices, faces, tree, packets and the list of findings; the same again for garbage.
	if most := int64(s.Triangles()*2000 + 64<<20); used > most {
		t.Errorf("%s: %d bytes, more than %d", name, used, most)
	}
	t.Logf("%s: %v after %d polls and %d more, %d kB more in use", name, err, limit, ctx.PollsAfter(), used>>10)
}

// TestBombsAreCounted: the counts of copies are those of all pairs.
func TestBombsAreCounted(t *testing.T) {
	const n = 1000
	soup := bombs(n)["copies of one triangle"]
	m := checkedSoup(t, check.Options{MaxFindings: 10}, soup...)
	if got := m.Counts.Of(check.Duplicate); got != n*(n-1)/2 || len(m.Findings) != 10 || m.RegionCount != 1 || !m.Truncated {
		t.Errorf("%d duplicates, %d listed, %d regions", got, len(m.Findings), m.RegionCount)
	}
}

func TestCutError(t *testing.T) {
	var counts check.Counts
	counts.ByRule[check.Crossing], counts.ByRule[check.Touch] = 80_999_999, 1
	for want, e := range map[string]check.CutError{
		"cut short while comparing the triangles of mesh 3, with 81000000 findings counted so far: context canceled": {
			Phase: check.ComparingTriangles, Mesh: 3, Counts: counts, Err: context.Canceled},
		"cut short while comparing objects: context canceled": {Phase: check.ComparingObjects, Mesh: -1, Err: context.Canceled},
	} {
		if e.Error() != want || !errors.Is(&e, context.Canceled) || !strings.Contains(want, e.Progress()) {
			t.Errorf("%q, want %q", e.Error(), want)
		}
	}
}

// TestManyBadMeshes: the lists of very many meshes together stay within bounds, each has
// at least its worst finding, and the counts are those of all.
func TestManyBadMeshes(t *testing.T) {
	const meshes, most = 400, 20
	bad := meshgen.Mesh("", bombs(12)["copies of one triangle"]) // 66 duplicates
	s := &mesh.Scene{}
	for range meshes {
		s.Meshes = append(s.Meshes, bad)
	}
	r := checked(t, s, check.Options{MaxFindings: most})
	listed := 0
	for i, m := range r.Meshes {
		listed += len(m.Findings)
		if m.Counts.Of(check.Duplicate) != 66 || !m.Truncated || len(m.Findings) < 1 || len(m.Regions) != 1 || i < 48 && len(m.Findings) != most {
			t.Errorf("mesh %d: %d listed of %v", i, len(m.Findings), m.Counts)
		}
	}
	if listed > 64*most+meshes || r.Counts.Of(check.Duplicate) != 66*meshes {
		t.Errorf("%d findings listed, %v counted", listed, r.Counts)
	}
}

// TestManyBadPairs: the lists of very many pairs of objects take no more than those of
// one.
func TestManyBadPairs(t *testing.T) {
	soup := bombs(20)["around one point"] // 400 crossings or so between any two
	s := &mesh.Scene{Meshes: []*mesh.Mesh{meshgen.Mesh("", soup)}}
	for k := range 12 {
		at := geom.Identity()
		at[0][3] = float64(k) / 64
		s.Instances = append(s.Instances, mesh.Instance{Path: "/" + string(rune('a'+k)), World: at})
	}
	const most = 50
	var want *check.Result
	for _, workers := range []int{1, 3} {
		r := checked(t, s, check.Options{Checks: check.Parts, MaxFindings: most, Workers: workers})
		listed := 0
		for _, p := range r.Pairs() {
			listed += len(p.Findings)
		}
		if len(r.Pairs()) != most || listed != most || !r.Pairs()[0].Truncated {
			t.Errorf("%d pairs with %d findings", len(r.Pairs()), listed)
		}
		if want == nil {
			want = r
		} else if !sameResults(want, r) {
			t.Errorf("%d workers: another result", workers)
		}
	}
}

// hullBomb is a group of n hulls in each other, which overlap in n(n-1)/2 pairs, the nearer
// their numbers the deeper.
func hullBomb(n int) *mesh.Scene {
	s := &mesh.Scene{Meshes: []*mesh.Mesh{meshgen.Box(geom.Vec{}, geom.Vec{1, 1, 1}).Mesh("Chair")}}
	s.Instances = append(s.Instances, mesh.Instance{Path: "/Chair", Name: "Chair", World: geom.Identity()})
	for k := range n {
		at := geom.Identity()
		at[0][3] = float64(k) / float64(2*n)
		name := fmt.Sprintf("UCX_Chair_%d", k)
		s.Instances = append(s.Instances, mesh.Instance{Path: "/" + name, Name: name, World: at})
	}
	return s
}

// TestHullBombs: the overlaps of many hulls are all counted, and of those that are listed no
// more than for a mesh, the deepest, for any number of workers.
func TestHullBombs(t *testing.T) {
	const n, most = 40, 20
	all := checked(t, hullBomb(n), check.Options{Checks: check.Hulls, Workers: 1}).Hulls()
	if g := all.Groups[0]; g.Omitted != 0 || len(g.Findings) < n*(n-1)/2 {
		t.Fatalf("%d findings and %d more", len(g.Findings), g.Omitted)
	}
	for _, workers := range []int{1, 2} {
		r := checked(t, hullBomb(n), check.Options{Checks: check.Hulls, Workers: workers, MaxFindings: most}).Hulls()
		g, whole := r.Groups[0], all.Groups[0]
		if r.Counts != all.Counts || r.Counts[check.HullsOverlap][check.Warning] != n*(n-1)/2 || g.Omitted != n*(n-1)/2-most {
			t.Errorf("%d workers: %v, %d omitted", workers, r.Counts, g.Omitted)
		}
		var want []check.HullFinding
		overlaps := 0
		for _, f := range whole.Findings {
			if f.Rule == check.HullsOverlap {
				overlaps++
			}
			if f.Rule != check.HullsOverlap || overlaps <= most {
				want = append(want, f)
			}
		}
		if !reflect.DeepEqual(g.Findings, want) {
			t.Errorf("%d workers: %d findings are not the deepest %d", workers, len(g.Findings), len(want))
		}
	}
}

// TestHullsAreCut: making hulls of very many points can be cancelled.
func TestHullsAreCut(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	var ball []geom.Triangle
	for range longtest.Size(t, 20_000, 200_000) {
		var c geom.Triangle
		for k := range c {
			p := geom.Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
			c[k] = p.Scale(1 / p.Norm())
		}
		ball = append(ball, c)
	}
	s := &mesh.Scene{Meshes: []*mesh.Mesh{meshgen.Mesh("", ball)}, Instances: []mesh.Instance{
		{Path: "/Chair", Name: "Chair", World: geom.Identity()}, {Path: "/UCX_Chair", Name: "UCX_Chair", World: geom.Identity()},
	}}
	ctx := pollctx.CancelAt(t.Context(), 500)
	_, err := meshcheck.Check(ctx, s, check.Options{Checks: check.Hulls})
	var cut *check.CutError
	if !errors.As(err, &cut) || cut.Phase != check.CheckingHulls {
		t.Fatalf("not cut: %v", err)
	}
	if after := ctx.PollsAfter(); after > 200 {
		t.Errorf("%d polls after it was cancelled", after)
	}
}
