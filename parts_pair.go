package meshcheck

import (
	"context"
	"math"
	"math/bits"
	"sync"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/tritri"
)

// pairCheck decides how the triangles of one object meet those of another.
type pairCheck struct {
	a, b    *object
	options Options
	pages   []pairPage // of each worker
	// ledger has the findings; made with the first, as are the sets of triangles that
	// take part in contact.
	once   sync.Once
	ledger *ledger
	met    [2]bitset // by number in the shape's mesh
}

// pairPage is one worker's part of a pair.
type pairPage struct {
	contact contact
	// far has the triangles of leaf J of the block at hand, as they are needed; those in
	// flat are degenerate in the world.
	leaf        int
	ready, flat uint32
	far         [bvh.Width]geom.Triangle
}

// contact sums up how the surfaces of two objects meet.
type contact struct {
	// any: they have a point in common.
	any bool
	// crossings and aligned are the deepest crossing and the deepest overlap with both
	// bodies on one side, -1 if there is none.
	crossings, aligned float64
}

func newContact() contact { return contact{crossings: -1, aligned: -1} }

func (c contact) with(d contact) contact {
	return contact{c.any || d.any, max(c.crossings, d.crossings), max(c.aligned, d.aligned)}
}

// run decides all pairs of triangles that may meet.
func (c *pairCheck) run(ctx context.Context, workers int) (contact, error) {
	c.options.Workers = workers
	c.pages = make([]pairPage, workers)
	for w := range c.pages {
		c.pages[w].leaf, c.pages[w].contact = -1, newContact()
	}
	a, b := c.a.shape.tree, c.b.shape.tree
	err := bvh.CrossPairs(ctx, a, b, bvh.Between(c.a.shape.box, c.b.shape.box, c.a.world, c.b.world), workers, c.decide)
	all := newContact()
	for w := range c.pages {
		all = all.with(c.pages[w].contact)
	}
	return all, err
}

// decide relates the candidate pairs of a block in world coordinates.
func (c *pairCheck) decide(worker int, b *bvh.Block) {
	page := &c.pages[worker]
	if page.leaf != b.J {
		page.leaf, page.ready, page.flat = b.J, 0, 0
	}
	near, far := c.a.shape.tree.Leaf(b.I), c.b.shape.tree.Leaf(b.J)
	for rows := b.Rows; rows != 0; rows &= rows - 1 {
		x := bits.TrailingZeros32(rows)
		f := near[x]
		t := c.a.triangle(f)
		if t.Degenerate() {
			continue
		}
		facet := tritri.Prepare(&t)
		for lanes := b.Masks[x]; lanes != 0; lanes &= lanes - 1 {
			y := bits.TrailingZeros16(lanes)
			g := far[y]
			u, ok := page.triangle(y, c.b, g)
			if !ok {
				continue
			}
			if r := facet.Relate(u); r.Kind != tritri.Apart {
				c.enter(worker, f, g, &t, u, r)
			} else if meetAtVertex(&t, u) {
				c.meet(page, f, g)
			}
		}
	}
}

// triangle returns triangle g, the one in a lane of the far leaf, in the world.
func (p *pairPage) triangle(lane int, o *object, g uint32) (u *geom.Triangle, ok bool) {
	u = &p.far[lane]
	if p.ready&(1<<lane) == 0 {
		p.ready |= 1 << lane
		if *u = o.triangle(g); u.Degenerate() {
			p.flat |= 1 << lane
		}
	}
	return u, p.flat&(1<<lane) == 0
}

// meetAtVertex reports whether t and u have a corner in common. Between triangles of one
// mesh that is no finding; between two objects it is contact all the same.
func meetAtVertex(t, u *geom.Triangle) bool {
	for i := range t {
		for j := range u {
			if t[i][0] == u[j][0] && t[i] == u[j] {
				return true
			}
		}
	}
	return false
}

// meet notes that triangle f of a and g of b are in contact.
func (c *pairCheck) meet(page *pairPage, f, g uint32) {
	c.begin()
	page.contact.any = true
	c.met[0].set(f)
	c.met[1].set(g)
}

func (c *pairCheck) begin() {
	c.once.Do(func() {
		na, nb := c.a.shape.welded, c.b.shape.welded
		c.met = [2]bitset{newBitset(len(na.Faces)), newBitset(len(nb.Faces))}
		c.ledger = newLedger(c.options, len(na.Vertices)+len(nb.Vertices))
		c.ledger.measure(c.a.box.Union(c.b.box).Diagonal())
	})
}

// enter records triangles that are a finding.
func (c *pairCheck) enter(worker int, f, g uint32, t, u *geom.Triangle, r tritri.Relation) {
	page := &c.pages[worker]
	c.meet(page, f, g)
	e := entry{kind: kindOf[r.Kind], i: f, j: g}
	var length float64
	if r.Through != tritri.NoEdge {
		if depth, through := c.through(f, g, t, u, r); through {
			e.kind, e.throughEdge = Crossing, true
			page.contact.crossings = max(page.contact.crossings, depth)
		}
	}
	switch e.kind {
	case Touch:
		c.ledger.page(worker).touch(e)
		return
	case Crossing:
		if !e.throughEdge {
			e.depth = tritri.Depth(t, u)
			page.contact.crossings = max(page.contact.crossings, e.depth)
		}
		p, q := tritri.Segment(t, u)
		length = p.Sub(q).Norm()
	case Overlap:
		e.area = tritri.Area(tritri.Polygon(t, u))
	case Duplicate:
		e.area = t.Area()
	}
	if e.kind != Crossing && c.aligned(r) {
		page.contact.aligned = max(page.contact.aligned, tritri.FlatDepth(t, u))
	}
	c.ledger.page(worker).pair(e, c.measure(f, g, t, u, length))
}

func (c *pairCheck) measure(f, g uint32, t, u *geom.Triangle, length float64) measure {
	m := measure{
		vertices: [2][3]uint32{c.a.shape.welded.Faces[f], c.b.shape.welded.Faces[g]},
		box:      t.Box().Union(u.Box()),
		length:   length,
	}
	for k := range m.vertices[1] {
		m.vertices[1][k] += uint32(len(c.a.shape.welded.Vertices))
	}
	return m
}

// aligned reports whether the bodies that two coplanar triangles bound lie on the same
// side of them, by the windings in the world.
func (c *pairCheck) aligned(r tritri.Relation) bool {
	return r.SameFacing == (c.a.inward() == c.b.inward())
}

// through decides whether one surface passes through the other exactly along the edge
// that r names, as in the self check, and if so how far it reaches to the shallower side.
// The edge's triangles are those of its own object.
func (c *pairCheck) through(f, g uint32, t, u *geom.Triangle, r tritri.Relation) (depth float64, through bool) {
	edged, number, face := c.a, f, u
	if r.Through == tritri.EdgeOfU {
		edged, number, face = c.b, g, t
	}
	corners := edged.shape.welded.Faces[number]
	from, to := corners[r.Edge], corners[(r.Edge+1)%3]
	plane := geom.PlaneOf(face[0], face[1], face[2])
	normal := plane.Normal()
	var above, below bool
	var height, drop float64
	eachApex(edged.shape.welded, edged.shape.around(from), to, func(v uint32) {
		apex := edged.world.Apply(edged.shape.welded.Vertices[v])
		h := math.Abs(normal.Dot(apex.Sub(face[0])))
		switch plane.Side(apex) {
		case +1:
			above, height = true, max(height, h)
		case -1:
			below, drop = true, max(drop, h)
		}
	})
	return min(height, drop) / normal.Norm(), above && below
}
