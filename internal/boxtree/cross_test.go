package boxtree_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// crossPairs collects the pairs of two trees and fails on a pair that comes twice, and
// on visits that overlap within one worker.
func crossPairs(t *testing.T, a, b *boxtree.Tree, transform boxtree.Transform, n, workers int) *pairSet {
	t.Helper()
	found := newPairSet(n)
	var mu sync.Mutex
	busy := make([]atomic.Bool, workers)
	err := boxtree.CrossPairs(t.Context(), workers, a, b, transform, func(worker int, block *boxtree.Block) {
		if busy[worker].Swap(true) {
			t.Errorf("two visits of worker %d at once", worker)
		}
		defer busy[worker].Store(false)
		mu.Lock()
		defer mu.Unlock()
		for x, i := range a.Leaf(block.I) {
			for y, j := range b.Leaf(block.J) {
				if block.Rows>>x&1 == 0 || block.Masks[x]>>y&1 == 0 {
					continue
				}
				if found.has(int(i), int(j)) {
					t.Errorf("pair %d %d comes twice", i, j)
				}
				found.add(int(i), int(j))
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestCrossPairs compares the pairs of trees of all sizes and heights, one transformed by
// all sorts of maps, with a scan of all pairs.
func TestCrossPairs(t *testing.T) {
	inFamilies(t, func(t *testing.T, make func(rng *rand.Rand, n int) []geom.Box) {
		var must, may int
		for seed, n := range sizes(t) {
			rng := meshgen.Rand(uint64(seed))
			other := sizes(t)[(7*seed+3)%len(sizes(t))]
			if n*other > 400_000 {
				other = 400_000 / n
			}
			as, bs := make(rng, n), make(rng, other)
			if seed%2 == 1 {
				as, bs = bs, as
			}
			m := maps[seed%len(maps)]
			transform := boxtree.Transform{Map: m.make(rng)}
			workers := []int{1, 2, 5}[seed%3]
			found := crossPairs(t, build(t, as, 2), build(t, bs, 2), transform, max(n, other, 1), workers)
			inner, outer, wrong := crossScan(rounded(as), rounded(bs), transform, found)
			if must, may = must+inner, may+outer; wrong != "" {
				t.Fatalf("seed %d, %d and %d boxes, %s, %d workers: %s", seed, len(as), len(bs), m.name, workers, wrong)
			}
		}
		if t.Log(must, "pairs,", may-must, "in doubt"); may > must+must/100 {
			t.Error("too many pairs are in doubt")
		}
	})
}

// crossScan counts the pairs that must be found and those that may be, and describes
// the first that found has too many or too few.
func crossScan(as, bs []boxtree.Box, transform boxtree.Transform, found *pairSet) (must, may int, wrong string) {
	wider := asInTree(bs, transform)
	for j := range bs {
		if isEmpty(&bs[j]) {
			continue
		}
		least, most := transform.ApplyRounded(bs[j]), wider.ApplyRounded(bs[j])
		for i := range as {
			inner, outer := meet(&as[i], &least), meet(&as[i], &most)
			if inner {
				must++
			}
			if outer {
				may++
			}
			if got := found.has(i, j); (got && !outer || !got && inner) && wrong == "" {
				wrong = fmt.Sprintf("pair %d %d: %v, want %v: %v and %v", i, j, got, !got, as[i], least)
			}
		}
	}
	return must, may, wrong
}

// asInTree returns a transform that makes boxes at least as large as those of a
// transformed tree, where all are rounded outward by as much as the largest.
func asInTree(boxes []boxtree.Box, transform boxtree.Transform) boxtree.Transform {
	if transform.Map == geom.Identity() {
		return transform
	}
	all := geom.EmptyBox()
	for j := range boxes {
		if !isEmpty(&boxes[j]) {
			all = all.Union(wide(&boxes[j]))
		}
	}
	wider := transform
	for k := range 3 {
		wider.Margin[k] += 0x1p-48 * sumAbs(transform.Map, boxtree.Round(all), k)
	}
	if !(wider.Margin[0]+wider.Margin[1]+wider.Margin[2] < 1e290) {
		return transform // if the largest is unbounded each box is prepared for on its own
	}
	return wider
}

// isEmpty reports whether a box takes part in no pair.
func isEmpty(b *boxtree.Box) bool { return !(b[0] <= b[3] && b[1] <= b[4] && b[2] <= b[5]) }

// meet reports whether boxes have a point in common; one that is empty has none.
func meet(a, b *boxtree.Box) bool {
	if isEmpty(a) || isEmpty(b) {
		return false
	}
	return a[0] <= b[3] && b[0] <= a[3] && a[1] <= b[4] && b[1] <= a[4] && a[2] <= b[5] && b[2] <= a[5]
}

func wide(b *boxtree.Box) geom.Box {
	return geom.Box{
		Min: geom.Vec{float64(b[0]), float64(b[1]), float64(b[2])},
		Max: geom.Vec{float64(b[3]), float64(b[4]), float64(b[5])},
	}
}

// TestCrossPairsForAnyWorkers: the same pairs, whoever finds them.
func TestCrossPairsForAnyWorkers(t *testing.T) {
	rng := meshgen.Rand(1)
	a := build(t, families[0].make(rng, 3000), 2)
	b := build(t, families[0].make(rng, 300), 2)
	for _, m := range maps {
		transform := boxtree.Transform{Map: m.make(rng)}
		want := crossPairs(t, a, b, transform, 3000, 1)
		for _, workers := range []int{2, 3, 7} {
			if got := crossPairs(t, a, b, transform, 3000, workers); !equalSets(got, want) {
				t.Errorf("%s: other pairs by %d workers", m.name, workers)
			}
		}
	}
}

func equalSets(a, b *pairSet) bool {
	for k, w := range a.bits {
		if b.bits[k] != w {
			return false
		}
	}
	return true
}

// TestCrossPairsInBlocks: leaf J changes as seldom as the order of the walk allows.
func TestCrossPairsInBlocks(t *testing.T) {
	a, b := build(t, sphereBoxes(20_000), 2), build(t, sphereBoxes(20_000), 2)
	blocks, changes, last := 0, 0, -1
	err := boxtree.CrossPairs(t.Context(), 1, a, b, boxtree.Transform{Map: turn(meshgen.Rand(1))}, func(_ int, block *boxtree.Block) {
		if blocks++; block.J != last {
			changes++
		}
		last = block.J
	})
	if t.Log(blocks, "blocks,", changes, "runs of one leaf of b,", b.Leaves(), "leaves"); err != nil || changes > 2*b.Leaves() {
		t.Errorf("too many runs, or %v", err)
	}
}

func TestCrossPairsCancelled(t *testing.T) {
	heap := pile(t, 4000)
	for _, workers := range []int{1, 2, 5} {
		ctx, cancel := context.WithCancel(t.Context())
		var visits atomic.Int64
		err := boxtree.CrossPairs(ctx, workers, heap, heap, boxtree.Transform{Map: scaled(geom.Vec{1, 2, 3})}, func(int, *boxtree.Block) {
			visits.Add(1)
			cancel()
		})
		if !errors.Is(err, context.Canceled) || visits.Load() > 1000 {
			t.Errorf("%d workers: %v after %d of %d visits", workers, err, visits.Load(), heap.Leaves()*heap.Leaves())
		}
		for _, n := range []int{0, 1, 300} {
			err := boxtree.CrossPairs(ctx, workers, pile(t, n), heap, boxtree.Identity(), func(int, *boxtree.Block) { t.Error("a visit") })
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%d workers, %d boxes: %v", workers, n, err)
			}
		}
	}
}
