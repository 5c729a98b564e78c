package boxtree_test

import (
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// TestRefit moves the boxes of trees again and again, some of them to nowhere, and compares the
// pairs with those of trees that are built for the new boxes.
func TestRefit(t *testing.T) {
	rng := meshgen.Rand(1)
	for _, n := range []int{1, 2, 15, 16, 17, 255, 256, 257, 1000} {
		boxes := make([]boxtree.Box, n)
		move := func(nowhere bool) {
			for i := range boxes {
				p := geom.Vec{rng.Float64(), rng.Float64(), rng.Float64()}
				q := p.Add(geom.Vec{rng.Float64(), rng.Float64(), rng.Float64()}.Scale(0.2))
				if boxes[i] = boxtree.BoxOf(&p, &q, &q); nowhere && rng.IntN(5) == 0 {
					boxes[i] = boxtree.Nowhere
				}
			}
		}
		tag := func(i int) [3]uint32 { return [3]uint32{uint32(i % 7), uint32(n + i), uint32(2*n + i)} }
		move(false)
		tree, err := boxtree.Build(t.Context(), 1, boxes, tag)
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			move(true)
			tree.Refit(func(_ int, ids []uint32, out *boxtree.Leaf) {
				for lane, i := range ids {
					out.Set(lane, &boxes[i])
				}
			})
			fresh, err := boxtree.Build(t.Context(), 1, boxes, tag)
			if err != nil {
				t.Fatal(err)
			}
			got, want := selfPairs(t, tree, n, 1), selfPairs(t, fresh, n, 1)
			for i := range n {
				for j := range i {
					if g, w := got.has(i, j) || got.has(j, i), want.has(i, j) || want.has(j, i); g != w {
						t.Fatalf("%d boxes: %v and %v are a pair: %v, want %v", n, boxes[i], boxes[j], g, w)
					}
				}
			}
			if tree.Bounds() != fresh.Bounds() {
				t.Fatalf("%d boxes: bounds %v, want %v", n, tree.Bounds(), fresh.Bounds())
			}
			if n > 500 && tree.LeafArea() < fresh.LeafArea() {
				t.Errorf("leaves of %v after the boxes have moved, %v of a new tree", tree.LeafArea(), fresh.LeafArea())
			}
		}
	}
}

// TestRefitAllocatesNothing: only the first time does it.
func TestRefitAllocatesNothing(t *testing.T) {
	boxes := make([]geom.Box, 5000)
	tree := build(t, boxes, 1)
	fill := func(_ int, ids []uint32, out *boxtree.Leaf) {
		for lane := range ids {
			out.Set(lane, &boxtree.Nowhere)
		}
	}
	if n := testing.AllocsPerRun(10, func() { tree.Refit(fill) }); n > 0 {
		t.Error(n, "allocations")
	}
	if tree.LeafArea() != 0 {
		t.Error("boxes that are nowhere have an area:", tree.LeafArea())
	}
}
