package accessor

import (
	"math"
	"reflect"
	"unsafe"

	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/mesh"
)

// One returns the integer that means 1, or 0 if values are used as they are stored. Floats cannot be
// normalized, whatever the flag says.
func One(c gltf.ComponentType, normalized bool) int {
	if !normalized {
		return 0
	}
	switch c {
	case gltf.ComponentByte:
		return 127
	case gltf.ComponentUbyte:
		return 255
	case gltf.ComponentShort:
		return 32767
	case gltf.ComponentUshort:
		return 65535
	}
	return 0
}

// One returns the integer that means 1 in the elements, or 0 if they are used as they are stored.
func (a *Accessor) One() int { return One(a.ComponentType, a.Normalized) }

// Component returns the type of a component of vectors.
func Component(c gltf.ComponentType) mesh.Component {
	switch c {
	case gltf.ComponentByte:
		return mesh.Int8
	case gltf.ComponentUbyte:
		return mesh.Uint8
	case gltf.ComponentShort:
		return mesh.Int16
	case gltf.ComponentUshort:
		return mesh.Uint16
	}
	return mesh.Float32
}

// Floats returns the components of vectors as they are stored, and their number from one vector to
// the next. Floats are a view of the file where possible; integers are exact in float32. They are
// decoded once, and must not be changed.
func (a *Accessor) Floats() (values []float32, stride int, err error) {
	if a.ComponentType == gltf.ComponentFloat && a.Sparse == nil && a.stride%4 == 0 {
		if f, ok := viewOf[float32](a.bytes); ok {
			return f, a.stride / 4, nil
		}
	}
	if a.floats == nil {
		a.floats, err = decodeVectors[float32](a, false)
	}
	return a.floats, a.Type.Components(), err
}

// Quotients returns the components of vectors side by side, normalized integers divided by the one
// that means 1. They are decoded once, and must not be changed.
func (a *Accessor) Quotients() (_ []float64, err error) {
	if a.quotients == nil {
		a.quotients, err = decodeVectors[float64](a, true)
	}
	return a.quotients, err
}

// decodeVectors returns the components of vectors side by side. With divide, normalized integers are
// divided by the integer that means 1.
func decodeVectors[T float32 | float64](a *Accessor, divide bool) ([]T, error) {
	if err := a.r.Charge(a.place, a.Count, int(unsafe.Sizeof(T(0)))*a.Type.Components()); err != nil {
		return nil, err
	}
	data, err := a.decode()
	if err != nil {
		return nil, err
	}
	low, one := math.MinInt16, T(1)
	if unit := a.One(); unit > 0 {
		low = -unit // the least integer means -1, as the next one does
		if divide {
			one = T(unit)
		}
	}
	switch a.ComponentType {
	case gltf.ComponentByte:
		return quotients(componentsOf[int8](a, data), low, one), nil
	case gltf.ComponentUbyte:
		return quotients(componentsOf[uint8](a, data), low, one), nil
	case gltf.ComponentShort:
		return quotients(componentsOf[int16](a, data), low, one), nil
	case gltf.ComponentUshort:
		return quotients(componentsOf[uint16](a, data), low, one), nil
	}
	floats := componentsOf[float32](a, data)
	if same, ok := any(floats).([]T); ok {
		return same, nil
	}
	out := make([]T, len(floats))
	for i, x := range floats {
		out[i] = T(x)
	}
	return out, nil
}

func quotients[T float32 | float64, C int8 | uint8 | int16 | uint16](components []C, low int, one T) []T {
	out := make([]T, len(components))
	for i, x := range components {
		out[i] = T(max(int(x), low)) / one
	}
	return out
}

// componentsOf returns the components of decoded vectors, such as [][3]C, as one slice of the same
// memory.
func componentsOf[C any](a *Accessor, data any) []C {
	return unsafe.Slice((*C)(reflect.ValueOf(data).UnsafePointer()), a.Count*a.Type.Components())
}
