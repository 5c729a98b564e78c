package boxtree_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// buildComputed returns the tree of build, which does not store the boxes of leaves.
func buildComputed(t *testing.T, boxes []boxtree.Box, bounds geom.Box) *boxtree.Tree {
	t.Helper()
	b := boxtree.NewBuilder(len(boxes), bounds)
	for i := range boxes {
		b.Place(i, &boxes[i])
	}
	leaves := make([]boxtree.Leaf, (len(boxes)+boxtree.Width-1)/boxtree.Width)
	b.ComputeLeaves(func(leaf int, lo, hi *[3][boxtree.Width]float32) {
		*lo, *hi = leaves[leaf].Min, leaves[leaf].Max
	})
	tree, err := b.Build(t.Context(), 1, false, func(i int) boxtree.Box { return boxes[i] }, func(leaf int, ids []uint32, out *boxtree.Leaf) {
		for lane, i := range ids {
			out.Set(lane, &boxes[i])
			leaves[leaf].Set(lane, &boxes[i])
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// blocksOf returns the pairs of all blocks that a search visits, in order.
func blocksOf(t *testing.T, a, b *boxtree.Tree, search func(visit func(worker int, b *boxtree.Block)) error) (all [][2]uint32) {
	t.Helper()
	err := search(func(_ int, k *boxtree.Block) {
		for x, y := range k.Pairs() {
			all = append(all, [2]uint32{a.Leaf(k.I)[x], b.Leaf(k.J)[y]})
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestComputedLeaves: a tree that does not store the boxes of its leaves finds what one finds that
// does, in the same order.
func TestComputedLeaves(t *testing.T) {
	inFamilies(t, func(t *testing.T, boxesOf func(rng *rand.Rand, n int) []geom.Box) {
		for seed, n := range sizes(t) {
			rng := meshgen.Rand(uint64(seed))
			stored := build(t, boxesOf(rng, n), 1)
			boxes := rounded(boxesOf(meshgen.Rand(uint64(seed)), n))
			computed := buildComputed(t, boxes, stored.Bounds())
			sameSearches(t, stored, computed, rng, n)
		}
	})
}

// sameSearches compares the searches in two trees of n boxes.
func sameSearches(t *testing.T, stored, computed *boxtree.Tree, rng *rand.Rand, n int) {
	t.Helper()
	self := func(tree *boxtree.Tree) [][2]uint32 {
		return blocksOf(t, tree, tree, func(visit func(int, *boxtree.Block)) error {
			return tree.SelfPairs(t.Context(), 1, visit, nil)
		})
	}
	if !slices.Equal(self(stored), self(computed)) {
		t.Fatalf("%d boxes: other pairs", n)
	}
	transform := boxtree.Transform{Map: turn(rng), Unit: 1}
	cross := func(tree *boxtree.Tree, transform boxtree.Transform) [][2]uint32 {
		return blocksOf(t, tree, tree, func(visit func(int, *boxtree.Block)) error {
			return boxtree.CrossPairs(t.Context(), 1, tree, tree, transform, visit)
		})
	}
	for _, m := range []boxtree.Transform{boxtree.Identity(), transform} {
		if !slices.Equal(cross(stored, m), cross(computed, m)) {
			t.Fatalf("%d boxes: other pairs of two trees", n)
		}
		for range 4 {
			p := signed(rng, 2)
			touching := func(tree *boxtree.Tree) (all []uint32) {
				tree.Touching(geom.Box{Min: p, Max: p.Add(geom.Vec{1, 1, 1})}, m, func(ids []uint32) { all = append(all, ids...) })
				tree.Stab(p, 0, m, func(ids []uint32) { all = append(all, ids...) })
				return all
			}
			if !slices.Equal(touching(stored), touching(computed)) {
				t.Fatalf("%d boxes: others at %v", n, p)
			}
			i, d, ok := stored.Nearest(p, 10, func(uint32) float64 { return 0 })
			j, e, also := computed.Nearest(p, 10, func(uint32) float64 { return 0 })
			if i != j || d != e || ok != also {
				t.Fatalf("%d boxes: %d is nearest to %v, and then %d", n, i, p, j)
			}
		}
	}
}
