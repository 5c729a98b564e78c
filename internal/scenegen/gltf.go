package scenegen

import (
	"bytes"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/oracle"
)

// GLTF returns the scene as a binary glTF file: float32 positions, 32-bit indices, and nodes with
// the float32 numbers nearest to those of the scene.
func (s *Scene) GLTF() []byte {
	d := gltf.NewDocument()
	for i := range s.Nodes {
		n := &s.Nodes[i]
		out := &gltf.Node{Name: n.Name}
		if n.Matrix != nil {
			out.Matrix = n.columns()
		} else {
			out.Translation, out.Rotation, out.Scale = stored(n.Translation), n.rotation(), stored(n.Scale)
		}
		d.Nodes = append(d.Nodes, out)
		siblings := &d.Scenes[0].Nodes
		if n.Parent >= 0 {
			siblings = &d.Nodes[n.Parent].Children
		}
		*siblings = append(*siblings, i)
	}
	for k := range s.Objects {
		if k == 0 || !s.Shared {
			d.Meshes = append(d.Meshes, written(d, &s.Objects[k].Mesh))
		}
		d.Nodes[s.Objects[k].Node].Mesh = gltf.Index(len(d.Meshes) - 1)
	}
	var b bytes.Buffer
	if err := gltf.NewEncoder(&b).Encode(d); err != nil {
		panic(err) // a buffer takes everything
	}
	return b.Bytes()
}

// written adds the numbers of a mesh to a document and returns the mesh.
func written(d *gltf.Document, m *meshgen.Indexed) *gltf.Mesh {
	var xyz [][3]float32
	for _, v := range m.Vertices {
		xyz = append(xyz, [3]float32{float32(v[0]), float32(v[1]), float32(v[2])})
	}
	var corners []uint32
	for _, f := range m.Faces {
		corners = append(corners, f[:]...)
	}
	attributes := gltf.PrimitiveAttributes{gltf.POSITION: modeler.WritePosition(d, xyz)}
	return &gltf.Mesh{Primitives: []*gltf.Primitive{{Attributes: attributes, Indices: gltf.Index(modeler.WriteIndices(d, corners))}}}
}

// stored returns the float32 numbers nearest to those of p.
func stored(p oracle.Point) [3]float64 {
	return [3]float64{nearest(p[0]), nearest(p[1]), nearest(p[2])}
}
