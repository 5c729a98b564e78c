package parts_test

import (
	"math"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// cutSheet is an open square of n by n cells, at the places that at gives for coordinates from 0 to 1.
func cutSheet(n int, at func(x, y float64) geom.Vec) meshgen.Indexed {
	m := meshgen.Grid(n, n, nil)
	for k, p := range m.Vertices {
		m.Vertices[k] = at(p[0]/float64(n), p[1]/float64(n))
	}
	return m
}

// cutCube is the surface of a unit cube with n by n cells on each side, without common vertices at its edges.
func cutCube(n int) meshgen.Indexed {
	var sides []meshgen.Indexed
	for axis := range 3 {
		for side := range 2 {
			s := cutSheet(n, func(x, y float64) (p geom.Vec) {
				p[axis], p[(axis+1)%3], p[(axis+2)%3] = float64(side), x, y
				return p
			})
			if side == 0 {
				s = flipped(s)
			}
			sides = append(sides, s)
		}
	}
	return meshgen.Join(sides...)
}

// TestFineMeshesFarAway: where rounding is coarser than the triangles are large, what two objects are to each
// other does not depend on how finely they are cut.
func TestFineMeshesFarAway(t *testing.T) {
	place := moved(40000, 80000, 100) // float32 has steps of 8 mm there
	step := math.Ldexp(1, -7)
	floor := func(x, y float64) geom.Vec { return geom.Vec{x - 0.5, y - 0.5, 0} }
	turned := func(height float64) func(x, y float64) geom.Vec {
		return func(x, y float64) geom.Vec {
			x, y = x-0.5, y-0.5
			return geom.Vec{0.8*x - 0.6*y, 0.6*x + 0.8*y + 0.1, height}
		}
	}
	wall := func(from float64) func(x, y float64) geom.Vec {
		return func(x, y float64) geom.Vec { return geom.Vec{0.8*x - 0.4, 0.3*x + 0.003, y*0.5 + from} }
	}
	ramp := func(x, y float64) geom.Vec { return geom.Vec{0.3 * (x - 0.5), 0.4 * y, 0.2 * y} }
	for _, row := range []struct {
		why  string
		a, b func(n int) meshgen.Indexed
		want string
	}{
		{"a wall through a floor",
			func(n int) meshgen.Indexed { return cutSheet(n, floor) },
			func(n int) meshgen.Indexed { return cutSheet(n, wall(-0.2)) }, "crossing /0 /1"},
		{"a wall on a floor",
			func(n int) meshgen.Indexed { return cutSheet(n, floor) },
			func(n int) meshgen.Indexed { return cutSheet(n, wall(-0.5*step)) }, "touch /0 /1 within rounding"},
		{"a ramp that begins on a floor",
			func(n int) meshgen.Indexed { return cutSheet(n, floor) },
			func(n int) meshgen.Indexed { return cutSheet(n, ramp) }, "touch /0 /1"},
		{"two sheets along each other",
			func(n int) meshgen.Indexed { return cutSheet(n, floor) },
			func(n int) meshgen.Indexed { return cutSheet(n-n/7, turned(0.4*step)) }, "overlap /0 /1"},
		{"two sheets in one plane",
			func(n int) meshgen.Indexed { return cutSheet(n, floor) },
			func(n int) meshgen.Indexed { return cutSheet(n-n/7, turned(0)) }, "overlap /0 /1"},
		{"two sheets above each other",
			func(n int) meshgen.Indexed { return cutSheet(n, floor) },
			func(n int) meshgen.Indexed { return cutSheet(n-n/7, turned(16*step)) }, ""},
		{"a sheet on a cube",
			cutCube,
			func(n int) meshgen.Indexed { return cutSheet(n-n/7, turned(1)) }, "overlap /0 /1"},
		{"cubes in one place", cutCube, func(n int) meshgen.Indexed { return cutCube(n + 1) }, "overlap /0 /1"},
	} {
		for _, n := range []int{2, 5, longtest.Size(t, 12, 24)} {
			s := new(sceneBuilder).Show(row.a(n), place).Show(row.b(n), place)
			r := checkedPairs(t, &s.Scene, check.Options{})
			if got := spoken(r); got != row.want {
				t.Errorf("%s, %d cells: %q, want %q", row.why, n, got, row.want)
			}
			if n > 2 && row.want == "crossing /0 /1" && r.Pairs()[0].Depth < 0.4 {
				t.Errorf("%s, %d cells: %v deep", row.why, n, r.Pairs()[0].Depth)
			}
		}
	}
}
