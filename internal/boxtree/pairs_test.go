package boxtree_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
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

// selfPairs collects the pairs of a tree and fails on a pair that comes twice,
// and on visits that overlap within one worker.
func selfPairs(t *testing.T, tree *boxtree.Tree, n, workers int) *pairSet {
	t.Helper()
	found := newPairSet(n)
	var mu sync.Mutex
	busy := make([]atomic.Bool, workers)
	err := tree.SelfPairs(t.Context(), workers, func(worker int, b *boxtree.Block) {
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
		for _, p := range pairsOf(tree, b) {
			i, j := int(min(p[0], p[1])), int(max(p[0], p[1]))
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

// pairsOf returns the pairs of a block.
func pairsOf(tree *boxtree.Tree, b *boxtree.Block) (pairs [][2]uint32) {
	for x, i := range tree.Leaf(b.I) {
		for y, j := range tree.Leaf(b.J) {
			if b.Rows>>x&1 == 1 && b.Masks[x]>>y&1 == 1 {
				pairs = append(pairs, [2]uint32{i, j})
			}
		}
	}
	return pairs
}

func build(t testing.TB, boxes []geom.Box, workers int) *boxtree.Tree {
	t.Helper()
	tree, err := boxtree.Build(t.Context(), workers, rounded(boxes), nil)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func rounded(boxes []geom.Box) []boxtree.Box {
	out := make([]boxtree.Box, len(boxes))
	for i, b := range boxes {
		out[i] = boxtree.Round(b)
	}
	return out
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
			for seed, n := range sizes(t) {
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

// scan counts the pairs whose float32 bounds meet and those whose boxes do, and
// describes the first that found has too many or too few.
func scan(boxes []geom.Box, found *pairSet) (candidates, meeting int, wrong string) {
	bounds := make([]geom.Box, len(boxes))
	for i, b := range boxes {
		if bounds[i] = geom.EmptyBox(); b.Empty() {
			continue
		}
		// What holds every box finds every pair that meets.
		if bounds[i] = outward(b); bounds[i].Union(b) != bounds[i] {
			return 0, 0, fmt.Sprintf("%v is not in its bounds %v", b, bounds[i])
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
				if boxes[i].Intersects(boxes[j]) {
					meeting++
				}
			}
		}
	}
	return candidates, meeting, wrong
}

// TestTags: boxes that have a tag in common are no pair, whatever their leaves; so where
// tags are many, where they are few, and where all boxes of a region have one.
func TestTags(t *testing.T) {
	for seed, n := range []int{1, 2, 15, 16, 17, 100, 600, 1100} {
		for _, tags := range []func(rng *rand.Rand, at geom.Vec) uint32{
			func(rng *rand.Rand, _ geom.Vec) uint32 { return uint32(rng.IntN(1 + n)) },
			func(*rand.Rand, geom.Vec) uint32 { return 7 },
			func(rng *rand.Rand, _ geom.Vec) uint32 { return uint32(rng.IntN(1+n/2)) / uint32(max(1, n/2)) },
			func(rng *rand.Rand, at geom.Vec) uint32 { return uint32(4*at[0]+4) + uint32(rng.IntN(1+n/20))<<8 },
			func(rng *rand.Rand, at geom.Vec) uint32 { return math.MaxUint32 - uint32(at[0]+1) },
		} {
			checkTags(t, uint64(seed), n, tags)
		}
	}
}

func checkTags(t *testing.T, seed uint64, n int, tag func(*rand.Rand, geom.Vec) uint32) {
	t.Helper()
	rng := meshgen.Rand(seed)
	boxes := make([]geom.Box, n)
	tags := make([][3]uint32, n)
	for i := range boxes {
		at := point(rng, 1)
		boxes[i] = boxAt(at, point(rng, 0.5))
		for k := range tags[i] {
			tags[i][k] = tag(rng, at)
		}
	}
	tree, err := boxtree.Build(t.Context(), 2, rounded(boxes), func(i int) [3]uint32 { return tags[i] })
	if err != nil {
		t.Fatal(err)
	}
	found := selfPairs(t, tree, n, 2)
	for j := range boxes {
		for i := range j {
			common := slices.ContainsFunc(tags[i][:], func(v uint32) bool { return slices.Contains(tags[j][:], v) })
			if want := outward(boxes[i]).Intersects(outward(boxes[j])) && !common; found.has(i, j) != want {
				t.Fatalf("%d boxes: pair %d %d with tags %v and %v: %v", n, i, j, tags[i], tags[j], !want)
			}
		}
	}
}

// TestBoxOf: the box of a triangle is that of its corners in any order.
func TestBoxOf(t *testing.T) {
	rng := meshgen.Rand(1)
	for range 1000 {
		p, q, r := point(rng, 1).Add(geom.Vec{-0.5, -0.5, 1e6}), point(rng, 1e-30), point(rng, 1e39)
		u := geom.Triangle{p, q, r}
		want := boxtree.Round(u.Box())
		for _, c := range [][3]geom.Vec{{p, q, r}, {q, r, p}, {r, p, q}, {r, q, p}, {q, p, r}, {p, r, q}, {p, p, q}} {
			if c[0] == c[1] {
				want = boxtree.Round(geom.EmptyBox().Include(p).Include(q))
			}
			if got := boxtree.BoxOf(&c[0], &c[1], &c[2]); got != want {
				t.Fatalf("BoxOf(%v) = %v, want %v", c, got, want)
			}
		}
	}
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
