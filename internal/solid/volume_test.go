package solid_test

import (
	"math"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/solid"
	"github.com/meshcheck/meshcheck/mesh"
)

// TestVolumes measures boxes, alone, inside out, and one within another.
func TestVolumes(t *testing.T) {
	box := func(size float64, inward bool) meshgen.Indexed {
		m := meshgen.Box(geom.Vec{3, 4, 5}, geom.Vec{3 + size, 4 + size, 5 + size})
		for i, f := range m.Faces {
			if inward {
				m.Faces[i] = [3]uint32{f[0], f[2], f[1]}
			}
		}
		return m
	}
	for _, row := range []struct {
		name string
		m    meshgen.Indexed
		want float64
	}{
		{"a box", box(2, false), 8},
		{"a box inside out", box(2, true), -8},
		{"a box with a cavity", meshgen.Join(box(2, false), box(1, true)), 7},
		{"a box that is counted twice", meshgen.Join(box(2, false), box(1, false)), 9},
		{"nothing", meshgen.Indexed{}, 0},
	} {
		w, err := mesh.Weld(t.Context(), 1, row.m.Mesh(""))
		if err != nil {
			t.Fatal(err)
		}
		if got := solid.SignedVolume(w); math.Abs(got-row.want) > 1e-12 {
			t.Errorf("%s: volume %v, want %v", row.name, got, row.want)
		}
		var triangles []*geom.Triangle
		proper := make([]bool, len(w.Faces))
		for i := range w.Faces {
			u := w.Triangle(i)
			triangles, proper[i] = append(triangles, &u), true
		}
		if got := solid.VolumeFrom(geom.Vec{-1, 7, 2}, slices.Values(triangles)); math.Abs(got-row.want) > 1e-12 {
			t.Errorf("%s: volume from a point %v, want %v", row.name, got, row.want)
		}
		if s := examined(t, w, proper); s.Inward != (row.want < 0) {
			t.Errorf("%s: inward %v", row.name, s.Inward)
		}
	}
}

// examined is Examine of a mesh of which nothing is known yet.
func examined(t *testing.T, w *mesh.Welded, proper []bool) solid.Surface {
	t.Helper()
	c, err := solid.ClosureOf(t.Context(), 1, w)
	if err != nil {
		t.Fatal(err)
	}
	shell, _, err := w.Shells(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	return solid.Examine(w, proper, c, shell)
}
