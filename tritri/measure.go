package tritri

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// Segment returns the ends of the segment in which t and u meet, two triangles in
// different planes for which Relate says that they do. The ends are equal where
// they meet in a point.
//
// This is Möller's interval overlap in float64: what a report draws, not what
// decides. Rounding may move the ends; it never makes them other than finite.
func Segment(t, u *geom.Triangle) (p, q geom.Vec) {
	f := Prepare(t)
	f.other = geom.PlaneOf(u[0], u[1], u[2])
	f.su, f.hu = glance(u, &f.plane)
	f.st, f.ht = glance(t, &f.other)
	f.su.settle(u, &f.plane)
	f.st.settle(t, &f.other)
	return f.Segment(u)
}

// Segment is the function Segment of the facet's triangle and u, the triangle that it
// was last related to, with the result that they meet in different planes. It is the
// quicker of the two.
func (f *Facet) Segment(u *geom.Triangle) (p, q geom.Vec) {
	d := f.plane.Normal().Cross(f.other.Normal())
	first, last := cut(&f.t, f.st, &f.ht, &d, &f.t[0])
	from, to := cut(u, f.su, &f.hu, &d, &f.t[0])
	if from.at > first.at {
		first = from
	}
	if to.at < last.at {
		last = to
	}
	if first.at > last.at {
		// They meet in a point, and rounding has pushed the ends past each other.
		m := first.p.Lerp(last.p, 0.5)
		return m, m
	}
	return first.p, last.p
}

// stop is a point on the line where two planes meet, and its place along it.
type stop struct {
	p  geom.Vec
	at float64
}

// cut returns the first and the last point, along a line in a plane with direction d,
// in which t, with its corners on these sides of the plane and at these heights, meets
// it; t must do so. Places are relative to o: they lose nothing to what is common to all
// points' distance from the origin.
func cut(t *geom.Triangle, side sides, height *[3]float64, d, o *geom.Vec) (first, last stop) {
	found := false
	for k := range t {
		m := next[k]
		var s stop
		switch {
		case side[k] == 0:
			s.p = t[k]
		case side[k]*side[m] < 0:
			s.p = t[k].Lerp(t[m], fraction(height[k], height[m]))
		default:
			continue
		}
		s.at = d.Dot(s.p.Sub(*o))
		if !found || s.at < first.at {
			first = s
		}
		if !found || s.at > last.at {
			last = s
		}
		found = true
	}
	return first, last
}

// fraction returns where between two points of heights h and l on strictly
// different sides the height is zero. Heights that rounding has left without a
// difference in sign say nothing.
func fraction(h, l float64) float64 {
	if f := h / (h - l); f >= 0 && f <= 1 {
		return f
	}
	return 0.5
}

