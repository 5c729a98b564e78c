package self

import (
	"sort"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/tritri"
)

// segment returns the segment of a crossing, measured in the order of the triangles' numbers: where
// they are in one plane but for rounding, the other order may give another segment.
func (m *meeting) segment() (a, b geom.Vec) {
	if m.place != nil {
		return m.place.Ends[0], m.place.Ends[1]
	}
	if m.i < m.j {
		return m.facet.Segment(m.u)
	}
	facet := tritri.Prepare(m.u)
	facet.Relate(m.t)
	return facet.Segment(m.t)
}

// inOrder returns the triangles in the order of their numbers, in which pairs are measured.
func (m *meeting) inOrder() (t, u *geom.Triangle) {
	if m.i > m.j {
		return m.u, m.t
	}
	return m.t, m.u
}

// depthOf returns the length of the shortest translation that separates t and u in the world,
// within their plane if they are coplanar. Entries of crossings are sorted by it, others by their
// areas.
func (c *checker) depthOf(e *collect.Entry, m *meeting) float64 {
	switch {
	case m.place != nil:
		if e.Rule == check.Crossing {
			e.Depth = m.place.Depth
		}
		return m.place.Depth
	case e.Rule != check.Crossing:
		t, u := c.placedInOrder(m)
		return tritri.FlatDepth(&t, &u)
	case e.ThroughEdge:
		e.Depth = c.depthThrough(m)
	default:
		e.Depth = c.depth(m)
	}
	return e.Depth
}

// depth returns the depth of a crossing in the world.
func (c *checker) depth(m *meeting) float64 {
	if m.row != nil && !c.moved {
		if depth, ok := m.row.Depth(m.lane); ok {
			return depth
		}
	}
	t, u := c.placedInOrder(m)
	return tritri.Depth(&t, &u)
}

// placedInOrder returns the triangles in the world, in the order of their numbers.
func (c *checker) placedInOrder(m *meeting) (t, u geom.Triangle) {
	a, b := m.inOrder()
	return c.placed(a), c.placed(b)
}

// describe fills in the vertices, shells and parts of the triangles of a meeting.
func (c *checker) describe(m *meeting, x *collect.Extent) {
	x.Vertices = [2][3]uint32{c.welded.Faces[m.i], c.welded.Faces[m.j]}
	x.Faces = [2]uint32{m.i, m.j}
	for k, i := range x.Faces {
		s := c.side(i)
		x.Parts[k], x.Shells[k] = s.Part, s.Shell
		if group := c.copies.Of(i); group != nil {
			x.Faces[k] = group[0]
		}
	}
}

// placed returns t in the world.
func (c *checker) placed(t *geom.Triangle) geom.Triangle {
	if c.moved {
		return c.world.ApplyTriangle(*t)
	}
	return *t
}

// place returns p in the world.
func (c *checker) place(p geom.Vec) geom.Vec {
	if c.moved {
		return c.world.Apply(p)
	}
	return p
}

// part returns the part of triangle i.
func (c *checker) part(i uint32) int {
	if len(c.mesh.Parts) == 1 {
		return 0
	}
	return sort.Search(len(c.parts), func(k int) bool { return c.parts[k].First > int(i) }) - 1
}

// polygon returns the common polygon of two coplanar triangles in the world.
func (c *checker) polygon(t, u *geom.Triangle) []geom.Vec {
	p := tritri.Polygon(t, u)
	for k := range p {
		p[k] = c.world.Apply(p[k])
	}
	return p
}

// passesThrough decides whether a surface passes through a triangle exactly along the edge
// that its relation names: whether there are triangles at that edge strictly on both sides of
// the plane of the triangle that the edge lies in.
func (c *checker) passesThrough(m *meeting) bool {
	from, to, _, face := c.edgeThrough(m)
	plane := geom.PlaneOf(face[0], face[1], face[2])
	return c.spreads.BothSides(c.welded, geom.Identity(), c.fans.Around(from), from, to, &plane)
}

// depthThrough returns how far in the world a surface passes through a triangle along an edge.
func (c *checker) depthThrough(m *meeting) float64 {
	from, to, number, face := c.edgeThrough(m)
	t := c.placed(face)
	return c.spreads.Depth(c.welded, c.world, c.fans.Around(from), from, to, number, &t)
}

// edgeThrough returns the vertices of the edge that a relation names, and the triangle that it
// lies in.
func (c *checker) edgeThrough(m *meeting) (from, to, number uint32, face *geom.Triangle) {
	r := m.relation
	edged, number, face := m.i, m.j, m.u
	if r.Through == tritri.EdgeOfU {
		edged, number, face = m.j, m.i, m.t
	}
	f := c.welded.Faces[edged]
	return f[r.Edge], f[(r.Edge+1)%3], number, face
}
