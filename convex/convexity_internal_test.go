package convex

import (
	"math"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
)

// TestBulgingIsNotEnough has closed surfaces that bulge at every edge and are not convex:
// only the test of a single face decides.
func TestBulgingIsNotEnough(t *testing.T) {
	// The prism over a star of n points that goes around its axis several times.
	star := func(n, times int) *Polyhedron {
		var vertices []geom.Vec
		for _, z := range []float64{-1, 1} {
			for k := range n {
				sin, cos := math.Sincos(2 * math.Pi * float64(k) / float64(n))
				vertices = append(vertices, geom.Vec{cos, sin, z})
			}
			vertices = append(vertices, geom.Vec{0, 0, z})
		}
		var faces [][3]uint32
		up := uint32(n + 1)
		for k := range n {
			a, b := uint32(k), uint32((k+times)%n)
			faces = append(faces, [3]uint32{uint32(n), b, a}, [3]uint32{uint32(n) + up, up + a, up + b}, [3]uint32{a, b, up + b}, [3]uint32{a, up + b, up + a})
		}
		p, err := PolyhedronOf(vertices, faces)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for _, row := range []struct {
		n, times int
		convex   bool
	}{{5, 1, true}, {5, 2, false}, {7, 1, true}, {7, 2, false}, {7, 3, false}, {9, 4, false}} {
		p := star(row.n, row.times)
		if _, closed := p.Closed(); !closed || !p.bulges() {
			t.Errorf("{%d/%d} is not closed or does not bulge", row.n, row.times)
		}
		for base := range p.faces {
			if p.single(base) != row.convex {
				t.Errorf("{%d/%d}: face %d is single: %v", row.n, row.times, base, !row.convex)
			}
		}
		if p.Convex().Convex != row.convex {
			t.Errorf("{%d/%d} is convex: %v", row.n, row.times, !row.convex)
		}
	}
}

// TestBeside has pairs of triangles in the plane.
func TestBeside(t *testing.T) {
	abc := [3][2]float64{{0, 0}, {4, 0}, {0, 4}}
	for _, row := range []struct {
		name string
		u    [3][2]float64
		want bool
	}{
		{"the same", abc, false},
		{"turned over across an edge", [3][2]float64{{0, 0}, {4, 0}, {0, -4}}, false},
		{"across an edge", [3][2]float64{{0, 0}, {0, -4}, {4, 0}}, true},
		{"across part of an edge", [3][2]float64{{1, 0}, {0, -4}, {2, 0}}, true},
		{"at a corner", [3][2]float64{{4, 0}, {5, 0}, {4, 1}}, true},
		{"apart", [3][2]float64{{5, 5}, {6, 5}, {5, 6}}, true},
		{"folded over an edge", [3][2]float64{{0, 0}, {4, 0}, {1, 1}}, false},
		{"inside", [3][2]float64{{1, 1}, {2, 1}, {1, 2}}, false},
		{"crossing, no corner of one in the other", [3][2]float64{{-1, 1}, {9, 1}, {-1, 2}}, false},
		{"a last place over the edge", [3][2]float64{{1, math.SmallestNonzeroFloat64}, {0, -4}, {2, 0}}, false},
	} {
		if beside(abc, row.u) != row.want || beside(row.u, abc) != row.want {
			t.Errorf("%s: %v", row.name, !row.want)
		}
	}
}
