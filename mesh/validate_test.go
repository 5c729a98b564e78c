package mesh_test

import (
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

func TestValidate(t *testing.T) {
	for want, spoil := range map[string]func(s *mesh.Scene, p *mesh.Part){
		"":                                     func(*mesh.Scene, *mesh.Part) {},
		"instance 0: there is no mesh 1":       func(s *mesh.Scene, _ *mesh.Part) { s.Instances[0].Mesh = 1 },
		"instance 0: mesh 0 has no object 1":   func(s *mesh.Scene, _ *mesh.Part) { s.Instances[0].Object = 1 },
		"mesh 0: part 0: there is no object 2": func(s *mesh.Scene, p *mesh.Part) { s.Meshes[0].Objects, p.Object = []string{"a"}, 2 },
		"mesh 0: part 0: triangle 0: there is no vertex 7":      func(_ *mesh.Scene, p *mesh.Part) { p.Indices.U16 = []uint16{0, 1, 7} },
		"mesh 0: part 0: 0 numbers of polygons for 1 triangles": func(_ *mesh.Scene, p *mesh.Part) { p.Faces = []uint32{} },
		"mesh 0: part 0: UV set 1 has 2 vertices of 3":          func(_ *mesh.Scene, p *mesh.Part) { p.UVs = []mesh.UVSet{{Set: 1, F32: make([]float32, 4)}} },
		"mesh 1 is nil": func(s *mesh.Scene, _ *mesh.Part) { s.Meshes = append(s.Meshes, nil) },
		"mesh 0: part 0: the stride of positions is 2": func(_ *mesh.Scene, p *mesh.Part) { p.Positions.Stride = 2 },
		"mesh 0: part 0: there are indices of two types": func(_ *mesh.Scene, p *mesh.Part) {
			p.Indices = mesh.Indices{U16: []uint16{0, 1, 2}, U32: []uint32{0, 1, 2}}
		},
		"mesh 0: part 0: UV set 1 has the stride -2": func(_ *mesh.Scene, p *mesh.Part) {
			p.UVs = []mesh.UVSet{{Set: 1, F32: make([]float32, 6), Stride: -2}}
		},
		"mesh 0: part 0: UV set 0 has the component 6, which there is not": func(_ *mesh.Scene, p *mesh.Part) {
			p.UVs = []mesh.UVSet{{F32: make([]float32, 6), Format: mesh.UVFormat{Component: mesh.Float64 + 1}}}
		},
		"mesh 0: part 0: 8 numbers are not three for the color of each of 3 vertices": func(_ *mesh.Scene, p *mesh.Part) {
			p.Color = &mesh.BaseColor{Vertices: make([]uint8, 8)}
		},
		"mesh 0: part 0: there is no texture 0": func(_ *mesh.Scene, p *mesh.Part) {
			p.Color = &mesh.BaseColor{Map: &mesh.TextureMap{UV: mesh.UVSet{F32: make([]float32, 6)}}}
		},
		"mesh 0: part 0: the UV set of the color has 0 vertices of 3": func(s *mesh.Scene, p *mesh.Part) {
			s.Textures, p.Color = make([]mesh.Texture, 1), &mesh.BaseColor{Map: &mesh.TextureMap{}}
		},
		"mesh 0: part 0: there is no wrap mode 3": func(s *mesh.Scene, p *mesh.Part) {
			s.Textures = make([]mesh.Texture, 1)
			p.Color = &mesh.BaseColor{Map: &mesh.TextureMap{UV: mesh.UVSet{F32: make([]float32, 6)}, Wrap: [2]mesh.Wrap{0, mesh.MirroredRepeat + 1}}}
		},
		"collider 0: there is no shape 6": func(s *mesh.Scene, _ *mesh.Part) { s.Colliders = []mesh.Collider{{Shape: mesh.ShapeTrimesh + 1}} },
		"collider 1: there is no mesh -1": func(s *mesh.Scene, _ *mesh.Part) {
			s.Colliders = []mesh.Collider{{Mesh: -1}, {Shape: mesh.ShapeHull, Mesh: -1}}
		},
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
