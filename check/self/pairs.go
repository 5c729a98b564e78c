package self

import (
	"context"
	"math/bits"
	"sort"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/tritri"
)

// leafFilters holds one worker's filters for the triangles of its current leaf.
type leafFilters struct {
	packet *tritri.Packet
	box    bvh.Box
	ready  uint32
	lanes  [tritri.Width]tritri.Filter
}

// filterBlock removes from b the pairs that float32 arithmetic proves to be apart.
func (c *checker) filterBlock(f *leafFilters, b *bvh.Block) {
	near, far := &c.packets[b.I], &c.packets[b.J]
	if f.packet != near {
		f.packet, f.box, f.ready = near, c.tree.LeafBox(b.I), 0
	}
	box := c.tree.LeafBox(b.J)
	var extents [3]float32
	for k := range extents {
		extents[k] = max(f.box[3+k], box[3+k]) - min(f.box[k], box[k])
	}
	for rows := b.Rows; rows != 0; rows &= rows - 1 {
		x := bits.TrailingZeros32(rows)
		if f.ready&(1<<x) == 0 {
			f.ready |= 1 << x
			near.Filter(x, &f.lanes[x])
		}
		b.Masks[x] &^= f.lanes[x].Apart(far, &extents, b.Masks[x])
	}
}

// decide relates candidate pairs and records those that are findings.
func (c *checker) decide(ctx context.Context, worker int, b *bvh.Block) {
	if c.packets != nil {
		c.filterBlock(&c.filters[worker], b)
	}
	shard := c.collector.Shard(worker)
	near, far := c.tree.Leaf(b.I), c.tree.Leaf(b.J)
	for rows := b.Rows; rows != 0; rows &= rows - 1 {
		x := bits.TrailingZeros32(rows)
		if b.Masks[x] == 0 {
			continue
		}
		t := c.triangle(b.I, x)
		facet := tritri.Prepare(&t)
		for lanes := b.Masks[x]; lanes != 0; lanes &= lanes - 1 {
			y := bits.TrailingZeros16(lanes)
			u := c.triangle(b.J, y)
			if r := facet.Relate(&u); r.Kind != tritri.Apart {
				c.enter(ctx, shard, meeting{near[x], far[y], &t, &u, &facet, r})
			}
		}
	}
}

// triangle returns a triangle by its place in a leaf.
func (c *checker) triangle(leaf, lane int) geom.Triangle {
	if c.packets != nil {
		return c.packets[leaf].Triangle(lane)
	}
	return c.welded.Triangle(int(c.tree.Leaf(leaf)[lane]))
}

// meeting is a pair of triangles that meet: their numbers, t and u themselves, the
// facet of t, last related to u, and how they meet.
type meeting struct {
	i, j     uint32
	t, u     *geom.Triangle
	facet    *tritri.Facet
	relation tritri.Relation
}

// enter records a pair that is a finding.
func (c *checker) enter(ctx context.Context, shard *collect.Shard, m meeting) {
	e := collect.Entry{Rule: collect.RuleOf[m.relation.Kind]}
	if m.relation.Through != tritri.NoEdge && c.passesThrough(&m) {
		e.Rule, e.ThroughEdge = check.Crossing, true
	}
	if c.copies.Of(m.i) != nil || c.copies.Of(m.j) != nil {
		c.enterCopies(ctx, shard, e, &m)
		return
	}
	if e.Rule == check.Touch {
		e.I, e.J = min(m.i, m.j), max(m.i, m.j)
		c.touch(shard, e, nil)
		return
	}
	c.record(shard, e, &m, nil)
}

// touch enters a touch, or all pairs of of if that is not nil.
func (c *checker) touch(shard *collect.Shard, e collect.Entry, of *collect.Pairs) {
	e.Fails = collect.Fails(&e, c.options.Judged(), 0)
	shard.AddTouches(e, of)
}

// record measures a finding in the world and enters it, or all pairs of of if that is not
// nil. One that is no deeper than the tolerance is entered as a touch.
func (c *checker) record(shard *collect.Shard, e collect.Entry, m *meeting, of *collect.Pairs) {
	e.I, e.J = min(m.i, m.j), max(m.i, m.j)
	t, u := m.t, m.u
	if m.i > m.j {
		t, u = u, t // measures are of the pair in its order
	}
	wt, wu := c.placed(t), c.placed(u)
	x := c.extent(m)
	if depth := c.depthOf(&e, m, &wt, &wu, c.resolution(m, x.Parts)); c.tolerance > 0 && depth <= c.tolerance {
		c.touch(shard, collect.Entry{I: e.I, J: e.J, Rule: check.Touch}, of)
		return
	}
	switch e.Rule.Kind() {
	case check.Crossing:
		a, b := m.facet.Segment(m.u)
		a, b = c.world.Apply(a), c.world.Apply(b)
		x.Box, x.Length = geom.PointBox(a).Include(b), a.Sub(b).Norm()
		if shard.NeedsPlaces() {
			x.AddEnds(m.facet.Ends(m.u))
		}
	case check.Overlap:
		polygon := c.polygon(t, u)
		e.Area = tritri.Area(polygon)
		x.Box = geom.BoxOf(polygon)
		tritri.EachSide(m.t, m.u, x.AddSide)
	case check.Duplicate:
		e.Area = wt.Area()
		x.Box = wt.Box()
		x.Vertices[1] = x.Vertices[0] // in whatever order the copy has them
		for k := range t {
			x.AddSide(tritri.FeaturePair{T: tritri.Edge(k), U: tritri.Edge(k)})
		}
	}
	e.Fails = collect.Fails(&e, c.options.Judged(), x.Length)
	shard.AddPairs(e, &x, of, c.part)
}

// depthOf returns the length of the shortest translation that separates t and u in the world,
// for two in one plane within that plane, and gives the finding the rule that it has at that
// depth. That of a crossing is also what its entry is sorted by; others are by their areas.
func (c *checker) depthOf(e *collect.Entry, m *meeting, t, u *geom.Triangle, resolution float64) float64 {
	if e.Rule != check.Crossing {
		depth := tritri.FlatDepth(t, u)
		if e.Rule == check.Overlap && depth <= resolution {
			e.Rule = check.OverlapWithinPrecision
		}
		return depth
	}
	if e.ThroughEdge {
		e.Depth = c.depthThrough(m)
	} else {
		e.Depth = tritri.Depth(t, u)
	}
	if e.Depth <= resolution {
		judgeShallow(e, t, u, resolution)
	}
	return e.Depth
}

// extent returns what the triangles of a meeting are, without what they have in common.
func (c *checker) extent(m *meeting) collect.Extent {
	x := collect.Extent{
		Vertices: [2][3]uint32{c.welded.Faces[m.i], c.welded.Faces[m.j]},
		Faces:    [2]uint32{m.i, m.j},
		Parts:    [2]int{c.part(m.i), c.part(m.j)},
	}
	for k := range x.Faces {
		if group := c.copies.Of(x.Faces[k]); group != nil {
			x.Faces[k] = group[0]
		}
		if x.Shells[k] = uint32(x.Parts[k]); !c.loose {
			x.Shells[k] = c.shell[x.Vertices[k][0]]
		}
	}
	return x
}

// placed returns t in the world.
func (c *checker) placed(t *geom.Triangle) geom.Triangle {
	if c.world == geom.Identity() {
		return *t
	}
	return c.world.ApplyTriangle(*t)
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
