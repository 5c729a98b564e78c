package precisiongen

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strconv"

	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

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
	g := encode.NewGLTF()
	var primitives []encode.JSON
	for i := range s.Parts {
		p := &s.Parts[i]
		if p.Storage.Kind != Float32 {
			extensions := []string{"KHR_mesh_quantization"}
			g.Doc["extensionsUsed"], g.Doc["extensionsRequired"] = extensions, extensions
		}
		var corners []uint32
		for _, f := range p.Mesh.Faces {
			corners = append(corners, f[:]...)
		}
		primitives = append(primitives, encode.JSON{"attributes": encode.JSON{"POSITION": positions(g, p)}, "indices": g.Accessor("SCALAR", corners, nil)})
	}
	g.Node(encode.JSON{"mesh": g.Mesh("", primitives...), "scale": s.NodeScale})
	g.Doc["scene"], g.Doc["scenes"] = 0, []encode.JSON{{"nodes": []int{0}}}
	return g.GLB()
}

// positions adds the vertices of a part. Integer vertices take eight bytes each, including two of padding.
func positions(g *encode.GLTF, p *Part) int {
	box := geom.BoxOf(p.Mesh.Vertices)
	accessor := encode.JSON{"componentType": 5126, "type": "VEC3", "count": len(p.Mesh.Vertices), "min": box.Min, "max": box.Max}
	if p.Storage.Kind == Float32 {
		accessor["bufferView"] = g.View(singles(p.Mesh.Vertices), nil)
		return g.Add("accessors", accessor)
	}
	words := make([]uint16, 0, 4*len(p.Mesh.Vertices))
	for _, v := range p.Mesh.Vertices {
		words = append(words, uint16(v[0]), uint16(v[1]), uint16(v[2]), 0)
	}
	accessor["componentType"], accessor["normalized"] = 5123, p.Storage.Kind == Normalized
	accessor["bufferView"] = g.View(words, encode.JSON{"byteStride": 8})
	return g.Add("accessors", accessor)
}
