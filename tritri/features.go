package tritri

import "github.com/meshcheck/meshcheck/geom"

// Feature is the smallest face of a triangle that contains a point: a corner, the relative interior
// of an edge, or the interior of the triangle. Corner k is Feature k, the edge from corner k to the
// next is Feature 3+k.
type Feature uint8

// Interior is the Feature of points in the interior of a triangle.
const Interior Feature = 6

// Edge returns the Feature of the edge from corner k to the next.
func Edge(k int) Feature { return Feature(3 + k) }

// Corner returns the index of the corner f, if it is one.
func (f Feature) Corner() (k int, ok bool) { return int(f), f < 3 }

// Ends returns the corners at the ends of the edge f, if it is one.
func (f Feature) Ends() (from, to int, ok bool) {
	if f < 3 || f >= Interior {
		return 0, 0, false
	}
	return int(f) - 3, next[f-3], true
}

// edgeBetween returns the Feature of the edge between two corners.
func edgeBetween(i, j int) Feature {
	if next[i] == j {
		return Edge(i)
	}
	return Edge(j)
}

// FeaturePair is a place where two triangles meet, as the features of both that contain it.
type FeaturePair struct{ T, U Feature }

// Ends returns the features of t and of u that contain the ends of the segment in which they meet.
// The relation must be a Crossing, or a Touch that names an edge. The features are decided exactly.
// If triangles share a feature and both meet the other triangle there, they have that end in
// common.
func (m *Meeting) Ends() [2]FeaturePair {
	a, b := m.ends()
	insideT, insideU := m.st.inside(), m.su.inside()
	end := func(x, y, order int) FeaturePair {
		p := FeaturePair{insideT, insideU}
		if order <= 0 {
			p.T = m.st.crossed(a.corner, x)
		}
		if order >= 0 {
			p.U = m.su.crossed(b.corner, y)
		}
		return p
	}
	// The later of both first ends, and the earlier of both last ones.
	first := m.orient(a.corner, a.first, b.corner, b.first)
	last := m.orient(a.corner, a.last, b.corner, b.last)
	return [2]FeaturePair{end(a.first, b.first, first), end(a.last, b.last, -last)}
}

// inside returns the feature that contains the interior of the triangle's part of the plane.
func (s sides) inside() Feature {
	if e, ok := s.edgeInPlane(); ok {
		return Edge(e)
	}
	return Interior
}

// crossed returns the feature where the edge from corner i, which is not in the plane, to corner k
// meets it.
func (s sides) crossed(i, k int) Feature {
	if s[k] == 0 {
		return Feature(k)
	}
	return edgeBetween(i, k)
}

// EachSide calls visit for each side of the common polygon of two triangles that are a Duplicate or
// an Overlap, with the features that contain it; at least one of them is an edge. The features are
// decided exactly.
func EachSide(t, u *geom.Triangle, visit func(FeaturePair)) {
	axis, ot := projection(t)
	a, b := flatCorners(t, axis), flatCorners(u, axis)
	ou := geom.Orient2D(b[0], b[1], b[2])
	var shared [3]bool // edges of u that lie on edges of t
	for k := range a {
		p, q := a[k], a[next[k]]
		inU, along := Interior, false
		for j := range b {
			r, s := b[j], b[next[j]]
			if geom.Orient2D(p, q, r) == 0 && geom.Orient2D(p, q, s) == 0 {
				inU, along = Edge(j), true
				// Both triangles are on one side, and the edges share more than a point.
				shared[j] = geom.Orient2D(p, q, b[next[next[j]]]) == ot && shareLength(t[k], t[next[k]], u[j], u[next[j]])
				along = shared[j]
			}
		}
		switch {
		case inU != Interior && along:
			visit(FeaturePair{Edge(k), inU})
		case inU == Interior && segmentInside(b, ou, p, q):
			visit(FeaturePair{Edge(k), Interior})
		}
	}
	for j := range b {
		if !shared[j] && segmentInside(a, ot, b[j], b[next[j]]) {
			visit(FeaturePair{Interior, Edge(j)})
		}
	}
}

// flatCorners projects t to the plane without changing its winding.
func flatCorners(t *geom.Triangle, axis int) [3]geom.Vec2 {
	return [3]geom.Vec2{flat(t[0], axis), flat(t[1], axis), flat(t[2], axis)}
}

// segmentInside reports whether the segment pq meets the interior of a flat triangle with the
// given orientation.
func segmentInside(t [3]geom.Vec2, orientation int, p, q geom.Vec2) bool {
	if orientation < 0 {
		t[1], t[2] = t[2], t[1]
	}
	return gap(t[:], polygon{p, q}) < 0
}
