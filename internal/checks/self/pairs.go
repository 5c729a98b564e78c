package self

import (
	"context"
	"math/bits"

	"github.com/meshcheck/meshcheck/internal/tripacket"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/internal/precision"
	"github.com/meshcheck/meshcheck/tritri"
)

// leafFilter holds one worker's filter for the triangles of its current leaf.
type leafFilter struct {
	packet *tripacket.Packet
	box    boxtree.Box
	filter tripacket.Filter
	probed uint32
	probes [tripacket.Width]tripacket.Probe
	row    tripacket.Comparison
	// facet is the triangle whose crossings are entered.
	facet tritri.Facet
	// crossings are those of a row, and sides the triangles of the other leaf, if sided.
	crossings tripacket.Crossings
	sides     [tripacket.Width]collect.Side
	sided     bool

	_ parallel.Padding
}

// filterBlock removes from b the pairs that float32 arithmetic proves to be apart.
func (c *checker) filterBlock(f *leafFilter, b *boxtree.Block) {
	if near := c.packets.at(b.I); f.packet != near {
		f.packet, f.box, f.probed = near, *c.tree.LeafBox(b.I), 0
		near.Filter(&f.filter)
	}
	box := c.tree.LeafBox(b.J)
	var extents [3]float32
	for k := range extents {
		extents[k] = max(f.box[3+k], box[3+k]) - min(f.box[k], box[k])
	}
	b.Rows = f.filter.Apart(c.packets.at(b.J), &extents, b.Rows, &b.Masks)
}

// decide relates candidate pairs and records those that are findings.
func (c *checker) decide(ctx context.Context, worker int, b *boxtree.Block) {
	if c.packets != nil {
		c.decideLanes(ctx, worker, b)
		return
	}
	shard := c.collector.Shard(worker)
	near, far := c.tree.Leaf(b.I), c.tree.Leaf(b.J)
	for rows := b.Rows; rows != 0; rows &= rows - 1 {
		x := bits.TrailingZeros32(rows)
		t := c.welded.Triangle(int(near[x]))
		facet := tritri.Prepare(&t)
		for lanes := b.Masks[x]; lanes != 0; lanes &= lanes - 1 {
			y := bits.TrailingZeros16(lanes)
			u := c.welded.Triangle(int(far[y]))
			if r := facet.Relate(&u); r.Kind != tritri.Apart {
				c.enter(ctx, shard, meeting{i: near[x], j: far[y], t: &t, u: &u, facet: &facet, relation: r})
			}
		}
	}
}

// decideLanes is decide for the triangles of packets: pairs that are not proved to be apart many
// lanes at a time are related.
func (c *checker) decideLanes(ctx context.Context, worker int, b *boxtree.Block) {
	f := &c.filters[worker]
	c.filterBlock(f, b)
	f.sided = false
	shard := c.collector.Shard(worker)
	packet := c.packets.at(b.J)
	for rows := b.Rows; rows != 0; rows &= rows - 1 {
		x := bits.TrailingZeros32(rows)
		lanes := b.Masks[x]
		if f.probed&(1<<x) == 0 {
			f.probed |= 1 << x
			f.packet.Probe(x, &f.probes[x])
		}
		if lanes &^= f.row.Compare(&f.probes[x], packet, lanes); lanes == 0 {
			continue
		}
		if lanes &^= c.enterCrossings(shard, f, b, x, lanes); lanes == 0 {
			continue
		}
		i, far, t := c.tree.Leaf(b.I)[x], c.tree.Leaf(b.J), f.probes[x].Triangle()
		facet := tritri.Prepare(t)
		for ; lanes != 0; lanes &= lanes - 1 {
			y := bits.TrailingZeros16(lanes)
			u := packet.Triangle(y)
			if r := facet.RelateEstimated(&u, &f.row, y); r.Kind != tritri.Apart {
				c.enter(ctx, shard, meeting{i: i, j: far[y], t: t, u: &u, facet: &facet, relation: r, row: &f.row, lane: y})
			}
		}
	}
}

