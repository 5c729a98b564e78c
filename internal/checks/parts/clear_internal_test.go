package parts

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

func randomVec(rng *rand.Rand) geom.Vec {
	return geom.Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
}

// TestStretchHoldsWhatIsNear compares the part of a segment that a triangle takes with
// distances along it: all that is within the distance is in it, and nothing that is
// farther than √3 times that.
func TestStretchHoldsWhatIsNear(t *testing.T) {
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
		x, ok := clipToVicinity(&u, &s, distance)
		for k := range steps + 1 {
			at := float64(k) / steps
			_, d := u.Nearest(s[0].Lerp(s[1], at))
			in := ok && at >= x.from-1e-9 && at <= x.to+1e-9
			switch {
			case d <= distance && !in:
				t.Fatalf("seed %d: at %v the distance is %v, and only %v is taken", seed, at, d, x)
			case d > distance*1.7321 && in && seed%4 != 1 && at > x.from+1e-9 && at < x.to-1e-9:
				t.Fatalf("seed %d: at %v the distance is %v, and %v is taken", seed, at, d, x)
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

// clearingOf returns an object of a soup of triangles.
func clearingOf(t *testing.T, soup []geom.Triangle, place geom.Affine) *object {
	t.Helper()
	w, err := mesh.Weld(t.Context(), meshgen.Mesh("", soup), 1)
	if err != nil {
		t.Fatal(err)
	}
	s, err := world.NewShape(t.Context(), &world.Mesh{Welded: w}, nil, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	return &object{Object: &world.Object{Shape: s, World: place, Box: place.ApplyBox(s.Box)}}
}

// TestClearOfFindsThePieces: the places that clearOf visits keep the distance, and every
// stretch of the segment that keeps twice the distance has one.
func TestClearOfFindsThePieces(t *testing.T) {
	const distance, steps = 0.03, 2000
	pieces := 0
	for seed := range uint64(longtest.Rounds(t, 8, 30)) {
		rng := rand.New(rand.NewPCG(seed, 2))
		var soup []geom.Triangle
		for range 5 + rng.IntN(300) {
			at := randomVec(rng)
			soup = append(soup, geom.Triangle{at, at.Add(randomVec(rng).Scale(0.2)), at.Add(randomVec(rng).Scale(0.2))})
		}
		o := clearingOf(t, soup, geom.Affine{{0, 2, 0, 1}, {-2, 0, 0, 0}, {0, 0, 2, -1}})
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
		clearOf(s, distance, []*object{o}, func(p geom.Vec) bool {
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
		// covered tells for each sample whether it is in the same clear piece as a visited point.
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
		t.Errorf("only %d clear places", pieces)
	}
}

// TestClearOfStops: no point is visited after visit has returned false.
func TestClearOfStops(t *testing.T) {
	o := clearingOf(t, []geom.Triangle{{{0, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, geom.Identity())
	n := 0
	if clearOf(geom.Segment{{-1, 0.1, 0.1}, {1, 0.1, 0.1}}, 0.1, []*object{o}, func(geom.Vec) bool { n++; return false }) || n != 1 {
		t.Errorf("%d visits", n)
	}
}

// TestCommonPolygon: whether two triangles coincide over a wide enough polygon.
func TestCommonPolygon(t *testing.T) {
	base := geom.Triangle{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}
	const r = 1e-3
	for _, row := range []struct {
		why   string
		other geom.Triangle
		want  bool
	}{
		{"the same", base, true},
		{"turned over", geom.Triangle{base[0], base[2], base[1]}, true},
		{"half of r above", geom.Triangle{{0, 0, r / 2}, {4, 0, r / 2}, {0, 4, r / 2}}, true},
		{"twice r above", geom.Triangle{{0, 0, 2 * r}, {4, 0, 2 * r}, {0, 4, 2 * r}}, false},
		{"beside", geom.Triangle{{-4, 0, 0}, {0, 0, 0}, {-4, 4, 0}}, false},
		{"sharing a strip of 7 r", geom.Triangle{{-4, 0, 0}, {7 * r, 0, 0}, {7 * r, 1, 0}}, false},
		{"sharing a strip of 9 r", geom.Triangle{{-4, 0, 0}, {9 * r, 0, 0}, {9 * r, 1, 0}}, true},
		{"through it at right angles", geom.Triangle{{1, 1, -1}, {2, 1, -1}, {1, 1, 1}}, false},
		{"through it, flat enough for 20 r", geom.Triangle{{0, 0, -0.1}, {2, 0, 0.1}, {0, 2, -0.1}}, true},
	} {
		piece, got := commonPolygon(&base, &row.other, r, wide)
		if got != row.want {
			t.Errorf("%s: %v, %v", row.why, got, piece)
		}
		for _, p := range piece {
			if p[2] != 0 {
				t.Errorf("%s: %v is not in the plane", row.why, p)
			}
		}
	}
}

// TestPierces: signs, and what is left undecided.
func TestPierces(t *testing.T) {
	u := geom.Triangle{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}
	for _, row := range []struct {
		why            string
		s              geom.Segment
		meets, certain bool
	}{
		{"through the inside", geom.Segment{{1, 1, -1}, {1, 1, 1}}, true, true},
		{"backwards", geom.Segment{{1, 1, 1}, {1, 1, -1}}, true, true},
		{"short of it", geom.Segment{{1, 1, 2}, {1, 1, 1}}, false, true},
		{"beside it", geom.Segment{{3, 3, -1}, {3, 3, 1}}, false, true},
		{"through an edge", geom.Segment{{1, 0, -1}, {1, 0, 1}}, false, false},
		{"through a corner", geom.Segment{{0, 0, -1}, {0, 0, 1}}, false, false},
		{"up to it", geom.Segment{{1, 1, 0}, {1, 1, 1}}, false, false},
	} {
		if meets, certain := pierces(&row.s, &u); meets != row.meets || certain != row.certain {
			t.Errorf("%s: %v, certain %v", row.why, meets, certain)
		}
	}
}
