package convex_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
)

// TestPenetrationOfHulls compares with the least support over the normals of all faces
// of the explicit difference.
func TestPenetrationOfHulls(t *testing.T) {
	rng := rand.New(rand.NewPCG(pairSeed, 5))
	t.Logf("seed %d", pairSeed)
	var deep int
	for i := range rounds(t, 3_000) {
		limit := []int{1, 2, 100, 1000}[i%4]
		n := func() int { return 1 + rng.IntN(9) }
		a, b := gridCloud(rng, n(), limit, geom.Vec{}), gridCloud(rng, n(), limit, geom.Vec{})
		want := slowDepth(a, b)
		q := convex.Penetrate(a, b)
		if math.IsInf(want, 1) { // on one line or at one point
			want = 0
		}
		if want < 0 {
			want = 0
		}
		if want > 0 {
			deep++
		}
		if math.Abs(q.Depth-want) > 1e-13*float64(limit) || !q.Converged || q.Error > 1e-12*float64(limit) {
			t.Errorf("%d: depth of %v and %v is %g, not %+v", i, a, b, want, q)
		}
	}
	t.Logf("%d deep", deep)
}

func TestPenetrationInClosedForm(t *testing.T) {
	cube := &geom.OBB{Half: [3]geom.Vec{{1}, {0, 1}, {0, 0, 1}}}
	plate := &geom.OBB{Half: [3]geom.Vec{{1}, {0, 1}}}
	at := func(x, y, z float64) geom.Affine { return moved(geom.Identity(), geom.Vec{x, y, z}) }
	for _, row := range []struct {
		name string
		a, b convex.Set
		want float64
	}{
		{"a point in a cube", cube, convex.Sphere{Center: geom.Vec{0.5, 0.75, 0}}, 0.25},
		{"equal points", convex.Sphere{Center: geom.Vec{1}}, convex.Sphere{Center: geom.Vec{1}}, 0},
		{"concentric spheres", convex.Sphere{Radius: 2}, convex.Sphere{Radius: 3}, 5},
		{"spheres", convex.Sphere{Radius: 4}, convex.Sphere{Center: geom.Vec{3, 4}, Radius: 3}, 2},
		{"spheres apart", convex.Sphere{Radius: 1}, convex.Sphere{Center: geom.Vec{3, 4}, Radius: 3}, 0},
		{"crossed capsules", convex.Capsule{A: geom.Vec{-5}, B: geom.Vec{5}, Radius: 1},
			convex.Capsule{A: geom.Vec{0, -5}, B: geom.Vec{0, 5}, Radius: 0.5}, 1.5},
		{"equal capsules", convex.Capsule{A: geom.Vec{-5}, B: geom.Vec{5}, Radius: 1},
			convex.Capsule{A: geom.Vec{-5}, B: geom.Vec{5}, Radius: 1}, 2},
		{"concentric cubes", cube, cube, 2},
		{"cubes", cube, convex.Placed{Set: cube, World: at(1.5, 0.3, -0.2)}, 0.5},
		{"cubes that touch", cube, convex.Placed{Set: cube, World: at(2, 0.3, -0.2)}, 0},
		{"a plate in a cube", cube, convex.Placed{Set: plate, World: at(0, 0, 0.25)}, 0.75},
		{"equal plates", plate, plate, 0},
		{"crossed plates", plate, convex.Placed{Set: plate, World: geom.Affine{{1}, {0, 0, 1}, {0, 1, 0}}}, 1},
		{"a sphere in a cube", cube, convex.Sphere{Center: geom.Vec{0.5, 0, 0}, Radius: 0.25}, 0.75},
		{"a sphere whose centre is outside", cube, convex.Sphere{Center: geom.Vec{1.5, 0, 0}, Radius: 1}, 0.5},
		{"a sphere at a corner", cube, convex.Sphere{Center: geom.Vec{2, 3, 3}, Radius: 4}, 1},
		{"a point in a cylinder", convex.Cylinder{A: geom.Vec{0, 0, -3}, B: geom.Vec{0, 0, 3}, Radius: 2}, convex.Sphere{Center: geom.Vec{0.9, 1.2}}, 0.5},
		{"a point at a cylinder's end", convex.Cylinder{A: geom.Vec{0, 0, -3}, B: geom.Vec{0, 0, 3}, Radius: 2}, convex.Sphere{Center: geom.Vec{0.9, 0, 2.75}}, 0.25},
		{"a point in an ellipsoid, on the long axis", convex.Placed{Set: convex.Sphere{Radius: 1}, World: geom.Affine{{2}, {0, 3}, {0, 0, 1}}}, convex.Sphere{}, 1},
	} {
		rng := rand.New(rand.NewPCG(pairSeed, 6))
		for i := range 200 {
			scale := []float64{1, 1e-6, 1e6, 1e-140, 1e140}[i%5]
			far := geom.Vec{}
			if i%2 == 1 {
				far = gauss(rng).Scale(1000 * scale)
			}
			m := moved(scaled(turned(rng), scale), far)
			a, b := convex.Placed{Set: row.a, World: m}, convex.Placed{Set: row.b, World: m}
			allowed := 1e-14 * (scale*10 + far.Norm())
			for _, q := range []convex.Penetration{convex.Penetrate(a, b), convex.Penetrate(b, a)} {
				if d := math.Abs(q.Depth - row.want*scale); !(d <= allowed+1e-10*row.want*scale) || !q.Converged {
					t.Errorf("%s at %g: %+v, want %g", row.name, scale, q, row.want*scale)
				}
			}
		}
	}
}

