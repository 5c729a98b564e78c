package parts_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/mesh"
)

func checkedPairs(t testing.TB, s *mesh.Scene, o check.Options) *check.Result {
	t.Helper()
	o.Checks, o.ListTouches = check.Parts, true
	return checked(t, s, o)
}

// spoken describes each pair of a result.
func spoken(r *check.Result) string {
	var lines []string
	for _, p := range r.Pairs() {
		line := fmt.Sprintf("%v %s %s", p.Rule.Word(), p.A.Path, p.B.Path)
		if p.Rule == check.Contained || p.Rule == check.PartsUndecided {
			line += fmt.Sprintf(" inner %d", p.Inner)
		}
		if p.WithinRounding {
			line += " within rounding"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "; ")
}

var (
	here   = geom.Identity()
	mirror = geom.Affine{{-1, 0, 0, 1}, {0, 1, 0, 0}, {0, 0, 1, 0}} // the unit cube onto itself
)

// TestPairs has a row for each relation of two objects.
func TestPairs(t *testing.T) {
	inside := func(p float64) geom.Affine { return scaled(geom.Vec{0.5, 0.5, 0.5}, p) }
	hollow := meshgen.Join(box(0, 0, 0, 8, 8, 8), flipped(box(1, 1, 1, 7, 7, 7)))
	for _, row := range []struct {
		why   string
		scene *sceneBuilder
		want  string
	}{
		{"apart", new(sceneBuilder).Show(cube, here, moved(3, 0, 0)), ""},
		{"boxes that meet, bodies that do not", new(sceneBuilder).Show(meshgen.LShape(2, 1), here).Show(cube, moved(1.0625, 1.0625, 0)), ""},
		{"stacked", new(sceneBuilder).Show(cube, here, moved(0, 0, 1)), "touch /0 /1"},
		{"stacked, unequal", new(sceneBuilder).Show(cube, here).Show(box(0.25, 0.25, 1, 0.75, 0.75, 2), here), "touch /0 /1"},
		{"stacked, one mirrored", new(sceneBuilder).Show(cube, here, geom.Affine{{-1, 0, 0, 1}, {0, 1, 0, 0}, {0, 0, 1, 1}}), "touch /0 /1"},
		{"stacked, one inside out", new(sceneBuilder).Show(cube, here).Show(flipped(cube), moved(0, 0, 1)), "touch /0 /1"},
		{"stacked, both inside out", new(sceneBuilder).Show(flipped(cube), here, moved(0, 0, 1)), "touch /0 /1"},
		{"corner to corner", new(sceneBuilder).Show(cube, here, moved(1, 1, 1)), "touch /0 /1"},
		{"edge to edge", new(sceneBuilder).Show(cube, here, moved(1, 1, 0)), "touch /0 /1"},
		{"corner on face", new(sceneBuilder).Show(cube, here).Show(meshgen.Cone(4, geom.Vec{0.5, 0.5, 1}, 0.25, 1), geom.Affine{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, -1, 3}}), "touch /0 /1"},
		{"aligned, 50 mm into each other", new(sceneBuilder).Show(cube, here, moved(0.95, 0, 0)), "overlap /0 /1"},
		{"aligned, one mirrored", new(sceneBuilder).Show(cube, here, geom.Affine{{-1, 0, 0, 1.5}, {0, 1, 0, 0}, {0, 0, 1, 0}}), "overlap /0 /1"},
		{"aligned, one inside out", new(sceneBuilder).Show(cube, here).Show(flipped(cube), moved(0.5, 0, 0)), "overlap /0 /1"},
		{"crossing", new(sceneBuilder).Show(cube, here, moved(0.5, 0.5, 0.5)), "crossing /0 /1"},
		{"crossing exactly along edges", new(sceneBuilder).Show(cube, here).Show(box(-1, 0.25, 0.25, 0.5, 0.75, 0.75), here), "crossing /0 /1"},
		{"a bar through a box", new(sceneBuilder).Show(cube, here).Show(box(-1, 0.25, 0.25, 2, 0.75, 0.75), here), "crossing /0 /1"},
		{"a sheet through a box", new(sceneBuilder).Show(cube, here).Show(sheet(4), moved(-1, -1, 0.5)), "crossing /0 /1"},
		{"sheets through each other", new(sceneBuilder).Show(sheet(2), here, geom.Affine{{1, 0, 0, 0.25}, {0, 0, 1, 0.5}, {0, 1, 0, -0.5}}), "crossing /0 /1"},
		{"sheets on each other", new(sceneBuilder).Show(sheet(2), here, moved(1, 0, 0)), "overlap /0 /1"},
		{"sheets back to back", new(sceneBuilder).Show(sheet(2), here).Show(flipped(sheet(2)), moved(1, 0, 0)), "overlap /0 /1"},
		{"a box on a sheet", new(sceneBuilder).Show(cube, here).Show(sheet(4), moved(-1, -1, 0)), "overlap /0 /1"},
		{"sheets on each other, one mirrored, which turns no face", new(sceneBuilder).Show(sheet(2), here, geom.Affine{{-1, 0, 0, 3}, {0, 1, 0, 0}, {0, 0, 1, 0}}), "overlap /0 /1"},
		{"sheets back to back by a mirror", new(sceneBuilder).Show(sheet(2), here, geom.Affine{{1, 0, 0, 1}, {0, 1, 0, 0}, {0, 0, -1, 0}}), "overlap /0 /1"},
		{"sheets edge to edge", new(sceneBuilder).Show(sheet(2), here, moved(2, 0, 0)), "touch /0 /1"},
		{"the same place", new(sceneBuilder).Show(cube, here, here), "duplicate_instance /0 /1"},
		{"equal geometry at the same place", new(sceneBuilder).Show(cube, here).Show(box(1, 2, 3, 2, 3, 4), moved(-1, -2, -3)), "duplicate_instance /0 /1"},
		{"equal geometry, every triangle twice", new(sceneBuilder).Show(cube, here).Show(meshgen.Join(cube, cube), here), "duplicate_instance /0 /1"},
		{"the same place but for rounding", new(sceneBuilder).Show(cube, moved(0.1, 0, 0), moved(0.1+1e-9, 0, 0)), "duplicate_instance /0 /1"},
		{"inside", new(sceneBuilder).Show(cube, here, scenetest.Product(inside(0.25), moved(0, 0.5, 0.5))), "contained /0 /1 inner 1"},
		{"inside, the outer one second", new(sceneBuilder).Show(cube, scenetest.Product(inside(0.25), moved(0, 0.5, 0.5)), here), "contained /0 /1 inner 0"},
		{"inside, and standing on the floor", new(sceneBuilder).Show(cube, here, scenetest.Product(inside(0.25), moved(0, 0.5, 0))), "overlap /0 /1"},
		{"inside, and touching a side with a corner", new(sceneBuilder).Show(cube, here).Show(meshgen.Tetrahedron(geom.Vec{0.25, 0.25, 0}, geom.Vec{0.25, 0.25, 0.5}, geom.Vec{0.5, 0.25, 0.25}, geom.Vec{0.25, 0.5, 0.25}), here), "contained /0 /1 inner 1"},
		{"in the hollow of another", new(sceneBuilder).Show(hollow, here).Show(cube, moved(3, 3, 3)), ""},
		{"in the wall of another", new(sceneBuilder).Show(hollow, here).Show(cube, scenetest.Product(scenetest.Product(moved(-0.25, -0.25, -0.25), inside(0.5)), moved(0, 1, 1))), "contained /0 /1 inner 1"},
		{"inside one that is inside out", new(sceneBuilder).Show(flipped(cube), here).Show(cube, scenetest.Product(inside(0.25), moved(0, 0.5, 0.5))), "contained /0 /1 inner 1"},
		{"an open one inside", new(sceneBuilder).Show(cube, here).Show(sheet(0.5), moved(0.25, 0.25, 0.5)), "contained /0 /1 inner 1"},
		{"inside an open one", new(sceneBuilder).Show(without(cube), here).Show(cube, scenetest.Product(inside(0.25), moved(0, 0.5, 0.5))), "undecided /0 /1 inner 1"},
		{"one shell inside, one outside", new(sceneBuilder).Show(cube, here).Show(meshgen.Join(box(0.25, 0.25, 0.25, 0.5, 0.5, 0.5), box(3, 3, 3, 4, 4, 4)), here), "contained /0 /1 inner 1"},
		{"mirrored onto itself", new(sceneBuilder).Show(box(0, 0, 0, 1, 1, 1), here, mirror), "overlap /0 /1"},
	} {
		t.Run(row.why, func(t *testing.T) {
			r := checkedPairs(t, &row.scene.Scene, check.Options{})
			if got := spoken(r); got != row.want {
				t.Errorf("got %q, want %q: %+v", got, row.want, r.Pairs())
			}
			fails := strings.HasPrefix(row.want, "crossing") || strings.HasPrefix(row.want, "overlap") || strings.HasPrefix(row.want, "duplicate")
			if (r.Status == check.Fail) != fails {
				t.Errorf("status %v", r.Status)
			}
		})
	}
}