// meeting is a pair of triangles that meet: their numbers, t and u themselves, the
// facet of t, last related to u, and how they meet.
type meeting struct {
	i, j     uint32
	t, u     *geom.Triangle
	facet    *tritri.Facet
	relation tritri.Relation
	// row is the comparison of t with u, in a lane, and others; nil if there is none.
	row  *tripacket.Comparison
	lane int
	// place is where they meet, in stored coordinates, and nil before that is measured.
	place *precision.Place
	// shown is what is known of the place.
	shown shown
}

// enter records a pair that is a finding, or holds it back until its place is judged.
func (c *checker) enter(ctx context.Context, shard *collect.Shard, m meeting) {
	e := c.entryOf(&m)
	if e.Rule == check.Touch {
		c.noteCover(shard.Worker(), &m)
	} else if c.wait(shard.Worker(), &e, &m) {
		return
	}
	c.enterAll(ctx, shard, e, &m)
}

// entryOf returns the entry of a meeting by its kind.
func (c *checker) entryOf(m *meeting) collect.Entry {
	e := collect.Entry{Rule: collect.RuleOf[m.relation.Kind]}
	if m.relation.Through != tritri.NoEdge && c.passesThrough(m) {
		e.Rule, e.ThroughEdge = check.Crossing, true
	}
	return e
}

// enterAll records a pair and all pairs of copies that it represents.
func (c *checker) enterAll(ctx context.Context, shard *collect.Shard, e collect.Entry, m *meeting) {
	if c.copies.Of(m.i) != nil || c.copies.Of(m.j) != nil {
		c.enterCopies(ctx, shard, e, m)
		return
	}
	if e.Rule == check.Touch {
		e.I, e.J = min(m.i, m.j), max(m.i, m.j)
		c.touch(shard, e, nil)
		return
	}
	c.record(shard, e, m, nil)
}

// touch enters a touch, or all the pairs in of if that is not nil.
func (c *checker) touch(shard *collect.Shard, e collect.Entry, of *collect.Pairs) {
	e.Fails = collect.Fails(&e, c.options.CriteriaOrDefault(), 0)
	shard.AddTouches(e, of)
}

// record measures a finding in the world and enters it, or all the pairs in of if that is not nil.
// A finding no deeper than the tolerance, at a place where the surfaces go no farther through each
// other than that, is entered as a touch.
func (c *checker) record(shard *collect.Shard, e collect.Entry, m *meeting, of *collect.Pairs) {
	e.I, e.J = min(m.i, m.j), max(m.i, m.j)
	var x collect.Extent
	c.describe(m, &x)
	x.Depth = c.depthOf(&e, m)
	if c.applyVerdict(&e, m); e.Rule == check.ZFighting {
		x.Depth = e.Depth
	}
	if c.tolerance > 0 && x.Depth <= c.tolerance && (m.shown.tolerable || e.Rule == check.Duplicate && c.narrow(m)) {
		c.touch(shard, collect.Entry{I: e.I, J: e.J, Rule: check.Touch}, of)
		return
	}
	switch e.Rule.Kind() {
	case check.Crossing:
		a, b := m.segment()
		a, b = c.place(a), c.place(b)
		x.Box, x.Length = geom.PointBox(a).Include(b), a.Sub(b).Norm()
		if shard.NeedsPlaces() {
			x.AddEnds(m.facet.Ends(m.u))
		}
	case check.Overlap:
		t, u := m.inOrder()
		polygon := c.polygon(t, u)
		e.Area = tritri.Area(polygon)
		x.Box = geom.BoxOf(polygon)
		tritri.EachSide(m.t, m.u, x.AddSide)
	case check.Duplicate:
		t, _ := m.inOrder()
		placed := c.placed(t)
		e.Area = placed.Area()
		x.Box = placed.Box()
		x.Vertices[1] = x.Vertices[0] // in whatever order the copy has them
		for k := range t {
			x.AddSide(tritri.FeaturePair{T: tritri.Edge(k), U: tritri.Edge(k)})
		}
	}
	e.Fails = collect.Fails(&e, c.options.CriteriaOrDefault(), x.Length) || e.Rule == check.Crossing && !m.shown.allowed && c.within(e.Depth)
	shard.AddPairs(&e, &x, of, c.part)
}
