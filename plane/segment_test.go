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

// TestSegmentDistance has segments whose distance is plain, and where it is taken, in all
// orders, mirrored and scaled.
func TestSegmentDistance(t *testing.T) {
	base := plane.Segment{{0, 0}, {4, 0}}
	for _, row := range []struct {
		why  string
		o    plane.Segment
		want float64
		p, q geom.Vec2
	}{
		{"crossing", plane.Segment{{1, 1}, {1, -1}}, 0, geom.Vec2{1, 0}, geom.Vec2{1, 0}},
		{"an end on the other", plane.Segment{{3, 0}, {5, 2}}, 0, geom.Vec2{3, 0}, geom.Vec2{3, 0}},
		{"an end in common", plane.Segment{{4, 0}, {5, 2}}, 0, geom.Vec2{4, 0}, geom.Vec2{4, 0}},
		{"one line, an end in common", plane.Segment{{4, 0}, {5, 0}}, 0, geom.Vec2{4, 0}, geom.Vec2{4, 0}},
		{"one line, apart", plane.Segment{{7, 0}, {9, 0}}, 3, geom.Vec2{4, 0}, geom.Vec2{7, 0}},
		{"an end above the other", plane.Segment{{2, 2}, {3, 5}}, 2, geom.Vec2{2, 0}, geom.Vec2{2, 2}},
		{"ends are nearest", plane.Segment{{7, 4}, {8, 4}}, 5, geom.Vec2{4, 0}, geom.Vec2{7, 4}},
		{"the line meets it beyond its end", plane.Segment{{6, 1}, {6, -1}}, 2, geom.Vec2{4, 0}, geom.Vec2{6, 0}},
		{"a hair above", plane.Segment{{2, 0x1p-1000}, {3, 1}}, 0x1p-1000, geom.Vec2{2, 0}, geom.Vec2{2, 0x1p-1000}},
		{"a point above it", plane.Segment{{1, 3}, {1, 3}}, 3, geom.Vec2{1, 0}, geom.Vec2{1, 3}},
		{"a point on it", plane.Segment{{1, 0}, {1, 0}}, 0, geom.Vec2{1, 0}, geom.Vec2{1, 0}},
		{"a point in its line", plane.Segment{{5, 0}, {5, 0}}, 1, geom.Vec2{4, 0}, geom.Vec2{5, 0}},
	} {
		for turn := range 32 {
			change := func(p geom.Vec2) geom.Vec2 {
				if turn&1 != 0 {
					p = geom.Vec2{p[1], -p[0]}
				}
				if turn&2 != 0 {
					p = geom.Vec2{p[0] * 0x1p20, p[1] * 0x1p20}
				}
				return p
			}
			want := row.want
			if turn&2 != 0 {
				want *= 0x1p20
			}
			s := plane.Segment{change(base[turn>>2&1]), change(base[1-turn>>2&1])}
			o := plane.Segment{change(row.o[turn>>3&1]), change(row.o[1-turn>>3&1])}
			p, q := change(row.p), change(row.q)
			if turn&16 != 0 {
				s, o, p, q = o, s, q, p
			}
			if got := s.Distance(&o); got != want {
				t.Errorf("%s: %v and %v: distance %v, want %v", row.why, s, o, got, want)
			}
			if a, b, d := s.Nearest(&o); a != p || b != q || d != want {
				t.Errorf("%s: %v and %v: %v and %v are nearest, want %v and %v", row.why, s, o, a, b, p, q)
			}
		}
	}
	points := plane.Segment{{3, 4}, {3, 4}}
	if d := points.Distance(&plane.Segment{}); d != 5 {
		t.Errorf("two points: distance %v", d)
	}
}

// TestSegmentDistanceEqualsOracle compares random segments with the rational twin.
func TestSegmentDistanceEqualsOracle(t *testing.T) {
	for _, family := range families {
		meet, apart := 0, 0
		for seed := range uint64(longtest.Rounds(t, 200, 800)) {
			a, b := family.make(rand.New(rand.NewPCG(seed, 3)))
			s, o := plane.Segment{a[0], a[1]}, plane.Segment{b[0], b[1]}
			squared := oracle.SegmentDistanceSquared(s, o)
			got := s.Distance(&o)
			if squared.Sign() == 0 {
				meet++
				if got != 0 {
					t.Errorf("%s, seed %d: %v and %v meet; distance %v", family.name, seed, s, o, got)
				}
			} else {
				apart++
			}
			p, q, d := s.Nearest(&o)
			if o.Distance(&s) != got || d != got {
				t.Errorf("%s, seed %d: %v and %v: distances %v, %v and %v", family.name, seed, s, o, got, o.Distance(&s), d)
			}
			if !measurable(&a, &b) {
				continue
			}
			size := extent(s[:], o[:])
			if math.Abs(got-math.Sqrt(float(squared))) > 1e-15*size {
				t.Errorf("%s, seed %d: %v and %v: distance %v, want %v", family.name, seed, s, o, got, math.Sqrt(float(squared)))
			}
			for _, x := range []float64{
				math.Abs(math.Hypot(p[0]-q[0], p[1]-q[1]) - d),
				s.Distance(&plane.Segment{p, p}), o.Distance(&plane.Segment{q, q}),
			} {
				if x > 1e-15*size {
					t.Errorf("%s, seed %d: %v and %v: %v and %v are nearest, off by %v", family.name, seed, s, o, p, q, x)
				}
			}
		}
		t.Logf("%s: %d meet, %d are apart", family.name, meet, apart)
	}
}

func BenchmarkSegmentDistance(b *testing.B) {
	onPairs(b, func(t, u *plane.Triangle) {
		s, o := plane.Segment{t[0], t[1]}, plane.Segment{u[0], u[1]}
		s.Distance(&o)
	})
}
