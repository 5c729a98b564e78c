package geom_test

import (
	"math"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
)

// TestAffineAlong: the coordinate along a direction, with and without mapping the point.
func TestAffineAlong(t *testing.T) {
	a := geom.Affine{{0, 2, 0, 1}, {-3, 0, 1, 5}, {0.5, 0, 2, -1}}
	d := geom.Vec{1, -2, 0.25}
	along, base := a.Along(d)
	for _, p := range []geom.Vec{{}, {1, 0, 0}, {0, -4, 2}, {3, 5, -7}} {
		if got, want := along.Dot(p)+base, d.Dot(a.Apply(p)); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v: %v, want %v", p, got, want)
		}
	}
}
