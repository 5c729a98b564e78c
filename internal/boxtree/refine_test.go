package boxtree_test

import (
	"math"
	"sync/atomic"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// blocks returns the number of pairs of leaves with a candidate pair, a measure of how well
// a tree separates.
func blocks(t *testing.T, boxes []geom.Box) int {
	t.Helper()
	var n atomic.Int64
	if err := build(t, boxes, 2).SelfPairs(t.Context(), 2, func(int, *boxtree.Block) { n.Add(1) }, nil); err != nil {
		t.Fatal(err)
	}
	return int(n.Load())
}

// TestStrayBoxes: a few boxes far away, at one distance or at distances of every
// magnitude, do not spoil the tree of the others, whatever order they come in.
func TestStrayBoxes(t *testing.T) {
	rng := meshgen.Rand(1)
	boxes := sphereBoxes(40_000)
	rng.Shuffle(len(boxes), func(i, j int) { boxes[i], boxes[j] = boxes[j], boxes[i] })
	alone := blocks(t, boxes)
	var every []float64
	for e := range 38 {
		every = append(every, math.Pow(10, float64(e)))
	}
	for _, distances := range [][]float64{{100}, {1e3}, {1e5}, {-1e20}, {1e38}, every} {
		all := append([]geom.Box(nil), boxes...)
		for _, d := range distances {
			all = append(all, boxAt(geom.Vec{d, d / 2, 0}, geom.Vec{1, 1, 1}))
		}
		if n := blocks(t, all); n > alone+alone/5+16*len(distances) {
			t.Errorf("stray boxes at %g: %d pairs of leaves meet, %d without them", distances, n, alone)
		}
	}
}

// TestClusters: clusters of very different sizes, one within the other, are each cut as
// finely as they need.
func TestClusters(t *testing.T) {
	rng := meshgen.Rand(1)
	cluster := sphereBoxes(10_000)
	var all []geom.Box
	want := 0
	for k := range 6 {
		scale := math.Pow(10, -3*float64(k))
		var some []geom.Box
		for _, b := range cluster {
			some = append(some, geom.Box{Min: b.Min.Scale(scale).Add(geom.Vec{2 * scale, 0, 0}), Max: b.Max.Scale(scale).Add(geom.Vec{2 * scale, 0, 0})})
		}
		want += blocks(t, some)
		all = append(all, some...)
	}
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	if n := blocks(t, all); n > 2*want {
		t.Errorf("%d pairs of leaves meet, %d in the clusters by themselves", n, want)
	}
}
