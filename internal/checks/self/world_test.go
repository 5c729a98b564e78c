package self_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// TestBox: the box of a mesh holds its finite triangles, where they are shown.
func TestBox(t *testing.T) {
	nan := tri(math.NaN(), 900, 900, 900, 900, 900, 901, 900, 900)
	line := tri(-50, 0, 0, 0, 0, 0, 1, 0, 0)
	soup := []geom.Triangle{floor, nan, line}
	turned := geom.Affine{{0, -1, 0, 10}, {1, 0, 0, 0}, {0, 0, 1, 0}}
	s := sceneOf(meshgen.Mesh("body", soup), meshgen.Mesh("none", []geom.Triangle{nan}))
	s.Instances = []mesh.Instance{{Path: "/a", World: turned}}
	r := checked(t, s, check.Options{})
	want := geom.EmptyBox()
	for _, u := range []geom.Triangle{floor, line} {
		u = turned.ApplyTriangle(u)
		want = want.Union(u.Box())
	}
	if got := r.Meshes[0].Box; got != want {
		t.Errorf("box %v, want %v", got, want)
	}
	if got := r.Meshes[1].Box; !got.Empty() {
		t.Errorf("a mesh without a finite triangle has the box %v", got)
	}
}

// TestWorld: places and sizes are those of the instance that shows the mesh largest and
// does not flatten it; every instance is named.
func TestWorld(t *testing.T) {
	twice, mirrored := scaled(geom.Vec{2, 2, 2}, 100), scaled(geom.Vec{-2, 2, 2}, 7)
	flat, tiny := scaled(geom.Vec{1, 1, 0}, 0), scaled(geom.Vec{0x1p-40, 0x1p-40, 0x1p-40}, 0)
	instance := func(mesh0 int, path string, world geom.Affine) mesh.Instance {
		return mesh.Instance{Mesh: mesh0, Path: path, World: world}
	}
	for _, row := range []struct {
		why       string
		instances []mesh.Instance
		paths     []string
		world     geom.Affine
		measured  int
		factor    float64 // of lengths
	}{
		{"no instance", nil, nil, geom.Identity(), 0, 1},
		{"only of another mesh", []mesh.Instance{instance(1, "/b", twice)}, nil, geom.Identity(), 0, 1},
		{"one", []mesh.Instance{instance(0, "/a", twice)}, []string{"/a"}, twice, 0, 2},
		{"the largest first", []mesh.Instance{instance(1, "/b", tiny), instance(0, "/a", twice), instance(0, "/c", tiny)}, []string{"/a", "/c"}, twice, 0, 2},
		{"the largest last", []mesh.Instance{instance(0, "/a", tiny), instance(1, "/b", tiny), instance(0, "/c", twice)}, []string{"/a", "/c"}, twice, 1, 2},
		{"the first of equals", []mesh.Instance{instance(0, "/a", tiny), instance(0, "/b", mirrored), instance(0, "/c", twice)}, []string{"/a", "/b", "/c"}, mirrored, 1, 2},
		{"the first is singular", []mesh.Instance{instance(0, "/a", flat), instance(0, "/c", twice)}, []string{"/a", "/c"}, twice, 1, 2},
		{"a larger one is singular", []mesh.Instance{instance(0, "/a", twice), instance(0, "/c", scaled(geom.Vec{9, 9, 0}, 0))}, []string{"/a", "/c"}, twice, 0, 2},
		{"all are singular", []mesh.Instance{instance(0, "/a", flat), instance(0, "/c", geom.Affine{})}, []string{"/a", "/c"}, geom.Identity(), -1, 1},
		{"mirrored", []mesh.Instance{instance(0, "/a", mirrored)}, []string{"/a"}, mirrored, 0, 2},
		{"tiny", []mesh.Instance{instance(0, "/a", tiny)}, []string{"/a"}, tiny, 0, 0x1p-40},
		{"not finite", []mesh.Instance{instance(0, "/a", scaled(geom.Vec{1, 1, 1}, math.NaN())), instance(0, "/c", twice)}, []string{"/a", "/c"}, twice, 1, 2},
	} {
		t.Run(row.why, func(t *testing.T) {
			soup := []geom.Triangle{floor, pin, tri(1, 1, 0, 3, 1, 0, 1, 3, 0)}
			s := sceneOf(meshgen.Mesh("first", soup), meshgen.Mesh("second", soup[:1]))
			s.Instances = row.instances
			local := checked(t, sceneOf(s.Meshes...), everything).Meshes[0]
			m := checked(t, s, everything).Meshes[0]
			if got := world.Transforms(s)[0]; got != row.world {
				t.Errorf("the world is %v, want %v", got, row.world)
			}
			if !reflect.DeepEqual(m.Instances, row.paths) || m.Measured != row.measured {
				t.Errorf("instances %v, measured in %d", m.Instances, m.Measured)
			}
			if m.Counts != local.Counts || len(m.Findings) != len(local.Findings) {
				t.Fatalf("counts %+v, want %+v as in local coordinates", m.Counts, local.Counts)
			}
			box, depth := geom.EmptyBox(), 0.0
			for k, f := range m.Findings {
				sameInWorld(t, f, local.Findings[k], row.world, row.factor)
				if f.Region >= 0 {
					box = box.Union(geom.BoxOf(append(f.Segment, f.Polygon...)))
					depth = max(depth, f.Depth)
				}
			}
			if got := m.Regions[0]; got.Box != box || got.Depth != depth {
				t.Errorf("region %+v, want the box %v and the depth %v", got, box, depth)
			}
		})
	}
}

