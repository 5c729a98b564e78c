package bvh_test

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// pairSet is a set of pairs of n numbers.
type pairSet struct {
	n    int
	bits []uint64
}

func newPairSet(n int) *pairSet { return &pairSet{n: n, bits: make([]uint64, (n*n+63)/64)} }

func (s *pairSet) has(i, j int) bool { k := i*s.n + j; return s.bits[k/64]>>(k%64)&1 == 1 }
func (s *pairSet) add(i, j int)      { k := i*s.n + j; s.bits[k/64] |= 1 << (k % 64) }

// selfPairs collects the pairs of a tree and fails on a pair that comes twice, on
// one in the wrong order, and on visits that overlap within one worker.
func selfPairs(t *testing.T, tree *bvh.Tree, n, workers int) *pairSet {
	t.Helper()
	found := newPairSet(n)
	var mu sync.Mutex
	busy := make([]atomic.Bool, workers)
	err := tree.SelfPairs(t.Context(), workers, func(worker int, pairs []bvh.Pair) {
		if worker < 0 || worker >= workers {
			t.Errorf("worker %d of %d", worker, workers)
			return
		}
		if busy[worker].Swap(true) {
			t.Errorf("two visits of worker %d at once", worker)
		}
		defer busy[worker].Store(false)
		mu.Lock()
		defer mu.Unlock()
		for _, p := range pairs {
			i, j := int(p.I), int(p.J)
			switch {
			case i >= j || j >= n:
				t.Errorf("%d boxes: not a pair: %v", n, p)
			case found.has(i, j):
				t.Errorf("%d boxes: pair %v comes twice", n, p)
			default:
				found.add(i, j)
			}
		}
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func build(t testing.TB, boxes []geom.Box, workers int) *bvh.Tree {
	t.Helper()
	rounded := make([]bvh.Box, len(boxes))
	for i, b := range boxes {
		rounded[i] = bvh.Round(b)
	}
	tree, err := bvh.Build(t.Context(), rounded, nil, workers)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// outward returns the smallest box with float32 bounds around b: what the tree
// knows of it.
func outward(b geom.Box) geom.Box {
	inf := float32(math.Inf(1))
	for k := range 3 {
		if lo := float32(b.Min[k]); float64(lo) > b.Min[k] {
			b.Min[k] = float64(math.Nextafter32(lo, -inf))
		} else {
			b.Min[k] = float64(lo)
		}
		if hi := float32(b.Max[k]); float64(hi) < b.Max[k] {
			b.Max[k] = float64(math.Nextafter32(hi, inf))
		} else {
			b.Max[k] = float64(hi)
		}
	}
	return b
}

// TestSelfPairs compares the pairs of trees of all sizes with a scan of all pairs.
func TestSelfPairs(t *testing.T) {
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			var candidates, meeting int
			for seed, n := range sizes() {
				boxes := f.make(meshgen.Rand(uint64(seed)), n)
				workers := []int{1, 2, 5}[seed%3]
				found := selfPairs(t, build(t, boxes, workers), len(boxes), workers)
				c, m, wrong := scan(boxes, found)
				if candidates, meeting = candidates+c, meeting+m; wrong != "" {
					t.Fatalf("seed %d, %d boxes, %d workers: %s", seed, n, workers, wrong)
				}
			}
			t.Log(candidates, "pairs,", meeting, "of boxes that meet")
		})
	}
}

// scan counts the pairs whose bounds meet as float32 and those whose boxes do, and
// describes the first that found has too many or too few.
func scan(boxes []geom.Box, found *pairSet) (candidates, meeting int, wrong string) {
	bounds := make([]geom.Box, len(boxes))
	for i, b := range boxes {
		bounds[i] = geom.EmptyBox()
		if !b.Empty() {
			bounds[i] = outward(b)
		}
	}
	for j := range boxes {
		for i := range j {
			want := bounds[i].Intersects(bounds[j])
			if found.has(i, j) != want && wrong == "" {
				wrong = fmt.Sprintf("pair %d %d: %v, want %v: %v and %v", i, j, !want, want, boxes[i], boxes[j])
			}
			if want {
				candidates++
			}
			if !boxes[i].Empty() && !boxes[j].Empty() && boxes[i].Intersects(boxes[j]) {
				meeting++
				if !want {
					wrong = fmt.Sprintf("%v and %v meet, but not rounded outward", boxes[i], boxes[j])
				}
			}
		}
	}
	return candidates, meeting, wrong
}

// TestTreeServesSeveral walks one tree from several goroutines at once.
func TestTreeServesSeveral(t *testing.T) {
	boxes := families[0].make(meshgen.Rand(1), 1000)
	tree := build(t, boxes, 2)
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			if _, _, wrong := scan(boxes, selfPairs(t, tree, len(boxes), 2)); wrong != "" {
				t.Error(wrong)
			}
		})
	}
	wg.Wait()
}
