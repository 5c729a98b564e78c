package mesh

import (
	"fmt"
	"path"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// New returns a mesh of one part from data in memory: three coordinates for each vertex and three
// indices of vertices for each triangle. Without indices every three vertices are a triangle. The
// mesh keeps the slices, which must not change while it is in use. The error says what Validate finds.
func New[Float float32 | float64](name string, vertices []Float, triangles []uint32) (*Mesh, error) {
	if len(vertices)%3 != 0 {
		return nil, fmt.Errorf("%d coordinates are not three for each vertex", len(vertices))
	}
	if triangles == nil && len(vertices)%9 != 0 {
		return nil, fmt.Errorf("%d vertices without indices are not three for each triangle", len(vertices)/3)
	}
	part := Part{Positions: positionsOf(vertices), Indices: Indices{U32: triangles}}
	m := &Mesh{Name: name, Parts: []Part{part}, Scale: 1}
	if err := m.Parts[0].validate(); err != nil {
		return nil, err
	}
	return m, nil
}

func positionsOf[Float float32 | float64](vertices []Float) Positions {
	switch v := any(vertices).(type) {
	case []float32:
		return Tight(v)
	case []float64:
		if v == nil {
			v = []float64{} // nil means that there is F32
		}
		return Positions{F64: v}
	}
	panic("unreachable: Float has two types")
}

// Place shows a mesh at a place of the scene, and adds it to the scene if it is new there. The name is
// that of the object, or its path below the root of the scene, as in "car/wheel". A scene of one mesh
// that is nowhere placed is shown in place.
func (s *Scene) Place(name string, m *Mesh, world geom.Affine) {
	at := slices.Index(s.Meshes, m)
	if at < 0 {
		at = len(s.Meshes)
		s.Meshes = append(s.Meshes, m)
	}
	s.Instances = append(s.Instances, Instance{Path: "/" + name, Name: path.Base(name), Mesh: at, World: world})
}

// Validate returns an error for indices that are out of range and lists that are too short. Loaders
// return valid scenes. Checks do not look again: on an invalid scene, they may panic.
func (s *Scene) Validate() error {
	for i, m := range s.Meshes {
		if err := m.validate(); err != nil {
			return fmt.Errorf("mesh %d: %w", i, err)
		}
	}
	for i := range s.Instances {
		in := &s.Instances[i]
		if in.Mesh < 0 || in.Mesh >= len(s.Meshes) {
			return fmt.Errorf("instance %d: there is no mesh %d", i, in.Mesh)
		}
		if in.Object < 0 || in.Object > len(s.Meshes[in.Mesh].Objects) {
			return fmt.Errorf("instance %d: mesh %d has no object %d", i, in.Mesh, in.Object)
		}
	}
	for i := range s.Materials {
		for _, use := range s.Materials[i].Textures {
			if use.Image < 0 || use.Image >= len(s.Images) {
				return fmt.Errorf("material %d: there is no image %d", i, use.Image)
			}
		}
	}
	return nil
}

func (m *Mesh) validate() error {
	for k := range m.Parts {
		p := &m.Parts[k]
		if m.Objects != nil && (p.Object < 0 || p.Object >= len(m.Objects)) {
			return fmt.Errorf("part %d: there is no object %d", k, p.Object)
		}
		if err := p.validate(); err != nil {
			return fmt.Errorf("part %d: %w", k, err)
		}
	}
	return nil
}

func (p *Part) validate() error {
	vertices := p.Positions.Len()
	if n := max(len(p.Indices.U16), len(p.Indices.U32)); n%3 != 0 {
		return fmt.Errorf("%d indices are not three for each triangle", n)
	}
	for c, v := range p.Indices.U16 {
		if int(v) >= vertices {
			return fmt.Errorf("triangle %d: there is no vertex %d", c/3, v)
		}
	}
	for c, v := range p.Indices.U32 {
		if int64(v) >= int64(vertices) {
			return fmt.Errorf("triangle %d: there is no vertex %d", c/3, v)
		}
	}
	if p.Faces != nil && len(p.Faces) < p.Triangles() {
		return fmt.Errorf("%d numbers of polygons for %d triangles", len(p.Faces), p.Triangles())
	}
	for i := range p.UVs {
		if n := p.UVs[i].Len(); n < vertices {
			return fmt.Errorf("UV set %d has %d vertices of %d", p.UVs[i].Set, n, vertices)
		}
	}
	return nil
}
