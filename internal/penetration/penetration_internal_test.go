package penetration

import (
	"container/heap"
	"math"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/world/worldtest"
)

// plainHeap is a facetHeap for package heap.
type plainHeap []facet

func (h plainHeap) Len() int           { return len(h) }
func (h plainHeap) Less(i, j int) bool { return h[i].deepest > h[j].deepest }
func (h plainHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *plainHeap) Push(x any)        { *h = append(*h, x.(facet)) }
func (h *plainHeap) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	*h = (*h)[:last]
	return x
}

// TestFacetHeap: a facetHeap returns the facets that package heap does, of equal ones the same.
func TestFacetHeap(t *testing.T) {
	r := meshgen.Rand(3)
	var fast facetHeap
	var slow plainHeap
	for n := range 100_000 {
		if r.IntN(9) < 5 || len(slow) == 0 {
			x := facet{deepest: float64(r.IntN(40))}
			x.Triangle[0][0] = float64(n)
			fast.push(x)
			heap.Push(&slow, x)
			continue
		}
		if got, want := fast.pop(), heap.Pop(&slow).(facet); got != want {
			t.Fatalf("%d: %v, want %v", n, got, want)
		}
	}
}

// TestDistanceBelowABound: a search that knows of a triangle at some distance finds the triangle
// that it finds without, also where it may end early.
func TestDistanceBelowABound(t *testing.T) {
	for seed := range uint64(longtest.Rounds(t, 100, 500)) {
		rng := meshgen.Rand(seed)
		soup := meshgen.Icosphere(rng.IntN(4), geom.Vec{}, 1).Soup() // with many ties
		if seed%2 == 0 {
			soup = meshgen.Snapped(rng, 1+rng.IntN(400), 9, 3)
		}
		place := geom.Identity()
		for r := range place {
			for k := range place[r] {
				place[r][k] += rng.Float64() / 4
			}
		}
		o := worldtest.Object(t, soup, place)
		if o == nil {
			continue
		}
		s := newSearch(o, o)
		for range 100 {
			at := geom.Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
			if rng.IntN(2) == 0 {
				at = geom.Vec{float64(rng.IntN(5)) / 2, float64(rng.IntN(5)) / 2, float64(rng.IntN(5)) / 2}
			}
			leaf := o.Shape.Tree.Leaf(rng.IntN(o.Shape.Tree.Leaves()))
			most := s.site(leaf[rng.IntN(len(leaf))]).Distance(at)
			least := most * float64(rng.IntN(3)) / 2
			want, nearest := s.distance(at, least, math.Inf(1))
			if got, i := s.distance(at, least, most); got != want || i != nearest {
				t.Fatalf("seed %d: %v at %d below %v, want %v at %d", seed, got, i, most, want, nearest)
			}
		}
		s.release()
	}
}

// TestGreatestNorm: one root finds the same number as three.
func TestGreatestNorm(t *testing.T) {
	rng := meshgen.Rand(1)
	for range 100_000 {
		var v [3]geom.Vec
		for k := range v {
			v[k] = geom.Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}.Scale(math.Ldexp(1, []int{0, -440, -450, -500, 440, 450, 500, 0}[rng.IntN(8)]))
		}
		if got, want := greatestNorm(v[0], v[1], v[2]), max(v[0].Norm(), v[1].Norm(), v[2].Norm()); got != want {
			t.Fatalf("%v of %v, want %v", got, v, want)
		}
	}
}
