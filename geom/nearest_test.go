package geom_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/oracle"
)

// allowed is the documented error of a distance by the size of its input.
const allowed = 0x1p-49

// cloud makes points of one manner; a segment or a triangle takes the next ones.
type cloud struct {
	name string
	make func(r *rand.Rand) func() geom.Vec
}

var clouds = []cloud{
	{"anywhere", func(r *rand.Rand) func() geom.Vec {
		return func() geom.Vec { return geom.Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()} }
	}},
	{"small grid, with equal points", func(r *rand.Rand) func() geom.Vec {
		return func() geom.Vec {
			return geom.Vec{float64(r.IntN(3)), float64(r.IntN(3)), float64(r.IntN(2))}
		}
	}},
	{"on a line, but for a rounding", func(r *rand.Rand) func() geom.Vec {
		d := geom.Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
		return func() geom.Vec { return d.Scale(r.NormFloat64()) }
	}},
	{"near a line: slivers and near-parallel segments", func(r *rand.Rand) func() geom.Vec {
		d := geom.Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
		off := math.Ldexp(1, -r.IntN(56))
		return func() geom.Vec {
			o := geom.Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
			return d.Scale(r.NormFloat64()).Add(o.Scale(off))
		}
	}},
	{"near two lines: slivers above slivers", func(r *rand.Rand) func() geom.Vec {
		d, n := geom.Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}, 0
		off := math.Ldexp(1, -r.IntN(56))
		return func() geom.Vec {
			o := geom.Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
			n++
			return d.Scale(r.NormFloat64()).Add(o.Scale(off)).Add(geom.Vec{0, 0, float64(n & 1)})
		}
	}},
	{"in a plane, but for a rounding", func(r *rand.Rand) func() geom.Vec {
		d, e := geom.Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}, geom.Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
		return func() geom.Vec { return d.Scale(r.NormFloat64()).Add(e.Scale(r.NormFloat64())) }
	}},
	{"far from the origin", func(r *rand.Rand) func() geom.Vec {
		return func() geom.Vec {
			return geom.Vec{5000 + r.NormFloat64(), -3000 + r.NormFloat64(), 1000 + r.NormFloat64()}
		}
	}},
	{"of all sizes", func(r *rand.Rand) func() geom.Vec {
		return func() geom.Vec {
			return geom.Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.Scale(math.Ldexp(1, r.IntN(60)-30))
		}
	}},
	{"at the ends of float32", func(r *rand.Rand) func() geom.Vec {
		s := []float64{1e-45, 3e38}[r.IntN(2)]
		return func() geom.Vec { return geom.Vec{r.Float64(), r.Float64(), r.Float64()}.Scale(s) }
	}},
	{"beyond the squares of float64", func(r *rand.Rand) func() geom.Vec {
		return func() geom.Vec {
			return geom.Vec{r.Float64() - 0.5, r.Float64() - 0.5, r.Float64() - 0.5}.Scale(1.2e308)
		}
	}},
}

// size returns the largest difference of two coordinates.
func size(points ...geom.Vec) float64 {
	b := geom.BoxOf(points)
	return max(b.Max[0]-b.Min[0], b.Max[1]-b.Min[1], b.Max[2]-b.Min[2])
}

// largest returns the largest coordinate, which is what points themselves are rounded by.
func largest(points ...geom.Vec) float64 {
	return size(append(points, geom.Vec{})...) + size(points...)
}

// eachCloud runs f on seeded points of every kind, and logs the worst error it returns,
// in units of the error that is allowed.
func eachCloud(t *testing.T, f func(t *testing.T, next func() geom.Vec) (worst float64)) {
	for _, c := range clouds {
		t.Run(c.name, func(t *testing.T) {
			worst := 0.0
			for seed := range samples(t, 300) {
				worst = max(worst, f(t, c.make(rand.New(rand.NewPCG(seed, 15)))))
				if t.Failed() {
					t.Fatalf("seed %d", seed)
				}
			}
			t.Logf("worst error: %.3f of the error allowed", worst)
		})
	}
}

