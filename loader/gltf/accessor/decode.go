package accessor

import (
	"slices"
	"unsafe"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"github.com/meshcheck/meshcheck/mesh"
)

// Indices returns scalars that are indices, a view of the file where possible, and the greatest of
// them. They are decoded once, and must not be changed.
func (a *Accessor) Indices() (_ mesh.Indices, greatest uint32, err error) {
	if a.indices.U16 == nil && a.indices.U32 == nil {
		if a.indices, err = a.decodeIndices(); err != nil {
			return mesh.Indices{}, 0, err
		}
		if a.indices.U16 != nil {
			a.greatest = uint32(slices.Max(a.indices.U16))
		} else {
			a.greatest = slices.Max(a.indices.U32)
		}
	}
	return a.indices, a.greatest, nil
}

func (a *Accessor) decodeIndices() (mesh.Indices, error) {
	if a.Sparse == nil && a.stride == a.size {
		switch a.ComponentType {
		case gltf.ComponentUshort:
			if x, ok := viewOf[uint16](a.bytes); ok {
				return mesh.Indices{U16: x}, nil
			}
		case gltf.ComponentUint:
			if x, ok := viewOf[uint32](a.bytes); ok {
				return mesh.Indices{U32: x}, nil
			}
		}
	}
	if err := a.r.Charge(a.place, a.Count, 2); err != nil {
		return mesh.Indices{}, err
	}
	data, err := a.decode()
	if err != nil {
		return mesh.Indices{}, err
	}
	switch v := data.(type) {
	case []uint8:
		wide := make([]uint16, len(v))
		for i, x := range v {
			wide[i] = uint16(x)
		}
		return mesh.Indices{U16: wide}, nil
	case []uint16:
		return mesh.Indices{U16: v}, nil
	case []uint32:
		return mesh.Indices{U32: v}, nil
	}
	panic("accessor: indices of an unchecked type")
}

// decode lets the library decode the elements of a into a new slice, such as [][3]float32.
func (a *Accessor) decode() (any, error) {
	if err := a.r.Charge(a.place, a.Count, a.size); err != nil {
		return nil, err
	}
	if a.Sparse != nil {
		// Indices as 32-bit numbers and values, both temporary.
		if err := a.r.Charge(a.place, a.Sparse.Count, a.size+8); err != nil {
			return nil, err
		}
	}
	data, err := modeler.ReadAccessor(&a.r.doc, a.Accessor, nil)
	if err != nil {
		return nil, a.r.Invalid(a.place, err)
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
