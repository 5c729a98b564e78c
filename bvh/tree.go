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
)

// width is the number of children of a node and of boxes in a leaf.
const width = 16

// node has the bounds of its children, one array for each side of each axis. A
// missing child has bounds that meet nothing.
type node struct {
	min, max [3][width]float32
}

// Tree is an immutable hierarchy, safe for concurrent use.
type Tree struct {
	// ids are the numbers of the boxes in leaf order, width to a leaf.
	ids []uint32
	// levels begin with the leaves and end with the root.
	levels [][]node
}

// Build makes a tree over n boxes; box(i) must return box i, the same each time,
// and may be called from several goroutines at once. An empty box takes part in no
// pair. Coordinates must not be NaN. Build fails only with ctx's error, soon after
// it is cancelled.
func Build(ctx context.Context, n int, box func(i int) geom.Box, workers int) (*Tree, error) {
	if n == 0 {
		return &Tree{}, ctx.Err()
	}
	t := &Tree{ids: order(ctx, n, box, workers)}
	leaves := make([]node, (n+width-1)/width)
	parallel(ctx, workers, len(leaves), func(b int) {
		leaves[b] = emptyNode
		for c := range min(width, n-b*width) {
			leaves[b].set(c, box(int(t.ids[b*width+c])))
		}
	})
	t.levels = append(t.levels, leaves)
	for len(t.top()) > 1 {
		t.levels = append(t.levels, parents(ctx, t.top(), workers))
	}
	return t, ctx.Err()
}

func (t *Tree) top() []node { return t.levels[len(t.levels)-1] }

// Len returns the number of boxes.
func (t *Tree) Len() int { return len(t.ids) }

// parents groups the nodes of one level into the nodes of the next.
func parents(ctx context.Context, below []node, workers int) []node {
	above := make([]node, (len(below)+width-1)/width)
	parallel(ctx, workers, len(above), func(b int) {
		above[b] = emptyNode
		for c, child := range below[b*width : min((b+1)*width, len(below))] {
			for k := range 3 {
				above[b].min[k][c], above[b].max[k][c] = child.min[k][0], child.max[k][0]
				for i := 1; i < width; i++ {
					above[b].min[k][c] = min(above[b].min[k][c], child.min[k][i])
					above[b].max[k][c] = max(above[b].max[k][c], child.max[k][i])
				}
			}
		}
	})
	return above
}

var emptyNode = func() (n node) {
	inf := float32(math.Inf(1))
	for k := range 3 {
		for c := range width {
			n.min[k][c], n.max[k][c] = inf, -inf
		}
	}
	return n
}()

// set makes b the bounds of child c.
func (n *node) set(c int, b geom.Box) {
	if b.Empty() {
		return
	}
	for k := range 3 {
		n.min[k][c], n.max[k][c] = down(b.Min[k]), up(b.Max[k])
	}
}

// down returns the greatest float32 that is not above x.
func down(x float64) float32 {
	f := float32(x)
	if float64(f) > x {
		f = math.Nextafter32(f, float32(math.Inf(-1)))
	}
	return f
}

// up returns the least float32 that is not below x.
func up(x float64) float32 { return -down(-x) }
