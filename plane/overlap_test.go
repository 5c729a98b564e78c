package plane_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/oracle"
	"github.com/meshcheck/meshcheck/plane"
)

// TestOverlap has pairs whose answers are plain, in all orders, mirrored and scaled.
func TestOverlap(t *testing.T) {
	base := plane.Triangle{{0, 0}, {4, 0}, {0, 4}}
	up := math.Nextafter(4, 5)
	down := math.Nextafter(4, 3)
	for _, row := range []struct {
		why         string
		u           plane.Triangle
		area, depth float64
	}{
		{"apart", plane.Triangle{{5, 5}, {6, 5}, {5, 6}}, 0, 0},
		{"boxes meet, a long edge separates", plane.Triangle{{4, 4}, {3, 4}, {4, 3}}, 0, 0},
		{"long edges in one line, side by side", plane.Triangle{{3, 1}, {1, 3}, {4, 4}}, 0, 0},
		{"long edges in one line, one beyond the other", plane.Triangle{{5, -1}, {6, -2}, {6, 0}}, 0, 0},
		{"an edge in common", plane.Triangle{{4, 0}, {4, 4}, {0, 4}}, 0, 0},
		{"an edge in common, on the same side", plane.Triangle{{4, 0}, {0, 4}, {1, 1}}, 4, math.Sqrt2},
		{"a corner in common", plane.Triangle{{4, 0}, {6, 1}, {4, 4}}, 0, 0},
		{"a corner in common, edges along one ray", plane.Triangle{{0, 0}, {2, 0}, {2, -1}}, 0, 0},
		{"a corner in common, opposite", plane.Triangle{{0, 0}, {-4, 0}, {0, -4}}, 0, 0},
		{"a corner in common, edges in one line", plane.Triangle{{0, 0}, {-4, 4}, {0, 4}}, 0, 0},
		{"a corner in common, one angle in the other", plane.Triangle{{0, 0}, {2, 1}, {1, 2}}, 1.5, 2},
		{"a corner in common, angles cross", plane.Triangle{{0, 0}, {1, 1}, {-1, 1}}, 0.5, 1},
		{"a corner in common, a common ray", plane.Triangle{{0, 0}, {1, 0}, {1, 1}}, 0.5, 1},
		{"a corner in an edge", plane.Triangle{{2, 2}, {4, 2}, {4, 4}}, 0, 0},
		{"a corner in an edge, reaching in", plane.Triangle{{2, 2}, {1, 1}, {1, 1.5}}, 0.25, math.Sqrt2},
		{"part of an edge on part of an edge", plane.Triangle{{3, 0}, {1, 0}, {2, -1}}, 0, 0},
		{"a corner inside", plane.Triangle{{1, 1}, {9, 1}, {1, 9}}, 2, math.Sqrt2},
		{"inside", plane.Triangle{{1, 1}, {2, 1}, {1, 2}}, 0.5, math.Sqrt2},
		{"a star, no corner inside", plane.Triangle{{3, 3}, {-1, 3}, {3, -1}}, 5, math.Sqrt2},
		{"the same", base, 8, 2 * math.Sqrt2},
		{"one ulp across the line", plane.Triangle{{down, 0}, {8, 0}, {8, 4}}, 0, 4 - down},
		{"on the line, the other side of the ulp", plane.Triangle{{up, 0}, {8, 0}, {8, 4}}, 0, 0},
	} {
		twins(base, row.u, func(a, b plane.Triangle, scale float64) {
			if got := plane.Overlap(&a, &b); got != (row.depth > 0) {
				t.Errorf("%s: %v and %v: overlap %v", row.why, a, b, got)
			}
			if row.depth == 0 {
				return
			}
			if got := plane.SharedArea(&a, &b) / (scale * scale); math.Abs(got-row.area) > 1e-14 {
				t.Errorf("%s: %v and %v: area %v, want %v", row.why, a, b, got, row.area)
			}
			if !plane.DeeperThan(&a, &b, (row.depth-1e-14)*scale) || plane.DeeperThan(&a, &b, (row.depth+1e-14)*scale) {
				t.Errorf("%s: %v and %v: the depth is not %v", row.why, a, b, row.depth*scale)
			}
		})
	}
}

// TestOverlapEqualsOracle compares everything about random pairs with the rational twin.
func TestOverlapEqualsOracle(t *testing.T) {
	for _, family := range families {
		t.Run(family.name, func(t *testing.T) {
			t.Parallel()
			counts := map[bool]int{}
			for seed := range uint64(longtest.Rounds(t, 150, 800)) {
				rng := rand.New(rand.NewPCG(seed, 1))
				a, b := family.make(rng)
				if a.Winding() == 0 || b.Winding() == 0 {
					continue
				}
				a, b = counterClockwise(a), counterClockwise(b)
				counts[compare(t, &a, &b)]++
				if t.Failed() {
					t.Fatalf("seed %d", seed)
				}
			}
			if counts[true] == 0 || counts[false] == 0 && family.name != "stacked, one ulp off" {
				t.Errorf("a case is missing: %v", counts)
			}
		})
	}
}