// check holds a distance and the points it was measured between against the truth.
func check(t *testing.T, got, want float64, p, q geom.Vec, size, largest float64) (worst float64) {
	t.Helper()
	off := math.Abs(got-want) / (allowed * size)
	if !(math.Abs(got-want) <= allowed*size) {
		t.Errorf("distance %g, want %g: off by %g", got, want, off)
	}
	if between := p.Scale(0x1p-3).Sub(q.Scale(0x1p-3)).Norm() * 8; !(math.Abs(between-want) <= allowed*largest) {
		t.Errorf("%v and %v are %g apart, want %g", p, q, between, want)
	}
	if size == 0 {
		return 0
	}
	return off
}

func point(p geom.Vec) geom.Triangle { return geom.Triangle{p, p, p} }

func flatTriangle(s geom.Segment) geom.Triangle { return geom.Triangle{s[0], s[1], s[1]} }

func TestNearestOnSegment(t *testing.T) {
	eachCloud(t, func(t *testing.T, next func() geom.Vec) float64 {
		s, p := geom.Segment{next(), next()}, next()
		q, d := s.Nearest(p)
		all := []geom.Vec{s[0], s[1], p}
		check(t, 0, oracle.Distance(point(q), flatTriangle(s)), q, q, largest(all...), largest(all...))
		return check(t, d, oracle.Distance(point(p), flatTriangle(s)), p, q, size(all...), largest(all...))
	})
}

func TestNearestOfSegments(t *testing.T) {
	eachCloud(t, func(t *testing.T, next func() geom.Vec) float64 {
		s, r := geom.Segment{next(), next()}, geom.Segment{next(), next()}
		p, q, d := s.NearestTo(&r)
		all := []geom.Vec{s[0], s[1], r[0], r[1]}
		check(t, 0, oracle.Distance(point(p), flatTriangle(s)), p, p, largest(all...), largest(all...))
		check(t, 0, oracle.Distance(point(q), flatTriangle(r)), q, q, largest(all...), largest(all...))
		want := oracle.Distance(flatTriangle(s), flatTriangle(r))
		if _, _, back := r.NearestTo(&s); math.Abs(back-d) > 2*allowed*size(all...) {
			t.Errorf("%v and %v: distance %v, and %v the other way round", s, r, d, back)
		}
		return check(t, d, want, p, q, size(all...), largest(all...))
	})
}

func TestNearestOnTriangle(t *testing.T) {
	eachCloud(t, func(t *testing.T, next func() geom.Vec) float64 {
		u, p := geom.Triangle{next(), next(), next()}, next()
		q, d := u.Nearest(p)
		all := []geom.Vec{u[0], u[1], u[2], p}
		check(t, 0, oracle.Distance(point(q), u), q, q, largest(all...), largest(all...))
		return check(t, d, oracle.Distance(point(p), u), p, q, size(all...), largest(all...))
	})
}

// TestNearestIsExactAtCorners: a corner that is nearest is returned as it is.
func TestNearestIsExactAtCorners(t *testing.T) {
	u := geom.Triangle{{0.1, 0.2, 0.3}, {5000.1, 0.7, -3}, {-1.1, 3000.7, 4}}
	for k, c := range u {
		away := c.Add(c.Sub(u[(k+1)%3])).Add(c.Sub(u[(k+2)%3]))
		if q, _ := u.Nearest(away); q != c {
			t.Errorf("nearest to %v is %v, want %v", away, q, c)
		}
		if q, d := u.Nearest(c); q != c || d != 0 {
			t.Errorf("nearest to the corner %v is %v at %v", c, q, d)
		}
		s := geom.Segment{c, u[(k+1)%3]}
		if q, _ := s.Nearest(away); q != c {
			t.Errorf("nearest to %v is %v, want %v", away, q, c)
		}
	}
}

