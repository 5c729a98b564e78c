package tritri_test

import (
	"math"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/oracle"
	"github.com/meshcheck/meshcheck/tritri"
)

// size is what errors are measured against: the diagonal of both triangles' box.
func size(t, u geom.Triangle) float64 { return t.Box().Union(u.Box()).Diagonal() }

// eachFound calls f with every pair of triangles that the oracle finds in soups of
// the named makers.
func eachFound(t *testing.T, makers []string, f func(t *testing.T, tt, uu geom.Triangle, p oracle.Pair)) {
	t.Helper()
	for _, name := range makers {
		t.Run(name, func(t *testing.T) {
			n := 0
			for seed := range soupsOfEach(t) {
				soup := makerOf(t, name)(meshgen.Rand(seed), 14)
				for _, p := range oracle.Check(soup).Pairs {
					f(t, soup[p.I], soup[p.J], p)
					n++
				}
			}
			if n == 0 {
				t.Error("no pairs to measure")
			}
		})
	}
}

// Soups whose triangles are well away from being needles, so that the ends of a
// segment and the corners of a polygon are well conditioned; and all that have pairs.
var (
	roundish = []string{"random", "snapped", "coplanar", "duplicates", "sprinkled"}
	thin     = []string{"near coplanar"}
)

// TestSegmentEqualsOracle compares segments with the correctly rounded ones.
func TestSegmentEqualsOracle(t *testing.T) {
	compared := 0
	eachFound(t, roundish, func(t *testing.T, tt, uu geom.Triangle, p oracle.Pair) {
		if p.Kind != oracle.Crossing || p.ThroughEdge {
			return
		}
		compared++
		for range 2 {
			m := tritri.Relate(&tt, &uu)
			a, b := m.Segment()
			if b.Sub(a).Dot(p.Segment[1].Sub(p.Segment[0])) < 0 {
				a, b = b, a
			}
			if e := max(a.Sub(p.Segment[0]).Norm(), b.Sub(p.Segment[1]).Norm()); !(e <= 1e-12*size(tt, uu)) {
				t.Errorf("segment of %v and %v: %v %v, want %v", tt, uu, a, b, p.Segment)
			}
			tt, uu = uu, tt
		}
	})
	if compared < 100 {
		t.Errorf("only %d segments were compared", compared)
	}
}

// TestMeetingLiesOnBoth: the ends of segments and the corners of polygons lie on
// both triangles, also where needles make their place along the line uncertain.
func TestMeetingLiesOnBoth(t *testing.T) {
	law := func(tolerance float64) func(t *testing.T, tt, uu geom.Triangle, p oracle.Pair) {
		return func(t *testing.T, tt, uu geom.Triangle, p oracle.Pair) {
			for _, q := range meeting(&tt, &uu) {
				if e := max(distance(q, tt), distance(q, uu)); !(e <= tolerance*size(tt, uu)) {
					t.Errorf("%s of %v and %v: %v is %g off", p.Kind, tt, uu, q, e)
				}
			}
		}
	}
	eachFound(t, roundish, law(1e-14))
	// The error of distance itself takes part here.
	eachFound(t, thin, law(1e-8))
}

// meeting returns the ends of the segment or the corners of the polygon in which
// two triangles meet.
func meeting(t, u *geom.Triangle) []geom.Vec {
	m := tritri.Relate(t, u)
	if m.Coplanar {
		return tritri.Polygon(t, u)
	}
	p, q := m.Segment()
	return []geom.Vec{p, q}
}

// distance returns how far p is from t.
func distance(p geom.Vec, t geom.Triangle) float64 {
	rim := math.Inf(1)
	for k := range t {
		e := t[(k+1)%3].Sub(t[k])
		s := min(1, max(0, p.Sub(t[k]).Dot(e)/e.Dot(e)))
		rim = min(rim, p.Sub(t[k].Add(e.Scale(s))).Norm())
	}
	n := t.Normal()
	for k := range t {
		if n.Cross(t[(k+1)%3].Sub(t[k])).Dot(p.Sub(t[k])) < 0 {
			return rim
		}
	}
	return min(rim, math.Abs(n.Dot(p.Sub(t[0])))/n.Norm())
}

func TestAreaEqualsOracle(t *testing.T) {
	law := func(t *testing.T, tt, uu geom.Triangle, p oracle.Pair) {
		if p.Kind != oracle.Overlap && p.Kind != oracle.Duplicate {
			return
		}
		for range 2 {
			got := tritri.Area(tritri.Polygon(&tt, &uu))
			if s := size(tt, uu); !(math.Abs(got-p.Area) <= 1e-14*s*s) {
				t.Errorf("area of %v and %v: %g, want %g", tt, uu, got, p.Area)
			}
			tt, uu = uu, tt
		}
	}
	eachFound(t, roundish, law)
	eachFound(t, thin, law)
}

