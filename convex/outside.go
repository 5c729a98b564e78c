package convex

import (
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// farthestOutside finds the vertex farthest above the plane of a face.
//
// The vertex farthest above a plane is one of the hull, found by support. Where float64
// finds none, aboveExact tells whether there is one.
func (p *Polyhedron) farthestOutside() Convexity {
	points := make([]geom.Vec, len(p.used))
	for k, v := range p.used {
		points[k] = p.vertices[v]
	}
	h, err := HullOf(points)
	if err != nil || h.Dimension() < 3 { // all are finite; none is above a plane that all are in
		return Convexity{}
	}
	var c Convexity
	var worst geom.Vec
	for i, f := range p.faces {
		t := p.triangle(f)
		if t.Degenerate() {
			continue
		}
		n, plane := unitNormal(&t), geom.PlaneOf(t[0], t[1], t[2])
		v := h.Vertices[h.top(n)]
		if plane.Side(v) <= 0 {
			var ok bool
			if v, ok = h.aboveExact(&plane, &t); !ok {
				continue
			}
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

// aboveExact returns a vertex above the plane of t, which is within the hull, if there is one.
//
// If a corner of t is a vertex of the hull, its neighbours tell: the hull lies in the cone
// that they span. Otherwise all vertices are looked at.
func (h *Hull) aboveExact(plane *geom.Plane, t *geom.Triangle) (v geom.Vec, ok bool) {
	if h.climb != nil {
		for _, p := range t {
			at, found := slices.BinarySearchFunc(h.Vertices, p, func(v, p geom.Vec) int { return compare(&v, &p) })
			if !found {
				continue
			}
			for _, w := range h.climb.around[h.climb.first[at]:h.climb.first[at+1]] {
				if plane.Side(h.Vertices[w]) > 0 {
					return h.Vertices[w], true
				}
			}
			return geom.Vec{}, false
		}
	}
	i := slices.IndexFunc(h.Vertices, func(v geom.Vec) bool { return plane.Side(v) > 0 })
	if i < 0 {
		return geom.Vec{}, false
	}
	return h.Vertices[i], true
}