// sameInWorld compares a finding with the same one in local coordinates, under a map
// that scales lengths by a power of two.
func sameInWorld(t *testing.T, got, local check.Finding, world geom.Affine, factor float64) {
	t.Helper()
	near := func(x, y float64) bool { return math.Abs(x-y) <= 1e-12*math.Abs(y) }
	if got.Rule != local.Rule || got.Facing != local.Facing || got.A.Triangle != local.A.Triangle || got.B.Triangle != local.B.Triangle {
		t.Errorf("%+v, want %+v", got, local)
	}
	if got.A.Corners != world.ApplyTriangle(local.A.Corners) || got.B.Corners != world.ApplyTriangle(local.B.Corners) {
		t.Errorf("corners %v and %v", got.A.Corners, got.B.Corners)
	}
	if !near(got.Depth, factor*local.Depth) || !near(got.Area, factor*factor*local.Area) {
		t.Errorf("depth %v and area %v, want %v and %v", got.Depth, got.Area, factor*local.Depth, factor*factor*local.Area)
	}
	points := func(f check.Finding) []geom.Vec { return append(f.Segment, f.Polygon...) }
	if len(points(got)) != len(points(local)) {
		t.Fatalf("%v, want %v", points(got), points(local))
	}
	for k, p := range points(got) {
		if want := world.Apply(points(local)[k]); p.Sub(want).Norm() > 1e-12*(1+want.Norm()) {
			t.Errorf("point %v, want %v", p, want)
		}
	}
}

// TestPolygonAgainstNormal: the corners of a polygon go around counter-clockwise as
// seen against the first triangle's normal, also where the world is mirrored.
func TestPolygonAgainstNormal(t *testing.T) {
	for _, world := range []geom.Affine{geom.Identity(), scaled(geom.Vec{-1, 1, 1}, 0)} {
		s := sceneOf(meshgen.Mesh("", []geom.Triangle{floor, tri(1, 1, 0, 1, 9, 0, 9, 1, 0)}))
		s.Instances = []mesh.Instance{{World: world}}
		f := checked(t, s, everything).Meshes[0].Findings[0]
		p := f.Polygon
		if turn := p[1].Sub(p[0]).Cross(p[2].Sub(p[1])); turn.Dot(f.A.Corners.Normal()) <= 0 {
			t.Errorf("%v goes around against the winding of %v", p, f.A.Corners)
		}
	}
}

// TestQuantized: a mesh of integers is shown in model units.
func TestQuantized(t *testing.T) {
	quantized := meshgen.Mesh("", meshgen.Scale([]geom.Triangle{floor, pin}, 4))
	quantized.Scale = 1.0 / 4
	for _, row := range []struct {
		why       string
		instances []mesh.Instance
		factor    float64
	}{
		{"no instance", nil, 1},
		{"twice as large", []mesh.Instance{{World: scaled(geom.Vec{2, 2, 2}, 0)}}, 2},
		{"flattened", []mesh.Instance{{World: geom.Affine{}}}, 1},
	} {
		s := sceneOf(quantized)
		s.Instances = row.instances
		f := checked(t, s, check.Options{}).Meshes[0].Findings[0]
		if want := meshgen.Scale([]geom.Triangle{floor}, row.factor)[0]; f.A.Corners != want {
			t.Errorf("%s: corners %v, want %v", row.why, f.A.Corners, want)
		}
		if math.Abs(f.Depth-row.factor) > 1e-14 {
			t.Errorf("%s: depth %v, want %v", row.why, f.Depth, row.factor)
		}
	}
}

