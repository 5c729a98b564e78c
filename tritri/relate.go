// Package tritri decides how two triangles meet, exactly, and measures where and how deep.
//
// The structure is Möller's: reject by the sides of one triangle's corners relative to the other's
// plane, then compare the two intervals on the line where the planes meet; coplanar pairs are
// decided in 2D. The intervals are compared by orientation signs in the form of Guigue and
// Devillers, because their ends are quotients, which cannot be compared exactly.
//
// References: T. Möller, "A Fast Triangle-Triangle Intersection Test", Journal of Graphics Tools
// 2(2), 1997; P. Guigue and O. Devillers, "Faster Triangle-Triangle Intersection Tests", INRIA
// RR-4488, 2002.
package tritri

import (
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/tripacket"
)

// Kind is how two triangles meet beyond the vertices and the edge they share.
type Kind uint8

const (
	// Apart: they meet in their common vertices and edge, or nowhere.
	Apart Kind = iota
	// Touch: they meet in more than that, but their interiors do not.
	Touch
	// Crossing: they lie in different planes and their interiors meet.
	Crossing
	// Overlap: they lie in one plane and their interiors share area.
	Overlap
	// Duplicate: they have the same three vertices.
	Duplicate
)

// Relation is how a triangle t meets a triangle u.
type Relation struct {
	Kind Kind
	// Coplanar reports whether the two lie in one plane. It is not set for Apart.
	Coplanar bool
	// SameFacing reports, for Overlap and Duplicate, whether the windings agree.
	SameFacing bool
	// Through says which triangle has an edge in the other's interior: a Touch along that edge,
	// through which the surface may pass. Edge is the corner at which that edge begins.
	Through Through
	Edge    int
}

// Through names the triangle whose edge lies inside the other triangle.
type Through uint8

const (
	// NoEdge lies inside the other triangle.
	NoEdge Through = iota
	// EdgeOfT lies inside u.
	EdgeOfT
	// EdgeOfU lies inside t.
	EdgeOfU
)

// next is the cyclic successor of a corner.
var next = [3]int{1, 2, 0}

// Meeting is how a triangle t meets a triangle u, with what deciding that has shown, which makes the
// next questions faster. It refers to both triangles, which must not change while it is in use.
type Meeting struct {
	Relation
	t, u   *geom.Triangle
	shared int    // vertices
	common [2]int // the corners of t and u that are the shared vertex, if that is the only one
	// st and ht are the sides and heights of t over u's plane, su and hu those of u.
	st, su    sides
	ht, hu    [3]float64
	estimates *Estimates // nil if there are none
	// lasting: the intervals on the common line are known to have more than a point in common.
	lasting bool
}

// Relate decides how t and u meet as closed sets. Corners at equal coordinates are a shared vertex.
// Both triangles must be finite and not degenerate.
//
// With S the shared vertices, F their convex hull and I = t ∩ u, the two are Apart if I = F and |S|
// < 3. The order of the corners does not affect the relation, except for the index of the edge;
// exchanging t and u exchanges EdgeOfT and EdgeOfU.
func Relate(t, u *geom.Triangle) Meeting {
	m := Meeting{t: t, u: u}
	plane := geom.PlaneOf(t[0], t[1], t[2])
	// Float64 is certain for most candidates that are apart.
	if m.su, m.hu = plane.Glance(u); m.su.apart(0) {
		return m
	}
	s := match(t, u)
	if m.share(s); s.n == 1 && m.su.apart(1) {
		return m
	}
	if s.n < 2 {
		other := geom.PlaneOf(u[0], u[1], u[2])
		m.st, m.ht = other.Glance(t)
	}
	m.Relation = m.relate(s)
	return m
}

// Disjoint reports whether t and u have no point in common, not even a vertex.
func (m *Meeting) Disjoint() bool { return m.Kind == Apart && m.shared == 0 }

// relate decides the relation. Sides that are not yet certain are 0.
func (m *Meeting) relate(s shared) Relation {
	switch s.n {
	case 3:
		return Relation{Kind: Duplicate, Coplanar: true, SameFacing: next[s.u[0]] == s.u[1]}
	case 2:
		return m.relateEdge(s)
	}
	if m.st.apart(s.n) || m.su.apart(s.n) {
		return Relation{}
	}
	if m.su.settle(m.u, m.t, s.n, s.u[0]); m.su.apart(s.n) {
		return Relation{}
	}
	if m.su == (sides{}) {
		return relateCoplanar(m.t, m.u, s)
	}
	if m.st.settle(m.t, m.u, s.n, s.t[0]); m.st.apart(s.n) {
		return Relation{}
	}
	return m.relateAcross(s)
}

// shared lists n corners of t and the equal corners of u.
type shared struct {
	n    int
	t, u [3]int
}

