package posed

import (
	"math/bits"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/tripacket"
	"github.com/meshcheck/meshcheck/tritri"
)

// rows are the faces of the leaf I of blocks, of the first group.
type rows struct {
	leaf   int
	box    boxtree.Box
	filter tripacket.Filter
	probed uint32
	probes [boxtree.Width]tripacket.Probe
}

// forget discards what is known of the leaf, which another pose has changed.
func (r *rows) forget() { r.leaf = none }

// columns are the faces of the leaf J of blocks.
type columns struct {
	tree *groupTree
	leaf int
	// ready are the lanes of those that are set, inRange those that the packet has.
	ready, inRange uint16
	triangles      [boxtree.Width]geom.Triangle
	packet         tripacket.WidePacket
}

// forget discards what is known of the leaf.
func (c *columns) forget() { c.tree = nil }

// decide relates the candidate pairs of a block of faces of the first group with those of far. all
// says that all of them are sought.
func (q *Searcher) decide(far *groupTree, b *boxtree.Block, all bool) {
	if q.stopped {
		return
	}
	q.start(far, b)
	ids := far.tree.Leaf(b.J)
	for rows := b.Rows; rows != 0; rows &= rows - 1 {
		x := bits.TrailingZeros32(rows)
		i := q.trees[0].tree.Leaf(b.I)[x]
		lanes := b.Masks[x]
		if !all {
			lanes = q.soughtWith(i, ids, lanes)
		}
		if lanes == 0 || q.faces[i].state == absent {
			continue
		}
		q.columns.prepare(ids, lanes)
		q.decideRow(i, x, ids, lanes)
	}
}

// start prepares for a block, and removes the pairs from it that float32 arithmetic proves to be
// apart.
func (q *Searcher) start(far *groupTree, b *boxtree.Block) {
	near, r := &q.trees[0], &q.rows
	if r.leaf != b.I {
		r.leaf, r.box, r.probed = b.I, *near.tree.LeafBox(b.I), 0
		if q.frame.regular {
			near.packets[b.I].Filter(&r.filter)
		}
	}
	if c := &q.columns; c.tree != far || c.leaf != b.J {
		c.tree, c.leaf, c.ready, c.inRange = far, b.J, 0, 0
	}
	if !q.frame.regular {
		return
	}
	box := far.tree.LeafBox(b.J)
	var extents [3]float32
	for k := range extents {
		extents[k] = max(r.box[3+k], box[3+k]) - min(r.box[k], box[k]) + q.frame.extent
	}
	b.Rows = r.filter.Apart(&far.packets[b.J], &extents, b.Rows, &b.Masks)
}

// soughtWith returns the lanes of faces whose pairs with face i are sought.
func (q *Searcher) soughtWith(i uint32, ids []uint32, lanes uint16) (sought uint16) {
	s := q.surface
	for ; lanes != 0; lanes &= lanes - 1 {
		lane := bits.TrailingZeros16(lanes)
		if s.sought.has(int(s.object[i]), int(s.object[ids[lane]])) {
			sought |= 1 << lane
		}
	}
	return sought
}

// prepare sets the triangles in some lanes.
func (c *columns) prepare(ids []uint32, lanes uint16) {
	for lanes &^= c.ready; lanes != 0; lanes &= lanes - 1 {
		lane := bits.TrailingZeros16(lanes)
		c.ready |= 1 << lane
		t := &c.triangles[lane]
		*t = c.tree.searcher.Triangle(ids[lane])
		if c.tree.searcher.faces[ids[lane]].state == proper {
			c.inRange |= 1 << lane
			c.packet.Set(lane, t)
		}
	}
}

// decideRow relates face i, in row x, to those in some lanes. Those in range are compared with it
// many at once, which proves most of them to be apart.
func (q *Searcher) decideRow(i uint32, x int, ids []uint32, lanes uint16) {
	r, c := &q.rows, &q.columns
	t, compared := &r.probes[x], uint16(0)
	if q.faces[i].state == proper {
		if r.probed&(1<<x) == 0 {
			r.probed |= 1 << x
			corners := q.Triangle(i)
			*t = tripacket.ProbeOf(&corners)
		}
		compared = lanes & c.inRange
		lanes &^= q.row.CompareWide(t, &c.packet, compared)
	}
	for ; lanes != 0; lanes &= lanes - 1 {
		y := bits.TrailingZeros16(lanes)
		u, j := &c.triangles[y], ids[y]
		if q.faces[j].state == absent {
			continue
		}
		kind := tritri.Apart
		if compared&(1<<y) != 0 {
			var e tritri.Estimates
			q.row.Estimates(y, (*tripacket.Estimates)(&e))
			m := tritri.RelateEstimated(t.Triangle(), u, &e)
			kind = m.Kind
		} else {
			corners := q.Triangle(i)
			m := tritri.Relate(&corners, u)
			kind = m.Kind
		}
		if kind > tritri.Touch {
			q.found(i, j, kind)
		}
	}
}
