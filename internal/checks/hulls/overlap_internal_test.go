package hulls

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// TestCommonVolumes compares common volumes of random polyhedra with the share of points
// that are in both, and with closed forms where there are any.
func TestCommonVolumes(t *testing.T) {
	const seed = 5
	rng := meshgen.Rand(seed)
	for k := range 40 {
		a, b := randomBody(t, rng), randomBody(t, rng)
		p, q := polytopeOf(a), polytopeOf(b)
		box := geom.Box{Min: geom.Vec{-2, -2, -2}, Max: geom.Vec{2, 2, 2}}
		const n = 200_000
		in := 0
		for range n {
			at := geom.Vec{4*rng.Float64() - 2, 4*rng.Float64() - 2, 4*rng.Float64() - 2}
			if p.holds(at) && q.holds(at) {
				in++
			}
		}
		share := float64(in) / n
		whole := box.Max.Sub(box.Min)
		sampled := share * whole[0] * whole[1] * whole[2]
		deviation := whole[0] * whole[1] * whole[2] * math.Sqrt(share*(1-share)/n)
		got := commonVolume(t.Context(), a, b)
		if math.Abs(got-sampled) > 5*deviation+1e-9 {
			t.Errorf("seed %d: pair %d has a common volume of %v, by samples %v ± %v", seed, k, got, sampled, deviation)
		}
		if back := commonVolume(t.Context(), b, a); math.Abs(got-back) > 1e-12 {
			t.Errorf("seed %d: pair %d has a common volume of %v, exchanged %v", seed, k, got, back)
		}
	}
}

// randomBody returns a hull of random points, placed by a map that may mirror and shear.
func randomBody(t *testing.T, rng *rand.Rand) *hull {
	t.Helper()
	points := make([]geom.Vec, 5+rng.IntN(30))
	for i := range points {
		points[i] = geom.Vec{rng.Float64() - 0.5, rng.Float64() - 0.5, rng.Float64() - 0.5}
	}
	h, err := convex.HullOf(context.Background(), points)
	if err != nil {
		t.Fatal(err)
	}
	m := geom.Identity()
	for r := range 3 {
		for c := range 4 {
			m[r][c] += 0.5 * rng.NormFloat64() * 0.6
		}
	}
	m[0][0] *= float64(rng.IntN(2)*2 - 1)
	return &hull{cooked: h, place: m}
}

// holds reports whether p is in all half-spaces.
func (b *polytope) holds(p geom.Vec) bool {
	for _, s := range b.planes {
		if p.Sub(s.at).Dot(s.normal) > 0 {
			return false
		}
	}
	return true
}
