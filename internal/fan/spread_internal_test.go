package fan

import (
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/mesh"
)

// TestSpread compares spreads with a walk over the triangles at an edge, for planes that
// go through it, in every order of many that lie in a few half planes.
func TestSpread(t *testing.T) {
	for seed := range uint64(4000) {
		r := meshgen.Rand(seed)
		point := func() geom.Vec {
			return geom.Vec{float64(r.IntN(5) - 2), float64(r.IntN(5) - 2), float64(r.IntN(5) - 2)}
		}
		corner := func(from, to geom.Vec) geom.Vec {
			for {
				p := point()
				if u := (geom.Triangle{from, to, p}); !u.Degenerate() {
					return p
				}
			}
		}
		from, to := point(), point()
		if from == to {
			continue
		}
		s := spread{line: line{from, to}}
		var apexes []geom.Vec
		for range 1 + r.IntN(6) {
			p := corner(from, to)
			apexes = append(apexes, p)
			s.add(p)
			for range 8 {
				plane := geom.PlaneOf(from, to, corner(from, to))
				var above, below bool
				for _, q := range apexes {
					above, below = above || plane.Side(q) > 0, below || plane.Side(q) < 0
				}
				if got := s.bothSides(&plane); got != (above && below) {
					t.Fatalf("seed %d: edge %v %v with %v: %v, want %v", seed, from, to, apexes, got, above && below)
				}
			}
		}
	}
}

// TestLongFans compares with a walk over all triangles at an edge where these are many, for
// the planes of all triangles that go through the edge.
func TestLongFans(t *testing.T) {
	for seed := range uint64(30) {
		r := meshgen.Rand(seed)
		var soup []geom.Triangle
		for range longFan + 8 {
			y := float64(r.IntN(3) - r.IntN(2)*2)
			soup = append(soup, geom.Triangle{{-1, 0, 0}, {1, 0, 0}, {float64(r.IntN(90)), y, float64(r.IntN(90) + 1)}})
		}
		for k := range 5 {
			tilt := float64(r.IntN(3) - 1)
			soup = append(soup, geom.Triangle{{-9, 9 * tilt, -9}, {9, 9 * tilt, -9 - float64(k)}, {float64(k), -9 * tilt, 9}})
		}
		w, err := mesh.Weld(t.Context(), 1, meshgen.Mesh("", soup))
		if err != nil {
			t.Fatal(err)
		}
		fans, err := w.Fans(t.Context(), 1, make([]bool, len(w.Faces)))
		if err != nil {
			t.Fatal(err)
		}
		spreads := NewSpreads(w, geom.Identity(), fans.Around)
		for from := range uint32(len(w.Vertices)) {
			fan := fans.Around(from)
			for to := range uint32(len(w.Vertices)) {
				if apexes := apexesAt(w, fan, to); len(apexes) > 0 && from != to {
					compareSides(t, spreads, w, from, to, apexes)
				}
			}
		}
		if len(spreads.at) == 0 {
			t.Fatalf("seed %d: no vertex with many triangles", seed)
		}
	}
}

func apexesAt(w *mesh.Welded, fan []mesh.Corner, to uint32) (apexes []geom.Vec) {
	w.EachApex(fan, to, func(apex uint32) { apexes = append(apexes, w.Vertices[apex]) })
	return apexes
}

// compareSides asks for the planes of all triangles in which an edge lies.
func compareSides(t *testing.T, spreads *Spreads, w *mesh.Welded, from, to uint32, apexes []geom.Vec) {
	t.Helper()
	for i := range w.Faces {
		u := w.Triangle(i)
		plane := geom.PlaneOf(u[0], u[1], u[2])
		if u.Degenerate() || plane.Side(w.Vertices[from]) != 0 || plane.Side(w.Vertices[to]) != 0 {
			continue
		}
		var over, under bool
		for _, p := range apexes {
			side := plane.Side(p)
			over, under = over || side > 0, under || side < 0
		}
		if got := spreads.BothSides(from, to, &u); got != (over && under) {
			t.Fatalf("edge %d %d of %v: %v, want %v", from, to, w.Vertices, got, over && under)
		}
	}
}
