package self

import (
	"math/bits"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/internal/tripacket"
	"github.com/meshcheck/meshcheck/tritri"
)

// addCrossings enters the crossings of a triangle, in a row of the last comparison, that can be
// measured several at a time, and returns their lanes.
func (c *checker) addCrossings(worker int, b *boxtree.Block, x int, lanes uint16) uint16 {
	if c.moved {
		return 0
	}
	w, i, far := &c.search.workers[worker], c.search.tree.Leaf(b.I)[x], c.search.tree.Leaf(b.J)
	if lanes = c.withoutCopies(i, far, lanes); lanes == 0 {
		return 0
	}
	lanes = w.row.Crossings(&w.probes[x], c.search.packets.at(b.J), lanes, c.limits.greatest, &w.crossings)
	if lanes == 0 {
		return 0
	}
	shard := c.collector.Shard(worker)
	if shard.NeedsPlaces() {
		for rest := lanes; rest != 0; rest &= rest - 1 {
			lane := bits.TrailingZeros16(rest)
			var f collect.Finding
			c.setTriangles(&f, i, far[lane])
			f.Rule, f.Box, f.Depth, f.Length = check.Crossing, w.crossings.Box(lane), w.crossings.Depth[lane], w.crossings.Length[lane]
			var e tritri.Estimates
			w.row.Estimates(lane, (*tripacket.Estimates)(&e))
			f.AddEnds(tritri.EstimatedEnds(&e))
			shard.Add(&f, nil)
		}
		return lanes
	}
	if !w.sided {
		w.sided = true
		for k, j := range far {
			w.sides[k] = c.side(j)
		}
	}
	t := c.side(i)
	shard.AddCrossings(&t, &w.sides, lanes, &w.crossings)
	return lanes
}

// decideAtVertices decides the pairs of a triangle, in a row of the last comparison, and others that have
// one vertex in common with it. It enters the crossings and returns the lanes that are decided.
func (c *checker) decideAtVertices(worker int, b *boxtree.Block, x int, lanes uint16) (decided uint16) {
	w, i, far := &c.search.workers[worker], c.search.tree.Leaf(b.I)[x], c.search.tree.Leaf(b.J)
	packet := c.search.packets.at(b.J)
	for ; lanes != 0; lanes &= lanes - 1 {
		lane := bits.TrailingZeros16(lanes)
		m, ok := w.row.AtVertex(&w.probes[x], packet, lane)
		if ok && (m.Apart || c.addAtVertex(worker, &m, i, far[lane], x, lane)) {
			decided |= 1 << lane
		}
	}
	return decided
}

// addAtVertex enters the crossing of triangle i, in row x of the last comparison, and triangle j, unless
// its depth is not known, or small enough to be judged by its place, or there are copies of the triangles.
func (c *checker) addAtVertex(worker int, m *tripacket.VertexMeeting, i, j uint32, x, lane int) bool {
	w := &c.search.workers[worker]
	depth, known := w.row.Depth(lane)
	if c.moved || !known || !(depth > c.limits.greatest) || c.copied(i, j) {
		return false
	}
	shard, from := c.collector.Shard(worker), w.probes[x].Triangle()[m.T]
	var f collect.Finding
	c.setTriangles(&f, i, j)
	f.Rule, f.Box, f.Depth, f.Length = check.Crossing, geom.PointBox(from).Include(m.End), depth, m.End.Sub(from).Norm()
	if shard.NeedsPlaces() {
		f.AddEnds(tritri.EndsAtVertex(m.T, m.U, m.InT))
	}
	shard.Add(&f, nil)
	return true
}

// withoutCopies returns the lanes in which neither triangle i nor that of the lane has copies.
func (c *checker) withoutCopies(i uint32, far []uint32, lanes uint16) uint16 {
	if c.neighbours.copies.Len() == 0 {
		return lanes
	}
	for rest := lanes; rest != 0; rest &= rest - 1 {
		if lane := bits.TrailingZeros16(rest); c.copied(i, far[lane]) {
			lanes &^= 1 << lane
		}
	}
	return lanes
}

// copied reports whether there are copies of one of two triangles.
func (c *checker) copied(i, j uint32) bool {
	return c.neighbours.copies.Of(i) != nil || c.neighbours.copies.Of(j) != nil
}
