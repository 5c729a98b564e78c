package geom

import "math"

// Nearest points, in float64. Which part of a body is nearest follows C. Ericson,
// "Real-Time Collision Detection", 2005, sections 5.1.2, 5.1.5 and 5.1.9. The points
// are computed differently, because his quotients lose all their digits on
// near-parallel segments and on slivers.
//
// Let size be the largest difference of any two coordinates of the arguments. Then a distance
// is within 2^-49·size of the true one, also for near-parallel, sliver and degenerate input,
// and the points returned are that far apart, up to the rounding of their own coordinates.
// If several points are equally near, up to rounding, any of them may be returned. Differences below 1e-64 may be taken for 0. Coordinates must be finite.
//
// Proof, with L the size and ε = 2^-53: edges are differences rounded once, which
// moves the ends of a segment by ε·L and no distance by more. A normal is off by ε·L²,
// so it is tilted by ε·L/h where a sliver has the height h, and by ε/θ where
// segments enclose the angle θ (h = θ·L in what follows). For bodies D apart that shifts
// the nearest points sideways by D·ε·L/h at most, and never by more than h; a shift of s
// adds s²/2D to a distance D, which is below ε·L/2 for all h. Ericson's quotients have
// h² in the place of h, and shift them by all of h when it is √ε·L.

// Products of two squares above maxSquare could overflow; squares below minSquare have lost
// digits to underflow.
const (
	maxSquare = 0x1p+500
	minSquare = 0x1p-960
)

// Segment is the closed segment between two points, which may be equal.
type Segment [2]Vec

// Nearest returns the point q of s nearest to p, and its distance.
func (s *Segment) Nearest(p Vec) (q Vec, distance float64) {
	e, w := s[1].Sub(s[0]), p.Sub(s[0])
	square := e.Dot(e)
	if !(square+w.Dot(w) < maxSquare) {
		m := shrink(s[0], s[1], p)
		q, distance = (&Segment{m.in(s[0]), m.in(s[1])}).Nearest(m.in(p))
		return m.out(q), m.length(distance)
	}
	at := clampedRatio(w.Dot(e), square)
	return s.at(at), w.Sub(e.Scale(at)).Norm()
}

// at returns the point at parameter x from 0 to 1, which is exact at the ends.
func (s *Segment) at(x float64) Vec {
	if x == 1 {
		return s[1]
	}
	return s[0].Lerp(s[1], x)
}

// clampedRatio returns a/b clamped to 0…1, or 0 if b is 0.
func clampedRatio(a, b float64) float64 {
	if b < minSquare {
		return 0
	}
	return max(0, min(a/b, 1))
}

// NearestTo returns a point p of s and a point q of r at the least distance, and that distance.
// Exchanging s and r exchanges p and q, up to rounding and to the choice among equally near points.
func (s *Segment) NearestTo(r *Segment) (p, q Vec, distance float64) {
	// The vector from s at x to r at y is w + y·e - x·d.
	d, e, w := s[1].Sub(s[0]), r[1].Sub(r[0]), r[0].Sub(s[0])
	dd, ee := d.Dot(d), e.Dot(e)
	if !(dd+ee+w.Dot(w) < maxSquare) {
		m := shrink(s[0], s[1], r[0], r[1])
		p, q, distance = (&Segment{m.in(s[0]), m.in(s[1])}).NearestTo(&Segment{m.in(r[0]), m.in(r[1])})
		return m.out(p), m.out(q), m.length(distance)
	}
	// The lines come nearest at x = (w×e)·n / n·n. An x outside of the segment is
	// clamped, y follows from it, and x from y if that had to be clamped as well.
	n, we := d.Cross(e), w.Cross(e)
	x := clampedRatio(we.Dot(n), n.Dot(n))
	y := clampedRatio(d.Scale(x).Sub(w).Dot(e), ee)
	if y == 0 || y == 1 {
		x = clampedRatio(w.Add(e.Scale(y)).Dot(d), dd)
	}
	return s.at(x), r.at(y), w.Add(e.Scale(y)).Sub(d.Scale(x)).Norm()
}

// Foot returns the foot q of the perpendicular from p to the plane of t, and the distance to it. ok
// reports whether the foot lies in t, including its border up to rounding; it is false if t is
// degenerate.
func (t *Triangle) Foot(p Vec) (q Vec, distance float64, ok bool) {
	// Relative to its longest edge, even a sliver is a well-conditioned frame.
	base, longest := 0, -1.0
	for k := range t {
		e := t[next[k]].Sub(t[k])
		if square := e.Dot(e); square > longest {
			base, longest = k, square
		}
	}
	a := t[base]
	e, g, w := t[next[base]].Sub(a), t[next[next[base]]].Sub(a), p.Sub(a)
	if !(longest+w.Dot(w) < maxSquare) {
		m := shrink(t[0], t[1], t[2], p)
		q, distance, ok = (&Triangle{m.in(t[0]), m.in(t[1]), m.in(t[2])}).Foot(m.in(p))
		return m.out(q), m.length(distance), ok
	}
	n := e.Cross(g)
	// The foot is a + x·e + y·g: y by the height above the edge, x by the remainder. Both
	// are NaN or infinite, and not within, where there is no normal.
	y := w.Dot(n.Cross(e)) / n.Dot(n)
	x := w.Sub(g.Scale(y)).Dot(e) / longest
	if !(x >= 0 && y >= 0 && x+y <= 1) {
		return Vec{}, 0, false
	}
	along := e.Scale(x).Add(g.Scale(y))
	return a.Add(along), w.Sub(along).Norm(), true
}

// Nearest returns the point q of t nearest to p, and its distance. A degenerate t is the segment or
// point that its corners span.
func (t *Triangle) Nearest(p Vec) (q Vec, distance float64) {
	if q, distance, ok := t.Foot(p); ok {
		return q, distance
	}
	distance = math.Inf(1)
	for k := range t {
		if r, d := (&Segment{t[k], t[next[k]]}).Nearest(p); d < distance {
			q, distance = r, d
		}
	}
	return q, distance
}

// shrunk scales by 2^-exponent, so that products of coordinates near the end of float64's range
// stay within it.
type shrunk struct{ exponent int }

// shrink returns the scale at which no coordinate of the points is above 1. It panics if a
// coordinate is not finite.
func shrink(points ...Vec) shrunk {
	var largest float64
	for _, p := range points {
		if !p.Finite() {
			panic("geom: nearest points of coordinates that are not finite")
		}
		largest = max(largest, math.Abs(p[0]), math.Abs(p[1]), math.Abs(p[2]))
	}
	_, e := math.Frexp(largest)
	return shrunk{e}
}

func (m shrunk) in(p Vec) Vec {
	return Vec{math.Ldexp(p[0], -m.exponent), math.Ldexp(p[1], -m.exponent), math.Ldexp(p[2], -m.exponent)}
}

func (m shrunk) out(p Vec) Vec { return shrunk{-m.exponent}.in(p) }

func (m shrunk) length(x float64) float64 { return math.Ldexp(x, m.exponent) }

// LongestDiagonal returns the two points that are farthest apart, or the same point twice if there
// is only one.
func LongestDiagonal(points []Vec) (ends Segment) {
	most := -1.0
	for k, a := range points {
		for _, b := range points[:k+1] {
			if d := a.Sub(b).Norm(); d > most {
				most, ends = d, Segment{a, b}
			}
		}
	}
	return ends
}
