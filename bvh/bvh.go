// Package bvh is a bounding volume hierarchy of boxes. It finds pairs of boxes that meet, the
// nearest member, and the boxes that meet a box or a ray.
//
// Bounds are rounded outward to float32: a candidate pair may be apart, but a pair that is not a
// candidate certainly is. Boxes are closed: boxes that touch meet. A box with a NaN or a minimum
// above its maximum is empty, and meets nothing.
package bvh

import (
	"context"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
)

// MaxBoxes is the greatest number of boxes in a tree.
const MaxBoxes = boxtree.MaxBoxes

// Tree is an immutable hierarchy of boxes, which are identified by their indices. It is safe for
// concurrent use.
type Tree struct{ tree *boxtree.Tree }

// Build makes a tree of at most MaxBoxes boxes. tag(i) returns three tags of box i and may be
// called concurrently. SelfPairs skips pairs of boxes with a common tag. If tag is nil, boxes have
// no tags. The tree does not depend on the number of workers.
//
// Build fails only with ctx's error, soon after it is cancelled.
func Build(ctx context.Context, workers int, boxes []geom.Box, tag func(i int) [3]uint32) (*Tree, error) {
	rounded := make([]boxtree.Box, len(boxes))
	for i := range boxes {
		rounded[i] = boxtree.Round(boxes[i])
	}
	t, err := boxtree.Build(ctx, workers, rounded, tag)
	return &Tree{t}, err
}

// Bounds returns a box around all boxes.
func (t *Tree) Bounds() geom.Box { return t.tree.Bounds() }

// SelfPairs calls visit once, in either order, with the indices of each pair of different boxes
// whose bounds have a point in common and that have no common tag. The worker, a number below
// workers, identifies the calling goroutine; the calls of one worker do not overlap. Which worker
// visits which pair, and when, is not determined.
//
// progress, if not nil, is called with the number of tasks done and their total; calls may overlap.
// SelfPairs fails only with ctx's error, soon after it is cancelled.
func (t *Tree) SelfPairs(ctx context.Context, workers int, visit func(worker, i, j int), progress func(done, total int)) error {
	return t.tree.SelfPairs(ctx, workers, pairsOf(t.tree, t.tree, visit), progress)
}

// CrossPairs calls visit with the index i of a box of a and j of a box of b for each pair whose
// bounds have a point in common in the world, where toWorldA and toWorldB place them. It ignores
// tags. Otherwise it is like SelfPairs.
func CrossPairs(ctx context.Context, workers int, a, b *Tree, toWorldA, toWorldB geom.Affine, visit func(worker, i, j int)) error {
	transform := boxtree.Between(a.Bounds(), b.Bounds(), toWorldA, toWorldB)
	return boxtree.CrossPairs(ctx, workers, a.tree, b.tree, transform, pairsOf(a.tree, b.tree, visit))
}

// pairsOf returns a visitor of blocks that visits their pairs.
func pairsOf(a, b *boxtree.Tree, visit func(worker, i, j int)) func(int, *boxtree.Block) {
	return func(worker int, block *boxtree.Block) {
		is, js := a.Leaf(block.I), b.Leaf(block.J)
		for x, y := range block.Pairs() {
			visit(worker, int(is[x]), int(js[y]))
		}
	}
}

// Nearest returns the box whose member is nearest to p among those nearer than limit, and its
// distance; ok is false if there is none. distance(i) is the distance to the member of box i; if it
// is below the distance to the box itself, the latter is used. Among members at the same distance,
// Nearest returns the one with the smallest index.
func (t *Tree) Nearest(p geom.Vec, limit float64, distance func(i int) float64) (i int, d float64, ok bool) {
	k, d, ok := t.tree.Nearest(p, limit, func(i uint32) float64 { return distance(int(i)) })
	return int(k), d, ok
}

// Touching calls visit with the index of each box whose bounds have a point in common with b.
func (t *Tree) Touching(b geom.Box, visit func(i int)) {
	t.tree.Touching(b, boxtree.Identity(), each(visit))
}

// Stab calls visit with the index of each box that may meet the ray from p along an axis, towards
// greater coordinates. These are all boxes with a point in common with the ray, including its
// origin, and possibly some very close to it.
func (t *Tree) Stab(p geom.Vec, axis int, visit func(i int)) {
	t.tree.Stab(p, axis, boxtree.Identity(), each(visit))
}

// each returns a visitor that takes several indices at a time.
func each(visit func(i int)) func(ids []uint32) {
	return func(ids []uint32) {
		for _, i := range ids {
			visit(int(i))
		}
	}
}

// Components returns the component of each box and the number of components: two boxes that meet
// are in the same component, directly or through others. Components are numbered in the order of
// their first boxes. An empty box is a component of its own. The time is O(n log n) for boxes of
// similar sizes, however many pairs meet. There may be at most MaxBoxes. It fails only with ctx's
// error.
func Components(ctx context.Context, boxes []geom.Box) (set []int, sets int, err error) {
	return boxtree.Components(ctx, boxes)
}
