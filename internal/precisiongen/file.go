package precisiongen

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strconv"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// Format is a format of files.
type Format string

// The formats that scenes are written in.
const (
	STL Format = "stl" // binary, float32
	GLB Format = "glb"
	PLY Format = "ply" // binary, float or ushort
	OBJ Format = "obj"
	OFF Format = "off"
)

// Formats returns the formats that can hold the scene as it is stored.
func (s *Scene) Formats() []Format {
	switch {
	case len(s.Parts) > 1 || s.Parts[0].Storage.Kind == Normalized:
		return []Format{GLB}
	case s.Parts[0].Storage.Kind == Float32:
		return []Format{STL, GLB, PLY}
	case s.Parts[0].Storage.Kind == Integers:
		return []Format{GLB, PLY}
	}
	return []Format{OBJ, OFF}
}

// File returns the scene as a file of one of its formats.
func (s *Scene) File(format Format) []byte {
	p := &s.Parts[0]
	switch format {
	case STL:
		var b bytes.Buffer
		if err := meshgen.WriteSTL(&b, p.Mesh.Soup()); err != nil {
			panic(err) // a buffer takes everything
		}
		return b.Bytes()
	case PLY:
		typ := map[Kind]string{Float32: "float", Integers: "ushort"}[p.Storage.Kind]
		return encode.PLY(binary.LittleEndian, typ, p.Mesh)
	case OBJ, OFF:
		return p.text(format)
	}
	return s.glb()
}

// text returns a part as text with the decimals of its storage.
func (p *Part) text(format Format) []byte {
	vertex, face, base := "v", "f", uint32(1)
	var b []byte
	if format == OFF {
		vertex, face, base = "", "3", 0
		b = fmt.Appendf(b, "OFF\n%d %d 0\n", len(p.Mesh.Vertices), len(p.Mesh.Faces))
	}
	for _, v := range p.Mesh.Vertices {
		b = append(b, vertex...)
		for _, x := range v {
			b = strconv.AppendFloat(append(b, ' '), x, 'f', p.Storage.Size, 64)
		}
		b = append(b, '\n')
	}
	for _, f := range p.Mesh.Faces {
		b = fmt.Appendf(b, "%s %d %d %d\n", face, f[0]+base, f[1]+base, f[2]+base)
	}
	return b
}

// glb returns the scene as binary glTF: a node that shows a mesh with a primitive for each part.
func (s *Scene) glb() []byte {
	d := gltf.NewDocument()
	shown := &gltf.Mesh{}
	for i := range s.Parts {
		p := &s.Parts[i]
		var corners []uint32
		for _, f := range p.Mesh.Faces {
			corners = append(corners, f[:]...)
		}
		if p.Storage.Kind != Float32 {
			extensions := []string{"KHR_mesh_quantization"}
			d.ExtensionsUsed, d.ExtensionsRequired = extensions, extensions
		}
		attributes := gltf.PrimitiveAttributes{gltf.POSITION: p.positions(d)}
		shown.Primitives = append(shown.Primitives, &gltf.Primitive{Attributes: attributes, Indices: gltf.Index(modeler.WriteIndices(d, corners))})
	}
	d.Meshes = []*gltf.Mesh{shown}
	d.Nodes = []*gltf.Node{{Mesh: gltf.Index(0), Scale: s.NodeScale}}
	d.Scenes[0].Nodes = []int{0}
	var b bytes.Buffer
	if err := gltf.NewEncoder(&b).Encode(d); err != nil {
		panic(err) // a buffer takes everything
	}
	return b.Bytes()
}

// positions adds the vertices of a part and returns the number of their accessor. Integer vertices
// take eight bytes each, including two of padding.
func (p *Part) positions(d *gltf.Document) int {
	if p.Storage.Kind == Float32 {
		var xyz [][3]float32
		for _, v := range p.Mesh.Vertices {
			xyz = append(xyz, [3]float32{float32(v[0]), float32(v[1]), float32(v[2])})
		}
		return modeler.WritePosition(d, xyz)
	}
	var words [][4]uint16
	for _, v := range p.Mesh.Vertices {
		words = append(words, [4]uint16{uint16(v[0]), uint16(v[1]), uint16(v[2])})
	}
	view, box := modeler.WriteBufferView(d, gltf.TargetArrayBuffer, words), geom.BoxOf(p.Mesh.Vertices)
	d.BufferViews[view].ByteStride = 8
	d.Accessors = append(d.Accessors, &gltf.Accessor{
		BufferView: gltf.Index(view), ComponentType: gltf.ComponentUshort, Normalized: p.Storage.Kind == Normalized,
		Type: gltf.AccessorVec3, Count: len(words), Min: box.Min[:], Max: box.Max[:],
	})
	return len(d.Accessors) - 1
}
