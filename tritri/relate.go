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

import "github.com/meshcheck/meshcheck/geom"

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

// Relate decides how t and u meet as closed sets. Corners at equal coordinates are a shared vertex.
// Both triangles must be finite and not degenerate.
//
// With S the shared vertices, F their convex hull and I = t ∩ u, the two are Apart if I = F and |S|
// < 3. The order of the corners does not affect the result, except for the index of the edge;
// exchanging t and u exchanges EdgeOfT and EdgeOfU.
func Relate(t, u *geom.Triangle) Relation {
	f := Prepare(t)
	return f.Relate(u)
}

// Facet is a triangle prepared for relating many others to it, with the state of its last relation.
type Facet struct {
	t     geom.Triangle
	plane geom.Plane // of t, if planar
	// planar: plane has been computed.
	planar bool
	// st and ht are the sides and heights of t over u's plane, su and hu those of u.
	st, su sides
	ht, hu [3]float64
	// estimates has, in a lane, estimates of the volumes of edges; nil if there are none.
	estimates Estimates
	lane      int
	// at are the corners of t and of u by the intervals that both have on the common line, if
	// ordered.
	at      [2]ends
	ordered bool
	// lasting: the intervals are known to have more than a point in common.
	lasting bool
}

// Prepare returns t as a facet.
func Prepare(t *geom.Triangle) Facet { return Facet{t: *t} }

// Relate is the function Relate for the facet's triangle and u.
func (f *Facet) Relate(u *geom.Triangle) Relation {
	// Float64 is certain for most candidates that are apart.
	f.estimates = nil
	if !f.planar {
		f.plane, f.planar = geom.PlaneOf(f.t[0], f.t[1], f.t[2]), true
	}
	f.su, f.hu = glance(u, &f.plane)
	if f.su.apart(0) {
		return Relation{}
	}
	m := match(&f.t, u)
	if m.n == 1 && f.su.apart(1) {
		return Relation{}
	}
	if m.n < 2 {
		other := geom.PlaneOf(u[0], u[1], u[2])
		f.st, f.ht = glance(&f.t, &other)
	}
	return f.relate(u, m)
}

// relate decides the relation. Sides that are not yet certain are 0.
func (f *Facet) relate(u *geom.Triangle, m shared) Relation {
	t := &f.t
	f.ordered, f.lasting = false, false
	switch m.n {
	case 3:
		return Relation{Kind: Duplicate, Coplanar: true, SameFacing: next[m.u[0]] == m.u[1]}
	case 2:
		return f.relateEdge(u, m)
	}
	if f.st.apart(m.n) || f.su.apart(m.n) {
		return Relation{}
	}
	if f.su.settle(u, &f.t); f.su.apart(m.n) {
		return Relation{}
	}
	if f.su == (sides{}) {
		return relateCoplanar(t, u, m)
	}
	if f.st.settle(t, u); f.st.apart(m.n) {
		return Relation{}
	}
	return f.relateAcross(u, m)
}

// shared lists n corners of t and the equal corners of u.
type shared struct {
	n    int
	t, u [3]int
}

func match(t, u *geom.Triangle) shared {
	var m shared
	for i := range t {
		for j := range u {
			// Distinct corners usually differ in the first coordinate.
			if t[i][0] == u[j][0] && t[i] == u[j] {
				m.t[m.n], m.u[m.n] = i, j
				m.n++
				break
			}
		}
	}
	return m
}

// relateEdge relates triangles that share an edge: they meet in more than that only if one is
// folded flat onto the other.
func (f *Facet) relateEdge(u *geom.Triangle, m shared) Relation {
	t := &f.t
	p, q := 3-m.t[0]-m.t[1], 3-m.u[0]-m.u[1] // the free corners
	if f.su[q] != 0 || geom.Orient3D(t[0], t[1], t[2], u[q]) != 0 {
		return Relation{}
	}
	axis, _ := projection(t)
	a, b := flat(t[m.t[0]], axis), flat(t[m.t[1]], axis)
	if geom.Orient2D(a, b, flat(t[p], axis)) != geom.Orient2D(a, b, flat(u[q], axis)) {
		return Relation{}
	}
	// The edge runs from m.t[0] to m.t[1] with t's winding or against it, and in u
	// likewise; equal senses with the free corners on one side mean equal facing.
	along := next[m.t[0]] == m.t[1]
	return Relation{Kind: Overlap, Coplanar: true, SameFacing: along == (next[m.u[0]] == m.u[1])}
}

