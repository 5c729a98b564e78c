package containment

import (
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
)

func randomVec(rng *rand.Rand) geom.Vec {
	return geom.Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
}

// TestZoneHoldsWhatIsNear compares the part of a segment in the exclusion zone of a triangle with
// distances along it: all points within the distance are in it, and none that is farther away
// than √3 times that.
func TestZoneHoldsWhatIsNear(t *testing.T) {
	const distance, steps = 0.25, 400
	near, far := 0, 0
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 1))
		u := geom.Triangle{randomVec(rng), randomVec(rng), randomVec(rng)}
		switch seed % 4 {
		case 0: // a needle
			u[2] = u[0].Lerp(u[1], rng.Float64()).Add(randomVec(rng).Scale(1e-3))
		case 1: // no area at all
			u[2] = u[1]
		}
		s := geom.Segment{randomVec(rng), randomVec(rng)}
		z := newZone(&u, distance)
		x, ok := z.clip(&s)
		for k := range steps + 1 {
			at := float64(k) / steps
			_, d := u.Nearest(s[0].Lerp(s[1], at))
			in := ok && at >= x.from-1e-9 && at <= x.to+1e-9
			switch {
			case d <= distance && !in:
				t.Fatalf("seed %d: at %v the distance is %v, and only %v is excluded", seed, at, d, x)
			case d > distance*1.7321 && in && seed%4 != 1 && at > x.from+1e-9 && at < x.to-1e-9:
				t.Fatalf("seed %d: at %v the distance is %v, and %v is excluded", seed, at, d, x)
			case d <= distance:
				near++
			default:
				far++
			}
		}
	}
	if near < 1000 || far < 1000 {
		t.Errorf("%d places near and %d far", near, far)
	}
}
