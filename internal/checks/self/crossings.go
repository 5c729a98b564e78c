package self

import (
	"math/bits"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/tritri"
)

// enterCrossings enters the crossings of a triangle, in a row of the last comparison, that can be
// measured several at a time, and returns their lanes.
func (c *checker) enterCrossings(shard *collect.Shard, f *leafFilter, b *boxtree.Block, x int, lanes uint16) uint16 {
	if c.moved {
		return 0
	}
	i, far := c.tree.Leaf(b.I)[x], c.tree.Leaf(b.J)
	if lanes = c.withoutCopies(i, far, lanes); lanes == 0 {
		return 0
	}
	lanes = f.row.Crossings(&f.probes[x], c.packets.at(b.J), lanes, c.places.shallow, &f.crossings)
	if lanes == 0 {
		return 0
	}
	if shard.NeedsPlaces() {
		f.facet = tritri.Prepare(f.probes[x].Triangle())
		for rest := lanes; rest != 0; rest &= rest - 1 {
			lane := bits.TrailingZeros16(rest)
			c.recordCrossing(shard, f, &meeting{i: i, j: far[lane], facet: &f.facet, row: &f.row, lane: lane})
		}
		return lanes
	}
	if !f.sided {
		f.sided = true
		for k, j := range far {
			f.sides[k] = c.side(j)
		}
	}
	t := c.side(i)
	shard.AddCrossings(&t, &f.sides, lanes, &f.crossings, c.options.CriteriaOrDefault())
	return lanes
}

// recordCrossing is record for a crossing that has been measured.
func (c *checker) recordCrossing(shard *collect.Shard, f *leafFilter, m *meeting) {
	e := collect.Entry{I: min(m.i, m.j), J: max(m.i, m.j), Rule: check.Crossing, Depth: f.crossings.Depth[m.lane]}
	x := collect.Extent{Box: f.crossings.Box(m.lane), Depth: e.Depth, Length: f.crossings.Length[m.lane]}
	c.describe(m, &x)
	x.AddEnds(m.facet.EndsEstimated(m.row, m.lane))
	e.Fails = collect.Fails(&e, c.options.CriteriaOrDefault(), x.Length)
	shard.AddPair(&e, &x)
}

// withoutCopies returns the lanes in which neither triangle i nor that of the lane has copies.
func (c *checker) withoutCopies(i uint32, far []uint32, lanes uint16) uint16 {
	if c.copies.Len() == 0 {
		return lanes
	}
	if c.copies.Of(i) != nil {
		return 0
	}
	for rest := lanes; rest != 0; rest &= rest - 1 {
		if lane := bits.TrailingZeros16(rest); c.copies.Of(far[lane]) != nil {
			lanes &^= 1 << lane
		}
	}
	return lanes
}

// side returns what the regions of findings of triangle i need to know of it.
func (c *checker) side(i uint32) collect.Side {
	s := collect.Side{Triangle: i, Part: c.part(i)}
	if s.Shell = uint32(s.Part); !c.loose {
		s.Shell = c.shell[c.welded.Faces[i][0]]
	}
	return s
}