// TestPairsOfMovedWorlds: the relation of two objects does not change when the
// whole scene is turned, sheared, mirrored, scaled and moved.
func TestPairsOfMovedWorlds(t *testing.T) {
	scenes := map[string]*sceneBuilder{
		"crossing":  new(sceneBuilder).Show(cube, here, moved(0.5, 0.25, 0.375)),
		"contained": new(sceneBuilder).Show(cube, here).Show(box(0.25, 0.25, 0.25, 0.5, 0.75, 0.5), here),
		"apart":     new(sceneBuilder).Show(meshgen.LShape(2, 1), here).Show(cube, moved(1.0625, 1.0625, 0)),
		"undecided": new(sceneBuilder).Show(without(cube), here).Show(box(0.25, 0.25, 0.25, 0.5, 0.75, 0.5), here),
		"touch":     new(sceneBuilder).Show(cube, here).Show(box(0.25, 0.25, 1, 0.75, 0.75, 2), here),
		"overlap":   new(sceneBuilder).Show(sheet(2), here, moved(1, 0.5, 0)),
	}
	for want, scene := range scenes {
		for seed := range uint64(60) {
			rng := meshgen.Rand(seed)
			vec := func() geom.Vec { return geom.Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()} }
			m := turned(vec(), 6*rng.Float64())
			m = m.Mul(geom.Affine{{2 - 4*float64(seed%2), 0.25, 0, 3}, {0, 0.5, 0.125, 0}, {0, 0, 1, 0}})
			x := math.Ldexp(1, rng.IntN(40)-20)
			m = scenetest.Product(scaled(geom.Vec{x, x, x}, 0), m)
			s := scene.Scene
			s.Instances = nil
			for _, in := range scene.Instances {
				in.World = m.Mul(in.World)
				s.Instances = append(s.Instances, in)
			}
			got := "apart"
			if r := checkedPairs(t, &s, check.Options{}); len(r.Pairs()) > 0 {
				got = r.Pairs()[0].Rule.Word()
			}
			if got != want {
				t.Errorf("%s, seed %d: %s", want, seed, got)
			}
		}
	}
}

