package loader_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// object is a JSON object as tests write it.
type object map[string]any

// builder puts a glTF document together, one accessor after the other, in a
// single buffer. Everything in doc can be changed before it is written.
type builder struct {
	doc object
	bin []byte
}

func newBuilder() *builder {
	return &builder{doc: object{"asset": object{"version": "2.0"}}}
}

// add appends v to one of the document's arrays and returns its index.
func (b *builder) add(array string, v any) int {
	list, _ := b.doc[array].([]any)
	b.doc[array] = append(list, v)
	return len(list)
}

// view adds a buffer view of data at a multiple of 4 bytes.
func (b *builder) view(data any, with object) int {
	for len(b.bin)%4 != 0 {
		b.bin = append(b.bin, 0)
	}
	offset := len(b.bin)
	var err error
	if b.bin, err = binary.Append(b.bin, binary.LittleEndian, data); err != nil {
		panic(err)
	}
	v := object{"buffer": 0, "byteOffset": offset, "byteLength": len(b.bin) - offset}
	maps.Copy(v, with)
	return b.add("bufferViews", v)
}

// components are the glTF numbers of component types.
func component(data any) int {
	switch data.(type) {
	case []int8:
		return 5120
	case []uint8:
		return 5121
	case []int16:
		return 5122
	case []uint16:
		return 5123
	case []uint32:
		return 5125
	case []float32:
		return 5126
	}
	panic(fmt.Sprintf("no component type for %T", data))
}

// accessor adds an accessor of its own view.
func (b *builder) accessor(typ string, data any, with object) int {
	size := map[string]int{"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}[typ]
	a := object{"bufferView": b.view(data, nil), "componentType": component(data), "type": typ, "count": length(data) / size}
	maps.Copy(a, with)
	return b.add("accessors", a)
}

func length(data any) int {
	switch d := data.(type) {
	case []int8:
		return len(d)
	case []uint8:
		return len(d)
	case []int16:
		return len(d)
	case []uint16:
		return len(d)
	case []uint32:
		return len(d)
	case []float32:
		return len(d)
	}
	panic("length")
}

// primitive returns a primitive with the given accessors; indices < 0 for none.
func primitive(position, indices int, with object) object {
	p := object{"attributes": object{"POSITION": position}}
	if indices >= 0 {
		p["indices"] = indices
	}
	maps.Copy(p, with)
	return p
}

// mesh adds a mesh of primitives.
func (b *builder) mesh(name string, primitives ...object) int {
	return b.add("meshes", object{"name": name, "primitives": primitives})
}

// node adds a node.
func (b *builder) node(n object) int { return b.add("nodes", n) }

// set changes a field of an element of one of the arrays.
func (b *builder) set(array string, i int, field string, v any) {
	b.doc[array].([]any)[i].(object)[field] = v
}

func (b *builder) json(t testing.TB, uri string) []byte {
	t.Helper()
	if len(b.bin) > 0 && b.doc["buffers"] == nil {
		buf := object{"byteLength": len(b.bin)}
		if uri != "" {
			buf["uri"] = uri
		}
		b.doc["buffers"] = []any{buf}
		defer delete(b.doc, "buffers")
	}
	text, err := json.Marshal(b.doc)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// glb writes the document with its buffer as one binary file.
func (b *builder) glb(t testing.TB) []byte {
	t.Helper()
	return glb(b.json(t, ""), b.bin)
}

// gltf writes the document with its buffer in a data URI.
func (b *builder) gltf(t testing.TB) []byte {
	t.Helper()
	return b.json(t, "data:application/octet-stream;base64,"+base64.StdEncoding.EncodeToString(b.bin))
}

// glb puts the container around a JSON text and a binary chunk.
func glb(text, bin []byte) []byte {
	text = append(bytes.Clone(text), strings.Repeat(" ", -len(text)&3)...)
	bin = append(bytes.Clone(bin), make([]byte, -len(bin)&3)...)
	chunks := [][]byte{chunkOf("JSON", text)}
	if len(bin) > 0 {
		chunks = append(chunks, chunkOf("BIN\x00", bin))
	}
	return container(2, chunks...)
}

func chunkOf(kind string, data []byte) []byte {
	return append(append(binary.LittleEndian.AppendUint32(nil, uint32(len(data))), kind...), data...)
}

func container(version uint32, chunks ...[]byte) []byte {
	body := bytes.Join(chunks, nil)
	out := binary.LittleEndian.AppendUint32([]byte("glTF"), version)
	out = binary.LittleEndian.AppendUint32(out, uint32(12+len(body)))
	return append(out, body...)
}

// square is four corners, and squareIndices the two triangles that fill it.
var (
	square        = []float32{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}
	squareIndices = []uint16{0, 1, 2, 0, 2, 3}
)

// squareModel has one mesh of one square, shown by one node.
func squareModel() *builder {
	b := newBuilder()
	p := b.accessor("VEC3", square, nil)
	x := b.accessor("SCALAR", squareIndices, nil)
	b.node(object{"name": "seat", "mesh": b.mesh("chair", primitive(p, x, nil))})
	return b
}

// binarySTL writes triangles, 9 coordinates each.
func binarySTL(header string, xyz []float32) []byte {
	n := len(xyz) / 9
	out := make([]byte, 80, 84+50*n)
	copy(out, header)
	out = binary.LittleEndian.AppendUint32(out, uint32(n))
	for i := range n {
		out = append(out, make([]byte, 12)...)
		for _, x := range xyz[9*i : 9*i+9] {
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(x))
		}
		out = append(out, byte(i), byte(i>>8))
	}
	return out
}

// textFacet writes one facet in the common layout.
func textFacet(w *strings.Builder, verb string, t []float32) {
	w.WriteString("  facet normal 0 0 1\n    outer loop\n")
	for v := range 3 {
		fmt.Fprintf(w, "      vertex "+verb+" "+verb+" "+verb+"\n", t[3*v], t[3*v+1], t[3*v+2])
	}
	w.WriteString("    endloop\n  endfacet\n")
}

// textSTL writes triangles as one solid.
func textSTL(name, verb string, xyz []float32) []byte {
	var w strings.Builder
	fmt.Fprintf(&w, "solid %s\n", name)
	for i := 0; i+9 <= len(xyz); i += 9 {
		textFacet(&w, verb, xyz[i:i+9])
	}
	fmt.Fprintf(&w, "endsolid %s\n", name)
	return []byte(w.String())
}

// randomSoup returns n triangles from a fixed seed.
func randomSoup(n int) []float32 {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	xyz := make([]float32, 9*n)
	for i := range xyz {
		xyz[i] = float32(r.NormFloat64() * math.Pow(10, float64(r.IntN(7)-3)))
	}
	return xyz
}