// share takes over what is shared.
func (m *Meeting) share(s shared) { m.shared, m.common = s.n, [2]int{s.t[0], s.u[0]} }

func match(t, u *geom.Triangle) shared {
	var s shared
	for i := range t {
		for j := range u {
			// Distinct corners usually differ in the first coordinate.
			if t[i][0] == u[j][0] && t[i] == u[j] {
				s.t[s.n], s.u[s.n] = i, j
				s.n++
				break
			}
		}
	}
	return s
}

// relateEdge relates triangles that share an edge: they meet in more than that only if one is
// folded flat onto the other.
func (m *Meeting) relateEdge(s shared) Relation {
	t, u := m.t, m.u
	p, q := 3-s.t[0]-s.t[1], 3-s.u[0]-s.u[1] // the free corners
	if m.su[q] != 0 || geom.Orient3D(t[0], t[1], t[2], u[q]) != 0 {
		return Relation{}
	}
	axis, _ := projection(t)
	a, b := flat(t[s.t[0]], axis), flat(t[s.t[1]], axis)
	if geom.Orient2D(a, b, flat(t[p], axis)) != geom.Orient2D(a, b, flat(u[q], axis)) {
		return Relation{}
	}
	// The edge runs from s.t[0] to s.t[1] with t's winding or against it, and in u
	// likewise; equal senses with the free corners on one side mean equal facing.
	along := next[s.t[0]] == s.t[1]
	return Relation{Kind: Overlap, Coplanar: true, SameFacing: along == (next[s.u[0]] == s.u[1])}
}

// sides are the signs of a triangle's corners with respect to a plane.
type sides [3]int

// settle decides the undecided sides of t's corners relative to the plane of u. A corner that is the one
// shared vertex is known to lie in it.
func (s *sides) settle(t, u *geom.Triangle, shared, corner int) {
	var open [3]bool
	for k := range s {
		open[k] = s[k] == 0 && (shared != 1 || k != corner)
	}
	if open == [3]bool{} {
		return
	}
	plane := geom.PlaneOf(u[0], u[1], u[2])
	for k := range s {
		if open[k] {
			s[k] = plane.Side(t[k])
		}
	}
}

// apart reports whether the triangle meets the plane nowhere or, if it shares that many vertices
// with the triangle in the plane, only in these.
func (s sides) apart(shared int) bool {
	sum := s[0] + s[1] + s[2]
	return sum == 3-shared || sum == shared-3
}

// mixed reports whether the interior of the triangle meets the plane.
func (s sides) mixed() bool { return min(s[0], s[1], s[2]) < 0 && max(s[0], s[1], s[2]) > 0 }

// edgeInPlane returns the corner at which the one edge in the plane begins.
func (s sides) edgeInPlane() (edge int, ok bool) {
	for k := range s {
		if s[k] != 0 && s[next[k]] == 0 && s[next[next[k]]] == 0 {
			return next[k], true
		}
	}
	return 0, false
}

// apex is a corner whose two edges both meet the common line of the planes, and whether that corner
// has to be treated as lying on the positive side.
type apex struct {
	corner   int
	positive bool
}

// apexes has the apex for each combination of sides. A table replaces branches, which would be
// unpredictable: the sides of one pair say nothing about those of the next.
var apexes = apexTable()

func apexTable() (table [27]apex) {
	for n := range table {
		s := sides{n/9 - 1, n/3%3 - 1, n%3 - 1}
		for k := range s {
			a, b, c := s[k], s[next[k]], s[next[next[k]]]
			switch {
			case a > 0 && b <= 0 && c <= 0, a == 0 && b < 0 && c < 0:
				table[n] = apex{k, true}
			case a < 0 && b >= 0 && c >= 0, a == 0 && b > 0 && c > 0:
				table[n] = apex{k, false}
			default:
				continue
			}
			break
		}
	}
	return table
}

// apex returns the apex of a triangle that meets the plane.
func (s sides) apex() apex { return apexes[9*s[0]+3*s[1]+s[2]+13] }

// relateAcross relates triangles in different planes that each meet the other's plane in more than
// their shared vertex.
func (m *Meeting) relateAcross(s shared) Relation {
	interiors := m.st.mixed() && m.su.mixed()
	if interiors && s.n == 1 {
		if m.lasting = m.sameWay(); m.lasting {
			return Relation{Kind: Crossing}
		}
		return Relation{}
	}
	if s.n == 0 {
		meet, overlap := m.intervals()
		switch {
		case interiors && overlap:
			return Relation{Kind: Crossing}
		case !meet:
			return Relation{}
		}
	} else if !oppositeEdgesMeet(m.t, m.u, s) {
		return Relation{}
	}
	r := Relation{Kind: Touch}
	if e, ok := m.st.edgeInPlane(); ok && edgeInside(m.t, e, m.u) {
		r.Through, r.Edge = EdgeOfT, e
	} else if e, ok := m.su.edgeInPlane(); ok && edgeInside(m.u, e, m.t) {
		r.Through, r.Edge = EdgeOfU, e
	}
	return r
}