// TestFlushFarAway: boxes made to be flush are so wherever they stand: at the origin and
// kilometres away, whether far away is in their coordinates or in their nodes, upright
// or turned.
func TestFlushFarAway(t *testing.T) {
	f := func(x float64) float64 { return float64(float32(x)) }
	for _, at := range []float64{0, 0.1, 3.3, 100.1, 5000.1, 5123.7, -5000.3, 77777.7} {
		for _, size := range []float64{0.1, 0.3, 1, 2.7} {
			mid := at + size
			baked := new(sceneBuilder).Show(box(at, at, at, mid, mid, mid), here).Show(box(mid, at, at, mid+size, mid, mid), here)
			// Each of the two has its own rounding here: the shared face is at two places.
			nodes := new(sceneBuilder).Show(box(0, 0, 0, size, size, size), moved(f(at), f(at), f(at)), moved(f(mid), f(at), f(at)))
			small := new(sceneBuilder).Show(box(0, 0, 0, size, size, size), moved(f(at), f(at), f(at))).
				Show(box(0, 0, 0, size/2, size/3, size/4), moved(f(mid), f(at+size/5), f(at+size/7)))
			tilted := &sceneBuilder{}
			turn := turned(geom.Vec{1, 2, 3}, 1)
			tilted.Meshes = small.Meshes
			for _, in := range small.Instances {
				in.World = turn.Mul(in.World)
				tilted.Instances = append(tilted.Instances, in)
			}
			for name, s := range map[string]*sceneBuilder{"baked": baked, "nodes": nodes, "small": small, "tilted": tilted} {
				r := checkedPairs(t, &s.Scene, check.Options{})
				if r.Status != check.Pass || r.Between().Counts.Failing() > 0 {
					t.Errorf("%s at %v, size %v: %s %+v", name, at, size, spoken(r), r.Pairs())
				}
				for _, p := range r.Pairs() {
					if p.Rule != check.PartsTouch || p.Rounding > 1e-6*(math.Abs(at)+10) {
						t.Errorf("%s at %v, size %v: %v, rounding %v", name, at, size, p.Rule, p.Rounding)
					}
				}
			}
		}
	}
}

