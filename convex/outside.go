package convex

import (
	"context"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// farthestOutside finds the vertex farthest above the plane of a face. It is a vertex of the convex
// hull.
func (p *Polyhedron) farthestOutside() Convexity {
	points := make([]geom.Vec, len(p.used))
	for k, v := range p.used {
		points[k] = p.vertices[v]
	}
	h, err := HullOf(context.Background(), points)
	if err != nil || h.Dimension() < 3 { // all are finite; none is above a plane that all are in
		return Convexity{}
	}
	on := p.numbersOn(h)
	var c Convexity
	var worst geom.Vec
	for i, f := range p.faces {
		t := p.triangle(f)
		if t.Degenerate() {
			continue
		}
		n, plane := unitNormal(&t), geom.PlaneOf(t[0], t[1], t[2])
		v, above := h.above(&plane, n, h.anchor([3]uint32{on[f[0]], on[f[1]], on[f[2]]}))
		if !above {
			continue
		}
		if d := n.Dot(v.Sub(t[0])); !c.Outside || d > c.Distance {
			c.Outside, c.Face, c.Distance, worst = true, uint32(i), max(0, d), v
		}
	}
	if c.Outside {
		t := p.triangle(p.faces[c.Face])
		c.Distance = heightExact(&t, worst)
		c.Vertex = p.used[slices.Index(points, worst)]
	}
	return c
}

// inside marks a vertex that is not a vertex of the hull.
const inside = math.MaxUint32

// numbersOn returns, for each vertex that has faces, its index in the hull.
func (p *Polyhedron) numbersOn(h *Hull) []uint32 {
	on := make([]uint32, len(p.vertices))
	for _, v := range p.used {
		at, found := slices.BinarySearchFunc(h.Vertices, p.vertices[v], func(v, w geom.Vec) int { return compare(&v, &w) })
		if on[v] = inside; found {
			on[v] = uint32(at)
		}
	}
	return on
}

// anchor returns the one of three vertices with the fewest neighbours, or inside if none of them is
// a vertex of the hull or the hull has few vertices.
func (h *Hull) anchor(corners [3]uint32) uint32 {
	best := uint32(inside)
	for _, v := range corners {
		if v != inside && h.climb != nil && (best == inside || len(h.climb.neighbours(v)) < len(h.climb.neighbours(best))) {
			best = v
		}
	}
	return best
}

// above returns a vertex above the plane, if there is one: the farthest up to rounding. The plane
// is that of a face within the hull, n its normal and anchor a vertex in it, or inside.
//
// If float64 finds none above, the neighbours of the anchor decide: the hull lies in the cone that
// they span. Without an anchor all vertices are tested.
func (h *Hull) above(plane *geom.Plane, n geom.Vec, anchor uint32) (v geom.Vec, ok bool) {
	if anchor == inside {
		if v := h.Vertices[h.top(n)]; plane.Side(v) > 0 {
			return v, true
		}
		for _, v := range h.Vertices {
			if plane.Side(v) > 0 {
				return v, true
			}
		}
		return geom.Vec{}, false
	}
	if v := h.Vertices[h.climb.top(h.Vertices, anchor, n)]; plane.Side(v) > 0 {
		return v, true
	}
	for _, w := range h.climb.neighbours(anchor) {
		if v := h.Vertices[w]; plane.Side(v) > 0 {
			return v, true
		}
	}
	return geom.Vec{}, false
}

// unitNormal returns the normal of t at length 1, within 2^-49. t must not be degenerate.
//
// Edges are differences rounded once, which tilts the normal by 2^-52 divided by the sine of the
// angle between them, and more where products are too small or too large for their
// digits: it is then computed exactly.
func unitNormal(t *geom.Triangle) geom.Vec {
	e, d := t[1].Sub(t[0]), t[2].Sub(t[0])
	n := geom.PreciseCross(&e, &d)
	length := n.Norm()
	if product := e.Norm() * d.Norm(); 0x1p-700 < product && product < 0x1p+700 && length > product/4 {
		return n.Scale(1 / length)
	}
	return unitNormalExact(t)
}
