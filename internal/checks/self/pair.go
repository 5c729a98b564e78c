package self

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/precision"
	"github.com/meshcheck/meshcheck/internal/tripacket"
	"github.com/meshcheck/meshcheck/tritri"
)

// pair is two triangles that meet.
type pair struct {
	i, j uint32 // their numbers, in the order in which they were related
	t, u *geom.Triangle
	tritri.Meeting
	// row is the comparison of t and u, in a lane, and of others; nil if there is none.
	row  *tripacket.Comparison
	lane int
	// rule is by how they meet, without what their place shows.
	rule        check.Rule
	throughEdge bool
	// place is where they meet, in stored coordinates, if they waited for that to be judged.
	place *precision.Place
	shown shown
}

// classify sets the rule by how the triangles meet.
func (c *checker) classify(p *pair) {
	switch {
	case p.Through != tritri.NoEdge && c.passesThrough(p):
		p.rule, p.throughEdge = check.Crossing, true
	case p.Kind == tritri.Crossing:
		p.rule = check.Crossing
	case p.Kind == tritri.Overlap:
		p.rule = check.Overlap
	case p.Kind == tritri.Duplicate:
		p.rule = check.Duplicate
	default:
		p.rule = check.Touch
	}
}

// numbers returns the numbers of the triangles, the smaller first.
func (p *pair) numbers() (i, j uint32) { return min(p.i, p.j), max(p.i, p.j) }

// inOrder returns the triangles in the order of their numbers, in which pairs are measured.
func (p *pair) inOrder() (t, u *geom.Triangle) {
	if p.i > p.j {
		return p.u, p.t
	}
	return p.t, p.u
}

// segment returns the segment of a crossing, measured in the order of the triangles' numbers: where
// they are in one plane but for rounding, the other order may give another segment.
func (p *pair) segment() (a, b geom.Vec) {
	switch {
	case p.place != nil:
		return p.place.Ends[0], p.place.Ends[1]
	case p.i < p.j:
		return p.Segment()
	}
	m := tritri.Relate(p.u, p.t)
	return m.Segment()
}

// depthOf returns the length of the shortest translation that separates the triangles in the world,
// within their plane if they are coplanar; or how far a surface passes through an edge.
func (c *checker) depthOf(p *pair) float64 {
	switch {
	case p.place != nil:
		return p.place.Depth
	case p.throughEdge:
		from, to, number, face := c.edgeThrough(p)
		t := c.placed(face)
		return c.neighbours.placed.Depth(from, to, number, &t)
	case p.rule == check.Crossing && p.row != nil && !c.moved:
		if depth, known := p.row.Depth(p.lane); known {
			return depth
		}
	}
	a, b := p.inOrder()
	t, u := c.placed(a), c.placed(b)
	if p.rule == check.Crossing {
		return tritri.Depth(&t, &u)
	}
	return tritri.FlatDepth(&t, &u)
}

// storedDepth is the depth in stored coordinates.
func (c *checker) storedDepth(p *pair) float64 {
	t, u := p.inOrder()
	switch {
	case p.rule == check.Overlap:
		return tritri.FlatDepth(t, u)
	case p.throughEdge:
		from, to, number, face := c.edgeThrough(p)
		return c.neighbours.stored.Depth(from, to, number, face)
	}
	return tritri.Depth(t, u)
}

// passesThrough decides whether a surface passes through a triangle exactly along the edge
// that their relation names: whether there are triangles at that edge strictly on both sides of
// the plane of the triangle that the edge lies in.
func (c *checker) passesThrough(p *pair) bool {
	from, to, _, face := c.edgeThrough(p)
	return c.neighbours.stored.BothSides(from, to, face)
}

// edgeThrough returns the vertices of the edge that the relation of two triangles names, and the
// triangle that it lies in.
func (c *checker) edgeThrough(p *pair) (from, to, number uint32, face *geom.Triangle) {
	edged, number, face := p.i, p.j, p.u
	if p.Through == tritri.EdgeOfU {
		edged, number, face = p.j, p.i, p.t
	}
	f := c.welded.Faces[edged]
	return f[p.Edge], f[(p.Edge+1)%3], number, face
}
