// Package loadertest builds models for the tests of the loader and of its formats, and checks what they load
// as.
package loadertest

import (
	"maps"

	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
)

// Object and Builder have names that suit tests.
type (
	Object  = encode.JSON
	Builder = encode.GLTF
)

// Primitive returns a primitive with the given accessors; indices < 0 for none.
func Primitive(position, indices int, with Object) Object {
	p := Object{"attributes": Object{"POSITION": position}}
	if indices >= 0 {
		p["indices"] = indices
	}
	maps.Copy(p, with)
	return p
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