// Polygon returns the corners of the convex polygon that two coplanar triangles
// have in common, in t's winding. It has fewer than three corners where they only
// touch. Computed in float64 by clipping t at u's edges (I. Sutherland and G.
// Hodgman, "Reentrant Polygon Clipping", CACM 17(1), 1974).
func Polygon(t, u *geom.Triangle) []geom.Vec {
	o := t[0]
	a, b := moved(t, o), moved(u, o)
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

func moved(t *geom.Triangle, o geom.Vec) geom.Triangle {
	return geom.Triangle{t[0].Sub(o), t[1].Sub(o), t[2].Sub(o)}
}

// clip returns the part of the convex polygon p on the side of q to which inward
// points, q included.
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

// distinct drops corners that repeat the one before.
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

// Area returns the area of a planar polygon with the given corners, in float64;
// 0 if it has fewer than three.
func Area(polygon []geom.Vec) float64 {
	var n geom.Vec
	for k := 2; k < len(polygon); k++ {
		n = n.Add(polygon[k-1].Sub(polygon[0]).Cross(polygon[k].Sub(polygon[0])))
	}
	return n.Norm() / 2
}

// Depth returns the length of the shortest translation after which t and u no
// longer overlap: the least overlap of their projections onto both normals and
// the nine cross products of their edges, the face normals of their Minkowski
// difference. It is 0, up to rounding, for triangles that are coplanar or only
// touch. Float64.
//
// The cross product of edges within 1e-8 of parallel is mostly rounding and is left
// out: it could only make the depth too small by accident.
func Depth(t, u *geom.Triangle) float64 {
	a, b, unit := centred(t, u)
	ea := [3]geom.Vec{a[1].Sub(a[0]), a[2].Sub(a[1]), a[0].Sub(a[2])}
	eb := [3]geom.Vec{b[1].Sub(b[0]), b[2].Sub(b[1]), b[0].Sub(b[2])}
	na, nb := ea[0].Cross(ea[1]), eb[0].Cross(eb[1])
	least := leastOverlap{math.Inf(1)}
	// Along its own normal a triangle is one number, that of its first corner.
	least.add(&na, 0, 0, 0, na.Dot(b[0]), na.Dot(b[1]), na.Dot(b[2]))
	at := nb.Dot(b[0])
	least.add(&nb, 0, nb.Dot(a[1]), nb.Dot(a[2]), at, at, at)
	// Along the cross product of an edge of a and one of b, each is two numbers: that of the edge
	// and, by triple products, that of its third corner, relative to the edge of a.
	var thirdA, thirdB, lengths [3]float64
	for k := range 3 {
		thirdA[k], thirdB[k] = -eb[k].Dot(na), ea[k].Dot(nb)
		lengths[k] = eb[k].Dot(eb[k])
	}
	for i, e := range ea {
		length := e.Dot(e)
		for j := range eb {
			axis := e.Cross(eb[j])
			switch square := axis.Dot(axis); {
			case square > 1e-8*length*lengths[j]:
				x := axis.Dot(b[j].Sub(a[i]))
				y := x + thirdB[i]
				least.note(min(max(0, thirdA[j])-min(x, y), max(x, y)-min(0, thirdA[j])), square)
			case square > 1e-16*length*lengths[j]:
				// Rounding has turned the axis. Any axis will do, if all corners are projected onto it.
				least.add(&axis, axis.Dot(a[0]), axis.Dot(a[1]), axis.Dot(a[2]), axis.Dot(b[0]), axis.Dot(b[1]), axis.Dot(b[2]))
			}
		}
	}
	if math.IsInf(least.square, 1) {
		return 0
	}
	return math.Ldexp(math.Sqrt(least.square), unit)
}

// leastOverlap is the least of the overlaps of two intervals along several axes, squared.
type leastOverlap struct{ square float64 }

// add takes the overlap of the projections of two triangles onto an axis, unless that is 0.
func (l *leastOverlap) add(axis *geom.Vec, a0, a1, a2, b0, b1, b2 float64) {
	if square := axis.Dot(*axis); square > 0 {
		l.note(min(max(a0, a1, a2)-min(b0, b1, b2), max(b0, b1, b2)-min(a0, a1, a2)), square)
	}
}

// note takes an overlap along an axis whose length has the given square, in units of that length.
func (l *leastOverlap) note(overlap, square float64) {
	overlap = max(0, overlap)
	if d := overlap * overlap; d < l.square*square {
		l.square = d / square
	}
}

// centred returns t and u moved so that t's first corner is the origin, and scaled
// by 2^-unit so that squares of their lengths neither overflow nor all vanish.
func centred(t, u *geom.Triangle) (a, b geom.Triangle, unit int) {
	o := t[0]
	var largest float64
	for k := range t {
		a[k], b[k] = t[k].Sub(o), u[k].Sub(o)
		for i := range 3 {
			largest = max(largest, math.Abs(a[k][i]), math.Abs(b[k][i]))
		}
	}
	if 0x1p-60 < largest && largest < 0x1p60 {
		return a, b, 0
	}
	if math.IsInf(largest, 1) {
		a, b, unit = centred(scaled(t, -2), scaled(u, -2))
		return a, b, unit + 2
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

// overlapAlong returns the length in which the projections of a and b onto the
// axis overlap, and infinity for an axis whose squared length is not above least.
func overlapAlong(axis geom.Vec, least float64, a, b *geom.Triangle) float64 {
	square := axis.Dot(axis)
	if !(square > least) {
		return math.Inf(1)
	}
	l0, h0 := extent(a, axis)
	l1, h1 := extent(b, axis)
	return max(0, min(h0-l1, h1-l0)) / math.Sqrt(square)
}

// extent returns the least and the greatest coordinate of t along axis.
func extent(t *geom.Triangle, axis geom.Vec) (lo, hi float64) {
	x, y, z := axis.Dot(t[0]), axis.Dot(t[1]), axis.Dot(t[2])
	if x > y {
		x, y = y, x
	}
	return min(x, z), max(y, z)
}