// TestToleranceInWorld: a tolerance is a length in the world, or a fraction of the
// world's diagonal, which no scale changes.
func TestToleranceInWorld(t *testing.T) {
	for _, row := range []struct {
		tolerance check.Tolerance
		scale     float64
		crossings int
	}{
		{check.Tolerance{Value: 1.5}, 1, 0},
		{check.Tolerance{Value: 1.5}, 2, 1},
		{check.Tolerance{Value: 0.1, Relative: true}, 1, 0},
		{check.Tolerance{Value: 0.1, Relative: true}, 1024, 0},
		{check.Tolerance{Value: 0.08, Relative: true}, 1, 1},
		{check.Tolerance{Value: 0.08, Relative: true}, 1024, 1},
	} {
		s := sceneOf(meshgen.Mesh("", []geom.Triangle{floor, pin})) // diagonal 11.5
		s.Instances = []mesh.Instance{{World: scaled(geom.Vec{row.scale, row.scale, row.scale}, 1e3)}}
		if c := checked(t, s, check.Options{Tolerance: row.tolerance}).Counts; c.Of(check.Crossing) != row.crossings || c.Of(check.Touch) != 1-row.crossings {
			t.Errorf("%+v at scale %v: %+v, want %d crossings", row.tolerance, row.scale, c, row.crossings)
		}
	}
}

// TestExtremeWorlds: measures stay finite whatever a world does to float32 meshes.
func TestExtremeWorlds(t *testing.T) {
	for seed := range uint64(longtest.Rounds(t, 4, 20)) {
		s := sceneOf(meshgen.Mesh("", meshgen.Extreme(meshgen.Rand(seed), 14)))
		for _, scale := range []float64{1, 1e59, -1e59, 1e-150, 1e-300, 1e300} {
			s.Instances = []mesh.Instance{{World: scaled(geom.Vec{scale, scale, 1}, 1e50)}}
			m := checked(t, s, everything).Meshes[0]
			for _, f := range m.Findings {
				for _, p := range append(f.Segment, f.Polygon...) {
					if !p.Finite() {
						t.Fatalf("seed %d, scale %g: %+v", seed, scale, f)
					}
				}
				if x := f.Depth + f.Area; !(x >= 0) || math.IsInf(x, 0) {
					t.Fatalf("seed %d, scale %g: %+v", seed, scale, f)
				}
			}
			for _, r := range m.Regions {
				if x := r.Depth + r.Area + r.Length; !(x >= 0) || math.IsInf(x, 0) {
					t.Fatalf("seed %d, scale %g: %+v", seed, scale, r)
				}
			}
		}
	}
}

// rotated returns a rotation by any angle, with the rounding of its matrix.
func rotated(rng *rand.Rand) geom.Affine {
	axis := geom.Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
	return turned(axis.Scale(1/axis.Norm()), 2*math.Pi*rng.Float64())
}

// TestLargestWorld: of matrices that turn a mesh by any angle and stretch it alike the
// first is chosen, whatever rounding makes of them, and a stretch in one direction counts
// wherever it points.
func TestLargestWorld(t *testing.T) {
	rng := meshgen.Rand(5)
	for range 200 {
		s := sceneOf(meshgen.Mesh("", []geom.Triangle{floor, pin}))
		stretch := geom.Affine{{1}, {0, 3}, {0, 0, 2}}
		for range 6 {
			s.Instances = append(s.Instances, mesh.Instance{World: scenetest.Product(rotated(rng), stretch, rotated(rng))})
		}
		first := s.Instances[0].World
		if got := world.Transforms(s)[0]; got != first {
			t.Fatalf("of equals %v is chosen, not the first, %v", got, first)
		}
		larger := scenetest.Product(rotated(rng), geom.Affine{{3.001}, {0, 0.5}, {0, 0, 0.5}})
		s.Instances[4].World = larger
		if got := world.Transforms(s)[0]; got != larger {
			t.Fatalf("%v is chosen, not the largest, %v", got, larger)
		}
	}
}

// TestOrderOfInstances: which findings a tolerance or a policy lets pass does not depend
// on the order of the nodes.
func TestOrderOfInstances(t *testing.T) {
	small, large := scaled(geom.Vec{0x1p-10, 0x1p-10, 0x1p-10}, 0), scaled(geom.Vec{2, 2, 2}, 50)
	for _, worlds := range [][]geom.Affine{{small, large}, {large, small}, {small, {}, large, small}} {
		s := sceneOf(meshgen.Mesh("", []geom.Triangle{floor, pin})) // 1 deep
		for _, w := range worlds {
			s.Instances = append(s.Instances, mesh.Instance{World: w})
		}
		for _, row := range []struct {
			tolerance float64
			crossings int
		}{{1.5, 1}, {2.5, 0}} {
			r := checked(t, s, check.Options{Tolerance: check.Tolerance{Value: row.tolerance}})
			if got := r.Counts.Of(check.Crossing); got != row.crossings {
				t.Errorf("%v: %d crossings deeper than %v, want %d", worlds, got, row.tolerance, row.crossings)
			}
		}
	}
}
