package check

import (
	"math"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
)

func TestGridCell(t *testing.T) {
	unit := geom.Box{Max: geom.Vec{1, 1, 1}}
	at := func(x float64) geom.Box { return geom.Box{Min: geom.Vec{x, 0, 0}, Max: geom.Vec{x, 0, 0}} }
	for _, c := range []struct {
		why  string
		a, b geom.Box
		mesh geom.Box
		same bool
	}{
		{"a hair beside", at(0.3), at(0.3 + 1e-9), unit, true},
		{"around zero", at(1e-12), at(-1e-12), unit, true},
		{"around a half", at(0.5 + 1e-12), at(0.5 - 1e-12), unit, true},
		{"elsewhere", at(0.3), at(0.35), unit, false},
		{"of a point", at(0.3), at(0.4), geom.Box{}, true},
		{"beyond all numbers", at(0.3), at(0.4), geom.Box{Max: geom.Vec{math.Inf(1), 0, 0}}, true},
		{"no region", geom.EmptyBox(), geom.EmptyBox(), unit, true},
	} {
		if a, b := gridCell(c.a, c.mesh), gridCell(c.b, c.mesh); (a == b) != c.same {
			t.Errorf("%s: cells %s and %s", c.why, a, b)
		}
	}
	grown := geom.Box{Max: geom.Vec{1.05, 1, 1.1}}
	if a, b := gridCell(at(0.7), unit), gridCell(at(0.7), grown); a != b {
		t.Errorf("a mesh that grew a little has cell %s for %s", b, a)
	}
	// No round diagonal is near a size at which cells change.
	for _, d := range []float64{1, 2, 5, 10, 20, 50, 100, math.Sqrt2, math.Sqrt(3)} {
		a := gridCell(at(0.3), geom.Box{Max: geom.Vec{d * 0.999, 0, 0}})
		if b := gridCell(at(0.3), geom.Box{Max: geom.Vec{d * 1.001, 0, 0}}); a != b {
			t.Errorf("the cells change at the diagonal %g", d)
		}
	}
}
