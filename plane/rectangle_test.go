package plane_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/oracle"
	"github.com/meshcheck/meshcheck/plane"
)

// clouds make sets of points.
var clouds = []struct {
	name string
	make func(rng *rand.Rand, n int) []geom.Vec2
}{
	{"in a square", func(rng *rand.Rand, n int) []geom.Vec2 {
		return points(n, func() geom.Vec2 { return anywhere(rng) })
	}},
	{"on a grid", func(rng *rand.Rand, n int) []geom.Vec2 { return points(n, func() geom.Vec2 { return onGrid(rng) }) }},
	{"on a circle", func(rng *rand.Rand, n int) []geom.Vec2 {
		return points(n, func() geom.Vec2 {
			s, c := math.Sincos(2 * math.Pi * rng.Float64())
			return geom.Vec2{c, s}
		})
	}},
	{"in one line, up to rounding", func(rng *rand.Rand, n int) []geom.Vec2 {
		p, q := anywhere(rng), anywhere(rng)
		return points(n, func() geom.Vec2 { return between(rng, p, q) })
	}},
	{"in a slanted rectangle", func(rng *rand.Rand, n int) []geom.Vec2 {
		s, c := math.Sincos(2 * math.Pi * rng.Float64())
		return points(n, func() geom.Vec2 {
			p := geom.Vec2{20 * rng.Float64(), rng.Float64()}
			return geom.Vec2{c*p[0] - s*p[1], s*p[0] + c*p[1]}
		})
	}},
	{"small, far from the origin", func(rng *rand.Rand, n int) []geom.Vec2 {
		return points(n, func() geom.Vec2 { return geom.Vec2{1e3 + 1e-9*rng.Float64(), -1e2 + 1e-9*rng.Float64()} })
	}},
	{"a few ulps wide", func(rng *rand.Rand, n int) []geom.Vec2 {
		return points(n, func() geom.Vec2 {
			return geom.Vec2{1 + float64(rng.IntN(9))*0x1p-52, 3 + float64(rng.IntN(9))*0x1p-51}
		})
	}},
	{"nearly equal corners", func(rng *rand.Rand, n int) []geom.Vec2 {
		return points(n, func() geom.Vec2 {
			p := geom.Vec2{float64(rng.IntN(3)), float64(rng.IntN(2))}
			return geom.Vec2{p[0] + 1e-15*rng.Float64(), p[1] + 1e-15*rng.Float64()}
		})
	}},
	{"at extreme scales", func(rng *rand.Rand, n int) []geom.Vec2 {
		scale := []float64{0x1p-1070, 0x1p-520, 0x1p+500, 0x1p+990, 0x1p+1021}[rng.IntN(5)]
		return points(n, func() geom.Vec2 { p := onGrid(rng); return geom.Vec2{(p[0] - 3) * scale, (p[1] - 3) * scale} })
	}},
}

func points(n int, make func() geom.Vec2) (p []geom.Vec2) {
	for range n {
		p = append(p, make())
	}
	return p
}

// TestHull has hulls that are plain.
func TestHull(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, row := range []struct {
		why          string
		points, hull []geom.Vec2
	}{
		{"nothing", nil, nil},
		{"a point, twice", []geom.Vec2{{1, 2}, {1, 2}}, []geom.Vec2{{1, 2}}},
		{"a line", []geom.Vec2{{1, 1}, {3, 3}, {2, 2}, {0, 0}}, []geom.Vec2{{0, 0}, {3, 3}}},
		{"a line up", []geom.Vec2{{0, 2}, {0, 0}, {0, 1}}, []geom.Vec2{{0, 0}, {0, 2}}},
		{"a square with points in its sides and inside", []geom.Vec2{{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}, {1, 1}, {0, 0}},
			[]geom.Vec2{{0, 0}, {2, 0}, {2, 2}, {0, 2}}},
		{"a corner one ulp out of line", []geom.Vec2{{0, 0}, {2, 2}, {1, 1 - 0x1p-53}, {4, 4}}, []geom.Vec2{{0, 0}, {1, 1 - 0x1p-53}, {4, 4}}},
		{"what is not finite", []geom.Vec2{{0, 0}, {nan, 1}, {1, inf}, {-inf, 0}, {1, 0}, {0, 1}}, []geom.Vec2{{0, 0}, {1, 0}, {0, 1}}},
		{"only what is not finite", []geom.Vec2{{0, nan}}, nil},
	} {
		before := slices.Clone(row.points)
		for range 5 {
			if got := plane.Hull(row.points); !slices.Equal(got, row.hull) {
				t.Errorf("%s: the hull of %v is %v", row.why, row.points, got)
			}
			rand.Shuffle(len(row.points), func(i, j int) { row.points[i], row.points[j] = row.points[j], row.points[i] })
		}
		if len(before) != len(row.points) {
			t.Errorf("%s: the points have changed", row.why)
		}
	}
}

// TestRectangle: hulls are hulls, rectangles hold them and are as small as any.
func TestRectangle(t *testing.T) {
	for _, cloud := range clouds {
		for seed := range uint64(longtest.Rounds(t, 100, 600)) {
			rng := rand.New(rand.NewPCG(seed, 4))
			if err := checkRectangle(cloud.make(rng, 1+rng.IntN(40))); err != "" {
				t.Fatalf("%s, seed %d: %s", cloud.name, seed, err)
			}
		}
	}
}

