package convex_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
)

// TestDistanceOfHulls compares with the least distance of all features, and the question
// whether they meet with exact signs.
func TestDistanceOfHulls(t *testing.T) {
	rng := rand.New(rand.NewPCG(pairSeed, 2))
	t.Logf("seed %d", pairSeed)
	var met int
	for i := range rounds(t, 3_000) {
		limit := []int{1, 2, 100}[i%3]
		at := gauss(rng).Scale(float64(2 * limit))
		for k := range at {
			at[k] = math.Round(at[k])
		}
		a, b := gridCloud(rng, 1+rng.IntN(9), limit, geom.Vec{}), gridCloud(rng, 1+rng.IntN(9), limit, at)
		q := convex.Distance(a, b)
		want := 0.0
		if depth := slowDepth(a, b); depth < 0 || math.IsInf(depth, 1) {
			want = slowDistance(a, b)
		} else if met++; q.Distance != 0 {
			// A flat difference may have no normal by which a and b are apart in its plane.
			if want = slowDistance(a, b); want == 0 {
				t.Errorf("%d: %v and %v meet, and are %+v", i, a, b, q)
			}
		} else {
			continue
		}
		if math.Abs(q.Distance-want) > 1e-13*want || !q.Converged || q.Error > 1e-10*want && want > 0 {
			t.Errorf("%d: distance of %v and %v is %g, not %+v", i, a, b, want, q)
		}
		if convex.Intersect(a, b) != (want == 0) {
			t.Errorf("%d: %v and %v are %g apart, and Intersect is wrong", i, a, b, want)
		}
	}
	t.Logf("%d met", met)
}

// rounds is how often a test is run over: n/2 times in a long run, and else n/10 times.
func rounds(t *testing.T, n int) int {
	t.Helper()
	return longtest.Rounds(t, n/10, n/2)
}

// TestDistanceInClosedForm has a reason per row; each is tested at many scales, places and
// rotations.
func TestDistanceInClosedForm(t *testing.T) {
	cube := &geom.OBB{Half: [3]geom.Vec{{1}, {0, 1}, {0, 0, 1}}}
	at := func(x, y, z float64) geom.Affine { return moved(geom.Identity(), geom.Vec{x, y, z}) }
	for _, row := range []struct {
		name string
		a, b convex.Set
		want float64
	}{
		{"points", convex.Sphere{Center: geom.Vec{1, 2, 2}}, convex.Sphere{}, 3},
		{"a point and itself", convex.Sphere{Center: geom.Vec{1, 2, 2}}, convex.Sphere{Center: geom.Vec{1, 2, 2}}, 0},
		{"spheres", convex.Sphere{Radius: 1}, convex.Sphere{Center: geom.Vec{3, 4}, Radius: 2}, 2},
		{"spheres that touch", convex.Sphere{Radius: 2}, convex.Sphere{Center: geom.Vec{3, 4}, Radius: 3}, 0},
		{"concentric spheres", convex.Sphere{Radius: 2}, convex.Sphere{Radius: 3}, 0},
		{"parallel capsules", convex.Capsule{B: geom.Vec{5}, Radius: 1},
			convex.Capsule{A: geom.Vec{2, 4}, B: geom.Vec{9, 4}, Radius: 0.5}, 2.5},
		{"crossed capsules", convex.Capsule{A: geom.Vec{-5}, B: geom.Vec{5}, Radius: 1},
			convex.Capsule{A: geom.Vec{0, -5, 4}, B: geom.Vec{0, 5, 4}, Radius: 0.5}, 2.5},
		{"a capsule without length", convex.Capsule{Radius: 1}, convex.Sphere{Center: geom.Vec{0, 3}}, 2},
		{"faces of cubes", cube, convex.Placed{Set: cube, World: at(5, 0.3, -0.2)}, 3},
		{"faces of cubes that touch", cube, convex.Placed{Set: cube, World: at(2, 0.3, -0.2)}, 0},
		{"edges of cubes", cube, convex.Placed{Set: cube, World: at(5, 6, 0.5)}, 5},
		{"corners of cubes", cube, convex.Placed{Set: cube, World: at(3, 4, 4)}, 3},
		{"a sphere above a face", cube, convex.Sphere{Center: geom.Vec{0.3, 3, 0.1}, Radius: 1.5}, 0.5},
		{"a sphere before a corner", cube, convex.Sphere{Center: geom.Vec{2, 3, 3}, Radius: 1}, 2},
		{"a cylinder's side", convex.Cylinder{A: geom.Vec{0, 0, -1}, B: geom.Vec{0, 0, 1}, Radius: 2}, convex.Sphere{Center: geom.Vec{3, 4}}, 3},
		{"a cylinder's end", convex.Cylinder{A: geom.Vec{0, 0, -1}, B: geom.Vec{0, 0, 1}, Radius: 2}, convex.Sphere{Center: geom.Vec{1, 1, 4}}, 3},
		{"a cylinder's rim", convex.Cylinder{A: geom.Vec{0, 0, -1}, B: geom.Vec{0, 0, 1}, Radius: 2}, convex.Sphere{Center: geom.Vec{5, 0, 5}}, 5},
		{"a cylinder without height", convex.Cylinder{Radius: 2}, convex.Sphere{Center: geom.Vec{5, 0, 0}}, 5},
		{"an ellipsoid", convex.Placed{Set: convex.Sphere{Radius: 1}, World: geom.Affine{{2}, {0, 3}, {0, 0, 1}}}, convex.Sphere{Center: geom.Vec{0, 7}}, 4},
		{"no points, which are the origin", convex.Cloud{}, convex.Sphere{Center: geom.Vec{0, 7}}, 7},
	} {
		rng := rand.New(rand.NewPCG(pairSeed, 3))
		for i := range 200 {
			scale := []float64{1, 1e-6, 1e6, 1e-140, 1e140}[i%5]
			far := geom.Vec{}
			if i%2 == 1 {
				far = gauss(rng).Scale(1000 * scale)
			}
			m := moved(scaled(turned(rng), scale), far)
			a, b := convex.Placed{Set: row.a, World: m}, convex.Placed{Set: row.b, World: m}
			allowed := 1e-14 * (scale*10 + far.Norm())
			if convex.Intersect(a, b) != (convex.Distance(a, b).Distance == 0) {
				t.Errorf("%s at %g: Intersect is not as Distance", row.name, scale)
			}
			for _, q := range []convex.Proximity{convex.Distance(a, b), convex.Distance(b, a)} {
				if d := math.Abs(q.Distance - row.want*scale); !(d <= allowed) || !q.Converged || !(q.Error <= 100*allowed) {
					t.Errorf("%s at %g: %+v, want %g", row.name, scale, q, row.want*scale)
				}
			}
		}
		if q := convex.Distance(row.a, row.b); (q.Distance == 0) != convex.Intersect(row.a, row.b) || math.Abs(q.Distance-row.want) > 1e-14 {
			t.Errorf("%s: Intersect is not as %+v", row.name, q)
		}
	}
}

