package tritri

import (
	"math"

	"github.com/meshcheck/meshcheck/internal/tripacket"

	"github.com/meshcheck/meshcheck/geom"
)

// Segment returns the ends of the segment in which t and u meet. The triangles must be in different
// planes and meet. The ends are equal if they meet in a point.
//
// This is Möller's interval overlap in float64, for drawing. The edges that contain the ends are
// exact. Rounding may move the ends, but they are always finite.
func (m *Meeting) Segment() (p, q geom.Vec) {
	a, b := m.ends()
	first := m.orient(a.corner, a.first, b.corner, b.first)
	p = m.cut(first > 0, [2]int{a.corner, b.corner}, [2]int{a.first, b.first})
	if !m.lasting && (m.orient(a.corner, a.last, b.corner, b.first) == 0 || m.orient(a.corner, a.first, b.corner, b.last) == 0) {
		return p, p
	}
	last := m.orient(a.corner, a.last, b.corner, b.last)
	return p, m.cut(last < 0, [2]int{a.corner, b.corner}, [2]int{a.last, b.last})
}

// cut returns the end of the interval of t, or of u, on the edge from its apex to another corner;
// both corners are given for t and for u.
func (m *Meeting) cut(ofU bool, apex, corner [2]int) geom.Vec {
	// The choice is unpredictable, so pointers are chosen without a branch.
	k := bit(ofU)
	t := [2]*geom.Triangle{m.t, m.u}[k]
	side, height := [2]*sides{&m.st, &m.su}[k], [2]*[3]float64{&m.ht, &m.hu}[k]
	return cut(t, side, height, apex[k], corner[k])
}

// cut returns the point in which the edge of t from corner i to corner k meets a plane, given the
// sides and heights of the corners.
func cut(t *geom.Triangle, side *sides, height *[3]float64, i, k int) geom.Vec {
	switch {
	case side[i] == 0:
		return t[i]
	case side[k] == 0:
		return t[k]
	}
	return t[i].Lerp(t[k], fraction(height[i], height[k]))
}

// fraction returns the fraction at which the height is zero between two points of heights h and l
// on strictly different sides. If rounding has made the signs of the heights equal, it returns a
// fallback.
func fraction(h, l float64) float64 {
	if f := h / (h - l); f >= 0 && f <= 1 {
		return f
	}
	return 0.5
}

// Polygon returns the corners of the convex intersection of two coplanar triangles, in t's winding.
// It has fewer than three corners if they only touch. Computed in float64 by clipping t at u's
// edges (I. Sutherland and G. Hodgman, "Reentrant Polygon Clipping", CACM 17(1), 1974).
func Polygon(t, u *geom.Triangle) []geom.Vec {
	o := t[0]
	a, b := t.Sub(o), u.Sub(o)
	n := b.Normal()
	p := a[:]
	for k := range b {
		p = clip(p, b[k], n.Cross(b[next[k]].Sub(b[k])))
	}
	for k := range p {
		p[k] = p[k].Add(o)
	}
	return distinct(p)
}

// clip returns the part of the convex polygon p on the side of q to which inward points, including
// q.
func clip(p []geom.Vec, q, inward geom.Vec) []geom.Vec {
	var out []geom.Vec
	for k := range p {
		a, b := p[k], p[(k+1)%len(p)]
		da, db := inward.Dot(a.Sub(q)), inward.Dot(b.Sub(q))
		if da >= 0 {
			out = append(out, a)
		}
		if da > 0 && db < 0 || da < 0 && db > 0 {
			out = append(out, a.Lerp(b, da/(da-db)))
		}
	}
	return out
}

// distinct drops corners that repeat the previous one.
func distinct(p []geom.Vec) []geom.Vec {
	var out []geom.Vec
	for k := range p {
		if p[k] != p[(k+1)%len(p)] {
			out = append(out, p[k])
		}
	}
	if len(out) == 0 && len(p) > 0 {
		out = p[:1]
	}
	return out
}

// Area returns the area of a planar polygon in float64, 0 if it has fewer than three corners.
func Area(polygon []geom.Vec) float64 {
	var n geom.Vec
	for k := 2; k < len(polygon); k++ {
		n = n.Add(polygon[k-1].Sub(polygon[0]).Cross(polygon[k].Sub(polygon[0])))
	}
	return n.Norm() / 2
}

// Depth returns the length of the shortest translation after which t and u no longer overlap: the
// least overlap of their projections onto both normals and the nine cross products of their edges,
// which are the face normals of their Minkowski difference. It is 0, up to rounding, for triangles
// that are coplanar or only touch. Float64.
//
// Cross products of edges within 1e-8 of parallel are mostly rounding and are ignored: they could
// only make the depth too small by accident.
func Depth(t, u *geom.Triangle) float64 {
	a, b, unit := inRange(t, u)
	p := tripacket.ProbeOf(a)
	return math.Ldexp(math.Sqrt(p.SquaredDepth(b)), unit)
}

// inRange returns t and u unchanged or, if squares of their lengths could overflow or all vanish,
// moved so that t's first corner is the origin, and scaled by 2^-unit.
func inRange(t, u *geom.Triangle) (a, b *geom.Triangle, unit int) {
	// Products of three lengths, and their squares, are in range for all float32 numbers.
	if largest := largestDifference(t, u); 0x1p-140 < largest && largest < 0x1p130 {
		return t, u, 0
	}
	x, y, unit := centred(t, u)
	return &x, &y, unit
}

// largestDifference returns the greatest coordinate of a corner relative to the first one of t.
func largestDifference(t, u *geom.Triangle) (largest float64) {
	o := &t[0]
	for k := range t {
		for i := range 3 {
			largest = max(largest, math.Abs(t[k][i]-o[i]), math.Abs(u[k][i]-o[i]))
		}
	}
	return largest
}

// centred returns t and u moved so that t's first corner is the origin, and scaled by 2^-unit so
// that squares of their lengths neither overflow nor all vanish.
func centred(t, u *geom.Triangle) (a, b geom.Triangle, unit int) {
	largest := largestDifference(t, u)
	if math.IsInf(largest, 1) {
		a, b, unit = centred(scaled(t, -2), scaled(u, -2))
		return a, b, unit + 2
	}
	a, b = t.Sub(t[0]), u.Sub(t[0])
	if 0x1p-60 < largest && largest < 0x1p60 {
		return a, b, 0
	}
	_, unit = math.Frexp(largest)
	return *scaled(&a, -unit), *scaled(&b, -unit), unit
}

// scaled returns t times 2^exponent.
func scaled(t *geom.Triangle, exponent int) *geom.Triangle {
	var s geom.Triangle
	for k := range t {
		for i := range 3 {
			s[k][i] = math.Ldexp(t[k][i], exponent)
		}
	}
	return &s
}
