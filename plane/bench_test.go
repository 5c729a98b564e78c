package plane_test

import (
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/plane"
)

// pairings are families of pairs by the work that it takes to decide them. All are
// counter-clockwise.
var pairings = []struct {
	name    string
	overlap bool
	make    func(rng *rand.Rand) (t, u plane.Triangle)
}{
	{"apart", false, func(rng *rand.Rand) (t, u plane.Triangle) {
		for {
			if t, u = randomTriangle(rng), randomTriangle(rng); !plane.Overlap(&t, &u) {
				return t, u
			}
		}
	}},
	{"edge in common", false, func(rng *rand.Rand) (t, u plane.Triangle) {
		g := warpedGrid(rng)
		t, u = plane.Triangle{g[0], g[1], g[4]}, plane.Triangle{g[0], g[4], g[3]}
		return rolled(rng, t), rolled(rng, u)
	}},
	{"corner in common", false, func(rng *rand.Rand) (t, u plane.Triangle) {
		g := warpedGrid(rng)
		t, u = plane.Triangle{g[0], g[1], g[4]}, plane.Triangle{g[4], g[8], g[7]}
		return rolled(rng, t), rolled(rng, u)
	}},
	{"flush in a straight grid", false, func(rng *rand.Rand) (t, u plane.Triangle) {
		g := straightGrid(rng)
		t, u = plane.Triangle{g[0], g[1], g[4]}, plane.Triangle{g[1], g[2], g[5]}
		return rolled(rng, t), rolled(rng, u)
	}},
	{"diagonals in one line", false, func(rng *rand.Rand) (t, u plane.Triangle) {
		g := straightGrid(rng)
		t, u = plane.Triangle{g[0], g[1], g[4]}, plane.Triangle{g[4], g[8], g[7]}
		return rolled(rng, t), rolled(rng, u)
	}},
	{"overlapping", true, func(rng *rand.Rand) (t, u plane.Triangle) {
		for {
			if t, u = randomTriangle(rng), randomTriangle(rng); plane.Overlap(&t, &u) {
				return t, u
			}
		}
	}},
	{"stacked", true, func(rng *rand.Rand) (t, u plane.Triangle) {
		t = randomTriangle(rng)
		return t, rolled(rng, t)
	}},
}

// randomTriangle returns a counter-clockwise triangle of float32 corners in the unit square.
func randomTriangle(rng *rand.Rand) (t plane.Triangle) {
	for k := range t {
		t[k] = geom.Vec2{float64(rng.Float32()), float64(rng.Float32())}
	}
	return counterClockwise(t)
}

// warpedGrid returns 3×3 points near those of a grid, row by row.
func warpedGrid(rng *rand.Rand) (g [9]geom.Vec2) {
	x, y := rng.Float64(), rng.Float64()
	for i := range g {
		column, row := float64(i%3), float64(i/3)
		g[i] = geom.Vec2{
			float64(float32(x + 0.01*(column+0.3*rng.Float64()))),
			float64(float32(y + 0.01*(row+0.3*rng.Float64()))),
		}
	}
	return g
}

// straightGrid returns the 3×3 points of a grid, whose spacing is no power of two.
func straightGrid(rng *rand.Rand) (g [9]geom.Vec2) {
	x, y := rng.IntN(300), rng.IntN(300)
	for i := range g {
		g[i] = geom.Vec2{float64(x+i%3) * 0x3p-12, float64(y+i/3) * 0x3p-12}
	}
	return g
}

// rolled returns t with its corners in another order of the same winding, or the same.
func rolled(rng *rand.Rand, t plane.Triangle) plane.Triangle {
	k := rng.IntN(3)
	return plane.Triangle{t[k], t[(k+1)%3], t[(k+2)%3]}
}

// counterClockwise returns t with two corners exchanged, if need be.
func counterClockwise(t plane.Triangle) plane.Triangle {
	if t.Winding() < 0 {
		t[1], t[2] = t[2], t[1]
	}
	return t
}

// TestPairings: the families are what their names say.
func TestPairings(t *testing.T) {
	for _, f := range pairings {
		rng := rand.New(rand.NewPCG(1, 1))
		for range 1000 {
			a, b := f.make(rng)
			if a.Winding() <= 0 || b.Winding() <= 0 || plane.Overlap(&a, &b) != f.overlap {
				t.Fatalf("%s: %v and %v", f.name, a, b)
			}
		}
	}
}

func BenchmarkOverlap(b *testing.B) {
	onPairs(b, func(t, u *plane.Triangle) { plane.Overlap(t, u) })
}

func BenchmarkSharedArea(b *testing.B) {
	onPairs(b, func(t, u *plane.Triangle) { plane.SharedArea(t, u) })
}

func BenchmarkDeeperThan(b *testing.B) {
	onPairs(b, func(t, u *plane.Triangle) { plane.DeeperThan(t, u, 0x1p-24) })
}

// onPairs measures a function on every family, on so many pairs that no branch predictor
// learns them.
func onPairs(b *testing.B, f func(t, u *plane.Triangle)) {
	for _, family := range pairings {
		rng := rand.New(rand.NewPCG(1, 1))
		pairs := make([][2]plane.Triangle, 1<<14)
		for i := range pairs {
			pairs[i][0], pairs[i][1] = family.make(rng)
		}
		b.Run(family.name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				p := &pairs[i%len(pairs)]
				f(&p[0], &p[1])
			}
		})
	}
}