// TestDistanceIsOfTheSets: exchanging, moving and rotating both changes the distance only by
// rounding.
func TestDistanceIsOfTheSets(t *testing.T) {
	rng := rand.New(rand.NewPCG(pairSeed, 4))
	for i := range rounds(t, 20_000) {
		s, u := shapes[rng.IntN(len(shapes))], shapes[rng.IntN(len(shapes))]
		a := s.make(rng)
		var b convex.Set = convex.Placed{Set: u.make(rng), World: moved(geom.Identity(), gauss(rng).Scale(3))}
		q := convex.Distance(a, b)
		p, pd := convex.Penetrate(a, b), 0.0
		m := moved(turned(rng), gauss(rng).Scale(3))
		for name, other := range map[string][2]convex.Set{
			"exchanged": {b, a},
			"moved":     {convex.Placed{Set: a, World: m}, convex.Placed{Set: b, World: m}},
		} {
			r := convex.Distance(other[0], other[1])
			if math.Abs(r.Distance-q.Distance) > q.Error+r.Error+1e-13 {
				t.Errorf("%d: %s and %s %s: %+v and %+v", i, s.name, u.name, name, q, r)
			}
			o := convex.Penetrate(other[0], other[1])
			if pd = math.Abs(o.Depth - p.Depth); pd > p.Error+o.Error+1e-13 {
				t.Errorf("%d: %s and %s %s: %+v and %+v", i, s.name, u.name, name, p, o)
			}
		}
	}
}

// TestWhatIsNotFinite: there is no result, but the search terminates.
func TestWhatIsNotFinite(t *testing.T) {
	box := &geom.OBB{Half: [3]geom.Vec{{1}, {0, 1}, {0, 0, 1}}}
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for _, s := range []convex.Set{
			convex.Sphere{Center: geom.Vec{x}}, convex.Sphere{Radius: math.Abs(x)}, convex.Capsule{A: geom.Vec{x}}, convex.Cloud{{}, {1}, {0, x}},
			convex.Cylinder{B: geom.Vec{1}, Radius: math.Abs(x)}, &geom.OBB{Half: [3]geom.Vec{{x}}},
			convex.Placed{Set: box, World: geom.Affine{{x}}},
		} {
			if q := convex.Distance(s, box); q.Converged && q.Distance != 0 {
				t.Errorf("%#v: %+v", s, q)
			}
			convex.Intersect(box, s)
			convex.Penetrate(box, s)
			convex.PortalDepth(s, box)
		}
	}
}
