package meshcheck

import (
	"sort"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/tritri"
)

// decide relates candidate pairs and records those that are findings.
func (c *selfCheck) decide(worker int, pairs []bvh.Pair) {
	page := c.ledger.page(worker)
	last := uint32(noTriangle)
	var facet tritri.Facet
	var near, far [gathered]geom.Triangle
	for len(pairs) > 0 {
		n := min(gathered, len(pairs))
		c.gather(pairs[:n], &near, &far)
		for k, p := range pairs[:n] {
			if p.I != last {
				last, facet = p.I, tritri.Prepare(&near[k])
			}
			if r := facet.Relate(&far[k]); r.Kind != tritri.Apart {
				c.enter(page, p, &near[k], &far[k], r)
			}
		}
		pairs = pairs[n:]
	}
}

// gathered is the number of pairs whose triangles are fetched together.
const gathered = 64

// gather fetches the triangles of pairs. Fetching many before the first is looked at
// lets the processor wait for all of them at once.
func (c *selfCheck) gather(pairs []bvh.Pair, near, far *[gathered]geom.Triangle) {
	var faces [2 * gathered][3]uint32
	for k, p := range pairs {
		faces[2*k], faces[2*k+1] = c.welded.Faces[p.I], c.welded.Faces[p.J]
	}
	vertices := c.welded.Vertices
	for k := range pairs {
		f, g := &faces[2*k], &faces[2*k+1]
		near[k] = geom.Triangle{vertices[f[0]], vertices[f[1]], vertices[f[2]]}
		far[k] = geom.Triangle{vertices[g[0]], vertices[g[1]], vertices[g[2]]}
	}
}

// enter records a pair that is a finding.
func (c *selfCheck) enter(page *page, p bvh.Pair, t, u *geom.Triangle, r tritri.Relation) {
	e := entry{kind: kindOf[r.Kind], i: min(p.I, p.J), j: max(p.I, p.J)}
	if r.Through != tritri.NoEdge && c.passesThrough(p, t, u, r) {
		e.kind, e.throughEdge = Crossing, true
	}
	if e.kind == Touch {
		page.touch(e)
		return
	}
	if p.I > p.J {
		t, u = u, t // measures are of the pair in its order
	}
	c.record(page, e, t, u)
}

var kindOf = [...]Kind{tritri.Touch: Touch, tritri.Crossing: Crossing, tritri.Overlap: Overlap, tritri.Duplicate: Duplicate}

// record measures a finding in the world and enters it.
func (c *selfCheck) record(page *page, e entry, t, u *geom.Triangle) {
	wt, wu := c.placed(t), c.placed(u)
	var length float64
	switch e.kind {
	case Crossing:
		// A depth that neither is its region's greatest so far, nor gets the finding
		// listed, nor decides whether it is one is not needed.
		switch {
		case e.throughEdge:
		case c.tolerance > 0:
			e.depth = tritri.Depth(&wt, &wu)
		default:
			e.depth, _ = tritri.DepthAbove(&wt, &wu, page.unneeded(c.welded.Faces[e.i][0]))
		}
		if c.tolerance > 0 && e.depth <= c.tolerance {
			page.touch(entry{i: e.i, j: e.j, kind: Touch})
			return
		}
		a, b := tritri.Segment(t, u)
		length = c.world.Apply(a).Sub(c.world.Apply(b)).Norm()
	case Overlap:
		e.area = tritri.Area(c.polygon(t, u))
	case Duplicate:
		e.area = wt.Area()
	}
	page.pair(e, measure{
		vertices: [2][3]uint32{c.welded.Faces[e.i], c.welded.Faces[e.j]},
		parts:    [2]int{c.part(e.i), c.part(e.j)},
		box:      wt.Box().Union(wu.Box()),
		length:   length,
	})
}

// placed returns t in the world.
func (c *selfCheck) placed(t *geom.Triangle) geom.Triangle {
	if c.world == geom.Identity() {
		return *t
	}
	return c.world.ApplyTriangle(*t)
}

// part returns the part of triangle i.
func (c *selfCheck) part(i uint32) int {
	if len(c.mesh.Parts) == 1 {
		return 0
	}
	return sort.Search(len(c.parts), func(k int) bool { return c.parts[k].First > int(i) }) - 1
}

// polygon returns the common polygon of two coplanar triangles in the world.
func (c *selfCheck) polygon(t, u *geom.Triangle) []geom.Vec {
	p := tritri.Polygon(t, u)
	for k := range p {
		p[k] = c.world.Apply(p[k])
	}
	return p
}

// passesThrough decides whether a surface passes through a triangle exactly along
// the edge that r names: whether the triangles at that edge stand strictly on both
// sides of the plane of the triangle that the edge lies in.
func (c *selfCheck) passesThrough(p bvh.Pair, t, u *geom.Triangle, r tritri.Relation) bool {
	edged, face := p.I, u
	if r.Through == tritri.EdgeOfU {
		edged, face = p.J, t
	}
	f := c.welded.Faces[edged]
	from, to := f[r.Edge], f[(r.Edge+1)%3]
	plane := geom.PlaneOf(face[0], face[1], face[2])
	var above, below bool
	for _, corner := range c.fans.Around(from) {
		f, k := c.welded.Faces[corner.Triangle()], corner.Index()
		a, b := f[(k+1)%3], f[(k+2)%3]
		if b == to {
			a, b = b, a
		}
		if a == to {
			s := plane.Side(c.welded.Vertices[b])
			above, below = above || s > 0, below || s < 0
		}
	}
	return above && below
}
