package convex

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
)

// TestBallWithinHull: no plane of a face is nearer to the inner point than the radius says,
// and in round hulls it is not much less than that.
func TestBallWithinHull(t *testing.T) {
	const seed = 4
	rng := rand.New(rand.NewPCG(seed, 0))
	with := 0
	for i := range 2000 {
		scale := math.Ldexp(1, []int{0, 0, 0, -600, 600}[rng.IntN(5)])
		thin := math.Ldexp(1, -rng.IntN(14))
		points := make([]geom.Vec, 4+rng.IntN(20))
		for k := range points {
			points[k] = geom.Vec{rng.NormFloat64(), rng.NormFloat64(), thin * rng.NormFloat64()}.Scale(scale)
		}
		h, err := HullOf(context.Background(), points)
		if err != nil {
			t.Fatal(err)
		}
		nearest := math.Inf(1)
		for f := range h.Faces {
			c := h.Faces[f]
			a := h.Vertices[c[0]].Scale(1 / scale)
			n := h.Vertices[c[1]].Scale(1 / scale).Sub(a).Cross(h.Vertices[c[2]].Scale(1 / scale).Sub(a))
			nearest = min(nearest, n.Dot(a.Sub(h.Inner().Scale(1/scale)))/n.Norm())
		}
		inside := h.inside / scale
		if inside > nearest || inside > 0 && inside < 0.99*nearest {
			t.Fatalf("seed %d, %d: a ball of %g, and a face at %g", seed, i, inside, nearest)
		}
		if inside > 0 {
			with++
		}
	}
	t.Logf("%d with a ball", with)
	if with < 500 {
		t.Error("few have a ball")
	}
}

// TestShrinks: no vector is made shorter than the factor says, and a rotation has one of 1.
func TestShrinks(t *testing.T) {
	const seed = 5
	rng := rand.New(rand.NewPCG(seed, 0))
	some := func() vec { return vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()} }
	positive := 0
	for range 20_000 {
		x := some().unit()
		y := x.cross(some()).unit()
		m := matrix{x, y, x.cross(y)}
		if f := m.shrinks(); math.Abs(f-1) > 1e-15*8 {
			t.Fatalf("seed %d: %g for the rotation %v", seed, f, m)
		}
		much := math.Ldexp(1, -rng.IntN(8))
		m.x, m.y, m.z = m.x.add(some().scale(much)), m.y.add(some().scale(much)), m.z.add(some().scale(much))
		f := m.shrinks()
		if f > 0 {
			positive++
		}
		for range 10 {
			if v := some().unit(); m.apply(v).length() < f*(1-1e-14) {
				t.Fatalf("seed %d: %v by %v is %v, shorter than %g", seed, v, m, m.apply(v), f)
			}
		}
	}
	if positive < 10_000 {
		t.Errorf("only %d have a factor", positive)
	}
}
