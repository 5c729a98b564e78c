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

// searchWorker is one worker's state: the filter for the triangles of its current leaf, and the pairs
// that the filter leaves, which are compared many at a time.
type searchWorker struct {
	packet    *tripacket.Packet
	box       boxtree.Box
	filter    tripacket.Filter
	batch     tripacket.Batch
	row       tripacket.Comparison // of the batch
	crossings tripacket.Crossings  // of the batch
	sides     [2][tripacket.Width]collect.Side

	_ parallel.Padding
}

// searchTree decides every pair whose boxes meet, except at certified vertices.
func (c *checker) searchTree(ctx context.Context) error {
	decide := func(worker int, b *boxtree.Block) { c.decide(ctx, worker, b) }
	err := c.search.tree.SelfPairs(ctx, c.settings.Workers, decide, func(done, total int) {
		c.progress(prepared + (1-prepared)*float64(done)/float64(total))
	})
	if err != nil {
		return err
	}
	for worker := range c.search.workers {
		c.decideBatch(ctx, worker)
	}
	return nil
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

// decideLanes is decide for the triangles of packets: pairs that the filter does not prove to be apart wait
// until there are enough of them to be compared together.
func (c *checker) decideLanes(ctx context.Context, worker int, b *boxtree.Block) {
	w := &c.search.workers[worker]
	c.search.filter(w, b)
	near, far, packet := c.search.tree.Leaf(b.I), c.search.tree.Leaf(b.J), c.search.packets.at(b.J)
	for rows := b.Rows; rows != 0; rows &= rows - 1 {
		x := bits.TrailingZeros32(rows)
		if !w.batch.Fits(b.Masks[x]) {
			c.decideBatch(ctx, worker)
		}
		t := w.packet.Triangle(x)
		w.batch.AddRow(near[x], &t, far, packet, b.Masks[x])
	}
}

// decideBatch relates the pairs of a worker's batch, and empties it.
func (c *checker) decideBatch(ctx context.Context, worker int) {
	w := &c.search.workers[worker]
	lanes := w.batch.Take()
	if lanes &^= w.row.Compare(&w.batch.Pairs, lanes); lanes == 0 {
		return
	}
	if lanes &^= c.addCrossings(worker, lanes); lanes == 0 {
		return
	}
	for lanes &^= c.decideAtVertices(worker, lanes); lanes != 0; lanes &= lanes - 1 {
		lane := bits.TrailingZeros16(lanes)
		t, u := w.batch.T(lane), w.batch.U(lane)
		var e tritri.Estimates
		w.row.Estimates(lane, (*tripacket.Estimates)(&e))
		p := pair{i: w.batch.I[lane], j: w.batch.J[lane], t: &t, u: &u, row: &w.row, lane: lane}
		if p.j < p.i { // related in the order of the numbers, in which segments are measured
			p.i, p.j, p.t, p.u = p.j, p.i, p.u, p.t
			e.Exchange()
		}
		if p.Meeting = tritri.RelateEstimated(p.t, p.u, &e); p.Kind != tritri.Apart {
			c.found(ctx, worker, &p)
		}
	}
}

// filter removes from b the pairs that float32 arithmetic proves to be apart, or to meet only in corners
// that both have.
func (s *search) filter(w *searchWorker, b *boxtree.Block) {
	if near := s.packets.at(b.I); w.packet != near {
		w.packet, w.box = near, *s.tree.LeafBox(b.I)
		near.Filter(&w.filter)
	}
	box := s.tree.LeafBox(b.J)
	var extents [3]float32
	for k := range extents {
		extents[k] = max(w.box[3+k], box[3+k]) - min(w.box[k], box[k])
	}
	far := s.packets.at(b.J)
	b.Rows = w.filter.ApartOrAdjacent(far, &extents, b.Rows, &b.Masks)
}