// stubborn is a ball that is not recognised as one, so that no polytope converges.
type stubborn struct{ convex.Sphere }

// TestPenetrationThatDoesNotConverge: concentric balls are nearest all around. The depth
// is an upper bound, its error is valid, and Converged is false.
func TestPenetrationThatDoesNotConverge(t *testing.T) {
	a := stubborn{convex.Sphere{Radius: 1}}
	q := convex.Penetrate(a, a)
	if q.Converged || q.Depth < 2-1e-14 || q.Depth-q.Error > 2 || q.Error > 0.05 {
		t.Errorf("%+v for a depth of 2", q)
	}
}

// TestPenetrationOfBoxes compares the normals of boxes with the polytope that grows: turned,
// parallel and nearly so, flat, sheared and needles.
func TestPenetrationOfBoxes(t *testing.T) {
	rng := rand.New(rand.NewPCG(pairSeed, 11))
	t.Logf("seed %d", pairSeed)
	var deep int
	for i := range rounds(t, 100_000) {
		a, b := boxesOf(rng)
		p, q := convex.Penetrate(a, b), convex.PenetrateByPolytope(a, b)
		if q.Depth > 0 {
			deep++
		}
		const slack = 2e-14
		if math.Abs(p.Depth-q.Depth) > q.Error+slack || !p.Converged {
			t.Fatalf("%d: %+v and %+v: %+v, by polytope %+v", i, a, b, p, q)
		}
		if d := p.Points[0].Sub(p.Points[1]).Sub(p.Direction.Scale(p.Depth)).Norm(); d > slack {
			t.Fatalf("%d: points are off by %g: %+v", i, d, p)
		}
		if d := max(outside(rng, a, p.Points[0]), outside(rng, b, p.Points[1])); p.Depth > 0 && d > slack {
			t.Fatalf("%d: a point is outside by %g: %+v", i, d, p)
		}
	}
	t.Logf("%d deep", deep)
}

// TestPenetrationOfCylinders compares the normals of a cylinder and a box with the polytope that
// grows: turned, nearly parallel, slender and flat, and moved until they only touch.
func TestPenetrationOfCylinders(t *testing.T) {
	rng := rand.New(rand.NewPCG(pairSeed, 15))
	t.Logf("seed %d", pairSeed)
	var deep, special, loose int
	for i := range rounds(t, 100_000) {
		a, b := cylinderAndBox(rng)
		q := convex.PenetrateByPolytope(a, b)
		p, ok := convex.PenetrateByNormals(a, b)
		if !ok {
			if q.Depth > 0 {
				special++
			}
			continue
		}
		if q.Depth > 0 {
			deep++
		}
		const slack = 1e-13
		// What separates is deep enough, and the polytope bounds it from above.
		if p.Depth > q.Depth+slack || p.Depth < -gap(a, b, p.Direction)-slack || !p.Converged {
			t.Fatalf("%d: %+v and %+v: %+v, by polytope %+v", i, a, b, p, q)
		}
		if !q.Converged {
			loose++
		}
		if d := p.Points[0].Sub(p.Points[1]).Sub(p.Direction.Scale(p.Depth)).Norm(); d > slack {
			t.Fatalf("%d: points are off by %g: %+v", i, d, p)
		}
		if d := max(outside(rng, a, p.Points[0]), outside(rng, b, p.Points[1])); p.Depth > 0 && d > slack {
			t.Fatalf("%d: a point is outside by %g: %+v", i, d, p)
		}
	}
	t.Logf("%d deep, %d in special positions, %d polytopes that did not converge", deep, special, loose)
	if deep < special {
		t.Error("too many special positions")
	}
}

// cylinderAndBox returns both, near each other, in either order.
func cylinderAndBox(rng *rand.Rand) (a, b convex.Set) {
	length := func() float64 { return []float64{0.01, 0.5, 1, rng.Float64(), 3}[rng.IntN(5)] }
	box := boxOf(rng, geom.Vec{length(), length(), length()})
	axis := unit(rng).Scale(length())
	if rng.IntN(4) == 0 {
		axis = box.Half[0].Add(gauss(rng).Scale(math.Ldexp(1, -rng.IntN(20)))).Scale(length())
	}
	at := gauss(rng).Scale(rng.Float64())
	c := convex.Cylinder{A: at.Sub(axis), B: at.Add(axis), Radius: length()}
	if q := convex.Penetrate(c, box); rng.IntN(2) == 0 {
		box.Center = box.Center.Add(q.Direction.Scale(q.Depth * (1 - math.Ldexp(rng.Float64()-0.1, -rng.IntN(40)))))
	}
	if rng.IntN(2) == 0 {
		return box, c
	}
	return c, box
}