// TestRoundingIsNoTolerance: what is deeper than rounding explains is a crossing.
func TestRoundingIsNoTolerance(t *testing.T) {
	for _, at := range []float64{0, 5000} {
		s := new(sceneBuilder).Show(cube, moved(at, 0, 0), moved(at+1-0.005, 0.25, 0.25))
		r := checkedPairs(t, &s.Scene, check.Options{})
		if got := spoken(r); got != "crossing /0 /1" || math.Abs(r.Pairs()[0].Depth-0.005) > 1e-9 {
			t.Errorf("at %v: %s, %v deep", at, got, r.Pairs()[0].Depth)
		}
	}
}

// TestPairTolerance: a tolerance turns what is no deeper into contact, as a length or as
// a fraction of the diagonal of both, and leaves counts alone.
func TestPairTolerance(t *testing.T) {
	crossing := new(sceneBuilder).Show(cube, here, moved(0.95, 0.25, 0.25))
	aligned := new(sceneBuilder).Show(cube, here, moved(0.95, 0, 0))
	sheets := new(sceneBuilder).Show(sheet(2), here, moved(1.95, 0, 0))
	for _, row := range []struct {
		why       string
		scene     *sceneBuilder
		tolerance check.Tolerance
		want      string
	}{
		{"none", crossing, check.Tolerance{}, "crossing /0 /1"},
		{"below", crossing, check.Tolerance{Value: 0.04}, "crossing /0 /1"},
		{"above", crossing, check.Tolerance{Value: 0.06}, "touch /0 /1"},
		{"relative, below", crossing, check.Tolerance{Value: 0.01, Relative: true}, "crossing /0 /1"},
		{"relative, above", crossing, check.Tolerance{Value: 0.03, Relative: true}, "touch /0 /1"},
		{"aligned, below", aligned, check.Tolerance{Value: 0.04}, "overlap /0 /1"},
		{"aligned, above", aligned, check.Tolerance{Value: 0.06}, "touch /0 /1"},
		{"an overlap of open sheets has area", sheets, check.Tolerance{Value: 0.06}, "overlap /0 /1"},
	} {
		r := checkedPairs(t, &row.scene.Scene, check.Options{Tolerance: row.tolerance})
		if got := spoken(r); got != row.want {
			t.Errorf("%s: %q, want %q", row.why, got, row.want)
		}
		if r.Pairs()[0].Counts.Failing() == 0 || r.Pairs()[0].WithinRounding {
			t.Errorf("%s: %+v", row.why, r.Pairs()[0])
		}
	}
}

