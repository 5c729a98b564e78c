package convex

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
)

// TestFarthestOfPackets compares it with its Go twin, and that with the loop over plain
// points, on ties, equal points, infinities and what is not a number.
func TestFarthestOfPackets(t *testing.T) {
	const seed = 3
	rng := rand.New(rand.NewPCG(seed, 0))
	var last, tied int
	for range 200_000 {
		points := make([]geom.Vec, 1+rng.IntN(40))
		sort := rng.IntN(3)
		for i := range points {
			points[i] = geom.Vec{number(rng, sort), number(rng, sort), number(rng, sort)}
		}
		d := vec{number(rng, sort), number(rng, sort), number(rng, sort)}
		ps := packetsOf(points)
		at, inGo, want := ps.farthest(d), ps.farthestGo(d), farthest(points, d)
		if at != want || inGo != want {
			t.Fatalf("seed %d: %d, and %d in Go, want %d in direction %v of %v", seed, at, inGo, want, d, points)
		}
		before := ps[:1+rng.IntN(len(ps))]
		i, j := farthestOfBoth(before, d, ps, d)
		k, l := farthestOfBoth(ps, d, before, d)
		if first := before.farthestGo(d); i != first || j != want || k != want || l != first {
			t.Fatalf("seed %d: %d %d and %d %d, want %d and %d in direction %v of %v", seed, i, j, k, l, first, want, d, points)
		}
		if p, q := ps.point(want), vecOf(points[want]); p != q && sort < 2 {
			t.Fatalf("seed %d: point %d is %v, not %v", seed, want, p, q)
		}
		if want == len(points)-1 {
			last++
		}
		for _, p := range points[want+1:] {
			if vecOf(p).dot(d) == vecOf(points[want]).dot(d) {
				tied++
				break
			}
		}
	}
	t.Logf("%d last, %d tied", last, tied)
	if min(last, tied) < 10_000 {
		t.Error("one of these is hardly tested")
	}
}

// number returns one from a small grid, from a bell curve, or from all of float64.
func number(rng *rand.Rand, sort int) float64 {
	switch sort {
	case 0:
		return float64(rng.IntN(5)-2) / 2
	case 1:
		return rng.NormFloat64()
	}
	return math.Float64frombits(rng.Uint64())
}
