package precision_test

import (
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/precision"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/tritri"
)

// sheet returns a grid of n by n cells of two triangles each, over a square at the height that z gives.
func sheet(n int, size float64, z func(x, y float64) geom.Vec) (soup []geom.Triangle) {
	at := func(i, j int) geom.Vec {
		return z(float64(i)*size/float64(n)-size/2, float64(j)*size/float64(n)-size/2)
	}
	for i := range n {
		for j := range n {
			a, b, c, d := at(i, j), at(i+1, j), at(i+1, j+1), at(i, j+1)
			soup = append(soup, geom.Triangle{a, b, c}, geom.Triangle{a, c, d})
		}
	}
	return soup
}

// judged returns the verdicts on all places at which two triangles of a soup cross, in steps of 1.
func judged(t *testing.T, soup []geom.Triangle) []precision.Verdict {
	t.Helper()
	m := meshgen.Mesh("", soup)
	w, err := mesh.Weld(t.Context(), 1, m)
	if err != nil {
		t.Fatal(err)
	}
	boxes := make([]boxtree.Box, len(soup))
	for k := range soup {
		u := w.Triangle(k)
		boxes[k] = boxtree.BoxOf(&u[0], &u[1], &u[2])
	}
	tree, err := boxtree.Build(t.Context(), 1, boxes, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := precision.NewSurfaces(w, tree, &mesh.Copies{}, geom.Identity())
	var places []precision.Place
	for i := range soup {
		for j := range soup[:i] {
			a, b := w.Triangle(j), w.Triangle(i)
			m := tritri.Relate(&a, &b)
			if m.Kind != tritri.Crossing {
				continue
			}
			p := precision.Place{T: uint32(j), U: uint32(i), Distance: 2}
			p.Ends[0], p.Ends[1] = m.Segment()
			places = append(places, p)
		}
	}
	if len(places) == 0 {
		t.Fatal("nothing crosses")
	}
	verdicts, err := s.Judge(t.Context(), 2, len(places), func(k int) *precision.Place { return &places[k] }, precision.Scale{Radius: 64, Diameter: 32, MostDiameter: 64})
	if err != nil {
		t.Fatal(err)
	}
	return verdicts
}

// TestJudge: what goes through, what lies along and what a small move parts are told apart, however
// finely the surfaces are cut.
func TestJudge(t *testing.T) {
	floor := func(x, y float64) geom.Vec { return geom.Vec{x, y, 0} }
	wall := func(from float64) func(x, y float64) geom.Vec {
		return func(x, y float64) geom.Vec { return geom.Vec{x, 0.3, y + from} }
	}
	tilted := func(x, y float64) geom.Vec { return geom.Vec{x + 3, y - 2, (x + 7) / 400} }
	for _, n := range []int{1, 4, 20} {
		for _, row := range []struct {
			why   string
			other []geom.Triangle
			want  precision.Verdict
		}{
			{"a wall through a floor", sheet(n, 200, wall(0.4)), precision.Through},
			{"a wall that stands in a floor", sheet(n, 200, wall(99)), precision.Within},
			{"two sheets along each other", sheet(n, 300, tilted), precision.Along},
		} {
			for k, got := range judged(t, append(sheet(3, 1000, floor), row.other...)) {
				if got != row.want {
					t.Errorf("%s, %d cells, place %d: %v, want %v", row.why, n, k, got, row.want)
				}
			}
		}
	}
}