// TestFineMeshesAreDeep: a tolerance larger than any triangle does not make contact of
// spheres that are deep in each other.
func TestFineMeshesAreDeep(t *testing.T) {
	ball := meshgen.Icosphere(4, geom.Vec{}, 1)
	dented := meshgen.Icosphere(4, geom.Vec{}, 1)
	dented.Vertices[0] = dented.Vertices[0].Scale(0.9)
	for _, row := range []struct {
		mesh meshgen.Indexed
		of   check.DepthOf
	}{{ball, check.DepthOfTranslation}, {dented, check.DepthOfSurface}} {
		s := new(sceneBuilder).Show(row.mesh, here, moved(1, 0, 0))
		r := checkedPairs(t, &s.Scene, check.Options{Tolerance: check.Tolerance{Value: 0.3}})
		if p := r.Pairs()[0]; p.Rule != check.PartsCrossing || p.DepthOf != row.of || p.Depth > 1.02 || p.Depth+p.DepthError < 0.94 {
			t.Errorf("%v, depth %v of %v", p.Rule, p.Depth, p.DepthOf)
		}
	}
}

// TestDepthOfPair: the depth of convex bodies is the shortest translation; else that of the
// deepest place of either surface in the other, or how far open surfaces reach beyond each
// other; in the world, whatever the two worlds do to distances.
func TestDepthOfPair(t *testing.T) {
	stretch := geom.Affine{{4, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 0.5, 0}}
	// The cube with a hole in its floor that goes up to a point, far from everything.
	dented := meshgen.Join(cube, flipped(meshgen.Tetrahedron(geom.Vec{0.01, 0.01, 0.02}, geom.Vec{0.01, 0.01, 0.01}, geom.Vec{0.02, 0.01, 0.01}, geom.Vec{0.01, 0.02, 0.01})))
	spike := meshgen.Tetrahedron(geom.Vec{0.5, 0.5, 0.75}, geom.Vec{0.25, 0.25, 2}, geom.Vec{0.75, 0.25, 2}, geom.Vec{0.5, 0.75, 2})
	for _, row := range []struct {
		why   string
		scene *sceneBuilder
		depth float64
		at    geom.Vec
		of    check.DepthOf
	}{
		{"a spike", new(sceneBuilder).Show(cube, here).Show(spike, here), 0.25, geom.Vec{0.5, 0.5, 1}, check.DepthOfTranslation},
		{"a spike first", new(sceneBuilder).Show(spike, here).Show(cube, here), 0.25, geom.Vec{0.5, 0.5, 0.75}, check.DepthOfTranslation},
		{"both stretched", new(sceneBuilder).Show(cube, stretch).Show(spike, stretch), 0.125, geom.Vec{2, 0.5, 0.5}, check.DepthOfTranslation},
		{"a spike in what is not convex", new(sceneBuilder).Show(dented, here).Show(spike, here), 0.25, geom.Vec{0.5, 0.5, 0.75}, check.DepthOfSurface},
		{"the same, stretched", new(sceneBuilder).Show(dented, stretch).Show(spike, stretch), 0.125, geom.Vec{2, 0.5, 0.375}, check.DepthOfSurface},
		{"a bar right through has no vertex inside", new(sceneBuilder).Show(dented, here).Show(box(-1, 0.25, 0.25, 2, 0.75, 0.75), here), 0.25, geom.Vec{}, check.DepthOfSurface},
		{"convex, a bar right through", new(sceneBuilder).Show(cube, here).Show(box(-1, 0.25, 0.25, 2, 0.75, 0.75), here), 0.75, geom.Vec{}, check.DepthOfTranslation},
		{"open sheets", new(sceneBuilder).Show(sheet(2), here, geom.Affine{{1, 0, 0, 0.25}, {0, 0, 1, 0.5}, {0, 1, 0, -0.375}}), math.Hypot(0.5, 0.25), geom.Vec{}, check.DepthOfReach},
	} {
		p := checkedPairs(t, &row.scene.Scene, check.Options{}).Pairs()[0]
		if p.Rule != check.PartsCrossing || p.DepthOf != row.of || row.at != (geom.Vec{}) && p.Deepest.Sub(row.at).Norm() > 1e-12 {
			t.Errorf("%s: %v, depth of %v at %v", row.why, p.Rule, p.DepthOf, p.Deepest)
		}
		if row.depth < p.Depth-1e-12 || row.depth > p.Depth+p.DepthError+1e-12 {
			t.Errorf("%s: depth %v and at most %v more, want %v", row.why, p.Depth, p.DepthError, row.depth)
		}
	}
}

