package convex_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
)

// TestPortalOfLongShapes: a beam with another across it near its end. The way out is to the
// side, and the ray between the centres leads along the beam: one start alone answers
// with more than half as much again, and several with the depth.
func TestPortalOfLongShapes(t *testing.T) {
	rng := rand.New(rand.NewPCG(pairSeed, 7))
	for i := range 200 {
		m := moved(turned(rng), gauss(rng))
		long := &geom.OBB{Half: [3]geom.Vec{{10}, {0, 0.1}, {0, 0, 0.1}}}
		short := &geom.OBB{Center: geom.Vec{9, 0.02, 0.01}, Half: [3]geom.Vec{{0.1}, {0, 0.1}, {0, 0, 0.1}}}
		a, b := convex.Placed{Set: long, World: m}, convex.Placed{Set: short, World: m}
		depth := convex.Penetrate(a, b).Depth
		if math.Abs(depth-0.18) > 1e-13 {
			t.Fatalf("%d: Penetrate says %g", i, depth)
		}
		if one := convex.DepthOfOnePortal(a, b); one < 1.5*depth {
			t.Errorf("%d: one portal says %g, and has not the flaw that this test is about", i, one)
		}
		if q := convex.PortalDepth(a, b); q.Depth > depth*(1+1e-12) {
			t.Errorf("%d: portals say %g, depth %g", i, q.Depth, depth)
		}
	}
}

// TestPortalOfBoxes: the portals are those of the exact depth on boxes, nearly always.
func TestPortalOfBoxes(t *testing.T) {
	rng := rand.New(rand.NewPCG(pairSeed, 8))
	var deep, longer int
	for range rounds(t, 20_000) {
		half := func() geom.Vec { return geom.Vec{rng.Float64(), rng.Float64(), rng.Float64()} }
		a, b := boxOf(rng, half()), boxOf(rng, half())
		b.Center = gauss(rng).Scale(0.4)
		q, p := convex.PortalDepth(a, b), convex.Penetrate(a, b)
		if p.Depth == 0 {
			continue
		}
		deep++
		if q.Depth < p.Depth-1e-14 || q.Depth > 3*p.Depth {
			t.Errorf("portals %+v, polytope %+v", q, p)
		}
		if q.Depth > p.Depth*(1+1e-9) {
			longer++
		}
	}
	t.Logf("%d of %d longer than the depth", longer, deep)
	if longer > deep/10 {
		t.Errorf("%d of %d longer than the depth", longer, deep)
	}
}
