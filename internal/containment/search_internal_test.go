package containment

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/internal/world/worldtest"
)

// TestEachFree: the points that eachFree visits keep the distance, and every piece of the segment
// that keeps twice the distance has one.
func TestEachFree(t *testing.T) {
	const distance, steps = 0.03, 2000
	pieces := 0
	for seed := range uint64(longtest.Rounds(t, 3, 15)) {
		rng := rand.New(rand.NewPCG(seed, 2))
		var soup []geom.Triangle
		for range 5 + rng.IntN(300) {
			at := randomVec(rng)
			soup = append(soup, geom.Triangle{at, at.Add(randomVec(rng).Scale(0.2)), at.Add(randomVec(rng).Scale(0.2))})
		}
		o := worldtest.Object(t, soup, geom.Affine{{0, 2, 0, 1}, {-2, 0, 0, 0}, {0, 0, 2, -1}})
		s := geom.Segment{randomVec(rng).Scale(3), randomVec(rng).Scale(3)}
		nearest := func(p geom.Vec) float64 {
			least := 1e9
			for i := range soup {
				u := o.Triangle(uint32(i))
				_, d := u.Nearest(p)
				least = min(least, d)
			}
			return least
		}
		var visited []geom.Vec
		eachFree(s, distance, []*world.Object{o}, func(p geom.Vec) bool {
			visited = append(visited, p)
			if d := nearest(p); d < distance*(1-1e-9) {
				t.Fatalf("seed %d: %v is only %v away", seed, p, d)
			}
			return true
		})
		var distances [steps + 1]float64
		for k := range distances {
			distances[k] = nearest(s[0].Lerp(s[1], float64(k)/steps))
		}
		// covered tells for each sample whether it is in the same free piece as a visited point.
		var covered [steps + 1]bool
		for _, p := range visited {
			k := int(math.Round(p.Sub(s[0]).Norm() / s[1].Sub(s[0]).Norm() * steps))
			for i := k; i >= 0 && distances[i] > 0.9*distance; i-- {
				covered[i] = true
			}
			for i := k; i <= steps && distances[i] > 0.9*distance; i++ {
				covered[i] = true
			}
		}
		for k, d := range distances {
			if d > 1.8*distance {
				pieces++
				if !covered[k] {
					t.Fatalf("seed %d: at %d the distance is %v, and nothing was visited", seed, k, d)
				}
			}
		}
	}
	if pieces < 1000 {
		t.Errorf("only %d free samples", pieces)
	}
}

// TestEachFreeStops: no point is visited after visit has returned false.
func TestEachFreeStops(t *testing.T) {
	o := worldtest.Object(t, []geom.Triangle{{{0, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, geom.Identity())
	n := 0
	if eachFree(geom.Segment{{-1, 0.1, 0.1}, {1, 0.1, 0.1}}, 0.1, []*world.Object{o}, func(geom.Vec) bool { n++; return false }) || n != 1 {
		t.Errorf("%d visits", n)
	}
}
