package mesh_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// A scene can be built from vertices and indices.
func ExampleScene_Place() {
	corners := []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}
	triangles := []uint32{0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3}
	tetrahedron, err := mesh.New("tetrahedron", corners, triangles)
	if err != nil {
		fmt.Println(err)
	}
	scene := &mesh.Scene{Unit: "m"}
	scene.Place("left", tetrahedron, geom.Identity())
	scene.Place("group/right", tetrahedron, geom.Scaling(2))
	for _, in := range scene.Instances {
		fmt.Println(in.Path, "shows", scene.Meshes[in.Mesh].Name)
	}
	// Output:
	// /left shows tetrahedron
	// /group/right shows tetrahedron
}

func TestNew(t *testing.T) {
	xyz := []float64{0, 0, 0, 1, 0, 0, 0, 1, 1e-300}
	m, err := mesh.New("m", xyz, nil)
	if err != nil || m.Triangles() != 1 || m.Parts[0].Positions.At(2)[2] != 1e-300 {
		t.Errorf("%+v, %v", m, err)
	}
	if m, err := mesh.New[float64]("none", nil, nil); err != nil || m.Triangles() != 0 || m.Points() != 0 {
		t.Errorf("of nothing %+v, %v", m, err)
	}
	for _, c := range []struct {
		vertices  int
		triangles []uint32
		want      string
	}{
		{8, []uint32{0, 1, 1}, "8 coordinates"},
		{6, nil, "2 vertices without indices"},
		{9, []uint32{0, 1}, "2 indices"},
		{9, []uint32{0, 1, 2, 0, 1, 3}, "triangle 1: there is no vertex 3"},
		{9, []uint32{0, 1, 1<<32 - 1}, "there is no vertex 4294967295"},
		{0, []uint32{0, 0, 0}, "there is no vertex 0"},
	} {
		if _, err := mesh.New("m", make([]float32, c.vertices), c.triangles); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%d coordinates, indices %v: %v, want %s", c.vertices, c.triangles, err, c.want)
		}
	}
}

func TestPlace(t *testing.T) {
	named, nameless := &mesh.Mesh{Name: "a/b"}, &mesh.Mesh{}
	s := &mesh.Scene{}
	for _, m := range []*mesh.Mesh{named, nameless} {
		for _, name := range []string{"", "/c/d/", "e"} {
			s.Place(name, m, geom.Identity())
		}
	}
	var got []string
	for _, in := range s.Instances {
		got = append(got, fmt.Sprint(in.Path, " ", in.Name, " ", in.Mesh))
	}
	want := []string{"/a/b b 0", "/c/d d 0", "/e e 0", "/object 3 object 3 1", "/c/d d 1", "/e e 1"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
