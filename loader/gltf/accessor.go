package gltf

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"github.com/meshcheck/meshcheck/loader/gltf/document"
)

// accessor is an accessor of the document after all checks: its elements are within their buffer.
type accessor struct {
	*gltf.Accessor
	place  string
	bytes  []byte // from the first element on; nil without a buffer view
	size   int    // bytes of an element
	stride int    // bytes from one element to the next
}

// accessor returns accessor i after all checks. It must be of the given type and of one of the
// component types.
func (r *reader) accessor(place string, i int, want gltf.AccessorType, components ...gltf.ComponentType) (*accessor, error) {
	acr, err := r.declared(place, i)
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
		return nil, r.Fail(place, "accessor %d has elements of type %s of %s, which are not allowed here", i, typeName(a.Type), componentName(a.ComponentType))
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

// declared returns accessor i as the document describes it. Its data is not examined.
func (r *reader) declared(place string, i int) (*gltf.Accessor, error) {
	if i < 0 || i >= len(r.accessors) {
		return nil, r.Fail(place, "accessor %d does not exist: the file has %d", i, len(r.accessors))
	}
	if r.accessors[i] == nil {
		a, err := r.parseAccessor(accessorPlace(place, i), r.outline.Accessors[i])
		if err != nil {
			return nil, err
		}
		r.accessors[i] = a
	}
	return r.accessors[i], nil
}

func accessorPlace(place string, i int) string { return fmt.Sprintf("%s accessor %d", place, i) }

func (r *reader) parseAccessor(place string, text jsontext.Value) (*gltf.Accessor, error) {
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

func (r *reader) checkAccessor(place string, acr *gltf.Accessor) (_ *accessor, err error) {
	a := &accessor{Accessor: acr, place: place, size: gltf.SizeOfElement(acr.ComponentType, acr.Type)}
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
func (r *reader) elementBytes(place string, view, offset, count, size int, c gltf.ComponentType) ([]byte, int, error) {
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
func (r *reader) checkSparse(a *accessor) error {
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

// decode lets the library decode the elements of a into a new slice, such as [][3]float32.
func (r *reader) decode(a *accessor) (any, error) {
	if err := r.Charge(a.place, a.Count, a.size); err != nil {
		return nil, err
	}
	if a.Sparse != nil {
		// Indices as 32-bit numbers and values, both temporary.
		if err := r.Charge(a.place, a.Sparse.Count, a.size+8); err != nil {
			return nil, err
		}
	}
	data, err := modeler.ReadAccessor(&r.doc, a.Accessor, nil)
	if err != nil {
		return nil, r.Invalid(a.place, err)
	}
	return data, nil
}

// littleEndian reports whether this machine stores numbers as glTF does.
var littleEndian = func() bool { x := uint16(1); return *(*byte)(unsafe.Pointer(&x)) == 1 }()

// viewOf returns b as a slice of T, without the last bytes if they are not a whole T. It reports
// false if this machine cannot read T there.
func viewOf[T float32 | uint16 | uint32](b []byte) ([]T, bool) {
	var t T
	size := unsafe.Sizeof(t)
	if !littleEndian || len(b) == 0 || uintptr(unsafe.Pointer(&b[0]))%size != 0 {
		return nil, false
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&b[0])), len(b)/int(size)), true
}

func componentName(c gltf.ComponentType) string {
	return [...]string{"float32", "int8", "uint8", "int16", "uint16", "uint32"}[c]
}

func typeName(t gltf.AccessorType) string {
	return [...]string{"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"}[t]
}
