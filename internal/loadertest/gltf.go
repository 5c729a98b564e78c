// Package loadertest builds models for the tests of the loader and of its formats, and checks what they load
// as.
package loadertest

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"
)

// Object is a JSON Object as tests write it.
type Object map[string]any

// Builder puts a glTF document together, one accessor after the other, in a
// single buffer. Everything in doc can be changed before it is written.
type Builder struct {
	Doc Object
	Bin []byte
}

// NewBuilder returns a document that has nothing but its version.
func NewBuilder() *Builder {
	return &Builder{Doc: Object{"asset": Object{"version": "2.0"}}}
}

// Add appends v to one of the document's arrays and returns its index.
func (b *Builder) Add(array string, v any) int {
	list, _ := b.Doc[array].([]any)
	b.Doc[array] = append(list, v)
	return len(list)
}

// View adds a buffer view of data at a multiple of 4 bytes.
func (b *Builder) View(data any, with Object) int {
	for len(b.Bin)%4 != 0 {
		b.Bin = append(b.Bin, 0)
	}
	offset := len(b.Bin)
	var err error
	if b.Bin, err = binary.Append(b.Bin, binary.LittleEndian, data); err != nil {
		panic(err)
	}
	v := Object{"buffer": 0, "byteOffset": offset, "byteLength": len(b.Bin) - offset}
	maps.Copy(v, with)
	return b.Add("bufferViews", v)
}

// Component returns the glTF number of the component type of a slice.
func Component(data any) int {
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

// Accessor adds an accessor with a buffer view of its own.
func (b *Builder) Accessor(typ string, data any, with Object) int {
	size := map[string]int{"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}[typ]
	a := Object{"bufferView": b.View(data, nil), "componentType": Component(data), "type": typ, "count": Length(data) / size}
	maps.Copy(a, with)
	return b.Add("accessors", a)
}

// Length returns the length of a slice of components.
func Length(data any) int {
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

// Primitive returns a primitive with the given accessors; indices < 0 for none.
func Primitive(position, indices int, with Object) Object {
	p := Object{"attributes": Object{"POSITION": position}}
	if indices >= 0 {
		p["indices"] = indices
	}
	maps.Copy(p, with)
	return p
}

// Mesh adds a mesh of primitives.
func (b *Builder) Mesh(name string, primitives ...Object) int {
	return b.Add("meshes", Object{"name": name, "primitives": primitives})
}

// Node adds a node.
func (b *Builder) Node(n Object) int { return b.Add("nodes", n) }

// Set changes a field of an element of one of the arrays.
func (b *Builder) Set(array string, i int, field string, v any) {
	b.Doc[array].([]any)[i].(Object)[field] = v
}

// JSON returns the document. Its buffer is a side file, or the binary chunk if uri is "".
func (b *Builder) JSON(t testing.TB, uri string) []byte {
	t.Helper()
	if len(b.Bin) > 0 && b.Doc["buffers"] == nil {
		buf := Object{"byteLength": len(b.Bin)}
		if uri != "" {
			buf["uri"] = uri
		}
		b.Doc["buffers"] = []any{buf}
		defer delete(b.Doc, "buffers")
	}
	text, err := json.Marshal(b.Doc)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// GLB returns the document and its buffer as one binary file.
func (b *Builder) GLB(t testing.TB) []byte {
	t.Helper()
	return GLB(b.JSON(t, ""), b.Bin)
}

// GLTF returns the document with its buffer in a data URI.
func (b *Builder) GLTF(t testing.TB) []byte {
	t.Helper()
	return b.JSON(t, "data:application/octet-stream;base64,"+base64.StdEncoding.EncodeToString(b.Bin))
}

// GLB puts the container around a JSON text and a binary chunk.
func GLB(text, bin []byte) []byte {
	text = append(bytes.Clone(text), strings.Repeat(" ", -len(text)&3)...)
	bin = append(bytes.Clone(bin), make([]byte, -len(bin)&3)...)
	chunks := [][]byte{Chunk("JSON", text)}
	if len(bin) > 0 {
		chunks = append(chunks, Chunk("BIN\x00", bin))
	}
	return Container(2, chunks...)
}

// Chunk returns a chunk of a GLB.
func Chunk(kind string, data []byte) []byte {
	return append(append(binary.LittleEndian.AppendUint32(nil, uint32(len(data))), kind...), data...)
}

// Container returns a GLB of the given version.
func Container(version uint32, chunks ...[]byte) []byte {
	body := bytes.Join(chunks, nil)
	out := binary.LittleEndian.AppendUint32([]byte("glTF"), version)
	out = binary.LittleEndian.AppendUint32(out, uint32(12+len(body)))
	return append(out, body...)
}

// Sparse returns the sparse part of an accessor, by buffer views of its indices and values.
func Sparse(count, indices, component, values int) Object {
	return Object{
		"count":   count,
		"indices": Object{"bufferView": indices, "componentType": component},
		"values":  Object{"bufferView": values},
	}
}

// IntegersOf returns numbers times one as integers.
func IntegersOf[T int8 | uint8 | int16 | uint16](xyz []float32, one float32) []T {
	out := make([]T, len(xyz))
	for i, x := range xyz {
		out[i] = T(x * one)
	}
	return out
}
