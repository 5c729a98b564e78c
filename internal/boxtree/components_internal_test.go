package boxtree

import (
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
)

// TestShrinkingAnywhere: the leaves of small boxes in random order are small, even if float32 does
// not distinguish the boxes.
func TestShrinkingAnywhere(t *testing.T) {
	for _, place := range []struct{ offset, scale float64 }{{0, 1}, {1e12, 1}, {0, 1e300}, {0, 1e-300}, {0, 5e-324}} {
		rng := rand.New(rand.NewPCG(1, 2))
		boxes := make([]geom.Box, 20_000)
		for i := range boxes {
			p := geom.Vec{rng.Float64(), rng.Float64(), rng.Float64()}.Scale(1000 * place.scale).Add(geom.Vec{place.offset})
			boxes[i] = geom.Box{Min: p, Max: p.Add(geom.Vec{place.scale, place.scale, place.scale})}
		}
		s, err := newShrinking(t.Context(), boxes)
		if err != nil {
			t.Fatal(err)
		}
		leaves, sum := len(s.nodes)/2, 0.0
		for _, n := range s.nodes[leaves:] {
			size := n.box.Max.Sub(n.box.Min)
			sum += max(size[0], size[1], size[2]) / place.scale / float64(leaves+1)
		}
		if sum > 150 {
			t.Errorf("%+v: leaves are %v wide on average, of 1000", place, sum)
		}
	}
}
