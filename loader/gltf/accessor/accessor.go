// Package accessor reads the accessors of glTF documents, with the buffer views and the buffers to
// which they refer, compressed or not, for the package gltf. The identifier gltf means the library
// github.com/qmuntal/gltf here.
package accessor

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/loader/gltf/document"
	"github.com/meshcheck/meshcheck/mesh"
)

// Reader reads the accessors of one document. Each is parsed and checked once, when it is needed.
type Reader struct {
	*document.Reader
	Lists

	// doc is what the library reads from. It has the buffer views and buffers that were needed so
	// far, at their indices.
	doc        gltf.Document
	described  []*gltf.Accessor // those that were parsed so far
	checked    []*Accessor      // those that were needed so far
	badBuffers map[int]error    // those that could not be read
	unpacked   map[int]int      // compressed bytes of buffers for which memory was granted
}

// Lists are the members of a document that a Reader needs, to be embedded in a struct that is
// decoded from the document.
type Lists struct {
	Accessors   []jsontext.Value `json:"accessors"`
	BufferViews []jsontext.Value `json:"bufferViews"`
	Buffers     []*Buffer        `json:"buffers"`
	// Bin is the binary chunk of a GLB, nil if there is none.
	Bin []byte `json:"-"`
}

// NewReader returns a Reader of lists.
func NewReader(r *document.Reader, lists Lists) *Reader {
	return &Reader{
		Reader: r, Lists: lists,
		doc:       gltf.Document{BufferViews: make([]*gltf.BufferView, len(lists.BufferViews)), Buffers: make([]*gltf.Buffer, len(lists.Buffers))},
		described: make([]*gltf.Accessor, len(lists.Accessors)),
		checked:   make([]*Accessor, len(lists.Accessors)),
	}
}

// Types returns values of the types into which members are decoded.
func Types() []any { return []any{Lists{}, accessorJSON{}, viewJSON{}} }

// Names returns the names of members that are read and that Types lacks.
func Names() []string { return append(Extensions(), "fallback") }

// Accessor is an accessor after all checks: its elements are within their buffer.
type Accessor struct {
	*gltf.Accessor
	r      *Reader
	place  string
	bytes  []byte // from the first element on; nil without a buffer view
	size   int    // bytes of an element
	stride int    // bytes from one element to the next

	// What was decoded so far.
	floats    []float32
	quotients []float64
	indices   mesh.Indices
	greatest  uint32
}

// Vectors returns accessor i after all checks. Its elements must be vectors of the given type. what
// names what they are, such as POSITION.
func (r *Reader) Vectors(place, what string, i int, want gltf.AccessorType) (*Accessor, error) {
	return r.accessor(place, what, i, want, gltf.ComponentFloat, gltf.ComponentByte, gltf.ComponentUbyte, gltf.ComponentShort, gltf.ComponentUshort)
}

// Indices returns accessor i after all checks. Its elements must be indices.
func (r *Reader) Indices(place string, i int) (*Accessor, error) {
	return r.accessor(place, "indices", i, gltf.AccessorScalar, gltf.ComponentUbyte, gltf.ComponentUshort, gltf.ComponentUint)
}

// accessor returns accessor i after all checks. It must be of the given type and of one of the
// component types.
func (r *Reader) accessor(place, what string, i int, want gltf.AccessorType, components ...gltf.ComponentType) (*Accessor, error) {
	acr, err := r.Describe(place, i)
	if err != nil {
		return nil, err
	}
	if r.checked[i] == nil {
		if r.checked[i], err = r.checkAccessor(accessorPlace(place, i), acr); err != nil {
			return nil, err
		}
	}
	a := r.checked[i]
	if a.Type != want || !slices.Contains(components, a.ComponentType) {
		subject := what + " "
		if strings.HasSuffix(place, what) {
			subject = ""
		}
		return nil, r.Fail(place, "%smust be %s of %s; accessor %d is %s of %s", subject, TypeName(want), alternatives(components), i, TypeName(a.Type), componentName(a.ComponentType))
	}
	return a, nil
}

// accessorJSON is the library's accessor without the members that no triangle needs. Required
// members that are missing are nil.
type accessorJSON struct {
	accessorFields
	ComponentType *gltf.ComponentType `json:"componentType"`
	Count         int                 `json:"count"`
	Type          *gltf.AccessorType  `json:"type"`
	Extensions    document.Ignored    `json:"extensions"`
	Extras        document.Ignored    `json:"extras"`
	Max           document.Ignored    `json:"max"`
	Min           document.Ignored    `json:"min"`
}

type accessorFields gltf.Accessor

