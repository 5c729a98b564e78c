package mesh_test

import (
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

func TestPositions(t *testing.T) {
	numbers := []float32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}
	for _, row := range []struct {
		why  string
		p    mesh.Positions
		want []geom.Vec
	}{
		{"none", mesh.Positions{}, nil},
		{"tight and empty", mesh.Tight(nil), nil},
		{"too few numbers for one", mesh.Tight(numbers[:2]), nil},
		{"one", mesh.Tight(numbers[:3]), []geom.Vec{{0, 1, 2}}},
		{"numbers left over", mesh.Tight(numbers[:8]), []geom.Vec{{0, 1, 2}, {3, 4, 5}}},
		{"interleaved", mesh.Positions{F32: numbers, Stride: 6}, []geom.Vec{{0, 1, 2}, {6, 7, 8}}},
		{"interleaved and cut behind the last", mesh.Positions{F32: numbers[:9], Stride: 6}, []geom.Vec{{0, 1, 2}, {6, 7, 8}}},
		{"interleaved and cut within the last", mesh.Positions{F32: numbers[:8], Stride: 6}, []geom.Vec{{0, 1, 2}}},
		{"a stride past the end", mesh.Positions{F32: numbers, Stride: 100}, []geom.Vec{{0, 1, 2}}},
		{"float64", mesh.Positions{F64: []float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7}}, []geom.Vec{{0.1, 0.2, 0.3}, {0.4, 0.5, 0.6}}},
		{"float64 and empty", mesh.Positions{F64: []float64{}}, nil},
	} {
		if row.p.Len() != len(row.want) {
			t.Errorf("%s: %d vertices, want %d", row.why, row.p.Len(), len(row.want))
			continue
		}
		for i, want := range row.want {
			if got := row.p.At(i); got != want {
				t.Errorf("%s: vertex %d at %v, want %v", row.why, i, got, want)
			}
		}
	}
}

func TestPart(t *testing.T) {
	square := mesh.Tight([]float32{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0})
	lower := geom.Triangle{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}}
	upper := geom.Triangle{{0, 0, 0}, {1, 1, 0}, {0, 1, 0}}
	for _, row := range []struct {
		why  string
		part mesh.Part
		want []geom.Triangle
	}{
		{"no indices, a corner left over", mesh.Part{Positions: square}, []geom.Triangle{lower}},
		{"uint16", mesh.Part{Positions: square, Indices: mesh.Indices{U16: []uint16{0, 1, 2, 0, 2, 3}}}, []geom.Triangle{lower, upper}},
		{"uint32, two corners left over", mesh.Part{Positions: square, Indices: mesh.Indices{U32: []uint32{0, 2, 3, 0, 1}}}, []geom.Triangle{upper}},
		{"no indices at all is not none", mesh.Part{Positions: square, Indices: mesh.Indices{U16: []uint16{}}}, nil},
		{"nothing", mesh.Part{}, nil},
	} {
		if row.part.Triangles() != len(row.want) {
			t.Errorf("%s: %d triangles, want %d", row.why, row.part.Triangles(), len(row.want))
			continue
		}
		for i, want := range row.want {
			if got := row.part.Triangle(i); got != want {
				t.Errorf("%s: triangle %d is %v, want %v", row.why, i, got, want)
			}
			for c := range 3 {
				if got := row.part.Positions.At(row.part.Corner(3*i + c)); got != want[c] {
					t.Errorf("%s: corner %d of triangle %d is %v, want %v", row.why, c, i, got, want[c])
				}
			}
		}
	}
}

// TestLocate numbers the triangles of a mesh through its parts, empty ones included.
func TestLocate(t *testing.T) {
	part := func(triangles int) mesh.Part { return mesh.Part{Positions: mesh.Tight(make([]float32, 9*triangles))} }
	m := &mesh.Mesh{Parts: []mesh.Part{part(0), part(2), part(0), part(0), part(1), part(3), part(0)}}
	want := [][2]int{{1, 0}, {1, 1}, {4, 0}, {5, 0}, {5, 1}, {5, 2}}
	if m.Triangles() != len(want) {
		t.Fatalf("%d triangles, want %d", m.Triangles(), len(want))
	}
	for i, w := range want {
		if part, in := m.Locate(i); part != w[0] || in != w[1] {
			t.Errorf("Locate(%d) = %d, %d, want %v", i, part, in, w)
		}
	}
	if (&mesh.Mesh{}).Triangles() != 0 {
		t.Error("a mesh without parts has triangles")
	}
}

// TestInPlace: a lone mesh is shown in place, unless the scene says that only instances show meshes. What
// is joined with such a scene stays where it is.
func TestInPlace(t *testing.T) {
	lone := &mesh.Scene{Meshes: []*mesh.Mesh{{Name: "a"}}}
	unshown := &mesh.Scene{Meshes: lone.Meshes, Placed: true}
	if !lone.InPlace() || len(lone.Shown()) != 1 || unshown.InPlace() || len(unshown.Shown()) != 0 {
		t.Errorf("%v, %v", lone.Shown(), unshown.Shown())
	}
	for _, c := range []struct {
		s, t *mesh.Scene
		want int
	}{{lone, unshown, 1}, {unshown, lone, 1}, {unshown, &mesh.Scene{}, 0}, {lone, lone, 2}} {
		if out, err := mesh.Join(c.s, c.t); err != nil || len(out.Shown()) != c.want {
			t.Errorf("%v, %v; want %d", out.Shown(), err, c.want)
		}
	}
}