// sides are the signs of a triangle's corners with respect to a plane.
type sides [3]int

// glance returns the sides of t's corners that float64 is certain of, 0 for others, and their
// heights.
func glance(t *geom.Triangle, p *geom.Plane) (sides, [3]float64) {
	side, height := p.Glance(t)
	return side, height
}

// settle decides the undecided sides of t's corners relative to the plane of u.
func (s *sides) settle(t, u *geom.Triangle) {
	if s[0] != 0 && s[1] != 0 && s[2] != 0 {
		return
	}
	plane := geom.PlaneOf(u[0], u[1], u[2])
	for k := range s {
		if s[k] == 0 {
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
func (f *Facet) relateAcross(u *geom.Triangle, m shared) Relation {
	t := &f.t
	interiors := f.st.mixed() && f.su.mixed()
	if interiors || m.n == 0 {
		meet, overlap := f.intervals(u)
		switch {
		case interiors && overlap:
			return Relation{Kind: Crossing}
		case !meet || m.n == 1:
			// With a shared vertex both intervals begin there; they run apart.
			return Relation{}
		}
	} else if !oppositeEdgesMeet(t, u, m) {
		return Relation{}
	}
	r := Relation{Kind: Touch}
	if e, ok := f.st.edgeInPlane(); ok && edgeInside(t, e, u) {
		r.Through, r.Edge = EdgeOfT, e
	} else if e, ok := f.su.edgeInPlane(); ok && edgeInside(u, e, t) {
		r.Through, r.Edge = EdgeOfU, e
	}
	return r
}

// intervals compares the closed intervals in which t and u meet the common line of their planes:
// whether they meet, and whether they do in more than a point.
func (f *Facet) intervals(u *geom.Triangle) (meet, overlap bool) {
	a, b := f.ends()
	// Compare the last end of t with the first of u, and the first of t with the last of u.
	before := f.orient(u, a.corner, a.last, b.corner, b.first)
	if before > 0 {
		return false, false
	}
	after := f.orient(u, a.corner, a.first, b.corner, b.last)
	f.lasting = before < 0 && after > 0
	return after >= 0, f.lasting
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
func (f *Facet) ends() (t, u *ends) {
	t, u = &f.at[0], &f.at[1]
	if f.ordered {
		return t, u
	}
	f.ordered = true
	i, j := f.st.apex(), f.su.apex()
	*t, *u = endsOf(i.corner, !j.positive), endsOf(j.corner, i.positive)
	return t, u
}

// orient returns Orient3D of two edges: corners i and k of t, and j and l of u.
func (f *Facet) orient(u *geom.Triangle, i, k, j, l int) int {
	if f.estimates != nil {
		if sign := f.glance(i, k, j, l); sign != 0 {
			return sign
		}
	}
	return geom.Orient3D(f.t[i], f.t[k], u[j], u[l])
}

// glance returns the sign of orient if the estimates are certain of it, otherwise 0.
func (f *Facet) glance(i, k, j, l int) int {
	// The volume is that of both edges as vectors, which may run the other way.
	e, g := &directed[i][k], &directed[j][l]
	volume, bound := f.estimates.Volume(f.lane, e.edge, g.edge)
	return -beyond(volume, bound) * e.sign * g.sign
}

// directed has, for two corners, the edge between them by the corner at which it begins, and 1 or
// -1 depending on whether it runs from the first to the second.
var directed = [3][3]struct{ edge, sign int }{
	{{}, {0, 1}, {2, -1}},
	{{0, -1}, {}, {1, 1}},
	{{2, 1}, {1, -1}, {}},
}

// oppositeEdgesMeet decides for triangles with one shared vertex whether the edge
// opposite to it in one of them meets the other.
func oppositeEdgesMeet(t, u *geom.Triangle, m shared) bool {
	i, j := m.t[0], m.u[0]
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
