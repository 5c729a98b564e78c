package tritri

import "github.com/meshcheck/meshcheck/geom"

// CollinearEdges returns the edges of t and of u that lie on one line and have more than a point in common,
// by the corners at which they begin; ok is false if there are none. The relation must be a Touch.
// The decision is exact.
func (m *Meeting) CollinearEdges() (edgeT, edgeU int, ok bool) {
	if m.Through != NoEdge {
		return 0, 0, false
	}
	if m.Coplanar {
		return alongFlat(m.t, m.u)
	}
	// An edge of each in the other's plane: both are on the line common to the planes.
	e, inU := m.st.edgeInPlane()
	g, inT := m.su.edgeInPlane()
	if !inU || !inT {
		return 0, 0, false
	}
	return e, g, shareLength(m.t[e], m.t[next[e]], m.u[g], m.u[next[g]])
}

// shareLength reports whether two collinear segments have more than a point in common.
func shareLength(p, q, r, s geom.Vec) bool {
	axis := 0
	for axis < 2 && p[axis] == q[axis] {
		axis++
	}
	return max(min(p[axis], q[axis]), min(r[axis], s[axis])) < min(max(p[axis], q[axis]), max(r[axis], s[axis]))
}

// alongFlat is CollinearEdges for coplanar triangles whose interiors do not meet.
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
			if on[j] && on[next[j]] && shareLength(t[k], t[next[k]], u[j], u[next[j]]) {
				return k, j, true
			}
		}
	}
	return 0, 0, false
}
