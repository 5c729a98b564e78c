package precisiongen

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
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

// element is an object of a glTF document.
type element map[string]any

// container is a binary glTF file under construction.
type container struct {
	data             []byte
	accessors, views []element
}

// glb returns the scene as binary glTF: a node that shows a mesh with a primitive for each part.
func (s *Scene) glb() []byte {
	var c container
	var primitives []element
	extensions := []string{}
	for i := range s.Parts {
		p := &s.Parts[i]
		if p.Storage.Kind != Float32 {
			extensions = []string{"KHR_mesh_quantization"}
		}
		positions := c.positions(p)
		primitives = append(primitives, element{"attributes": element{"POSITION": positions}, "indices": c.indices(p.Mesh.Faces)})
	}
	document := element{
		"asset": element{"version": "2.0"}, "scene": 0, "scenes": []element{{"nodes": []int{0}}},
		"nodes":     []element{{"mesh": 0, "scale": s.NodeScale}},
		"meshes":    []element{{"primitives": primitives}},
		"accessors": c.accessors, "bufferViews": c.views, "buffers": []element{{"byteLength": len(c.data)}},
	}
	if len(extensions) > 0 {
		document["extensionsUsed"], document["extensionsRequired"] = extensions, extensions
	}
	return c.file(document)
}

// positions adds the vertices of a part. Integer vertices take eight bytes each, including two of padding.
func (c *container) positions(p *Part) int {
	box := geom.BoxOf(p.Mesh.Vertices)
	accessor := element{"componentType": 5126, "type": "VEC3", "count": len(p.Mesh.Vertices), "min": box.Min, "max": box.Max}
	if p.Storage.Kind == Float32 {
		return c.add(accessor, element{}, singles(p.Mesh.Vertices))
	}
	accessor["componentType"], accessor["normalized"] = 5123, p.Storage.Kind == Normalized
	words := make([]uint16, 0, 4*len(p.Mesh.Vertices))
	for _, v := range p.Mesh.Vertices {
		words = append(words, uint16(v[0]), uint16(v[1]), uint16(v[2]), 0)
	}
	return c.add(accessor, element{"byteStride": 8}, words)
}

func (c *container) indices(faces [][3]uint32) int {
	return c.add(element{"componentType": 5125, "type": "SCALAR", "count": 3 * len(faces)}, element{}, faces)
}

// add adds numbers and returns the number of their accessor.
func (c *container) add(accessor, view element, numbers any) int {
	start := len(c.data)
	var err error
	if c.data, err = binary.Append(c.data, binary.LittleEndian, numbers); err != nil {
		panic(err) // numbers are a slice of numbers
	}
	view["buffer"], view["byteOffset"], view["byteLength"] = 0, start, len(c.data)-start
	accessor["bufferView"] = len(c.views)
	c.views, c.accessors = append(c.views, view), append(c.accessors, accessor)
	return len(c.accessors) - 1
}

// file returns the container with its two chunks.
func (c *container) file(document element) []byte {
	text, err := json.Marshal(document)
	if err != nil {
		panic(err) // of maps, slices and finite numbers alone
	}
	for len(text)%4 != 0 {
		text = append(text, ' ')
	}
	order := binary.LittleEndian
	b := order.AppendUint32([]byte("glTF\x02\x00\x00\x00"), uint32(28+len(text)+len(c.data)))
	b = append(order.AppendUint32(b, uint32(len(text))), "JSON"...)
	b = append(b, text...)
	b = append(order.AppendUint32(b, uint32(len(c.data))), "BIN\x00"...)
	return append(b, c.data...)
}
