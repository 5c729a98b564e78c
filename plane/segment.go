package plane

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// Segment is the closed segment between two points, which may be equal.
type Segment [2]geom.Vec2

// Distance returns the distance of s and o. It is 0 if they have a point in common, which is
// decided exactly, otherwise the float64 distance of an end of one from the other. Coordinates must
// be finite. Symmetric.
func (s *Segment) Distance(o *Segment) float64 {
	if s.Meets(o) {
		return 0
	}
	return min(s.distanceTo(o[0]), s.distanceTo(o[1]), o.distanceTo(s[0]), o.distanceTo(s[1]))
}

// Nearest returns a nearest point p of s and q of o, up to rounding, and their Distance. If the
// segments meet, p and q are the same point.
func (s *Segment) Nearest(o *Segment) (p, q geom.Vec2, d float64) {
	d = math.Inf(1)
	for _, end := range o {
		if e := s.distanceTo(end); e < d {
			p, q, d = s.foot(end), end, e
		}
	}
	for _, end := range s {
		if e := o.distanceTo(end); e < d {
			p, q, d = end, o.foot(end), e
		}
	}
	if !s.Meets(o) {
		return p, q, d
	}
	// The computed crossing of nearly parallel segments may be far off along them. An end is then
	// as good.
	if crossing := s.crossing(o); o.distanceTo(crossing) < d {
		return crossing, crossing, 0
	}
	return q, q, 0
}

// Meets reports whether s and o have a point in common, exactly: their boxes meet, and neither lies
// strictly on one side of the other's line. If all four orientations are zero, the segments are
// collinear, and they meet if their boxes do. Coordinates must be finite.
func (s *Segment) Meets(o *Segment) bool {
	for k := range 2 {
		if max(s[0][k], s[1][k]) < min(o[0][k], o[1][k]) || max(o[0][k], o[1][k]) < min(s[0][k], s[1][k]) {
			return false
		}
	}
	return geom.Orient2D(s[0], s[1], o[0])*geom.Orient2D(s[0], s[1], o[1]) <= 0 &&
		geom.Orient2D(o[0], o[1], s[0])*geom.Orient2D(o[0], o[1], s[1]) <= 0
}

// crossing returns the point of s on the line of o.
func (s *Segment) crossing(o *Segment) geom.Vec2 {
	along, other := minus(s[1], s[0]), minus(o[1], o[0])
	return s.at(cross(minus(o[0], s[0]), other) / cross(along, other))
}

// at returns the point s[0] + t·(s[1]-s[0]), with t clamped to [0, 1].
func (s *Segment) at(t float64) geom.Vec2 {
	switch {
	case !(t > 0):
		return s[0]
	case t >= 1:
		return s[1]
	}
	return plus(s[0], scaled(minus(s[1], s[0]), t))
}

// foot returns the point of s nearest to p.
func (s *Segment) foot(p geom.Vec2) geom.Vec2 {
	d := minus(s[1], s[0])
	return s.at(dot(minus(p, s[0]), d) / dot(d, d))
}

// distanceTo returns the distance of s and p. If the foot of the perpendicular lies within s, the
// relative precision does not depend on the distance, provided the differences of coordinates are
// exact.
func (s *Segment) distanceTo(p geom.Vec2) float64 {
	d, w := minus(s[1], s[0]), minus(p, s[0])
	switch along := dot(w, d); {
	case !(along > 0):
		return length(w)
	case along >= dot(d, d):
		return length(minus(p, s[1]))
	}
	n := geom.PreciseCross(&geom.Vec{d[0], d[1]}, &geom.Vec{w[0], w[1]})
	return math.Abs(n[2]) / length(d)
}
