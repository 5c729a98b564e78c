package mesh

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/geom"
)

// New returns a mesh of one part from data in memory: three coordinates for each vertex and three
// indices of vertices for each triangle. Without indices every three vertices are a triangle. The
// mesh keeps the slices, which must not change while it is in use. The error says which list has a
// wrong length, or what Validate finds.
func New[Float float32 | float64](name string, vertices []Float, triangles []uint32) (*Mesh, error) {
	if len(vertices)%3 != 0 {
		return nil, fmt.Errorf("%d coordinates are not three for each vertex", len(vertices))
	}
	if triangles == nil && len(vertices)%9 != 0 {
		return nil, fmt.Errorf("%d vertices without indices are not three for each triangle", len(vertices)/3)
	}
	if len(triangles)%3 != 0 {
		return nil, fmt.Errorf("%d indices are not three for each triangle", len(triangles))
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
// that is nowhere placed is shown in place. Without a name, the object has that of the mesh or a number.
func (s *Scene) Place(name string, m *Mesh, world geom.Affine) {
	at := slices.Index(s.Meshes, m)
	if at < 0 {
		at = len(s.Meshes)
		s.Meshes = append(s.Meshes, m)
	}
	name = cmp.Or(strings.Trim(name, "/"), strings.Trim(m.Name, "/"), fmt.Sprint("object ", len(s.Instances)))
	s.Instances = append(s.Instances, Instance{Path: "/" + name, Name: path.Base(name), Mesh: at, World: world})
}