// checkRectangle says what is wrong with the hull and the rectangle of points.
func checkRectangle(points []geom.Vec2) string {
	hull := plane.Hull(points)
	for i := range hull {
		a, b := hull[i], hull[(i+1)%len(hull)]
		if !slices.Contains(points, a) {
			return "a corner of the hull is no point"
		}
		if len(hull) > 2 && geom.Orient2D(a, b, hull[(i+2)%len(hull)]) <= 0 {
			return "the hull does not turn left"
		}
		for _, p := range points {
			if geom.Orient2D(a, b, p) < 0 {
				return "a point is outside the hull"
			}
		}
	}
	r := plane.MinRectangle(hull)
	if math.IsInf(r.Half[0][0], 1) {
		if extent(hull) < 0x1p+998 {
			return "the rectangle is infinite"
		}
		return ""
	}
	if len(hull) < 2 {
		if len(hull) == 1 && (r.Center != hull[0] || r.Half != [2]geom.Vec2{}) {
			return "the rectangle of a point is not the point"
		}
		return ""
	}
	for _, p := range points {
		if !oracle.InParallelogram(p, r.Center, r.Half) {
			return "a point is outside the rectangle"
		}
	}
	size := extent(hull)
	if size < 0x1p-200 || size > 0x1p+200 {
		return "" // areas say nothing there
	}
	sides := [2]float64{2 * math.Hypot(r.Half[0][0], r.Half[0][1]), 2 * math.Hypot(r.Half[1][0], r.Half[1][1])}
	// The growth, twice on each side, and the rounding of the slow area.
	allowed := 1e-12 * size * (sides[0] + sides[1] + 1e-13*size)
	if least := leastRectangle(hull); sides[0]*sides[1] > least+allowed {
		return "the rectangle is not the least"
	}
	return ""
}

// leastRectangle returns the area of the least rectangle along an edge of the hull.
func leastRectangle(hull []geom.Vec2) float64 {
	least := math.Inf(1)
	for i, a := range hull {
		b := hull[(i+1)%len(hull)]
		x, y := b[0]-a[0], b[1]-a[1]
		length := math.Hypot(x, y)
		if length < 0x1p-440 {
			continue // not tried
		}
		var low, high geom.Vec2
		for _, p := range hull {
			u, v := p[0]-a[0], p[1]-a[1]
			for k, at := range []float64{(u*x + v*y) / length, (v*x - u*y) / length} {
				low[k], high[k] = min(low[k], at), max(high[k], at)
			}
		}
		least = min(least, (high[0]-low[0])*(high[1]-low[1]))
	}
	return least
}

// TestRectangleGap: the gap of two rectangles is never above the distance of the hulls in
// them, and rectangles of hulls that meet are never apart.
func TestRectangleGap(t *testing.T) {
	apart, meet := 0, 0
	for seed := range uint64(longtest.Rounds(t, 500, 2000)) {
		rng := rand.New(rand.NewPCG(seed, 5))
		p := clouds[rng.IntN(len(clouds)-1)].make(rng, 1+rng.IntN(7))
		q := clouds[rng.IntN(len(clouds)-1)].make(rng, 1+rng.IntN(7))
		if rng.IntN(2) == 0 { // near to a corner of the first
			by := geom.Vec2{p[0][0] - q[0][0] + 1e-3*rng.NormFloat64(), p[0][1] - q[0][1] + 1e-3*rng.NormFloat64()}
			for i := range q {
				q[i] = geom.Vec2{q[i][0] + by[0], q[i][1] + by[1]}
			}
		}
		p, q = plane.Hull(p), plane.Hull(q)
		a, b := plane.MinRectangle(p), plane.MinRectangle(q)
		truth := hullDistanceSquared(p, q)
		gap := a.Gap(&b)
		if truth.Cmp(square(gap)) < 0 || a.Apart(&b) && truth.Sign() == 0 {
			t.Fatalf("seed %d: %v and %v: gap %v, distance %v", seed, p, q, gap, math.Sqrt(float(truth)))
		}
		if truth.Sign() == 0 {
			meet++
		} else if gap > 0 {
			apart++
		}
	}
	t.Log("rectangles apart:", apart, "hulls that meet:", meet)
	if apart == 0 || meet == 0 {
		t.Error("a case is missing")
	}
}

// hullDistanceSquared returns the square of the distance of two hulls, each with its inside.
func hullDistanceSquared(p, q []geom.Vec2) (least *big.Rat) {
	if inHull(p[0], q) || inHull(q[0], p) {
		return new(big.Rat)
	}
	for i := range p {
		for j := range q {
			d := oracle.SegmentDistanceSquared([2]geom.Vec2{p[i], p[(i+1)%len(p)]}, [2]geom.Vec2{q[j], q[(j+1)%len(q)]})
			if least == nil || d.Cmp(least) < 0 {
				least = d
			}
		}
	}
	return least
}

// inHull reports whether p lies in a hull that has an inside.
func inHull(p geom.Vec2, hull []geom.Vec2) bool {
	for i := range hull {
		if geom.Orient2D(hull[i], hull[(i+1)%len(hull)], p) < 0 {
			return false
		}
	}
	return len(hull) > 2
}

func BenchmarkMinRectangle(b *testing.B) {
	for _, cloud := range clouds[:3] {
		set := cloud.make(rand.New(rand.NewPCG(1, 1)), 1000)
		b.Run(cloud.name, func(b *testing.B) {
			for b.Loop() {
				plane.MinRectangle(plane.Hull(set))
			}
		})
	}
}
