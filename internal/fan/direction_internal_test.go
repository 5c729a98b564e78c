package fan

import (
	"math"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
)

// TestDirection: directions are as exact as promised for all finite points.
func TestDirection(t *testing.T) {
	for _, row := range []struct{ p, q, want geom.Vec }{
		{geom.Vec{1, 2, 3}, geom.Vec{1, 2, 5}, geom.Vec{0, 0, 1}},
		{geom.Vec{-math.MaxFloat64, 0, 0}, geom.Vec{math.MaxFloat64, 0, 0}, geom.Vec{1, 0, 0}},
		{geom.Vec{}, geom.Vec{0, -5e-324, 0}, geom.Vec{0, -1, 0}},
		{geom.Vec{1e-310, 0, 0}, geom.Vec{4e-310, 4e-310, 0}, geom.Vec{0.6, 0.8, 0}},
	} {
		if got := direction(row.p, row.q); got.Sub(row.want).Norm() > 0x1p-50 {
			t.Errorf("from %v to %v: %v, want %v", row.p, row.q, got, row.want)
		}
	}
}
