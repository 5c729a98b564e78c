// Package bvh is a bounding volume hierarchy over boxes: boxes in, candidate
// pairs out. It knows nothing of triangles.
//
// The tree is implicit and 16 wide: boxes are sorted along a Morton curve, every
// 16 make a leaf, every 16 leaves a node, and so on to one root. There are no
// pointers: child c of node b stands at 16·b+c one level down. Bounds are float32,
// rounded outward, so a candidate pair is a promise of "maybe" and a pair that is
// not a candidate is apart.
//
// References: G. M. Morton, "A Computer Oriented Geodetic Data Base", IBM, 1966 (the
// curve); T. Karras, "Maximizing Parallelism in the Construction of BVHs", HPG 2012
// (trees along it). Fixed fan-out in place of Karras's split at the highest
// differing bit is what makes ours implicit.
package bvh

import (
	"context"
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
)

// Box is an axis-aligned box: minima of X, Y and Z, then maxima. A box with a NaN
// is empty and takes part in no pair.
type Box [6]float32

// EmptyBox is a box that takes part in no pair.
var EmptyBox = Box{nan, nan, nan, nan, nan, nan}

var nan = float32(math.NaN())

// BoxOf returns the smallest float32 box that holds a triangle's corners.
func BoxOf(p, q, r *geom.Vec) (b Box) {
	for k := range 3 {
		lo, hi := p[k], q[k]
		if lo > hi {
			lo, hi = hi, lo
		}
		if r[k] < lo {
			lo = r[k]
		} else if r[k] > hi {
			hi = r[k]
		}
		b[k], b[3+k] = down(lo), up(hi)
	}
	return b
}

// Round returns the smallest float32 box that holds b, rounded outward.
func Round(b geom.Box) Box {
	if b.Empty() {
		return EmptyBox
	}
	return Box{down(b.Min[0]), down(b.Min[1]), down(b.Min[2]), up(b.Max[0]), up(b.Max[1]), up(b.Max[2])}
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

// below stands apart so that down and up can be inlined.
func below(f float32) float32 { return math.Nextafter32(f, float32(math.Inf(-1))) }

// width is the number of children of a node and of boxes in a leaf.
const width = 16

// node has the bounds of its children, one array for each side of each axis. A
// missing child has NaN for bounds, which compare with nothing.
type node struct {
	min, max [3][width]float32
}

// tags are the tags of a leaf's boxes.
type tags [3][width]uint32

// Tree is an immutable hierarchy, safe for concurrent use.
type Tree struct {
	// ids are the numbers of the boxes in leaf order, width to a leaf.
	ids []uint32
	// levels begin with the leaves and end with the root.
	levels [][]node
	bounds Box
	// tags of each leaf, nil for a tree without.
	tags []tags
}

// Build makes a tree over at most MaxBoxes boxes. Two boxes that have one of their tags in common
// are not a candidate pair; tag(i) returns those of box i and may be called from
// several goroutines at once; nil means that no box has any. Build fails only with
// ctx's error, soon after it is cancelled. The tree does not depend on the number
// of workers.
func Build(ctx context.Context, boxes []Box, tag func(i int) [3]uint32, workers int) (*Tree, error) {
	ids, err := order(ctx, boxes, workers)
	if err != nil || len(ids) == 0 {
		return &Tree{}, err
	}
	t := &Tree{ids: ids}
	if tag != nil {
		if err := t.addTags(ctx, tag, workers); err != nil {
			return nil, err
		}
	}
	bounds, err := t.addLevel(ctx, len(ids), func(i int) *Box { return &boxes[ids[i]] }, workers)
	for err == nil && len(bounds) > 1 {
		children := bounds
		bounds, err = t.addLevel(ctx, len(children), func(i int) *Box { return &children[i] }, workers)
	}
	t.bounds = bounds[0]
	return t, err
}

// addTags gives the leaves the tags of their boxes.
func (t *Tree) addTags(ctx context.Context, tag func(i int) [3]uint32, workers int) error {
	t.tags = make([]tags, (len(t.ids)+width-1)/width)
	return parallel.Ranges(ctx, workers, len(t.tags), 1024, func(lo, hi int) {
		for b := lo; b < hi; b++ {
			for c, i := range t.ids[b*width : min((b+1)*width, len(t.ids))] {
				for k, v := range tag(int(i)) {
					t.tags[b][k][c] = v
				}
			}
		}
	})
}

// addLevel groups n children into nodes, width to a node, and returns the bounds of
// each node.
func (t *Tree) addLevel(ctx context.Context, n int, child func(i int) *Box, workers int) ([]Box, error) {
	level := make([]node, (n+width-1)/width)
	bounds := make([]Box, len(level))
	err := parallel.Ranges(ctx, workers, len(level), 1024, func(lo, hi int) {
		for b := lo; b < hi; b++ {
			level[b] = emptyNode
			all := *child(b * width)
			for c := range min(width, n-b*width) {
				box := child(b*width + c)
				level[b].set(c, box)
				all.include(box)
			}
			bounds[b] = all
		}
	})
	t.levels = append(t.levels, level)
	return bounds, err
}

// Bounds returns the box of all boxes.
func (t *Tree) Bounds() geom.Box {
	if len(t.ids) == 0 {
		return geom.EmptyBox()
	}
	b := &t.bounds
	return geom.Box{
		Min: geom.Vec{float64(b[0]), float64(b[1]), float64(b[2])},
		Max: geom.Vec{float64(b[3]), float64(b[4]), float64(b[5])},
	}
}

var emptyNode = func() (n node) {
	for c := range width {
		n.set(c, &EmptyBox)
	}
	return n
}()

// set makes b the bounds of child c.
func (n *node) set(c int, b *Box) {
	for k := range 3 {
		n.min[k][c], n.max[k][c] = b[k], b[3+k]
	}
}
