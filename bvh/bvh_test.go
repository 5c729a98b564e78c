package bvh_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/geom"
)

func ExampleTree_SelfPairs() {
	at := func(x float64) geom.Box { return geom.Box{Min: geom.Vec{x, 0, 0}, Max: geom.Vec{x + 1, 1, 1}} }
	tree, err := bvh.Build(context.Background(), 1, []geom.Box{at(0), at(5), at(1), at(5.5)}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	var pairs [][2]int
	err = tree.SelfPairs(context.Background(), 1, func(_, i, j int) { pairs = append(pairs, [2]int{min(i, j), max(i, j)}) }, nil)
	slices.SortFunc(pairs, func(p, q [2]int) int { return slices.Compare(p[:], q[:]) })
	fmt.Println(pairs, err)
	// Output: [[0 2] [1 3]] <nil>
}

// someBoxes returns boxes whose bounds are float32 numbers, and some that are empty.
func someBoxes(rng *rand.Rand, n int) []geom.Box {
	boxes := make([]geom.Box, n)
	for i := range boxes {
		if boxes[i] = geom.EmptyBox(); rng.IntN(8) > 0 {
			for range 2 {
				boxes[i] = boxes[i].Include(geom.Vec{float64(rng.IntN(32)), float64(rng.IntN(32)), float64(rng.IntN(8))})
			}
		}
	}
	return boxes
}

// TestTree compares what a tree finds with scans of all boxes.
func TestTree(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 1))
		boxes, others := someBoxes(rng, rng.IntN(200)), someBoxes(rng, rng.IntN(200))
		tag := func(i int) [3]uint32 { return [3]uint32{uint32(i % 5), uint32(1000 + i), uint32(2000 + i)} }
		a, err := bvh.Build(t.Context(), 2, boxes, tag)
		b, errB := bvh.Build(t.Context(), 2, others, nil)
		if err != nil || errB != nil {
			t.Fatal(err, errB)
		}
		var self, cross, wantSelf, wantCross [][2]int
		if err := a.SelfPairs(t.Context(), 1, func(_, i, j int) { self = append(self, [2]int{min(i, j), max(i, j)}) }, nil); err != nil {
			t.Fatal(err)
		}
		shift := geom.Affine{{1, 0, 0, 3}, {0, 1, 0, 0}, {0, 0, 1, 0}}
		if err := bvh.CrossPairs(t.Context(), 1, a, b, geom.Identity(), shift, func(_, i, j int) { cross = append(cross, [2]int{i, j}) }); err != nil {
			t.Fatal(err)
		}
		p, query := geom.Vec{float64(rng.IntN(32)), float64(rng.IntN(32)), float64(rng.IntN(8))}, someBoxes(rng, 1)[0]
		var touching, stabbed, wantTouching, wantStabbed []int
		a.Touching(query, func(i int) { touching = append(touching, i) })
		a.Stab(p, 2, func(i int) { stabbed = append(stabbed, i) })
		ray := geom.Box{Min: p, Max: geom.Vec{p[0], p[1], math.Inf(1)}}
		nearest, least := -1, 10.0
		for i, box := range boxes {
			for j := range boxes[:i] {
				if box.Intersects(boxes[j]) && i%5 != j%5 {
					wantSelf = append(wantSelf, [2]int{j, i})
				}
			}
			for j := range others {
				if box.Intersects(shift.ApplyBox(others[j])) {
					wantCross = append(wantCross, [2]int{i, j})
				}
			}
			if box.Intersects(query) {
				wantTouching = append(wantTouching, i)
			}
			if box.Intersects(ray) {
				wantStabbed = append(wantStabbed, i)
			}
			if d := box.Distance(p); !box.Empty() && d < least {
				nearest, least = i, d
			}
		}
		order := func(p, q [2]int) int { return slices.Compare(p[:], q[:]) }
		slices.SortFunc(self, order)
		slices.SortFunc(wantSelf, order)
		slices.SortFunc(cross, order)
		slices.Sort(touching)
		slices.Sort(stabbed)
		if !slices.Equal(self, wantSelf) || !slices.Equal(cross, wantCross) || !slices.Equal(touching, wantTouching) || !slices.Equal(stabbed, wantStabbed) {
			t.Fatalf("seed %d: %d pairs, %d across, %d touch, %d stabbed; want %d, %d, %d, %d", seed,
				len(self), len(cross), len(touching), len(stabbed), len(wantSelf), len(wantCross), len(wantTouching), len(wantStabbed))
		}
		if i, d, ok := a.Nearest(p, 10, func(i int) float64 { return boxes[i].Distance(p) }); ok != (nearest >= 0) || ok && (i != nearest || d != least) {
			t.Fatalf("seed %d: %d at %v, want %d at %v", seed, i, d, nearest, least)
		}
	}
}
