package oracle_test

import (
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/oracle"
)

func TestLocate(t *testing.T) {
	box := meshgen.Box(geom.Vec{}, geom.Vec{2, 2, 2}).Soup()
	twice := append(meshgen.Translate(box, geom.Vec{1, 1, 1}), box...)
	for _, row := range []struct {
		name    string
		soup    []geom.Triangle
		p       geom.Vec
		on      bool
		winding int
	}{
		{"the centre", box, geom.Vec{1, 1, 1}, false, 1},
		{"the least bit inside", box, geom.Vec{1, 1, 0x1p-1074}, false, 1},
		{"the least bit outside", box, geom.Vec{1, 1, -0x1p-1074}, false, 0},
		{"above", box, geom.Vec{1, 1, 3}, false, 0},
		{"below a corner", box, geom.Vec{0, 0, -3}, false, 0},
		{"a corner", box, geom.Vec{2, 2, 2}, true, 0},
		{"an edge", box, geom.Vec{0, 0, 0.1}, true, 0},
		{"a diagonal", box, geom.Vec{1, 1, 2}, true, 0},
		{"a face", box, geom.Vec{2, 0.5, 0.25}, true, 0},
		{"in the plane of a face", box, geom.Vec{2, 2.5, 0.25}, false, 0},
		{"within two boxes", twice, geom.Vec{1.5, 1.5, 1.5}, false, 2},
		{"turned inside out", meshgen.FlipWinding(box), geom.Vec{1, 1, 1}, false, -1},
		{"on a triangle without area", []geom.Triangle{{{0, 0, 0}, {3, 3, 3}, {1, 1, 1}}}, geom.Vec{2, 2, 2}, true, 0},
		{"in line with it", []geom.Triangle{{{0, 0, 0}, {3, 3, 3}, {1, 1, 1}}}, geom.Vec{4, 4, 4}, false, 0},
		{"beside it", []geom.Triangle{{{0, 0, 0}, {3, 3, 3}, {1, 1, 1}}}, geom.Vec{2, 2, 1}, false, 0},
		{"a triangle that is a point", []geom.Triangle{{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}}, geom.Vec{1, 1, 1}, true, 0},
		{"nothing", nil, geom.Vec{}, false, 0},
	} {
		got := oracle.Locate(row.soup, row.p)
		odd := row.winding%2 != 0
		if got.On != row.on || got.Winding != row.winding || got.Crossings%2 == 1 != odd {
			t.Errorf("%s: %+v, want on %v, winding %d", row.name, got, row.on, row.winding)
		}
	}
}