// sameWay reports, for triangles with one shared vertex whose interiors both meet the other's plane,
// whether the intervals on the common line run the same way. Both begin or end at the shared vertex.
func (m *Meeting) sameWay() bool {
	a, b := m.ends()
	return (a.first == m.common[0]) == (b.first == m.common[1])
}

// intervals compares the closed intervals in which t and u meet the common line of their planes:
// whether they meet, and whether they do in more than a point.
func (m *Meeting) intervals() (meet, overlap bool) {
	a, b := m.ends()
	// Compare the last end of t with the first of u, and the first of t with the last of u.
	before := m.orient(a.corner, a.last, b.corner, b.first)
	if before > 0 {
		return false, false
	}
	after := m.orient(a.corner, a.first, b.corner, b.last)
	m.lasting = before < 0 && after > 0
	return after >= 0, m.lasting
}

// ends are the corners of a triangle whose edges to its apex contain the ends of the interval in
// which it meets the common line of two planes, in the order of one direction of that line.
type ends struct{ corner, first, last int }

// endsOf returns the ends of a triangle with the given apex, along its winding or against it.
func endsOf(corner int, along bool) ends {
	k := bit(along)
	return ends{corner, around[corner][1-k], around[corner][k]}
}

// around are the corners after and before a corner.
var around = [3][2]int{{1, 2}, {2, 0}, {0, 1}}

// ends returns the corners of t and of u by the interval that each has on the common line.
//
// Turn each triangle so that its apex p is first, and flip it so that the other's
// apex is on its positive side. Then t's edges p₁q₁ and p₁r₁ cut the line in that
// order against the direction n₁×n₂, u's edges p₂q₂ and p₂r₂ along it, and the
// place of one end relative to another is the sign of the tetrahedron of the two
// edges they lie on.
func (m *Meeting) ends() (t, u ends) {
	i, j := m.st.apex(), m.su.apex()
	return endsOf(i.corner, !j.positive), endsOf(j.corner, i.positive)
}

// orient returns Orient3D of two edges: corners i and k of t, and j and l of u.
func (m *Meeting) orient(i, k, j, l int) int {
	if m.shared == 1 && k == m.common[0] && l == m.common[1] {
		return 0 // both edges end at the shared vertex
	}
	if m.estimates != nil {
		if sign := m.glance(i, k, j, l); sign != 0 {
			return sign
		}
	}
	return geom.Orient3D(m.t[i], m.t[k], m.u[j], m.u[l])
}

// glance returns the sign of orient if the estimates are certain of it, otherwise 0.
func (m *Meeting) glance(i, k, j, l int) int {
	// The volume is that of both edges as vectors, which may run the other way.
	e, g := &directed[i][k], &directed[j][l]
	return -tripacket.Sign(m.estimates.Volumes[3*e.edge+g.edge], m.estimates.Bound) * e.sign * g.sign
}

// direction is an edge of a triangle, by the corner at which it begins, and 1 or -1 depending on whether it
// runs from the first to the second of two corners.
type direction struct{ edge, sign int }

// directed has the edge between two corners.
var directed = [3][3]direction{
	{{}, {0, 1}, {2, -1}},
	{{0, -1}, {}, {1, 1}},
	{{2, 1}, {1, -1}, {}},
}

// oppositeEdgesMeet decides for triangles with one shared vertex whether the edge
// opposite to it in one of them meets the other.
func oppositeEdgesMeet(t, u *geom.Triangle, s shared) bool {
	i, j := s.t[0], s.u[0]
	return segmentMeets(t[next[i]], t[next[next[i]]], u) ||
		segmentMeets(u[next[j]], u[next[next[j]]], t)
}

// segmentMeets reports whether the closed segment pq meets the closed triangle t.
func segmentMeets(p, q geom.Vec, t *geom.Triangle) bool {
	plane := geom.PlaneOf(t[0], t[1], t[2])
	sp, sq := plane.Side(p), plane.Side(q)
	if sp == sq {
		return sp == 0 && segmentMeetsFlat(p, q, t)
	}
	if sp*sq > 0 {
		return false
	}
	// The line pq meets the plane in one point, inside t when it passes all three
	// edges on one side.
	a := geom.Orient3D(p, q, t[0], t[1])
	b := geom.Orient3D(p, q, t[1], t[2])
	c := geom.Orient3D(p, q, t[2], t[0])
	return a >= 0 && b >= 0 && c >= 0 || a <= 0 && b <= 0 && c <= 0
}
