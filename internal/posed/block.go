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
	leaf      int
	box       boxtree.Box
	farthest  float32 // see farthestIn
	filter    tripacket.Filter
	ready     uint16 // those whose triangles are set
	triangles [boxtree.Width]geom.Triangle
}

// forget discards what is known of the leaf, which another pose has changed.
func (r *rows) forget() { r.leaf = none }

// columns are the faces of the leaf J of blocks.
type columns struct {
	tree *groupTree
	leaf int
	// ready are the lanes of those that are set, inRange those that can be compared, and absent those in no
	// pair.
	ready, inRange, absent uint16
	triangles              [boxtree.Width]geom.Triangle
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
	near, ids := q.trees[0].tree.Leaf(b.I), far.tree.Leaf(b.J)
	for rows := b.Rows; rows != 0; rows &= rows - 1 {
		x := bits.TrailingZeros32(rows)
		i, lanes := near[x], b.Masks[x]
		if q.faces[i].state == absent {
			continue
		}
		if !all {
			lanes = q.soughtWith(i, ids, lanes)
		}
		if lanes = q.mixed(q.rowTriangle(i, x), ids, lanes); lanes != 0 {
			q.columns.prepare(q, ids, lanes)
			q.decideRow(i, x, ids, lanes)
		}
	}
}

// start prepares for a block, and removes the pairs from it that float32 arithmetic proves to be
// apart.
func (q *Searcher) start(far *groupTree, b *boxtree.Block) {
	near, r := &q.trees[0], &q.rows
	if r.leaf != b.I {
		r.leaf, r.box, r.ready = b.I, *near.tree.LeafBox(b.I), 0
		if q.frame.regular {
			r.farthest = farthestIn(&r.box)
			near.packets[b.I].Filter(&r.filter)
		}
	}
	if c := &q.columns; c.tree != far || c.leaf != b.J {
		c.tree, c.leaf, c.ready, c.inRange, c.absent = far, b.J, 0, 0, 0
	}
	if !q.frame.regular {
		return
	}
	box := far.tree.LeafBox(b.J)
	farthest := max(r.farthest, farthestIn(box))
	var extents [3]float32
	for k := range extents {
		extents[k] = max(r.box[3+k], box[3+k]) - min(r.box[k], box[k]) + farthest
	}
	b.Rows = r.filter.Apart(&far.packets[b.J], &extents, b.Rows, &b.Masks)
}

// farthestIn returns the greatest coordinate of a box in magnitude, rounded up.
func farthestIn(b *boxtree.Box) float32 {
	return max(-b[0], -b[1], -b[2], b[3], b[4], b[5]) * (1 + 0x1p-20)
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

// rowTriangle returns the triangle of face i, in row x.
func (q *Searcher) rowTriangle(i uint32, x int) *geom.Triangle {
	r := &q.rows
	if r.ready>>x&1 == 0 {
		r.ready |= 1 << x
		r.triangles[x] = q.Triangle(i)
	}
	return &r.triangles[x]
}

// mixed returns the lanes of faces for whose planes t is not certainly on one side.
func (q *Searcher) mixed(t *geom.Triangle, ids []uint32, lanes uint16) (mixed uint16) {
	for ; lanes != 0; lanes &= lanes - 1 {
		lane := bits.TrailingZeros16(lanes)
		j := ids[lane]
		at := &q.positions[q.surface.faces[j][0]]
		if !q.faces[j].oneSide(at, &t[0], &t[1], &t[2]) {
			mixed |= 1 << lane
		}
	}
	return mixed
}

// prepare sets the triangles in some lanes.
func (c *columns) prepare(q *Searcher, ids []uint32, lanes uint16) {
	for lanes &^= c.ready; lanes != 0; lanes &= lanes - 1 {
		lane := bits.TrailingZeros16(lanes)
		c.ready |= 1 << lane
		t := &c.triangles[lane]
		*t = q.Triangle(ids[lane])
		switch q.faces[ids[lane]].state {
		case proper:
			c.inRange |= 1 << lane
		case absent:
			c.absent |= 1 << lane
		}
	}
}

// decideRow relates face i, in row x, to those in some lanes. Those in range wait until there are enough to
// be compared together, which proves most of them to be apart.
func (q *Searcher) decideRow(i uint32, x int, ids []uint32, lanes uint16) {
	t, c := &q.rows.triangles[x], &q.columns
	inRange := q.faces[i].state == proper
	for lanes &^= c.absent; lanes != 0; lanes &= lanes - 1 {
		y := bits.TrailingZeros16(lanes)
		u := &c.triangles[y]
		if inRange && c.inRange>>y&1 == 1 {
			if !q.batch.Fits(1) {
				q.decideBatch()
			}
			q.batch.Add(i, ids[y], t, u)
			continue
		}
		m := tritri.Relate(t, u)
		q.related(i, ids[y], &m)
	}
}

// decideBatch relates the pairs of the batch, and empties it.
func (q *Searcher) decideBatch() {
	b := &q.batch
	lanes := b.Take()
	for lanes &^= q.compared.Compare(&b.Pairs, lanes); lanes != 0; lanes &= lanes - 1 {
		lane := bits.TrailingZeros16(lanes)
		t, u := b.T(lane), b.U(lane)
		var e tritri.Estimates
		q.compared.Estimates(lane, (*tripacket.Estimates)(&e))
		m := tritri.RelateEstimated(&t, &u, &e)
		q.related(b.I[lane], b.J[lane], &m)
	}
}

// related emits a pair if the faces go through each other.
func (q *Searcher) related(i, j uint32, m *tritri.Meeting) {
	if m.Kind > tritri.Touch || m.Through != tritri.NoEdge {
		q.found(i, j, m.Kind)
	}
}
