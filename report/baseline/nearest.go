package baseline

import (
	"cmp"
	"math"
	"slices"
)

// corners are the two corners of a box, the lower one first.
type corners [6]float64

// apart returns the greatest difference between the corners of two boxes along any axis.
func (c *corners) apart(d *corners) (most float64) {
	for k := range c {
		most = max(most, math.Abs(c[k]-d[k]))
	}
	return most
}

// meets reports whether two boxes have a point in common, or are within reach along each axis.
func (c *corners) meets(d *corners, reach float64) bool {
	for k := range 3 {
		if c[k]-reach > d[k+3] || d[k]-reach > c[k+3] {
			return false
		}
	}
	return true
}

// frames is the number of frames in which a box may have kept its place: the world and its mesh.
const frames = 2

// cornersIn returns the box in a frame; not ok if it has no place there.
func (p *position) cornersIn(frame int) (c corners, ok bool) {
	if p.box.Empty() || frame > 0 && p.mesh == nil {
		return c, false
	}
	for k := range 3 {
		c[k], c[k+3] = p.box.Min[k], p.box.Max[k]
		if frame > 0 {
			c[k] -= p.mesh[k]
			c[k+3] -= p.mesh[k]
		}
	}
	return c, true
}

// spot is a box to search for. Of several at the same distance, the one with the least rank is
// found.
type spot struct {
	corners
	// Matching boxes must be within reach, and their corners at most this far apart.
	reach, most float64
	rank        int32
}

// tree finds the nearest boxes. It is a k-d tree over both corners, in six dimensions.
type tree struct {
	nodes []treeNode
	spots []spot  // in the order of the leaves
	leaf  []int32 // the leaf of each spot, by rank; -1 for spots outside of the tree
}

// treeNode has the bounds of all corners below it, including those of removed spots.
type treeNode struct {
	low, high   corners
	reach       float64 // the greatest
	least       int32   // least remaining rank, or removed
	parent      int32
	first, last int32 // spots of a leaf, or children of an inner node, whose last is negated
}

// removed is greater than all ranks.
const removed = math.MaxInt32

const leafSize = 8

// newTree returns the tree of spots, whose ranks are below n.
func newTree(spots []spot, n int) *tree {
	t := &tree{spots: spots, leaf: make([]int32, n)}
	for i := range t.leaf {
		t.leaf[i] = -1
	}
	if len(spots) > 0 {
		t.build(0, len(spots), -1)
	}
	return t
}

// build adds the node for spots[first:last] and returns its number.
func (t *tree) build(first, last int, parent int32) int32 {
	at := int32(len(t.nodes))
	some := t.spots[first:last]
	n := treeNode{low: some[0].corners, high: some[0].corners, least: removed, parent: parent, first: int32(first), last: int32(last)}
	for i := range some {
		for k := range n.low {
			n.low[k], n.high[k] = min(n.low[k], some[i].corners[k]), max(n.high[k], some[i].corners[k])
		}
		n.reach, n.least = max(n.reach, some[i].reach), min(n.least, some[i].rank)
	}
	t.nodes = append(t.nodes, n)
	if len(some) <= leafSize {
		for i := range some {
			t.leaf[some[i].rank] = at
		}
		return at
	}
	widest := 0
	for k := range n.low {
		if n.high[k]-n.low[k] > n.high[widest]-n.low[widest] {
			widest = k
		}
	}
	slices.SortFunc(some, func(a, b spot) int {
		return cmp.Or(cmp.Compare(a.corners[widest], b.corners[widest]), cmp.Compare(a.rank, b.rank))
	})
	middle := first + len(some)/2
	left := t.build(first, middle, at)
	right := t.build(middle, last, at)
	t.nodes[at].first, t.nodes[at].last = left, -right
	return at
}

// remove removes the spot of a rank, if it is there.
func (t *tree) remove(rank int32) {
	at := t.leaf[rank]
	if at < 0 {
		return
	}
	t.leaf[rank] = -1
	for ; at >= 0; at = t.nodes[at].parent {
		n := &t.nodes[at]
		if n.least != rank {
			return // higher nodes do not have this rank as least either
		}
		n.least = removed
		if n.last < 0 {
			n.least = min(t.nodes[n.first].least, t.nodes[-n.last].least)
			continue
		}
		for _, s := range t.spots[n.first:n.last] {
			if t.leaf[s.rank] >= 0 {
				n.least = min(n.least, s.rank)
			}
		}
	}
}

// found is the best result of a search so far.
type found struct {
	distance float64
	rank     int32 // removed if there is none
}

// nothing is the result of a search without a match.
var nothing = found{math.Inf(1), removed}

// before reports whether f is better than g: nearer, or as near with a lower rank.
func (f found) before(g found) bool {
	return f.distance < g.distance || f.distance == g.distance && f.rank < g.rank
}

// nearest returns the better of best and the nearest spot whose box meets that of s within the
// reach of both.
func (t *tree) nearest(s *spot, best found) found {
	if len(t.nodes) == 0 {
		return best
	}
	return t.search(0, s, best)
}

func (t *tree) search(at int32, s *spot, best found) found {
	n := &t.nodes[at]
	if !t.bound(n, s).before(best) {
		return best
	}
	if n.last < 0 {
		left, right := n.first, -n.last
		if t.bound(&t.nodes[right], s).before(t.bound(&t.nodes[left], s)) {
			left, right = right, left
		}
		return t.search(right, s, t.search(left, s, best))
	}
	for i := n.first; i < n.last; i++ {
		other := &t.spots[i]
		if t.leaf[other.rank] < 0 || !s.corners.meets(&other.corners, max(s.reach, other.reach)) {
			continue
		}
		f := found{s.corners.apart(&other.corners), other.rank}
		if f.distance <= min(s.most, other.most) && f.before(best) {
			best = f
		}
	}
	return best
}

// bound returns a result that is at least as good as any below a node.
func (t *tree) bound(n *treeNode, s *spot) found {
	if n.least == removed {
		return nothing
	}
	f := found{0, n.least}
	reach := max(s.reach, n.reach)
	for k, x := range s.corners {
		f.distance = max(f.distance, n.low[k]-x, x-n.high[k])
		if k < 3 && (x-reach > n.high[k+3] || n.low[k]-reach > s.corners[k+3]) {
			return nothing
		}
	}
	return f
}

// around calls visit for each spot whose box, grown by reach on every side, contains the box c.
func (t *tree) around(c *corners, reach float64, visit func(*spot)) {
	if len(t.nodes) > 0 {
		t.aroundBelow(0, c, reach, visit)
	}
}

func (t *tree) aroundBelow(at int32, c *corners, reach float64, visit func(*spot)) {
	n := &t.nodes[at]
	if !holds(&n.low, &n.high, c, reach) {
		return
	}
	if n.last < 0 {
		t.aroundBelow(n.first, c, reach, visit)
		t.aroundBelow(-n.last, c, reach, visit)
		return
	}
	for i := n.first; i < n.last; i++ {
		if s := &t.spots[i]; holds(&s.corners, &s.corners, c, reach) {
			visit(s)
		}
	}
}

// holds reports whether the box from the lower corner of low to the upper corner of high, grown by
// reach on every side, contains the box c.
func holds(low, high, c *corners, reach float64) bool {
	for k := range 3 {
		if c[k] < low[k]-reach || c[k+3] > high[k+3]+reach {
			return false
		}
	}
	return true
}
