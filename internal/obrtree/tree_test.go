package obrtree_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/obrtree"
	"github.com/meshcheck/meshcheck/internal/pollctx"
)

// segments are items of two points each.
type segments struct {
	ends [][2]geom.Vec2
	tags [][3]uint32
}

func (s *segments) Len() int { return len(s.ends) }

func (s *segments) Points(i uint32, out []geom.Vec2) []geom.Vec2 {
	return append(out, s.ends[i][:]...)
}

func (s *segments) Tags(i uint32) [3]uint32 { return s.tags[i] }

func randomSegments(rng *rand.Rand, n int) *segments {
	s := &segments{}
	for range n {
		p, a := geom.Vec2{rng.Float64(), rng.Float64()}, rng.Float64()*math.Pi
		l := math.Exp(-5 * rng.Float64())
		s.ends = append(s.ends, [2]geom.Vec2{p, {p[0] + l*math.Cos(a), p[1] + l*math.Sin(a)}})
		tags := [3]uint32{obrtree.NoTag, obrtree.NoTag, obrtree.NoTag}
		for k := range rng.IntN(4) {
			tags[k] = uint32(rng.IntN(5))
		}
		s.tags = append(s.tags, tags)
	}
	return s
}

// TestWalk: every pair of items belongs to one pair of leaves, unless all items of two nodes have a tag in
// common, and pairs that are apart are not visited.
func TestWalk(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 1))
		s := randomSegments(rng, rng.IntN(400))
		tree, err := obrtree.Build(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range tree.Nodes {
			for _, i := range tree.Order[n.From:n.To] {
				for _, p := range s.ends[i] {
					if at := (geom.OBR{Center: p}); n.Rect.Apart(&at) {
						t.Fatalf("seed %d: %v is outside of its node", seed, p)
					}
				}
			}
		}
		var mu sync.Mutex
		seen := map[[2]uint32]int{}
		err = tree.Walk(t.Context(), 1+rng.IntN(3), func(_ int, a, b uint32) bool {
			mu.Lock()
			defer mu.Unlock()
			for i, j := range tree.Pairs(a, b) {
				seen[[2]uint32{min(i, j), max(i, j)}]++
			}
			return true
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range uint32(s.Len()) {
			for j := range i {
				if n := seen[[2]uint32{j, i}]; n > 1 || n == 0 && !tagged(s.tags[i], s.tags[j]) {
					t.Fatalf("seed %d: items %d and %d were visited %d times", seed, j, i, n)
				}
			}
		}
	}
}

func tagged(a, b [3]uint32) bool {
	for _, x := range a {
		for _, y := range b {
			if x == y && x != obrtree.NoTag {
				return true
			}
		}
	}
	return false
}

// TestCancel: building and walking end soon after the context.
func TestCancel(t *testing.T) {
	s := randomSegments(rand.New(rand.NewPCG(1, 1)), 2000)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := obrtree.Build(ctx, s); !errors.Is(err, context.Canceled) {
		t.Errorf("built: %v", err)
	}
	tree, err := obrtree.Build(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	polls := pollctx.CancelAt(t.Context(), 10)
	steps := 0
	if err := tree.Walk(polls, 1, func(int, uint32, uint32) bool { steps++; return true }, nil); !errors.Is(err, context.Canceled) || steps > 10_000 {
		t.Errorf("%v after %d steps", err, steps)
	}
}
