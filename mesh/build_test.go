package mesh_test

import (
	"fmt"
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

func TestValidate(t *testing.T) {
	for want, spoil := range map[string]func(s *mesh.Scene, p *mesh.Part){
		"":                                     func(*mesh.Scene, *mesh.Part) {},
		"instance 0: there is no mesh 1":       func(s *mesh.Scene, _ *mesh.Part) { s.Instances[0].Mesh = 1 },
		"instance 0: mesh 0 has no object 1":   func(s *mesh.Scene, _ *mesh.Part) { s.Instances[0].Object = 1 },
		"mesh 0: part 0: there is no object 2": func(s *mesh.Scene, p *mesh.Part) { s.Meshes[0].Objects, p.Object = []string{"a"}, 2 },
		"mesh 0: part 0: triangle 0: there is no vertex 7":      func(_ *mesh.Scene, p *mesh.Part) { p.Indices.U16 = []uint16{0, 1, 7} },
		"mesh 0: part 0: 0 numbers of polygons for 1 triangles": func(_ *mesh.Scene, p *mesh.Part) { p.Faces = []uint32{} },
		"mesh 0: part 0: UV set 1 has 2 vertices of 3":          func(_ *mesh.Scene, p *mesh.Part) { p.UVs = []mesh.UVSet{{Set: 1, F32: make([]float32, 4)}} },
		"material 0: there is no image 0": func(s *mesh.Scene, _ *mesh.Part) {
			s.Materials = []mesh.Material{{Textures: []mesh.TextureUse{{}}}}
		},
	} {
		m, err := mesh.New("m", make([]float32, 9), nil)
		if err != nil {
			t.Fatal(err)
		}
		s := &mesh.Scene{}
		s.Place("a", m, geom.Identity())
		spoil(s, &m.Parts[0])
		got := ""
		if err := s.Validate(); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
