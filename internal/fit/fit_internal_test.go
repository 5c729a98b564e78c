package fit

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// turnedBy returns a random rotation and shift.
func turnedBy(rng *rand.Rand) geom.Affine {
	e := geom.Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}.Unit()
	f := e.Cross(geom.Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}).Unit()
	g := e.Cross(f)
	var m geom.Affine
	for k := range 3 {
		m[k] = [4]float64{e[k], f[k], g[k], 10 * rng.NormFloat64()}
	}
	return m
}

// TestBoxesAreFound: a random box, turned, is off the best box by rounding alone, with
// points on its sides and inside as well; and one whose corner is cut off is not.
func TestBoxesAreFound(t *testing.T) {
	const seed = 1
	rng := meshgen.Rand(seed)
	for k := range 200 {
		size := geom.Vec{math.Exp(2 * rng.NormFloat64()), math.Exp(2 * rng.NormFloat64()), math.Exp(2 * rng.NormFloat64())}
		m := turnedBy(rng)
		var points []geom.Vec
		for c := range 8 {
			points = append(points, geom.Vec{float64(c&1) * size[0], float64(c>>1&1) * size[1], float64(c>>2) * size[2]})
		}
		for range 8 {
			points = append(points, geom.Vec{rng.Float64() * size[0], rng.Float64() * size[1], 0})
		}
		h := hullOf(t, points, m)
		if off := Box(h, geom.Identity()); off.Distance > 1e-12*(size.Norm()+100) {
			t.Errorf("seed %d: box %d of size %v is off by %v", seed, k, size, off.Distance)
		}
		// Without a corner, the box around it is as before, and off by the way from the corner to
		// the plane of the three beside it, at least half of the least side over √3.
		h = hullOf(t, points[:7], m)
		least := 1 / math.Sqrt(1/(size[0]*size[0])+1/(size[1]*size[1])+1/(size[2]*size[2]))
		if off := Box(h, geom.Identity()); off.Distance > least*(1+1e-9) || off.Distance < least/100 {
			t.Errorf("seed %d: box %d of size %v without a corner is off by %v, at most %v", seed, k, size, off.Distance, least)
		}
	}
}

func hullOf(t *testing.T, points []geom.Vec, m geom.Affine) *convex.Hull {
	t.Helper()
	moved := make([]geom.Vec, len(points))
	for i, p := range points {
		moved[i] = m.Apply(p)
	}
	h, err := convex.HullOf(context.Background(), moved)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestSpheresAreFound: points on a random sphere, in general or on a part of it, are off
// the best by rounding; and with a point moved along its radius, by half of that at most.
func TestSpheresAreFound(t *testing.T) {
	const seed = 2
	rng := meshgen.Rand(seed)
	for k := range 100 {
		center := geom.Vec{10 * rng.NormFloat64(), 10 * rng.NormFloat64(), 10 * rng.NormFloat64()}
		radius := math.Exp(rng.NormFloat64())
		var points []geom.Vec
		for range 8 + rng.IntN(200) {
			points = append(points, center.Add(geom.Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}.Unit().Scale(radius)))
		}
		r := Sphere(points)
		if r.Residual > 1e-9*radius || math.Abs(r.Radius-radius) > 1e-8*radius || r.Core[0].Sub(center).Norm() > 1e-8*radius {
			t.Errorf("seed %d: sphere %d: %+v, want radius %v at %v", seed, k, r, radius, center)
		}
		off := 0.2 * radius
		points[0] = center.Add(points[0].Sub(center).Scale(1.2))
		r = Sphere(points)
		if r.Residual > off/2*(1+1e-9) {
			t.Errorf("seed %d: sphere %d with a point off by %v has a residual of %v", seed, k, off, r.Residual)
		}
	}
}

// TestCapsulesAreFound does so for capsules, long and short.
func TestCapsulesAreFound(t *testing.T) {
	const seed = 3
	rng := meshgen.Rand(seed)
	for k := range longtest.Rounds(t, 8, 60) {
		m := turnedBy(rng)
		radius, length := math.Exp(0.5*rng.NormFloat64()), 4*rng.Float64()
		var points []geom.Vec
		for i := range 240 {
			p := geom.Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}.Unit().Scale(radius)
			if end := length / 2; i%2 == 0 {
				p[2] = math.Abs(p[2]) + end
			} else {
				p[2] = -math.Abs(p[2]) - end
			}
			points = append(points, m.Apply(p))
		}
		r := Capsule(points, 0.01*(2*radius+length))
		if r.Residual > 0.004*(2*radius+length) {
			t.Errorf("seed %d: capsule %d of radius %v and length %v has a residual of %v", seed, k, radius, length, r.Residual)
		}
	}
}