// TestFlattenedInstances: an instance that its matrix flattens is not checked and takes part in
// no pair, and the scene is not checked.
func TestFlattenedInstances(t *testing.T) {
	flat := geom.Affine{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 0.5}}
	s := new(sceneBuilder).Show(cube, here, geom.Affine{}, moved(3, 0, 0)).Show(box(0.25, 0.25, 0, 2, 2, 1), flat)
	r := checkedPairs(t, &s.Scene, check.Options{})
	if got := spoken(r); got != "" {
		t.Errorf("pairs: %s", got)
	}
	if n := r.Between().NotChecked; len(n) != 2 || n[0].Object.Path != "/1" || n[1].Object.Path != "/3" || !strings.Contains(n[0].Reason, "flattens") {
		t.Errorf("not checked: %+v", n)
	}
	if r.Between().Objects != 2 || r.Status != check.NotChecked {
		t.Errorf("%d objects, %s", r.Between().Objects, r.Status)
	}
}

// TestPartlyNonfinite: of an object with triangles that are not finite the others are
// compared, and it is not checked, whatever an object is.
func TestPartlyNonfinite(t *testing.T) {
	nan := math.NaN()
	broken := append(cube.Soup(), geom.Triangle{{nan, 0, 0}, {1, 0, 0}, {0, 1, 0}}, geom.Triangle{{0, 0, 0}, {1, 0, 0}, {0, math.Inf(1), 0}})
	apart := slices.Clone(broken)
	for _, f := range cube.Soup() {
		apart = append(apart, geom.Triangle{f[0].Add(geom.Vec{9}), f[1].Add(geom.Vec{9}), f[2].Add(geom.Vec{9})})
	}
	for _, of := range []check.PartsOf{check.ByMesh, check.ByShell, check.ByPrimitive} {
		for name, soup := range map[string][]geom.Triangle{"one shell": broken, "two shells": apart} {
			s := &sceneBuilder{Scene: mesh.Scene{Meshes: []*mesh.Mesh{meshgen.Mesh("", soup)}, Instances: []mesh.Instance{{Path: "/0", World: here}}}}
			s.Show(cube, moved(0.5, 0.25, 0.125))
			r := checkedPairs(t, &s.Scene, check.Options{PartsOf: of})
			n := r.Between().NotChecked
			if len(n) != 1 || n[0].Object.Path != "/0" || !strings.HasPrefix(n[0].Reason, "2 triangles are not finite") {
				t.Errorf("%s of %s: not checked: %+v", name, of, n)
			}
			if r.Status != check.NotChecked || r.Between().Counts.Of(check.PartsCrossing) != 1 {
				t.Errorf("%s of %s: %s, %v", name, of, r.Status, r.Between().Counts)
			}
		}
	}
}

// TestOutOfReach: an object where float64 ends is not checked, and so the scene is not.
func TestOutOfReach(t *testing.T) {
	s := new(sceneBuilder).Show(cube, here, scaled(geom.Vec{1e200, 1e200, 1e200}, 0))
	r := checkedPairs(t, &s.Scene, check.Options{})
	if r.Status != check.NotChecked || len(r.Between().NotChecked) != 1 || r.Between().NotChecked[0].Object.Path != "/1" {
		t.Errorf("%v, %+v", r.Status, r.Between())
	}
}

