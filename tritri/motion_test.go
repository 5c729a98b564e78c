package tritri_test

import (
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/tritri"
)

// order is a permutation of the corners of a triangle.
type order [3]int

var orders = []order{{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}}

func (o order) of(t geom.Triangle) geom.Triangle { return geom.Triangle{t[o[0]], t[o[1]], t[o[2]]} }

// odd reports whether the order turns the winding around.
func (o order) odd() bool { return (o[0]+1)%3 != o[1] }

// edge returns the corner at which edge e of a triangle begins once its corners
// stand in the order o.
func (o order) edge(e int) int {
	for k := range o {
		if from, to := o[k], o[(k+1)%3]; from == e && to == (e+1)%3 || to == e && from == (e+1)%3 {
			return k
		}
	}
	panic("not a permutation")
}

// reordered returns what becomes of a relation when t's corners come in the order o
// and u's in the order q.
func reordered(r tritri.Relation, o, q order) tritri.Relation {
	if r.Kind == tritri.Overlap || r.Kind == tritri.Duplicate {
		r.SameFacing = r.SameFacing == (o.odd() == q.odd())
	}
	switch r.Through {
	case tritri.EdgeOfT:
		r.Edge = o.edge(r.Edge)
	case tritri.EdgeOfU:
		r.Edge = q.edge(r.Edge)
	}
	return r
}

// exchanged returns the relation of u and t.
func exchanged(r tritri.Relation) tritri.Relation {
	switch r.Through {
	case tritri.EdgeOfT:
		r.Through = tritri.EdgeOfU
	case tritri.EdgeOfU:
		r.Through = tritri.EdgeOfT
	}
	return r
}

// motion maps the triangles of a row exactly, so that nothing about how they meet
// changes: signed axes exchanged, then scaled by a power of two, then moved.
type motion struct {
	axes   [3]int
	signs  [3]float64
	scale  float64
	offset geom.Vec
}

func (m motion) triangle(t geom.Triangle) geom.Triangle {
	var out geom.Triangle
	for c := range t {
		for k := range 3 {
			out[c][k] = m.signs[k]*t[c][m.axes[k]]*m.scale + m.offset[k]
		}
	}
	return out
}

// eachMotion calls f with all 48 signed permutations of the axes, each at several
// scales and places. Offsets are where sums with coordinates below 64 in steps of
// 2^-20 are still exact, but float64 alone cannot decide the signs.
func eachMotion(f func(motion)) {
	axes := [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}
	for _, a := range axes {
		for s := range 8 {
			m := motion{axes: a}
			for k := range m.signs {
				m.signs[k] = float64(1 - 2*(s>>k&1))
			}
			for _, m.scale = range []float64{1, 0x1p-90, 0x1p+100} {
				f(m)
			}
			m.scale, m.offset = 1, geom.Vec{0x1p+31, -0x1p+30, 0x1p+31 + 77}
			f(m)
		}
	}
}

// makerOf returns the maker of soups with the given name.
func makerOf(t *testing.T, name string) func(*rand.Rand, int) []geom.Triangle {
	t.Helper()
	for _, m := range meshgen.Makers() {
		if m.Name == name {
			return m.Make
		}
	}
	t.Fatalf("no maker of %s soups", name)
	return nil
}
