// Package boxtree is the tree of package bvh with everything the checks need: a builder that stores
// no boxes, blocks of candidate pairs, and trees in other coordinates.
//
// The tree is implicit and 16 wide: boxes are sorted along a Hilbert curve, every 16 make a leaf,
// every 16 leaves a node, and so on up to one root. There are no pointers: child c of node b is at
// 16·b+c one level down. Bounds are float32, rounded outward: a candidate pair may be apart, but a
// pair that is not a candidate certainly is.
//
// References: I. Kamel, C. Faloutsos, "On Packing R-trees", CIKM 1993 (full nodes along a Hilbert
// curve); J. Skilling, "Programming the Hilbert curve", AIP Conference Proceedings 707, 2004.
package boxtree

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// Box is an axis-aligned box: minima of X, Y and Z, then maxima. A box with a NaN is empty and in
// no pair.
type Box [6]float32

// EmptyBox is an empty box.
var EmptyBox = Box{nan, nan, nan, nan, nan, nan}

var nan = float32(math.NaN())

// BoxOf returns the smallest float32 box that contains a triangle's corners.
func BoxOf(p, q, r *geom.Vec) (b Box) {
	for k := range 3 {
		lo, hi := min(p[k], q[k], r[k]), max(p[k], q[k], r[k])
		b[k], b[3+k] = down(lo), up(hi)
	}
	return b
}

// Round returns the smallest float32 box that contains b.
func Round(b geom.Box) Box {
	if b.Empty() {
		return EmptyBox
	}
	return Box{down(b.Min[0]), down(b.Min[1]), down(b.Min[2]), up(b.Max[0]), up(b.Max[1]), up(b.Max[2])}
}

// wide returns b in float64.
func (b *Box) wide() geom.Box {
	return geom.Box{
		Min: geom.Vec{float64(b[0]), float64(b[1]), float64(b[2])},
		Max: geom.Vec{float64(b[3]), float64(b[4]), float64(b[5])},
	}
}

// down returns the greatest float32 that is not above x.
func down(x float64) float32 {
	if f := float32(x); float64(f) <= x {
		return f
	}
	return below(float32(x))
}

// up returns the least float32 that is not below x.
func up(x float64) float32 {
	if f := float32(x); float64(f) >= x {
		return f
	}
	return -below(-float32(x))
}

// below returns the greatest float32 below one that is not -Inf, NaN for NaN. It is a separate
// function so that down and up can be inlined, and takes a third of the time of Nextafter32.
func below(f float32) float32 {
	switch {
	case f > 0:
		return math.Float32frombits(math.Float32bits(f) - 1)
	case f < 0:
		return math.Float32frombits(math.Float32bits(f) + 1)
	case f == 0:
		return -math.SmallestNonzeroFloat32
	}
	return f
}

// Width is the number of children of a node and of boxes in a leaf.
const Width = 16

// node has the bounds of its children, one array for each side of each axis. A missing child has
// NaN bounds, with which every comparison is false.
type node struct {
	min, max [3][Width]float32
}

// box returns the box of a child.
func (n *node) box(child int) Box {
	return Box{n.min[0][child], n.min[1][child], n.min[2][child], n.max[0][child], n.max[1][child], n.max[2][child]}
}

// set sets the box of a child to b.
func (n *node) set(child int, b Box) {
	for k := range 3 {
		n.min[k][child], n.max[k][child] = b[k], b[3+k]
	}
}

// Tree is a hierarchy that only Refit changes. Otherwise it is immutable, and safe for concurrent use.
type Tree struct {
	// ids are the numbers of the boxes in leaf order, Width to a leaf.
	ids []uint32
	// levels begin with the leaves and end with the root. The leaves are missing if their boxes are
	// computed.
	levels [][]node
	// computed, if not nil, computes the boxes of a leaf.
	computed func(leaf int, lo, hi *[3][Width]float32)
	leaves   []Box // around the boxes of each leaf; levels[1] has them scattered
	bounds   Box
	// tags of each leaf, nil for an untagged tree; common has those of nodes, by level.
	tags   []Tags
	common [][]common
	// scratch is memory of Refit.
	scratch *Leaf
}

// Leaves returns the number of leaves.
func (t *Tree) Leaves() int { return (len(t.ids) + Width - 1) / Width }

// Leaf returns the numbers of the boxes in a leaf, Width except in the last leaf. The slice must
// not be written to.
func (t *Tree) Leaf(leaf int) []uint32 { return t.ids[leaf*Width : min((leaf+1)*Width, len(t.ids))] }

// LeafBox returns the box around the boxes of a leaf, which must not be written to.
func (t *Tree) LeafBox(leaf int) *Box { return &t.leaves[leaf] }

// Bounds returns the box of all boxes.
func (t *Tree) Bounds() geom.Box {
	if len(t.ids) == 0 {
		return geom.EmptyBox()
	}
	return t.bounds.wide()
}
