package boxtree

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
)

// Builder makes a tree without storing all boxes: they are placed one by one, and requested again
// when the leaves are filled.
type Builder struct {
	grid     grid
	keys     []uint64
	ids      []uint32 // in the order of the leaves, once that is known
	computed func(leaf int, lo, hi *[3][Width]float32)
}

// Leaf is the data of the boxes of one leaf.
type Leaf struct {
	// Min and Max are the bounds of each box, axis by axis.
	Min, Max [3][Width]float32
	// Tags of each box; two boxes with a common tag are not a candidate pair.
	Tags Tags
}

// Tags are the three tags of each of a leaf's boxes.
type Tags [3][Width]uint32

// Set makes b the box of a place in the leaf.
func (l *Leaf) Set(place int, b *Box) {
	for k := range 3 {
		l.Min[k][place], l.Max[k][place] = b[k], b[3+k]
	}
}

// NewBuilder returns a builder for n boxes, at most MaxBoxes, within bounds.
func NewBuilder(n int, bounds geom.Box) *Builder {
	if n > MaxBoxes {
		panic("boxtree: more boxes than a key can number")
	}
	return &Builder{grid: gridOver(bounds), keys: make([]uint64, n)}
}

// Place adds box i to the tree, unless it is empty. Boxes that are never placed are in no pair.
// Place may be called for different boxes concurrently.
func (b *Builder) Place(i int, box *Box) {
	if !box.empty() {
		b.keys[i] = b.grid.key(box) | uint64(i)
	}
}

// PlaceTriangles is Place for the boxes of triangles with consecutive numbers from first on.
// Triangles that are not finite must be removed afterwards.
func (b *Builder) PlaceTriangles(first int, ts []geom.Triangle) {
	var boxes batch
	for len(ts) > 0 {
		n := min(len(ts), batchLength)
		boxes.holdTo(ts[:n])
		b.grid.keysTo(&boxes, b.keys[first:first+n], first)
		first, ts = first+n, ts[n:]
	}
}

// Remove removes box i again if it was placed. Before Order it may be called for different boxes
// concurrently.
func (b *Builder) Remove(i int) {
	b.keys[i] = 0
	if b.ids != nil { // else nothing may be written
		b.ids = nil
	}
}

// Order returns the numbers of the boxes in the order that they will have in the tree, unless some are
// removed. It calls box for single boxes if many are crowded together, perhaps concurrently. It fails only
// with ctx's error. The slice must not be written to.
func (b *Builder) Order(ctx context.Context, workers int, box func(i int) Box) (ids []uint32, err error) {
	b.ids, err = order(ctx, workers, slices.Clone(b.keys), box)
	return b.ids, err
}

// Sort sorts the boxes, unless Order has done that, and returns the number of leaves. It calls box as Order
// does. It fails only with ctx's error. No box may be placed or removed afterwards, and Build does not sort
// any more.
func (b *Builder) Sort(ctx context.Context, workers int, box func(i int) Box) (leaves int, err error) {
	if b.ids == nil {
		b.ids, err = order(ctx, workers, b.keys, box)
	}
	b.keys = nil
	return (len(b.ids) + Width - 1) / Width, err
}

// Build makes the tree. For each leaf, it calls fill with the numbers of its boxes, in the order in
// which the leaf must be filled; there are Width except in the last leaf. It calls box as Sort does.
// Both may be called concurrently. Tags are ignored unless the tree is tagged.
//
// Build fails only with ctx's error, soon after it is cancelled. The tree does not depend on the
// number of workers. The builder must not be used afterwards.
func (b *Builder) Build(ctx context.Context, workers int, tagged bool, box func(i int) Box, fill func(leaf int, ids []uint32, out *Leaf)) (*Tree, error) {
	if leaves, err := b.Sort(ctx, workers, box); err != nil || leaves == 0 {
		return &Tree{}, err
	}
	t := &Tree{ids: b.ids, computed: b.computed}
	err := t.addLeaves(ctx, workers, tagged, fill)
	bounds := t.leaves
	for err == nil && len(bounds) > 1 {
		bounds, err = t.addLevel(ctx, workers, bounds)
	}
	if err != nil {
		return &Tree{}, err
	}
	t.bounds = bounds[0]
	t.addCommon()
	return t, nil
}

// Build makes a tree of at most MaxBoxes boxes. tag(i) returns the tags of box i and may be called
// concurrently; if it is nil, boxes have no tags. Otherwise it is like Builder.Build.
func Build(ctx context.Context, workers int, boxes []Box, tag func(i int) [3]uint32) (*Tree, error) {
	all := nothing
	for i := range boxes {
		if !boxes[i].empty() {
			all.include(&boxes[i])
		}
	}
	b := NewBuilder(len(boxes), all.wide())
	err := parallel.Ranges(ctx, workers, len(boxes), chunk, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			b.Place(i, &boxes[i])
		}
	})
	if err != nil {
		return nil, err
	}
	return b.Build(ctx, workers, tag != nil, func(i int) Box { return boxes[i] }, func(_ int, ids []uint32, out *Leaf) {
		for c, i := range ids {
			out.Set(c, &boxes[i])
			if tag != nil {
				for k, v := range tag(int(i)) {
					out.Tags[k][c] = v
				}
			}
		}
	})
}

// addLeaves makes the lowest level.
func (t *Tree) addLeaves(ctx context.Context, workers int, tagged bool, fill func(leaf int, ids []uint32, out *Leaf)) error {
	n := t.Leaves()
	t.levels = append(t.levels, nil)
	err := parallel.Tasks(ctx, workers, 2, func(_, task int) { // memory that was in use has to be cleared
		if task == 0 {
			if t.computed == nil {
				t.levels[0] = make([]node, n)
			}
			return
		}
		if t.leaves = make([]Box, n); tagged {
			t.tags, t.common = make([]Tags, n), [][]common{make([]common, n)}
		}
	})
	if err != nil {
		return err
	}
	return parallel.Ranges(ctx, workers, n, 512, func(lo, hi int) {
		var leaf Leaf
		for k := lo; k < hi; k++ {
			ids := t.Leaf(k)
			fill(k, ids, &leaf)
			t.setLeaf(k, &leaf)
			if tagged {
				t.tags[k] = leaf.Tags
				t.common[0][k] = commonOf(&leaf.Tags, len(ids))
			}
		}
	})
}

// addLevel groups nodes with the given bounds, Width to a node, and returns the
// bounds of each of the new nodes.
func (t *Tree) addLevel(ctx context.Context, workers int, children []Box) ([]Box, error) {
	n := (len(children) + Width - 1) / Width
	level, bounds := make([]node, n), make([]Box, n)
	t.levels = append(t.levels, level)
	return bounds, parallel.Ranges(ctx, workers, n, 1024, func(lo, hi int) {
		for k := lo; k < hi; k++ {
			some := children[k*Width : min((k+1)*Width, len(children))]
			for c, b := range some {
				level[k].set(c, b)
			}
			bounds[k] = level[k].close(len(some))
		}
	})
}

// close marks the children of n from the given one on as missing, and returns the box around the
// others.
func (n *node) close(children int) Box {
	if children == Width {
		return around(n)
	}
	for a := range 3 {
		for c := children; c < Width; c++ {
			n.min[a][c], n.max[a][c] = nan, nan
		}
	}
	return aroundGo(n)
}
