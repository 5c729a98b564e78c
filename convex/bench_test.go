package convex_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
)

// pairsOf makes couples that are apart, or that are not.
func pairsOf(a, b func(rng *rand.Rand, at geom.Vec) convex.Set, apart bool) [][2]convex.Set {
	rng := rand.New(rand.NewPCG(pairSeed, 9))
	var pairs [][2]convex.Set
	for len(pairs) < 1000 {
		p := [2]convex.Set{a(rng, geom.Vec{}), b(rng, unit(rng).Scale(3*rng.Float64()))}
		if convex.Intersect(p[0], p[1]) != apart {
			pairs = append(pairs, p)
		}
	}
	return pairs
}

func someBox(rng *rand.Rand, at geom.Vec) convex.Set {
	b := boxOf(rng, geom.Vec{0.2 + rng.Float64(), 0.2 + rng.Float64(), 0.2 + rng.Float64()})
	b.Center = at
	return b
}

// hull32 is the hull of 32 points of a spiral on the sphere, turned.
func hull32(rng *rand.Rand, at geom.Vec) convex.Set {
	m := moved(turned(rng), at)
	points := make([]geom.Vec, 32)
	for i := range points {
		z := (float64(2*i) + 1 - 32) / 32
		sin, cos := math.Sincos(float64(i) * math.Pi * (3 - math.Sqrt(5)))
		r := math.Sqrt(1 - z*z)
		points[i] = m.Apply(geom.Vec{r * cos, r * sin, z})
	}
	h, err := convex.HullOf(context.Background(), points)
	if err != nil {
		panic(err)
	}
	return h
}

func someSphere(rng *rand.Rand, at geom.Vec) convex.Set {
	return convex.Sphere{Center: at, Radius: 0.2 + rng.Float64()}
}

func someCapsule(rng *rand.Rand, at geom.Vec) convex.Set {
	e := unit(rng)
	return convex.Capsule{A: at.Sub(e), B: at.Add(e), Radius: 0.2 + rng.Float64()}
}

func someCylinder(rng *rand.Rand, at geom.Vec) convex.Set {
	e := unit(rng)
	return convex.Cylinder{A: at.Sub(e), B: at.Add(e), Radius: 0.2 + rng.Float64()}
}

func eachKind(b *testing.B, apart bool, run func(p *[2]convex.Set) float64) {
	for _, kind := range []struct {
		name string
		a, b func(rng *rand.Rand, at geom.Vec) convex.Set
	}{
		{"box-box", someBox, someBox},
		{"hull32-hull32", hull32, hull32},
		{"sphere-capsule", someSphere, someCapsule},
		{"cylinder-box", someCylinder, someBox},
	} {
		b.Run(kind.name, func(b *testing.B) {
			pairs := pairsOf(kind.a, kind.b, apart)
			b.ReportAllocs()
			var sum float64
			i := 0
			for b.Loop() {
				sum += run(&pairs[i%len(pairs)])
				i++
			}
			if !(sum >= 0) {
				b.Error(sum)
			}
		})
	}
}

func BenchmarkDistance(b *testing.B) {
	eachKind(b, true, func(p *[2]convex.Set) float64 { return convex.Distance(p[0], p[1]).Distance })
}

func BenchmarkPenetrate(b *testing.B) {
	eachKind(b, false, func(p *[2]convex.Set) float64 { return convex.Penetrate(p[0], p[1]).Depth })
}

func BenchmarkPortalDepth(b *testing.B) {
	eachKind(b, false, func(p *[2]convex.Set) float64 { return convex.PortalDepth(p[0], p[1]).Depth })
}

func BenchmarkIntersect(b *testing.B) {
	for name, apart := range map[string]bool{"apart": true, "meeting": false} {
		b.Run(name, func(b *testing.B) {
			eachKind(b, apart, func(p *[2]convex.Set) float64 {
				if convex.Intersect(p[0], p[1]) {
					return 1
				}
				return 0
			})
		})
	}
}

// TestNothingIsAllocated: a pair costs no memory.
func TestNothingIsAllocated(t *testing.T) {
	rng := rand.New(rand.NewPCG(pairSeed, 10))
	for _, p := range [][2]convex.Set{
		{someBox(rng, geom.Vec{}), someBox(rng, geom.Vec{0.1})},
		{hull32(rng, geom.Vec{}), hull32(rng, geom.Vec{0.1})},
		{climbed(), someCapsule(rng, geom.Vec{0.1})},
	} {
		if n := testing.AllocsPerRun(100, func() {
			convex.Distance(p[0], p[1])
			convex.Intersect(p[0], p[1])
			convex.PortalDepth(p[0], p[1])
		}); n != 0 {
			t.Errorf("%g allocations for %T and %T", n, p[0], p[1])
		}
		// The garbage collector may empty the pool of polytopes now and then.
		if n := testing.AllocsPerRun(1000, func() { convex.Penetrate(p[0], p[1]) }); n > 0 {
			t.Errorf("%g allocations of Penetrate for %T and %T", n, p[0], p[1])
		}
	}
}
