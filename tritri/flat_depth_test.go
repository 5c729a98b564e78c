package tritri_test

import (
	"math"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/tritri"
)

// TestFlatDepth: how far two triangles in one plane are in each other, wherever the
// plane is.
func TestFlatDepth(t *testing.T) {
	right := geom.Triangle{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}
	for _, row := range []struct {
		why   string
		move  geom.Vec
		depth float64
	}{
		{"edge to edge", geom.Vec{4, 0, 0}, 0},
		{"apart", geom.Vec{9, 0, 0}, 0},
		{"a corner a little over an edge", geom.Vec{3.75, 0, 0}, 0.25 / math.Sqrt2},
		{"the same", geom.Vec{}, 4 / math.Sqrt2},
	} {
		u := geom.Triangle{right[0].Add(row.move), right[1].Add(row.move), right[2].Add(row.move)}
		tilt := geom.Affine{{0.6, 0, -0.8, 5}, {0, 1, 0, -3}, {0.8, 0, 0.6, 1}}
		for _, m := range []geom.Affine{geom.Identity(), tilt} {
			a, b := m.ApplyTriangle(right), m.ApplyTriangle(u)
			for _, got := range []float64{tritri.FlatDepth(&a, &b), tritri.FlatDepth(&b, &a)} {
				if math.Abs(got-row.depth) > 1e-14 {
					t.Errorf("%s: %v, want %v", row.why, got, row.depth)
				}
			}
		}
	}
}
