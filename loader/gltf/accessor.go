package gltf

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
)

// accessor is a checked accessor of the document: all its elements are within their buffer.
type accessor struct {
	*gltf.Accessor
	place  string
	bytes  []byte // from the first element on; nil without a buffer view
	size   int    // bytes of an element
	stride int    // bytes from one element to the next
}

// accessor returns accessor i, which must be of the given type and of one of the
// component types, after all checks.
func (r *reader) accessor(place string, i int, want gltf.AccessorType, components ...gltf.ComponentType) (*accessor, error) {
	if i < 0 || i >= len(r.checked) {
		return nil, r.Fail(place, "accessor %d does not exist: the file has %d", i, len(r.checked))
	}
	if r.checked[i] == nil {
		a, err := r.checkAccessor(fmt.Sprintf("%s accessor %d", place, i), i)
		if err != nil {
			return nil, err
		}
		r.checked[i] = a
	}
	a := r.checked[i]
	if a.Type != want || !slices.Contains(components, a.ComponentType) {
		return nil, r.Fail(place, "accessor %d has elements of type %s of %s, which are not allowed here", i, typeName(a.Type), componentName(a.ComponentType))
	}
	return a, nil
}

// accessorJSON is the library's accessor without the members that no triangle needs. Of those
// that are required it tells whether they are there.
type accessorJSON struct {
	accessorFields
	ComponentType *gltf.ComponentType `json:"componentType"`
	Count         int                 `json:"count"`
	Type          *gltf.AccessorType  `json:"type"`
	Extensions    ignored             `json:"extensions"`
	Extras        ignored             `json:"extras"`
	Max           ignored             `json:"max"`
	Min           ignored             `json:"min"`
}

type accessorFields gltf.Accessor

func (r *reader) parseAccessor(place string, text jsontext.Value) (*gltf.Accessor, error) {
	var a accessorJSON
	if err := unmarshal(text, &a); err != nil {
		return nil, r.jsonError(place, err)
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

func (r *reader) checkAccessor(place string, i int) (*accessor, error) {
	acr, err := r.parseAccessor(place, r.outline.Accessors[i])
	if err != nil {
		return nil, err
	}
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

// elementBytes returns the bytes of count elements of a buffer view and checks
// that the last of them ends within it.
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
		r.warn("%s: byteOffset is not a multiple of the component's size", place)
	}
	return data[offset : offset+(count-1)*stride+size], stride, nil
}

// checkSparse checks the parts of a sparse accessor. That the indices ascend and
// are in range, the library checks while it reads them.
func (r *reader) checkSparse(a *accessor) error {
	s, place := a.Sparse, a.place+" sparse"
	if s.Count < 1 || s.Count > a.Count {
		return r.Fail(place, "count is %d, of %d elements", s.Count, a.Count)
	}
	switch s.Indices.ComponentType {
	case gltf.ComponentUbyte, gltf.ComponentUshort, gltf.ComponentUint:
	default:
		return r.Fail(place, "indices are of %v", componentName(s.Indices.ComponentType))
	}
	size := gltf.SizeOfElement(s.Indices.ComponentType, gltf.AccessorScalar)
	if _, _, err := r.elementBytes(place+" indices", s.Indices.BufferView, s.Indices.ByteOffset, s.Count, size, s.Indices.ComponentType); err != nil {
		return err
	}
	_, _, err := r.elementBytes(place+" values", s.Values.BufferView, s.Values.ByteOffset, s.Count, a.size, a.ComponentType)
	return err
}

// decode returns the elements of a in a slice of their own, such as
// [][3]float32, by the library.
func (r *reader) decode(a *accessor) (any, error) {
	if err := r.Charge(a.place, a.Count, a.size); err != nil {
		return nil, err
	}
	if a.Sparse != nil {
		// Indices as 32-bit numbers and values, both for a while.
		if err := r.Charge(a.place, a.Sparse.Count, a.size+8); err != nil {
			return nil, err
		}
	}
	data, err := modeler.ReadAccessor(&r.doc, a.Accessor, nil)
	if err != nil {
		return nil, r.Malformed(a.place, libraryError{err})
	}
	return data, nil
}

// littleEndian tells whether this machine stores numbers as glTF does.
var littleEndian = func() bool { x := uint16(1); return *(*byte)(unsafe.Pointer(&x)) == 1 }()

// viewOf returns b as a slice of T, its last bytes left out if they are not a
// whole T. It reports false where this machine cannot read T there.
func viewOf[T float32 | uint16 | uint32](b []byte) ([]T, bool) {
	var t T
	size := unsafe.Sizeof(t)
	if !littleEndian || len(b) == 0 || uintptr(unsafe.Pointer(&b[0]))%size != 0 {
		return nil, false
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&b[0])), len(b)/int(size)), true
}

// flat returns the components of v in one slice over the same memory.
func flat(v [][3]float32) []float32 {
	return unsafe.Slice(unsafe.SliceData(v[0][:]), 3*len(v))
}

func componentName(c gltf.ComponentType) string {
	return [...]string{"float32", "int8", "uint8", "int16", "uint16", "uint32"}[c]
}

func typeName(t gltf.AccessorType) string {
	return [...]string{"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"}[t]
}

// vectors reads an accessor of vectors as numbers, normalized ones divided.
func (r *reader) vectors(place string, i int, typ gltf.AccessorType) (values []float64, count int, err error) {
	a, err := r.accessor(place, i, typ, gltf.ComponentFloat,
		gltf.ComponentByte, gltf.ComponentUbyte, gltf.ComponentShort, gltf.ComponentUshort)
	if err != nil {
		return nil, 0, err
	}
	if err := r.Charge(a.place, a.Count, 8*typ.Components()); err != nil {
		return nil, 0, err
	}
	data, err := r.decode(a)
	if err != nil {
		return nil, 0, err
	}
	one := float64(integerOne(a.Accessor))
	switch v := data.(type) {
	case [][3]float32:
		values = numbers3(v, one)
	case [][4]float32:
		values = numbers4(v, one)
	case [][3]int8:
		values = numbers3(v, one)
	case [][4]int8:
		values = numbers4(v, one)
	case [][3]uint8:
		values = numbers3(v, one)
	case [][4]uint8:
		values = numbers4(v, one)
	case [][3]int16:
		values = numbers3(v, one)
	case [][4]int16:
		values = numbers4(v, one)
	case [][3]uint16:
		values = numbers3(v, one)
	case [][4]uint16:
		values = numbers4(v, one)
	default:
		panic("gltf: vectors of an unchecked type")
	}
	return values, a.Count, nil
}

type component interface {
	float32 | int8 | uint8 | int16 | uint16
}

func numbers3[T component](v [][3]T, one float64) []float64 {
	out := make([]float64, 0, 3*len(v))
	for i := range v {
		out = appendNumbers(out, v[i][:], one)
	}
	return out
}

func numbers4[T component](v [][4]T, one float64) []float64 {
	out := make([]float64, 0, 4*len(v))
	for i := range v {
		out = appendNumbers(out, v[i][:], one)
	}
	return out
}

// appendNumbers appends the components of one vector, divided by one unless
// that is 0.
func appendNumbers[T component](out []float64, v []T, one float64) []float64 {
	for _, x := range v {
		f := float64(x)
		if one > 0 {
			f = max(f/one, -1)
		}
		out = append(out, f)
	}
	return out
}