// compare holds what the package says about a pair against the oracle, and returns whether
// the triangles overlap.
func compare(t *testing.T, a, b *plane.Triangle) bool {
	t.Helper()
	area := oracle.SharedArea(*a, *b)
	want := area.Sign() > 0
	if plane.Overlap(a, b) != want || plane.Overlap(b, a) != want || plane.DeeperThan(a, b, 0) != want {
		t.Errorf("%v and %v: overlap %v, %v the other way round, deeper than 0 %v; want %v",
			*a, *b, plane.Overlap(a, b), plane.Overlap(b, a), plane.DeeperThan(a, b, 0), want)
	}
	depth := oracle.DepthSquared(*a, *b)
	if (depth.Sign() > 0) != want {
		t.Fatalf("%v and %v: the oracle contradicts itself", *a, *b)
	}
	deep := math.Sqrt(float(depth))
	for _, limit := range []float64{deep, math.Nextafter(deep, 0), math.Nextafter(deep, math.Inf(1)), deep / 2, deep * 2, 0x1p-24} {
		if math.IsInf(limit, 0) || math.IsNaN(limit) {
			continue
		}
		deeper := depth.Cmp(square(limit)) > 0
		if plane.DeeperThan(a, b, limit) != deeper || plane.DeeperThan(b, a, limit) != deeper {
			t.Errorf("%v and %v: deeper than %v: %v, want %v", *a, *b, limit, !deeper, deeper)
		}
	}
	if !measurable(a, b) {
		return want
	}
	size := extent(a[:], b[:])
	if got := plane.SharedArea(a, b); want && math.Abs(got-float(area)) > 1e-14*size*size {
		t.Errorf("%v and %v: area %v, want %v", *a, *b, got, float(area))
	}
	return want
}

// TestDeeperThanAtEquality has depths that are float64 numbers: those are not deeper than
// themselves, but deeper than the number before, and not deeper by one ulp of a corner.
func TestDeeperThanAtEquality(t *testing.T) {
	for _, row := range []struct {
		why   string
		t, u  plane.Triangle
		depth float64
	}{
		{"across an edge along an axis", plane.Triangle{{0, 0}, {8, 0}, {0, 8}}, plane.Triangle{{1, 0.5}, {3, -5}, {4, -5}}, 0.5},
		{"one step of float32", plane.Triangle{{0, 0}, {1, 0}, {0, 1}}, plane.Triangle{{0.25, 0x1p-24}, {0.25, -1}, {0.5, -1}}, 0x1p-24},
		{"one ulp", plane.Triangle{{0, 1}, {8, 1}, {0, 9}}, plane.Triangle{{1, 1 + 0x1p-52}, {3, -5}, {4, -5}}, 0x1p-52},
		{"across an edge along (4, 3)", plane.Triangle{{-40, -30}, {40, 30}, {-30, 40}}, plane.Triangle{{-3, 4}, {30, -40}, {60, -30}}, 5},
		{"across an edge along (12, 5)", plane.Triangle{{-48, -20}, {48, 20}, {-20, 48}}, plane.Triangle{{-5, 12}, {50, -120}, {90, -60}}, 13},
	} {
		if want := square(row.depth); oracle.DepthSquared(row.t, row.u).Cmp(want) != 0 {
			t.Errorf("%s: the depth is %v", row.why, math.Sqrt(float(oracle.DepthSquared(row.t, row.u))))
			continue
		}
		twins(row.t, row.u, func(a, b plane.Triangle, scale float64) {
			d := row.depth * scale
			if plane.DeeperThan(&a, &b, d) || !plane.DeeperThan(&a, &b, math.Nextafter(d, 0)) || plane.DeeperThan(&a, &b, math.Nextafter(d, math.Inf(1))) {
				t.Errorf("%s: %v and %v: wrong at %v", row.why, a, b, d)
			}
		})
	}
}

// TestLimits: what is no length.
func TestLimits(t *testing.T) {
	a, b := plane.Triangle{{0, 0}, {4, 0}, {0, 4}}, plane.Triangle{{9, 9}, {10, 9}, {9, 10}}
	for _, row := range []struct {
		limit float64
		want  bool
	}{{-1, true}, {0, false}, {math.NaN(), false}, {math.Inf(1), false}, {math.Inf(-1), true}, {math.Copysign(0, -1), false}} {
		if got := plane.DeeperThan(&a, &b, row.limit); got != row.want {
			t.Errorf("deeper than %v: %v", row.limit, got)
		}
	}
}

// TestSharedPolygon: the corners are those of the intersection, counter-clockwise.
func TestSharedPolygon(t *testing.T) {
	for _, family := range families {
		for seed := range uint64(300) {
			a, b := family.make(rand.New(rand.NewPCG(seed, 2)))
			a, b = counterClockwise(a), counterClockwise(b)
			if a.Winding() == 0 || b.Winding() == 0 || !measurable(&a, &b) || !plane.Overlap(&a, &b) {
				continue
			}
			p := plane.SharedPolygon(make([]geom.Vec2, 1), &a, &b)[1:]
			if len(p) > 6 {
				t.Logf("%s, seed %d: %d corners", family.name, seed, len(p))
			}
			size := extent(a[:], b[:])
			for _, c := range p {
				if outside(c, &a) > 1e-14*size || outside(c, &b) > 1e-14*size {
					t.Errorf("%s, seed %d: %v is not in %v and %v", family.name, seed, c, a, b)
				}
			}
			if got, want := polygonArea(p), plane.SharedArea(&a, &b); math.Abs(got-want) > 1e-14*size*size {
				t.Errorf("%s, seed %d: area %v of the polygon, want %v", family.name, seed, got, want)
			}
		}
	}
}

// outside returns how far p is from a triangle, at least.
func outside(p geom.Vec2, t *plane.Triangle) (away float64) {
	for k := range t {
		a, b := t[k], t[(k+1)%3]
		x, y := b[0]-a[0], b[1]-a[1]
		away = max(away, ((p[0]-a[0])*y-(p[1]-a[1])*x)/math.Hypot(x, y))
	}
	return away
}

func polygonArea(p []geom.Vec2) (area float64) {
	for i := range p {
		q, r := p[i], p[(i+1)%len(p)]
		area += ((q[0]-p[0][0])*(r[1]-p[0][1]) - (q[1]-p[0][1])*(r[0]-p[0][0])) / 2
	}
	return area
}