// Describe returns accessor i as the document describes it. Its data is not examined.
func (r *Reader) Describe(place string, i int) (*gltf.Accessor, error) {
	if i < 0 || i >= len(r.described) {
		return nil, r.Fail(place, "accessor %d does not exist: the file has %d", i, len(r.described))
	}
	if r.described[i] == nil {
		a, err := r.parseAccessor(accessorPlace(place, i), r.Accessors[i])
		if err != nil {
			return nil, err
		}
		r.described[i] = a
	}
	return r.described[i], nil
}

func accessorPlace(place string, i int) string { return fmt.Sprintf("%s accessor %d", place, i) }

func (r *Reader) parseAccessor(place string, text jsontext.Value) (*gltf.Accessor, error) {
	var a accessorJSON
	if err := document.Unmarshal(text, &a); err != nil {
		return nil, r.Invalid(place, err)
	}
	switch {
	case a.ComponentType == nil:
		return nil, r.Fail(place, "has no componentType")
	case a.Type == nil:
		return nil, r.Fail(place, "has no type")
	case a.Count < 1:
		return nil, r.Fail(place, "count is %d and must be greater than zero", a.Count)
	}
	out := gltf.Accessor(a.accessorFields)
	out.ComponentType, out.Count, out.Type = *a.ComponentType, a.Count, *a.Type
	return &out, nil
}

func (r *Reader) checkAccessor(place string, acr *gltf.Accessor) (_ *Accessor, err error) {
	a := &Accessor{Accessor: acr, r: r, place: place, size: gltf.SizeOfElement(acr.ComponentType, acr.Type)}
	a.stride = a.size
	if a.BufferView != nil {
		if a.bytes, a.stride, err = r.elementBytes(place, *a.BufferView, a.ByteOffset, a.Count, a.size, a.ComponentType); err != nil {
			return nil, err
		}
	}
	if a.Sparse != nil {
		if err := r.checkSparse(a); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// elementBytes returns the bytes of count elements of a buffer view, all of which must be within
// it.
func (r *Reader) elementBytes(place string, view, offset, count, size int, c gltf.ComponentType) ([]byte, int, error) {
	v, data, err := r.view(place, view)
	if err != nil {
		return nil, 0, err
	}
	stride := size
	if v.ByteStride != 0 {
		stride = v.ByteStride
	}
	switch {
	case stride < size:
		return nil, 0, r.Fail(place, "byteStride %d is less than the %d bytes of an element", stride, size)
	case offset < 0 || offset > len(data):
		return nil, 0, r.Fail(place, "byteOffset %d is outside of the %d bytes of bufferView %d", offset, len(data), view)
	case len(data)-offset < size || count-1 > (len(data)-offset-size)/stride:
		return nil, 0, r.Fail(place, "count %d needs more than the %d bytes of bufferView %d", count, len(data), view)
	case (v.ByteOffset+offset)%c.ByteSize() != 0:
		r.Warn("%s: byteOffset is not a multiple of the component's size", place)
	}
	return data[offset : offset+(count-1)*stride+size], stride, nil
}

// checkSparse checks the parts of a sparse accessor. The library checks that the indices ascend and
// are in range.
func (r *Reader) checkSparse(a *Accessor) error {
	s, place := a.Sparse, a.place+" sparse"
	if s.Count < 1 || s.Count > a.Count {
		return r.Fail(place, "count is %d, but there are %d elements", s.Count, a.Count)
	}
	switch s.Indices.ComponentType {
	case gltf.ComponentUbyte, gltf.ComponentUshort, gltf.ComponentUint:
	default:
		return r.Fail(place, "the indices have components of type %v", componentName(s.Indices.ComponentType))
	}
	size := gltf.SizeOfElement(s.Indices.ComponentType, gltf.AccessorScalar)
	if _, _, err := r.elementBytes(place+" indices", s.Indices.BufferView, s.Indices.ByteOffset, s.Count, size, s.Indices.ComponentType); err != nil {
		return err
	}
	_, _, err := r.elementBytes(place+" values", s.Values.BufferView, s.Values.ByteOffset, s.Count, a.size, a.ComponentType)
	return err
}

func componentName(c gltf.ComponentType) string {
	return [...]string{"float32", "int8", "uint8", "int16", "uint16", "uint32"}[c]
}

// alternatives returns the names of types of components: "uint8, uint16 or uint32".
func alternatives(types []gltf.ComponentType) string {
	text := ""
	for i, c := range types {
		switch {
		case i == 0:
		case i == len(types)-1:
			text += " or "
		default:
			text += ", "
		}
		text += componentName(c)
	}
	return text
}

// TypeName returns the name of a type of elements.
func TypeName(t gltf.AccessorType) string {
	return [...]string{"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"}[t]
}
