package parts

import (
	"container/heap"
	"testing"

	"github.com/meshcheck/meshcheck/internal/meshgen"
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
