package gltf

import (
	"math"
	"reflect"
	"unsafe"

	"github.com/qmuntal/gltf"
)

// vectorComponents are the component types of vectors.
var vectorComponents = []gltf.ComponentType{gltf.ComponentFloat, gltf.ComponentByte, gltf.ComponentUbyte, gltf.ComponentShort, gltf.ComponentUshort}

// vectors reads an accessor of vectors. Normalized integers are divided.
func (r *reader) vectors(place string, i int, typ gltf.AccessorType) (values []float64, count int, err error) {
	a, err := r.accessor(place, i, typ, vectorComponents...)
	if err != nil {
		return nil, 0, err
	}
	values, err = decodeVectors[float64](r, a, true)
	return values, a.Count, err
}

// floats returns the components of vectors as they are stored, and their number from one vector to
// the next. Floats are a view of the file where possible; integers are exact in float32.
func (r *reader) floats(a *accessor) (values []float32, stride int, err error) {
	if a.ComponentType == gltf.ComponentFloat && a.Sparse == nil && a.stride%4 == 0 {
		if f, ok := viewOf[float32](a.bytes); ok {
			return f, a.stride / 4, nil
		}
	}
	values, err = decodeVectors[float32](r, a, false)
	return values, a.Type.Components(), err
}

// decodeVectors returns the components of vectors side by side. With divide, normalized integers are
// divided by the integer that means 1.
func decodeVectors[T float32 | float64](r *reader, a *accessor, divide bool) ([]T, error) {
	if err := r.Charge(a.place, a.Count, int(unsafe.Sizeof(T(0)))*a.Type.Components()); err != nil {
		return nil, err
	}
	data, err := r.decode(a)
	if err != nil {
		return nil, err
	}
	low, one := math.MinInt16, T(1)
	if unit := integerOne(a.Accessor); unit > 0 {
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
func componentsOf[C any](a *accessor, data any) []C {
	return unsafe.Slice((*C)(reflect.ValueOf(data).UnsafePointer()), a.Count*a.Type.Components())
}
