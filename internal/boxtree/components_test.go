package boxtree_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/mesh"
)

// TestComponents compares the sets with those that all pairs of boxes make.
func TestComponents(t *testing.T) {
	sizes := map[int]bool{}
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 3))
		n := rng.IntN(200)
		boxes := make([]geom.Box, n)
		spread := math.Pow(10, 2*rng.Float64())
		for i := range boxes {
			p := geom.Vec{math.Floor(spread * rng.Float64()), math.Floor(spread * rng.Float64()), math.Floor(spread * rng.Float64())}
			size := math.Pow(20, rng.Float64()) - 1
			boxes[i] = geom.Box{Min: p, Max: p.Add(geom.Vec{math.Floor(size), math.Floor(size * rng.Float64()), 0})}
			if rng.IntN(30) == 0 {
				boxes[i] = geom.EmptyBox()
			}
		}
		want := mesh.NewUnion(n)
		for i := range boxes {
			for j := range i {
				if !boxes[i].Empty() && !boxes[j].Empty() && boxes[i].Intersects(boxes[j]) {
					want.Join(uint32(i), uint32(j))
				}
			}
		}
		set, sets, err := boxtree.Components(t.Context(), boxes)
		if err != nil {
			t.Fatal(err)
		}
		sizes[sets] = true
		number := map[uint32]int{}
		for i := range boxes {
			root := want.Find(uint32(i))
			if _, known := number[root]; !known {
				number[root] = len(number)
			}
			if set[i] != number[root] {
				t.Fatalf("seed %d: box %d of %d is in set %d, want %d", seed, i, n, set[i], number[root])
			}
		}
		if sets != len(number) {
			t.Fatalf("seed %d: %d sets, want %d", seed, sets, len(number))
		}
	}
	if len(sizes) < 30 {
		t.Errorf("only %d numbers of sets occurred", len(sizes))
	}
}

// TestComponentsOfMany: boxes that all meet each other do not take quadratic time.
func TestComponentsOfMany(t *testing.T) {
	boxes := make([]geom.Box, 300_000)
	for i := range boxes {
		boxes[i] = geom.Box{Min: geom.Vec{-1 - float64(i), 0, 0}, Max: geom.Vec{1 + float64(i), 1, 1}}
	}
	if _, sets, err := boxtree.Components(t.Context(), boxes); err != nil || sets != 1 {
		t.Fatalf("%d sets, %v", sets, err)
	}
}
