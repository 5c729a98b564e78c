package tritri

import "github.com/meshcheck/meshcheck/geom"

// Along returns the edges of the facet's triangle t and of u that lie on one line and have more
// than a point in common, by the corners at which they begin; ok is false if there are none. u must
// be the triangle last related to f, and r that relation, a Touch. The decision is exact.
func (f *Facet) Along(u *geom.Triangle, r Relation) (edgeT, edgeU int, ok bool) {
	if r.Through != NoEdge {
		return 0, 0, false
	}
	if r.Coplanar {
		return alongFlat(&f.t, u)
	}
	// An edge of each in the other's plane: both are on the line common to the planes.
	e, inU := f.st.edgeInPlane()
	g, inT := f.su.edgeInPlane()
	if !inU || !inT {
		return 0, 0, false
	}
	return e, g, shareLength(f.t[e], f.t[next[e]], u[g], u[next[g]])
}

// shareLength reports whether two collinear segments have more than a point in common.
func shareLength(p, q, r, s geom.Vec) bool {
	axis := 0
	for axis < 2 && p[axis] == q[axis] {
		axis++
	}
	return max(min(p[axis], q[axis]), min(r[axis], s[axis])) < min(max(p[axis], q[axis]), max(r[axis], s[axis]))
}

// alongFlat is Along for coplanar triangles whose interiors do not meet.
func alongFlat(t, u *geom.Triangle) (edgeT, edgeU int, ok bool) {
	axis, _ := projection(t)
	a, b := flatCorners(t, axis), flatCorners(u, axis)
	for k := range a {
		p, q := a[k], a[next[k]]
		var on [3]bool
		for j := range b {
			on[j] = geom.Orient2D(p, q, b[j]) == 0
		}
		for j := range b {
			if on[j] && on[next[j]] && overlapOnLine(p, q, b[j], b[next[j]]) {
				return k, j, true
			}
		}
	}
	return 0, 0, false
}