// TestFoot: only within the triangle.
func TestFoot(t *testing.T) {
	u := geom.Triangle{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}
	for _, row := range []struct {
		why  string
		p, q geom.Vec
		d    float64
		ok   bool
	}{
		{"inside", geom.Vec{1, 1, -2}, geom.Vec{1, 1, 0}, 2, true},
		{"on an edge", geom.Vec{2, 2, 3}, geom.Vec{2, 2, 0}, 3, true},
		{"beyond the long edge", geom.Vec{2.5, 2, 0}, geom.Vec{}, 0, false},
		{"beyond another", geom.Vec{1, -1, 0}, geom.Vec{}, 0, false},
		{"beyond the third", geom.Vec{-1, 1, 0}, geom.Vec{}, 0, false},
	} {
		for k := range u {
			turned := geom.Triangle{u[k], u[(k+1)%3], u[(k+2)%3]}
			for range 2 {
				q, d, ok := turned.Foot(row.p)
				if ok != row.ok || math.Abs(d-row.d) > 1e-15 || q.Sub(row.q).Norm() > 1e-15 {
					t.Errorf("%s: %v, %v, %v", row.why, q, d, ok)
				}
				turned[1], turned[2] = turned[2], turned[1]
			}
		}
	}
	needle := geom.Triangle{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}
	if _, _, ok := needle.Foot(geom.Vec{1, 0, 1}); ok {
		t.Error("a degenerate triangle has a foot")
	}
}

// TestBoxDistance holds the bound against the exact distance to a box's surface: never
// above it, hardly below it.
func TestBoxDistance(t *testing.T) {
	for seed := range samples(t, 2000) {
		r := rand.New(rand.NewPCG(seed, 16))
		next := clouds[[]int{0, 1, 6, 7, 8}[seed%5]].make(r)
		b, p := geom.EmptyBox().Include(next()).Include(next()), next()
		// The nearest point of a box is p clamped to it, without rounding.
		var q geom.Vec
		for k := range p {
			q[k] = min(max(p[k], b.Min[k]), b.Max[k])
		}
		want := oracle.Distance(point(p), point(q))
		if d := b.Distance(p); d > want || d < want*(1-0x1p-48) {
			t.Fatalf("seed %d: distance of %v from %v is %v, want %v", seed, p, b, d, want)
		}
	}
	empty, unit := geom.EmptyBox(), geom.Box{Max: geom.Vec{1, 1, 1}}
	if d := empty.Distance(geom.Vec{}); !math.IsInf(d, 1) {
		t.Errorf("an empty box is at %v", d)
	}
	if unit.Distance(geom.Vec{1, 0.5, 0}) != 0 {
		t.Error("a box does not hold its own points")
	}
	tiny := geom.Vec{-3e-200, -4e-200, 0.5}
	if d := unit.Distance(tiny); math.Abs(d-5e-200) > 1e-214 {
		t.Errorf("tiny distance %v", d)
	}
}

func BenchmarkNearest(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 17))
	next := clouds[0].make(r)
	const n = 1 << 10
	var points [n]geom.Vec
	for i := range points {
		points[i] = next()
	}
	at := func(k int) *geom.Vec { return &points[k%n] }
	k, sum := 0, 0.0
	b.Run("point to segment", func(b *testing.B) {
		for b.Loop() {
			_, d := (&geom.Segment{*at(k), *at(k + 1)}).Nearest(*at(k + 2))
			sum += d
			k++
		}
	})
	b.Run("segment to segment", func(b *testing.B) {
		for b.Loop() {
			_, _, d := (&geom.Segment{*at(k), *at(k + 1)}).NearestTo(&geom.Segment{*at(k + 2), *at(k + 3)})
			sum += d
			k++
		}
	})
	b.Run("point to triangle", func(b *testing.B) {
		for b.Loop() {
			_, d := (&geom.Triangle{*at(k), *at(k + 1), *at(k + 2)}).Nearest(*at(k + 3))
			sum += d
			k++
		}
	})
	b.Run("point to box", func(b *testing.B) {
		box := geom.Box{Min: geom.Vec{-1, -1, -1}, Max: geom.Vec{1, 1, 1}}
		for b.Loop() {
			sum += box.Distance(*at(k))
			k++
		}
	})
	if sum != sum {
		b.Fatal("a distance is not a number")
	}
}
