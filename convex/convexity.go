package convex

import (
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// Convexity is the result of Polyhedron.Convex.
type Convexity struct {
	// Convex: the surface is that of a convex body, passed once and facing outwards.
	Convex bool
	// Outside: some vertex is strictly above the plane of some face. Degenerate faces have no
	// plane.
	Outside bool
	// Vertex is such a vertex, Face a face that it is above, and Distance its distance. It is the
	// greatest of all vertices and faces up to rounding: 2^-46 of the polyhedron's size. The
	// distance of this pair itself is computed exactly and then rounded to float64.
	Vertex, Face uint32
	Distance     float64
}

// Convex reports whether p is the surface of a convex body, exactly: closed, facing outwards, with
// no vertex above the plane of a face, and covering the body once, unlike the sides of a pentagram,
// which go around twice. Vertices within faces and edges and degenerate faces are allowed. If p is
// not convex, Convex finds the vertex farthest outside a face, also for open surfaces; there may be
// none.
//
// For a convex surface without degenerate faces it takes about five signs a face: all edges are
// convex, and one face is the whole surface in its direction; see bulges. For all other surfaces it
// makes the convex hull.
func (p *Polyhedron) Convex() Convexity {
	base := slices.IndexFunc(p.faces, func(f [3]uint32) bool { t := p.triangle(f); return !t.Degenerate() })
	if base < 0 {
		return Convexity{}
	}
	if p.adjacency.closed && p.bulges() && p.single(base) {
		return Convexity{Convex: true}
	}
	c := p.farthestOutside()
	// If no vertex is above a face, all faces lie on the surface of the hull and face outwards.
	// A closed surface then covers every place of it equally often. If the hull is flat, single
	// finds the faces that face the other way.
	c.Convex = p.adjacency.closed && !c.Outside && p.single(base)
	return c
}

// PlainlyConvex reports whether p is the surface of a convex body by the first test of Convex,
// about five signs a face. It may return false for a convex surface with degenerate faces, for
// which Convex takes longer.
func (p *Polyhedron) PlainlyConvex() bool {
	return len(p.faces) > 0 && p.adjacency.closed && p.bulges() && p.single(0)
}

// bulges reports whether no face is degenerate and no edge of a closed surface is reflex.
// Together with single it implies that the surface is that of a convex body.
//
// For then every face is beneath a place O just under the middle m of the base: its corners
// would have to be above the plane of that face, or are all in it, and the two face the same
// way. A ray from O through m meets the base and no other face. The faces, projected from O, cover the sphere
// around it without folds and equally often, so once: the surface is a star around O. If it had a
// point x above the plane of a face with an inner point y, so that no vertex is in the plane of x, y
// and O, that plane would cut the surface in a polygon around O, once around and nowhere bent
// inwards, so a convex one, but with x above the side that holds y.
//
// Convex edges are not sufficient, but suffice together with one ray from within: K. Mehlhorn,
// S. Näher, M. Seel, R. Seidel, T. Schilz, S. Schirra and C. Uhrig, "Checking Geometric
// Programs or Verification of Geometric Structures", Computational Geometry 12, 1999. Here the ray
// starts within an infinitely thin layer, so that no point inside has to be computed.
func (p *Polyhedron) bulges() bool {
	for i, f := range p.faces {
		t := p.triangle(f)
		if t.Degenerate() {
			return false
		}
		plane := geom.PlaneOf(t[0], t[1], t[2])
		for k := range f {
			edge := uint32(3*i + k)
			back := p.adjacency.across[edge]
			if back > edge && plane.Side(p.vertices[p.top(back)]) > 0 {
				return false
			}
		}
	}
	return true
}

// top returns the corner of a face that is not on its given edge.
func (p *Polyhedron) top(edge uint32) uint32 { return p.faces[edge/3][(edge%3+2)%3] }

// single reports whether no vertex is above the plane of face base, no corner of base is above
// another face, and no face in the plane of base faces the other way or overlaps it.
func (p *Polyhedron) single(base int) bool {
	t := p.triangle(p.faces[base])
	plane := geom.PlaneOf(t[0], t[1], t[2])
	for _, v := range p.used {
		if plane.Side(p.vertices[v]) > 0 {
			return false
		}
	}
	view := viewOf(t[0], t[1], t[2])
	for i, f := range p.faces {
		if i == base {
			continue
		}
		u := p.triangle(f)
		above, in := sidesOf(&u, &t)
		if above || in && !u.Degenerate() && !beside(flatten(&t, view), flatten(&u, view)) {
			return false
		}
	}
	return true
}

// sidesOf reports whether a corner of u is above the plane of t, and whether all are in it.
func sidesOf(t, u *geom.Triangle) (above, in bool) {
	plane := geom.PlaneOf(t[0], t[1], t[2])
	in = true
	for _, v := range u {
		side := plane.Side(v)
		above = above || side > 0
		in = in && side == 0
	}
	return above, in
}

func flatten(t *geom.Triangle, view func(geom.Vec) [2]float64) [3][2]float64 {
	return [3][2]float64{view(t[0]), view(t[1]), view(t[2])}
}

// beside reports whether two triangles of the plane have the same winding and no area in common:
// all of one is on the outer side of an edge of the other.
func beside(t, u [3][2]float64) bool {
	turn := geom.Orient2D(t[0], t[1], t[2])
	if turn != geom.Orient2D(u[0], u[1], u[2]) {
		return false
	}
	outer := func(t, u *[3][2]float64) bool {
		for k := range t {
			a, b := t[k], t[(k+1)%3]
			if !slices.ContainsFunc(u[:], func(c [2]float64) bool { return geom.Orient2D(a, b, c) == turn }) {
				return true
			}
		}
		return false
	}
	return outer(&t, &u) || outer(&u, &t)
}
