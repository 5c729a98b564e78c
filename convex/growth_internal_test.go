package convex

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
)

// momentCurve returns n points of the curve x, x², x³, all of which are vertices; as float32
// stores them not all are.
func momentCurve(n int, single bool) []geom.Vec {
	points := make([]geom.Vec, n)
	for i := range points {
		x := float64(i) / float64(n-1)
		points[i] = geom.Vec{x, x * x, x * x * x}
		for k := range points[i] {
			if single {
				points[i][k] = float64(float32(points[i][k]))
			}
		}
	}
	return points
}

// TestSignsGrow counts signs of orientations for hulls whose faces all meet at two vertices:
// four times as many points take little more than four times as many signs.
func TestSignsGrow(t *testing.T) {
	for _, kind := range []struct {
		name   string
		points func(n int) []geom.Vec
	}{
		{"moment curve", func(n int) []geom.Vec { return momentCurve(n, false) }},
		{"moment curve in float32", func(n int) []geom.Vec { return momentCurve(n, true) }},
		{"two cones", func(n int) []geom.Vec {
			points := []geom.Vec{{0, 0, -1}, {0, 0, 1}}
			for i := range n - 2 {
				sin, cos := math.Sincos(float64(i))
				points = append(points, geom.Vec{cos, sin, 0})
			}
			return points
		}},
	} {
		for _, shuffled := range []bool{false, true} {
			signs := func(n int) int {
				points := kind.points(n)
				if shuffled {
					rng := rand.New(rand.NewPCG(8, 8))
					rng.Shuffle(n, func(i, j int) { points[i], points[j] = points[j], points[i] })
				}
				corners, dimension := spanOf(points)
				if dimension != 3 {
					t.Fatalf("%s: dimension %d", kind.name, dimension)
				}
				q, err := quickhull(context.Background(), points, corners)
				if err != nil {
					t.Fatal(err)
				}
				return q.signs
			}
			const n = 3000
			few, many := signs(n), signs(4*n)
			t.Logf("%s, shuffled %v: %d signs for %d points, %d for %d", kind.name, shuffled, few, n, many, 4*n)
			if logs := math.Log2(n); float64(few) > 8*n*logs || many > 6*few {
				t.Errorf("%s, shuffled %v: %d signs for %d points, %d for %d", kind.name, shuffled, few, n, many, 4*n)
			}
		}
	}
}

// TestHubLooksAtFewNeighbours: the highest neighbour of a vertex that has many is the one
// that a scan of all finds, and few of them are visited.
func TestHubLooksAtFewNeighbours(t *testing.T) {
	looked := func(n int) (mean float64) {
		h, err := HullOf(context.Background(), momentCurve(n, false))
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(9, 9))
		const rounds = 500
		for range rounds {
			d := geom.Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
			for v, hub := range h.climb.hubs {
				w := upward{hub: hub, vertices: h.Vertices, v: v, up: v, d: d, length: d.Norm()}
				w.visit(0, math.Inf(1))
				_, want := steepest(h.Vertices, v, h.climb.neighbours(v), d, v, 0)
				if math.Abs(w.most-want) > 0x1p-48*d.Norm() {
					t.Fatalf("%d points: in direction %v the highest neighbour of %d is %g higher, not %g", n, d, v, want, w.most)
				}
				mean += float64(w.visited) / rounds / float64(len(h.climb.hubs))
			}
		}
		if len(h.climb.hubs) < 2 {
			t.Fatalf("%d points: %d hubs", n, len(h.climb.hubs))
		}
		return mean
	}
	few, many := looked(3000), looked(12_000)
	t.Logf("%.1f of 3000, %.1f of 12000", few, many)
	if few > 300 || many > 1.5*few {
		t.Errorf("%.1f of 3000 neighbours are looked at, %.1f of 12000", few, many)
	}
}
