package tritri

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// flat drops the given axis of p and keeps the other two in cyclic order.
func flat(p geom.Vec, axis int) geom.Vec2 { return geom.Vec2{p[next[axis]], p[next[next[axis]]]} }

// projection returns an axis along which t does not collapse, and its orientation seen along that
// axis. It tries the axis of t's largest normal component in float64 first.
func projection(t *geom.Triangle) (axis, orientation int) {
	n := t.Normal()
	for k := 1; k < 3; k++ {
		if math.Abs(n[k]) > math.Abs(n[axis]) {
			axis = k
		}
	}
	for range 3 {
		o := geom.Orient2D(flat(t[0], axis), flat(t[1], axis), flat(t[2], axis))
		if o != 0 {
			return axis, o
		}
		axis = next[axis]
	}
	panic("tritri: degenerate triangle")
}

// polygon is the corners of a triangle in the plane, counter-clockwise, or the two ends of a
// segment.
type polygon []geom.Vec2

// project projects t to the plane, counter-clockwise whatever its winding.
func project(t *geom.Triangle, axis, orientation int) [3]geom.Vec2 {
	out := [3]geom.Vec2{flat(t[0], axis), flat(t[1], axis), flat(t[2], axis)}
	if orientation < 0 {
		out[1], out[2] = out[2], out[1]
	}
	return out
}

// separated tests the lines along a's edges: it returns +1 if all of b lies strictly outside one of
// them, 0 if at best on it or outside, -1 if every edge has a point of b strictly inside.
func separated(a, b polygon) int {
	gap := -1
	for i := range a {
		p, q := a[i], a[(i+1)%len(a)]
		nearest := -1
		for _, r := range b {
			nearest = max(nearest, geom.Orient2D(p, q, r))
			if nearest > 0 {
				break
			}
		}
		gap = max(gap, -nearest)
	}
	return gap
}

// gap is the greater of separated in both directions. For two triangles, and for a triangle and a
// segment (whose two directions are its two edges), the edges of both are the faces of their
// Minkowski difference, so no other direction can separate them: +1 means disjoint, -1 that the
// relative interiors meet.
func gap(a, b polygon) int {
	g := separated(a, b)
	if g > 0 {
		return g
	}
	return max(g, separated(b, a))
}

// relateCoplanar relates coplanar triangles that share at most one vertex.
func relateCoplanar(t, u *geom.Triangle, s shared) Relation {
	axis, ot := projection(t)
	ou := geom.Orient2D(flat(u[0], axis), flat(u[1], axis), flat(u[2], axis))
	a, b := project(t, axis, ot), project(u, axis, ou)
	g := gap(a[:], b[:])
	switch {
	case g < 0:
		return Relation{Kind: Overlap, Coplanar: true, SameFacing: ot == ou}
	case g > 0, s.n == 1 && !oppositeEdgesMeet(t, u, s):
		return Relation{}
	}
	return Relation{Kind: Touch, Coplanar: true}
}

// segmentMeetsFlat reports whether the closed segment pq meets the closed triangle t in the same
// plane.
func segmentMeetsFlat(p, q geom.Vec, t *geom.Triangle) bool {
	axis, o := projection(t)
	a := project(t, axis, o)
	return gap(a[:], polygon{flat(p, axis), flat(q, axis)}) <= 0
}

// edgeInside reports whether the edge of t that begins at corner e, which lies in
// u's plane, meets the interior of u.
func edgeInside(t *geom.Triangle, e int, u *geom.Triangle) bool {
	axis, o := projection(u)
	a := project(u, axis, o)
	return gap(a[:], polygon{flat(t[e], axis), flat(t[next[e]], axis)}) < 0
}
