package tritri

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// Distance returns a point p of t and a point q of u with the least distance, and that
// distance. If the two meet or share a vertex, it is exactly 0, and p = q is a point of
// both. This is decided as in Relate, except that two degenerate triangles, the segments
// or points that their corners span, are only measured.
//
// Otherwise it is the least over 15 pairs of features, nine of an edge with an edge and
// six of a corner with a face, in float64: within 2^-47 of size, the largest difference
// of two coordinates, whatever the shapes; p and q are that far apart up to the
// rounding of their coordinates. Exchanging t and u exchanges p and q, up to rounding
// and to the choice among equally near points. Coordinates must be finite.
//
// The search stops at two points if no part of either triangle lies between the planes
// through them (E. Larsen, S. Gottschalk, M. Lin and D. Manocha, "Fast Proximity Queries
// with Swept Sphere Volumes", UNC TR99-018, 1999); few pairs need all fifteen.
func Distance(t, u *geom.Triangle) (p, q geom.Vec, distance float64) {
	p, q, distance, _ = DistanceBelow(t, u, math.Inf(1))
	return p, q, distance
}

// DistanceBelow reports whether Distance is below limit, and if so, returns it with its points. It
// is faster than Distance if a plane proves the opposite. A distance that differs from the limit by
// less than the error of Distance may be decided either way.
func DistanceBelow(t, u *geom.Triangle, limit float64) (p, q geom.Vec, distance float64, below bool) {
	a, b, unit := centred(t, u)
	n := nearest{a: &a, b: &b, distance: math.Inf(1), doubt: 0x1p-48 * span(&a, &b)}
	limit = math.Ldexp(limit, -unit)
	if n.above(&a, &b, limit) || !n.settled && n.above(&b, &a, limit) {
		return p, q, 0, false
	}
	if !n.apart {
		if c, ok := match(t, u).corner(t); ok {
			return c, c, 0, limit > 0
		}
		if meet(t, u) {
			n.meeting()
			p = restored(n.p, &a, t, t[0], unit)
			return p, p, 0, limit > 0
		}
	}
	if !n.settled {
		n.features()
	}
	if !(n.distance < limit) {
		return p, q, 0, false
	}
	p, q = restored(n.p, &a, t, t[0], unit), restored(n.q, &b, u, t[0], unit)
	return p, q, math.Ldexp(n.distance, unit), true
}

// nearest is the search for the nearest points p and q of the triangles a and b.
type nearest struct {
	a, b     *geom.Triangle
	p, q     geom.Vec
	distance float64
	// doubt bounds the rounding of a gap between projections along a vector, divided by
	// its length. With ε = 2^-53, and lengths of at most √3 times the span: corners moved
	// to the origin are off by ε, their products with the vector by 3ε, on both sides;
	// the gap itself by 6ε for differences, length and quotient. 32ε is more than all.
	doubt   float64
	apart   bool // a plane is certain to be between them
	settled bool // no other pair of points is nearer
}

// span returns the largest coordinate of both; one corner is the origin.
func span(a, b *geom.Triangle) (largest float64) {
	for k := range a {
		for i := range 3 {
			largest = max(largest, math.Abs(a[k][i]), math.Abs(b[k][i]))
		}
	}
	return largest
}

// above tests the normal of t, which is a or b. It reports whether u is farther than the limit;
// otherwise it tests whether the nearest corner of u lies above t.
func (n *nearest) above(t, u *geom.Triangle, limit float64) (beyond bool) {
	normal := trueNormal(t)
	length := normal.Norm()
	if !(length > 0) {
		return false
	}
	lowest, gap := gapAlong(normal, t, u)
	gap = gap/length - n.doubt
	if gap <= 0 {
		return false
	}
	n.apart = true
	if gap > limit {
		return true
	}
	if n.corner(t, u[lowest]) {
		n.settled = n.distance <= gap+1.125*n.doubt
	}
	return false
}

// trueNormal returns the normal of t. That of a sliver is tilted only by the rounding of its edges.
func trueNormal(t *geom.Triangle) geom.Vec {
	e, f := t[1].Sub(t[0]), t[2].Sub(t[0])
	return geom.PreciseCross(&e, &f)
}