// crowd is many small things that overlap, touch, contain and duplicate each other.
func crowd(n int) *sceneBuilder {
	w := &sceneBuilder{}
	rng := meshgen.Rand(7)
	place := func() geom.Affine {
		m := turned(geom.Vec{rng.NormFloat64(), rng.NormFloat64(), 1}, 6*rng.Float64())
		if rng.IntN(2) == 0 {
			m = here
		}
		for r := range m {
			m[r][3] = float64(rng.IntN(12)) / 2
		}
		return m
	}
	for _, m := range []meshgen.Indexed{cube, meshgen.Icosphere(2, geom.Vec{}, 0.75), meshgen.LShape(1, 1), without(box(0, 0, 0, 2, 2, 2)), meshgen.Ring(8, geom.Vec{}, 0.5, 1, 0.5)} {
		var places []geom.Affine
		for range n {
			places = append(places, place())
		}
		w.Show(m, places...)
	}
	return w
}

// TestPairsForAnyWorkers: the same result for any number of workers, cut or not.
func TestPairsForAnyWorkers(t *testing.T) {
	s := crowd(40)
	s.Show(meshgen.Icosphere(5, geom.Vec{}, 2.5), moved(20, 2, 2), moved(22, 2.5, 2)) // large enough to be given to all workers
	s.Show(cube, moved(18.25, 1.5, 1.5))                                              // in one of the two
	caps, numbers := []int{0, 100, -1}, []int{1, 2, 8}
	if !longtest.On(t) {
		caps, numbers = caps[1:2], []int{1, 3}
	}
	for _, most := range caps {
		var want *check.Result
		for _, workers := range numbers {
			r := checkedPairs(t, &s.Scene, check.Options{Workers: workers, MaxFindings: most})
			r.Timings = check.Timings{}
			if want == nil {
				want = r
				t.Logf("%d pairs: %v, %d listed", len(r.Pairs()), r.Between().Counts, len(r.Pairs()))
				for _, k := range check.Parts.Rules() {
					if r.Between().Counts.Of(k) == 0 {
						t.Errorf("no pair of rule %v", k)
					}
				}
			} else if !reflect.DeepEqual(r, want) {
				t.Errorf("%d workers, at most %d: a different result", workers, most)
			}
		}
		listed := 0
		for _, p := range want.Pairs() {
			listed += len(p.Findings)
		}
		if most > 0 && (len(want.Pairs()) != most || listed > most || !want.Between().Truncated) || most < 0 && len(want.Pairs()) != 0 {
			t.Errorf("at most %d: %d pairs, %d findings", most, len(want.Pairs()), listed)
		}
	}
}

// TestPairOrder: those that fail come first, then by rule, then the deepest.
func TestPairOrder(t *testing.T) {
	r := checkedPairs(t, &crowd(40).Scene, check.Options{})
	for k := 1; k < len(r.Pairs()); k++ {
		p, q := &r.Pairs()[k-1], &r.Pairs()[k]
		if p.Rule > q.Rule || p.Rule == q.Rule && p.Depth < q.Depth {
			t.Fatalf("pair %d is %v, %v deep; the next is %v, %v deep", k-1, p.Rule, p.Depth, q.Rule, q.Depth)
		}
	}
}

// TestPartsCancelled: a check that is cancelled says so.
func TestPartsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	o := check.Options{Checks: check.Parts, Progress: func(done, total int64) {
		if done > total/2 {
			cancel()
		}
	}}
	_, err := meshcheck.Check(ctx, &crowd(longtest.Size(t, 40, 200)).Scene, o)
	if cut := (*check.CutError)(nil); !errors.As(err, &cut) || cut.Phase != check.ComparingObjects || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled half-way: %v", err)
	}
}

// TestShellsApart: an object of two shells lies in another by one of them, whichever is
// stored first.
func TestShellsApart(t *testing.T) {
	within, beside := box(0.25, 0.25, 0.25, 0.5, 0.5, 0.5), box(6, 1, 1, 7, 2, 2)
	for _, shells := range []meshgen.Indexed{meshgen.Join(within, beside), meshgen.Join(beside, within)} {
		s := new(sceneBuilder).Show(cube, here).Show(shells, here)
		r := checkedPairs(t, &s.Scene, check.Options{})
		if got := spoken(r); got != "contained /0 /1 inner 1" || !(r.Pairs()[0].Depth > 0) {
			t.Errorf("pairs: %s, %+v", got, r.Pairs())
		}
	}
}

