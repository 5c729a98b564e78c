package self

import (
	"math/bits"

	"github.com/meshcheck/meshcheck/check"
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

// withoutCopies returns the lanes in which neither triangle i nor that of the lane has copies.
func (c *checker) withoutCopies(i uint32, far []uint32, lanes uint16) uint16 {
	if c.neighbours.copies.Len() == 0 {
		return lanes
	}
	if c.neighbours.copies.Of(i) != nil {
		return 0
	}
	for rest := lanes; rest != 0; rest &= rest - 1 {
		if lane := bits.TrailingZeros16(rest); c.neighbours.copies.Of(far[lane]) != nil {
			lanes &^= 1 << lane
		}
	}
	return lanes
}