// corner records the distance between t, which is a or b, and a point c of the other above it, and
// reports whether it is the least so far.
func (n *nearest) corner(t *geom.Triangle, c geom.Vec) (noted bool) {
	foot, d, ok := t.Foot(c)
	if !ok || d >= n.distance {
		return false
	}
	n.p, n.q, n.distance = foot, c, d
	if t == n.b {
		n.p, n.q = c, foot
	}
	return true
}

// gapAlong returns the gap between the projections of t and u onto the axis, times the axis's
// length, and the corner of u nearest to t along it.
func gapAlong(axis geom.Vec, t, u *geom.Triangle) (nearest int, gap float64) {
	lo, hi := t.Extent(axis)
	gap = math.Inf(-1)
	x := [3]float64{axis.Dot(u[0]), axis.Dot(u[1]), axis.Dot(u[2])}
	if low := min(x[0], x[1], x[2]) - hi; low > gap {
		gap = low
	}
	if high := lo - max(x[0], x[1], x[2]); high > gap {
		gap = high
	}
	for k := range x {
		if x[k]-hi == gap || lo-x[k] == gap {
			nearest = k
		}
	}
	return nearest, gap
}

// features goes through the pairs of edges and then of corners and faces, and stops at points with
// no part of either triangle between them. That gap is measured: for nearly parallel triangles it
// is not enough that they seem to lie behind their points, because rounding of the points is
// magnified in the distance.
func (n *nearest) features() {
	for i := range 3 {
		e := geom.Segment{n.a[i], n.a[next[i]]}
		for j := range 3 {
			f := geom.Segment{n.b[j], n.b[next[j]]}
			p, q, d := e.NearestTo(&f)
			if d >= n.distance {
				continue
			}
			n.p, n.q, n.distance = p, q, d
			if d <= n.between(q.Sub(p))+1.125*n.doubt {
				return
			}
		}
	}
	for k := range 3 {
		n.corner(n.a, n.b[k])
		n.corner(n.b, n.a[k])
	}
}

// between returns a lower bound of the distance: the certain gap between the projections onto the
// axis.
func (n *nearest) between(axis geom.Vec) float64 {
	length := axis.Norm()
	if !(length > 0) {
		return 0
	}
	_, gap := gapAlong(axis, n.a, n.b)
	return max(0, gap/length-n.doubt)
}

// restored undoes centred for a point of t. Corners are restored exactly.
func restored(p geom.Vec, centred, t *geom.Triangle, origin geom.Vec, unit int) geom.Vec {
	for k := range centred {
		if p == centred[k] {
			return t[k]
		}
	}
	for i := range p {
		p[i] = math.Ldexp(p[i], unit)
	}
	return origin.Add(p)
}

// corner returns a shared corner, if there is one.
func (s shared) corner(t *geom.Triangle) (c geom.Vec, ok bool) { return t[s.t[0]], s.n > 0 }

// meet reports whether two triangles that share no vertex have a point in common. Not both may be
// degenerate.
func meet(t, u *geom.Triangle) bool {
	switch flatT, flatU := t.Degenerate(), u.Degenerate(); {
	case flatT && flatU:
		return false
	case flatT:
		return edgesMeet(t, u)
	case flatU:
		return edgesMeet(u, t)
	}
	return Relate(t, u).Kind != Apart
}

// edgesMeet reports whether an edge of t meets u.
func edgesMeet(t, u *geom.Triangle) bool {
	return segmentMeets(t[0], t[1], u) || segmentMeets(t[1], t[2], u) || segmentMeets(t[2], t[0], u)
}

// meeting looks for a common point of two triangles that meet: where an edge pierces a face, at a
// corner in a face, or where edges cross. If they are nearly coplanar, rounding may move the first
// point out of the face, but only past an edge, where the last case finds it.
func (n *nearest) meeting() {
	n.pierced(n.a, n.b)
	if n.distance > n.doubt {
		n.pierced(n.b, n.a)
	}
	if n.distance > n.doubt {
		n.features()
	}
}

// pierced tries the points of t where edges of u cross its plane.
func (n *nearest) pierced(t, u *geom.Triangle) {
	var height [3]float64
	normal := trueNormal(t)
	for k := range u {
		height[k] = normal.Dot(u[k].Sub(t[0]))
	}
	for k := range u {
		if h, l := height[k], height[next[k]]; h < 0 && l > 0 || h > 0 && l < 0 {
			n.corner(t, u[k].Lerp(u[next[k]], fraction(h, l)))
		}
	}
}