// TestNothingFinite: an object of which nothing can be checked makes the scene not
// checked, whatever its pieces are.
func TestNothingFinite(t *testing.T) {
	inf := math.Inf(1)
	lost := meshgen.Mesh("lost", []geom.Triangle{{{inf, 0, 0}, {1, 0, 0}, {0, 1, 0}}})
	s := &mesh.Scene{Meshes: []*mesh.Mesh{lost}, Instances: []mesh.Instance{{Path: "/lost", World: geom.Identity()}}}
	for _, checks := range []check.Set{check.Parts, check.Clearance} {
		for _, of := range []check.PartsOf{check.ByMesh, check.ByShell, check.ByPrimitive} {
			r, err := meshcheck.Check(t.Context(), s, check.Options{Checks: checks, PartsOf: of, Clearance: check.Length{Value: 1}})
			if err != nil {
				t.Fatal(err)
			}
			if n := r.Between().NotChecked; r.Status != check.NotChecked || len(n) != 1 || n[0].Object.Path != "/lost" {
				t.Errorf("by %s: %v, %+v", of, r.Status, r.Between())
			}
		}
	}
}

// TestCoarsePlaces: five thousand kilometres away float32 is coarser than small things are
// large. Neighbours that lie flush are no doubles for that, and what is at one place is.
func TestCoarsePlaces(t *testing.T) {
	brick := meshgen.Box(geom.Vec{}, geom.Vec{0.25, 0.125, 0.0625})
	far := func(i float64) geom.Affine { return moved(500000+0.25*i, 5e6, 100) }
	s := new(sceneBuilder).Show(brick, far(0), far(1), far(2), far(2))
	r, err := meshcheck.Check(context.Background(), &s.Scene, check.Options{Checks: check.Parts, ListTouches: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Between().Counts; got.Of(check.DuplicateInstance) != 1 || got.Of(check.PartsTouch) != 3 || r.Between().Counts.Failing() != 1 {
		t.Errorf("bricks in a row, the last twice: %v of %v", got, check.Between.Rules())
	}
}

// TestObjectOfNothing: a node that leaves nothing of a mesh leaves it not checked.
func TestObjectOfNothing(t *testing.T) {
	cube := meshgen.Box(geom.Vec{}, geom.Vec{1, 1, 1})
	tiny := geom.Affine{{1e-20, 0, 0, 0.5}, {0, 1e-20, 0, 0.5}, {0, 0, 1e-20, 0.5}}
	s := new(sceneBuilder).Show(cube, geom.Identity()).Show(cube, tiny)
	r, err := meshcheck.Check(context.Background(), &s.Scene, check.Options{Checks: check.Parts})
	if err != nil {
		t.Fatal(err)
	}
	if r.Status != check.NotChecked || len(r.Between().NotChecked) != 1 {
		t.Errorf("%v, not checked: %+v", r.Status, r.Between().NotChecked)
	}
}

// TestCoarseClearance: where the numbers of a file are coarse, the report says so.
func TestCoarseClearance(t *testing.T) {
	cube := meshgen.Box(geom.Vec{}, geom.Vec{1, 1, 1})
	for at, warnings := range map[float64]int{0: 0, 1e3: 0, 1e6: 1} {
		s := new(sceneBuilder).Show(cube, moved(at, 0, 0)).Show(cube, moved(at+3, 0, 0))
		o := check.Options{Checks: check.Clearance, Clearance: check.Length{Value: 0.01}}
		r, err := meshcheck.Check(context.Background(), &s.Scene, o)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Between().Warnings) != warnings {
			t.Errorf("at %v: %q", at, r.Between().Warnings)
		}
	}
}
