// Package obrtree is a binary tree of oriented rectangles over sets of points in the plane, for
// finding pairs of sets that meet or are near each other.
//
// Each node aligns its rectangle and its split with the directions of its items. It therefore
// separates long thin sets beside each other at any angle, whose axis-aligned boxes would all meet.
// It takes longer to build than the tree of package bvh, which should be tried first.
//
// Reference: S. Gottschalk, M. C. Lin, D. Manocha, "OBBTree: A Hierarchical Structure for Rapid
// Interference Detection", SIGGRAPH 1996.
package obrtree

import (
	"context"
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/plane"
)

// Items are the sets of points that a tree is built over.
type Items interface {
	Len() int
	// Points appends points whose convex hull contains item i.
	Points(i uint32, out []geom.Vec2) []geom.Vec2
	// Tags returns three numbers of item i, NoTag for none. Walk skips two nodes if all of their
	// items have one tag in common.
	Tags(i uint32) [3]uint32
}

// NoTag is no tag.
const NoTag = math.MaxUint32

// Node is a set of items.
type Node struct {
	// Rect contains all items.
	Rect geom.OBR
	// From and To delimit the items of the node in Tree.Order.
	From, To uint32
	// Left and Right are its children, 0 for a leaf.
	Left, Right uint32
	tags        [3]uint32 // of all items, NoTag for none
}

// Leaf reports whether a node has no children.
func (n *Node) Leaf() bool { return n.Left == 0 }

// Tree is immutable and safe for concurrent use.
type Tree struct {
	// Order are the numbers of the items. Those of a node are consecutive.
	Order []uint32
	// Nodes begin with the root; children come after their parents. It is empty if there are no
	// items.
	Nodes []Node
	items []item
}

// item is the builder's data of an item.
type item struct {
	center geom.Vec2
	// twice has the doubled angle of the longest side, and its squared length, so that opposite
	// directions are equal and long items count more.
	twice geom.Vec2
	tags  [3]uint32
}

// leafSize is the greatest number of items in a leaf.
const leafSize = 8

// Build builds a tree. It fails only with ctx's error.
func Build(ctx context.Context, all Items) (*Tree, error) {
	n := all.Len()
	t := &Tree{Order: make([]uint32, n), items: make([]item, n)}
	var points []geom.Vec2
	for i := range t.items {
		t.Order[i] = uint32(i)
		points = all.Points(uint32(i), points[:0])
		t.items[i] = itemOf(points)
		t.items[i].tags = all.Tags(uint32(i))
	}
	b := builder{Tree: t, all: all}
	if n > 0 {
		b.open(0, uint32(n))
	}
	for k := 0; k < len(t.Nodes) && ctx.Err() == nil; k++ {
		if from, to := t.Nodes[k].From, t.Nodes[k].To; to-from > leafSize {
			middle := b.split(t.Order[from:to])
			t.Nodes[k].Left = b.open(from, from+middle)
			t.Nodes[k].Right = b.open(from+middle, to)
		}
	}
	t.items = nil
	return t, ctx.Err()
}

func itemOf(points []geom.Vec2) item {
	var of item
	low, high := points[0], points[0]
	most := -1.0
	for i, p := range points {
		for k := range 2 {
			low[k], high[k] = min(low[k], p[k]), max(high[k], p[k])
		}
		for _, q := range points[:i] {
			x, y := p[0]-q[0], p[1]-q[1]
			if square := x*x + y*y; square > most {
				most, of.twice = square, geom.Vec2{x*x - y*y, 2 * x * y}
			}
		}
	}
	of.center = geom.Vec2{low[0] + (high[0]-low[0])/2, low[1] + (high[1]-low[1])/2}
	return of
}

// builder builds a tree, the nodes near the root first.
type builder struct {
	*Tree
	all    Items
	points []geom.Vec2
	keyed  []keyed
}

// open appends the node of a range of the order and returns its number.
func (b *builder) open(from, to uint32) uint32 {
	n := Node{From: from, To: to, Rect: b.enclose(b.Order[from:to])}
	n.tags = b.items[b.Order[from]].tags
	for _, i := range b.Order[from+1 : to] {
		for k, tag := range n.tags {
			if tag != NoTag && !has(&b.items[i].tags, tag) {
				n.tags[k] = NoTag
			}
		}
	}
	b.Nodes = append(b.Nodes, n)
	return uint32(len(b.Nodes) - 1)
}

func has(tags *[3]uint32, tag uint32) bool {
	return tags[0] == tag || tags[1] == tag || tags[2] == tag
}

// common reports whether all items of two nodes have a common tag.
func (n *Node) common(m *Node) bool {
	for _, tag := range n.tags {
		if tag != NoTag && has(&m.tags, tag) {
			return true
		}
	}
	return false
}

// enclose returns the cheaper of two rectangles that contain items: one along their mean direction,
// and one along the axes.
func (b *builder) enclose(items []uint32) geom.OBR {
	b.points = b.points[:0]
	for _, i := range items {
		b.points = b.all.Points(i, b.points)
	}
	along := plane.Enclose(b.points, b.direction(items))
	straight := plane.Enclose(b.points, geom.Vec2{1, 0})
	if cost(&straight) <= cost(&along) {
		return straight
	}
	return along
}

// direction returns the mean direction of items.
func (b *builder) direction(items []uint32) geom.Vec2 {
	sum := b.twice(items)
	s, c := math.Sincos(math.Atan2(sum[1], sum[0]) / 2)
	return geom.Vec2{c, s}
}

// twice returns the mean of the doubled angles of items.
func (b *builder) twice(items []uint32) (sum geom.Vec2) {
	for _, i := range items {
		t := &b.items[i].twice
		sum[0], sum[1] = sum[0]+t[0], sum[1]+t[1]
	}
	return sum
}

// cost is the area of a rectangle plus a small fraction of the squares of its sides, so that of
// rectangles without area the shorter one costs less.
func cost(r *geom.OBR) float64 {
	w := math.Hypot(r.Half[0][0], r.Half[0][1])
	h := math.Hypot(r.Half[1][0], r.Half[1][1])
	return w*h + 0x1p-20*(w*w+h*h)
}
