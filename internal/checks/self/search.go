package self

import (
	"context"
	"math/bits"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/internal/tripacket"
	"github.com/meshcheck/meshcheck/tritri"
)

// search finds the pairs that meet among those whose boxes do.
type search struct {
	tree    *boxtree.Tree
	packets packets // nil for a mesh with float64 positions
	workers []searchWorker
}

// searchWorker is one worker's state: the filter for the triangles of its current leaf, and how one
// of these compares with those of another leaf.
type searchWorker struct {
	packet *tripacket.Packet
	box    boxtree.Box
	filter tripacket.Filter
	probed uint32
	probes [tripacket.Width]tripacket.Probe
	row    tripacket.Comparison
	// crossings are those of a row, and sides the triangles of the other leaf, if sided.
	crossings tripacket.Crossings
	sides     [tripacket.Width]collect.Side
	sided     bool

	_ parallel.Padding
}

// searchTree decides every pair whose boxes meet, except at certified vertices.
func (c *checker) searchTree(ctx context.Context) error {
	decide := func(worker int, b *boxtree.Block) { c.decide(ctx, worker, b) }
	return c.search.tree.SelfPairs(ctx, c.settings.Workers, decide, func(done, total int) {
		c.progress(prepared + (1-prepared)*float64(done)/float64(total))
	})
}

// decide relates the candidate pairs of a block.
func (c *checker) decide(ctx context.Context, worker int, b *boxtree.Block) {
	if c.search.packets != nil {
		c.decideLanes(ctx, worker, b)
		return
	}
	near, far := c.search.tree.Leaf(b.I), c.search.tree.Leaf(b.J)
	for rows := b.Rows; rows != 0; rows &= rows - 1 {
		x := bits.TrailingZeros32(rows)
		t := c.triangle(near[x])
		plane := geom.PlaneOf(t[0], t[1], t[2])
		for lanes := b.Masks[x]; lanes != 0; lanes &= lanes - 1 {
			y := bits.TrailingZeros16(lanes)
			u := c.triangle(far[y])
			if side, _ := plane.Glance(&u); side[0] != 0 && side[0] == side[1] && side[0] == side[2] {
				continue // as most of them: apart
			}
			if m := tritri.Relate(&t, &u); m.Kind != tritri.Apart {
				c.found(ctx, worker, &pair{i: near[x], j: far[y], t: &t, u: &u, Meeting: m})
			}
		}
	}
}

// decideLanes is decide for the triangles of packets: pairs that are not proved to be apart many
// lanes at a time are related.
func (c *checker) decideLanes(ctx context.Context, worker int, b *boxtree.Block) {
	w := &c.search.workers[worker]
	c.search.filter(w, b)
	w.sided = false
	packet := c.search.packets.at(b.J)
	for rows := b.Rows; rows != 0; rows &= rows - 1 {
		x := bits.TrailingZeros32(rows)
		lanes := b.Masks[x]
		if w.probed&(1<<x) == 0 {
			w.probed |= 1 << x
			w.packet.Probe(x, &w.probes[x])
		}
		if lanes &^= w.row.Compare(&w.probes[x], packet, lanes); lanes == 0 {
			continue
		}
		if lanes &^= c.addCrossings(worker, b, x, lanes); lanes == 0 {
			continue
		}
		if lanes &^= c.decideAtVertices(worker, b, x, lanes); lanes == 0 {
			continue
		}
		i, far, t := c.search.tree.Leaf(b.I)[x], c.search.tree.Leaf(b.J), w.probes[x].Triangle()
		for ; lanes != 0; lanes &= lanes - 1 {
			y := bits.TrailingZeros16(lanes)
			u := packet.Triangle(y)
			var e tritri.Estimates
			w.row.Estimates(y, (*tripacket.Estimates)(&e))
			p := pair{i: i, j: far[y], t: t, u: &u, row: &w.row, lane: y}
			if p.j < p.i { // related in the order of the numbers, in which segments are measured
				p.i, p.j, p.t, p.u = p.j, p.i, p.u, p.t
				e.Exchange()
			}
			if p.Meeting = tritri.RelateEstimated(p.t, p.u, &e); p.Kind != tritri.Apart {
				c.found(ctx, worker, &p)
			}
		}
	}
}

// filter removes from b the pairs that float32 arithmetic proves to be apart, or to meet only in corners
// that both have.
func (s *search) filter(w *searchWorker, b *boxtree.Block) {
	if near := s.packets.at(b.I); w.packet != near {
		w.packet, w.box, w.probed = near, *s.tree.LeafBox(b.I), 0
		near.Filter(&w.filter)
	}
	box := s.tree.LeafBox(b.J)
	var extents [3]float32
	for k := range extents {
		extents[k] = max(w.box[3+k], box[3+k]) - min(w.box[k], box[k])
	}
	far := s.packets.at(b.J)
	b.Rows = w.filter.Apart(far, &extents, b.Rows, &b.Masks)
	b.Rows = w.filter.Adjacent(far, b.Rows, &b.Masks)
}