func TestPolygon(t *testing.T) {
	for _, row := range []struct {
		why     string
		t, u    geom.Triangle
		corners int
		area    float64
	}{
		{"small in large", floor, tri(1, 1, 0, 3, 1, 0, 1, 3, 0), 3, 2},
		{"wound the other way", floor, tri(1, 1, 0, 1, 3, 0, 3, 1, 0), 3, 2},
		{"a duplicate", floor, floor, 3, 32},
		{"a corner in", floor, tri(2, 2, 0, 9, 9, 0, 2, 9, 0), 3, 4},
		{"a star of David", tri(0, 0, 0, 6, 0, 0, 3, 6, 0), tri(0, 4, 0, 3, -2, 0, 6, 4, 0), 6, 12},
		{"a tip cut off", floor, tri(-20, 6, 0, 20, 6, 0, 0, 36, 0), 3, 2},
		{"a strip along an edge", floor, tri(-20, 1, 0, 0, -30, 0, 20, 1, 0), 4, 7.5},
		{"a corner on an edge", floor, tri(4, 0, 0, 3, -2, 0, 5, -2, 0), 1, 0},
		{"an edge on part of an edge", floor, tri(2, 0, 0, 4, -3, 0, 6, 0, 0), 2, 0},
		{"tilted", slope, tri(5, 5, 2, 2, 5, 5, 5, 2, 5), 3, 9 * math.Sqrt(3) / 2},
	} {
		t.Run(row.why, func(t *testing.T) {
			p := tritri.Polygon(&row.t, &row.u)
			if len(p) != row.corners {
				t.Fatalf("%d corners, want %d: %v", len(p), row.corners, p)
			}
			if got := tritri.Area(p); math.Abs(got-row.area) > 1e-14*64 {
				t.Errorf("area %v, want %v", got, row.area)
			}
			for k := 2; k < len(p); k++ {
				turn := p[k-1].Sub(p[k-2]).Cross(p[k].Sub(p[k-1]))
				if turn.Dot(row.t.Normal()) <= 0 {
					t.Errorf("not convex in the winding of the first triangle: %v", p)
				}
			}
		})
	}
}

func TestSegment(t *testing.T) {
	for _, row := range []struct {
		why  string
		u    geom.Triangle
		p, q geom.Vec
	}{
		{"ends at its own edges", tri(1, 1, -1, 5, 1, -1, 3, 1, 1), geom.Vec{2, 1, 0}, geom.Vec{4, 1, 0}},
		{"ends at the other's edges", tri(-9, 2, -9, 20, 2, -9, 5, 2, 9), geom.Vec{0, 2, 0}, geom.Vec{6, 2, 0}},
		{"from corner to hypotenuse", tri(0, 0, 0, 8, 8, 4, 8, 8, -4), geom.Vec{0, 0, 0}, geom.Vec{4, 4, 0}},
		{"a corner on the face", tri(1, 1, 0, 2, 1, 3, 1, 2, 3), geom.Vec{1, 1, 0}, geom.Vec{1, 1, 0}},
		{"an edge through an edge", tri(4, 0, -1, 4, 0, 1, 4, -5, 0), geom.Vec{4, 0, 0}, geom.Vec{4, 0, 0}},
		{"an edge in the face", tri(1, 1, 0, 3, 1, 0, 2, 1, 4), geom.Vec{1, 1, 0}, geom.Vec{3, 1, 0}},
		{"part of an edge", tri(4, 0, 0, 12, 0, 0, 4, 3, 5), geom.Vec{4, 0, 0}, geom.Vec{8, 0, 0}},
	} {
		for _, swapped := range []bool{false, true} {
			tt, uu := floor, row.u
			if swapped {
				tt, uu = uu, tt
			}
			m := tritri.Relate(&tt, &uu)
			p, q := m.Segment()
			if q[0] < p[0] {
				p, q = q, p
			}
			if p.Sub(row.p).Norm() > 1e-14 || q.Sub(row.q).Norm() > 1e-14 {
				t.Errorf("%s (swapped: %v): %v %v, want %v %v", row.why, swapped, p, q, row.p, row.q)
			}
			if row.p == row.q && p != q {
				t.Errorf("%s (swapped: %v): the ends %v and %v of a point differ", row.why, swapped, p, q)
			}
		}
	}
}

func TestArea(t *testing.T) {
	for _, row := range []struct {
		why     string
		polygon []geom.Vec
		want    float64
	}{
		{"nothing", nil, 0},
		{"a point", []geom.Vec{{1, 2, 3}}, 0},
		{"a segment", []geom.Vec{{1, 2, 3}, {4, 5, 6}}, 0},
		{"a triangle far from the origin", []geom.Vec{{1e6, 0, 1e6}, {1e6 + 1, 0, 1e6}, {1e6, 0, 1e6 + 1}}, 0.5},
		{"a square", []geom.Vec{{0, 5, 0}, {2, 5, 0}, {2, 5, 2}, {0, 5, 2}}, 4},
	} {
		if got := tritri.Area(row.polygon); got != row.want {
			t.Errorf("%s: %v, want %v", row.why, got, row.want)
		}
	}
}

// TestMeasuresStayFinite measures triangles that mix the ends of float32's range.
func TestMeasuresStayFinite(t *testing.T) {
	eachFound(t, []string{"extreme"}, func(t *testing.T, tt, uu geom.Triangle, p oracle.Pair) {
		points := meeting(&tt, &uu)
		for _, q := range points {
			if !q.Finite() {
				t.Errorf("%s of %v and %v: %v", p.Kind, tt, uu, q)
			}
		}
		for _, x := range []float64{tritri.Area(points), tritri.Depth(&tt, &uu)} {
			if !(x >= 0) || math.IsInf(x, 1) {
				t.Errorf("%s of %v and %v: a measure of %v", p.Kind, tt, uu, x)
			}
		}
	})
}
