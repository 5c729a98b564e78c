package gltf

import (
	"fmt"

	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/mesh"
)

// normalization examines how the primitives of a mesh store their positions. If
// all are normalized integers of one type, one is the integer that stands for
// 1. If they differ, divide says that normalized ones have to be divided.
func (r *reader) normalization(index int, m *meshJSON, triangles []int) (one int, divide bool, err error) {
	for k, p := range triangles {
		place := fmt.Sprintf("mesh %d primitive %d", index, p)
		unit, err := r.positionOne(place, m.Primitives[p])
		if err != nil {
			return 0, false, err
		}
		if k > 0 && unit != one {
			divide = true
		}
		one = unit
	}
	return one, divide, nil
}

// integerOne returns the integer that stands for 1, or 0 where values are as
// stored. Floats cannot be normalized, whatever the flag says.
func integerOne(a *gltf.Accessor) int {
	if !a.Normalized {
		return 0
	}
	switch a.ComponentType {
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

// positionKey is an accessor and what is done to its values.
type positionKey struct {
	accessor int
	divide   bool
}

// positionOne returns the integer that stands for 1 in the positions of a primitive, or 0.
func (r *reader) positionOne(place string, prim *primitiveJSON) (int, error) {
	d, err := r.dracoMesh(place, prim)
	if err != nil {
		return 0, err
	}
	if a := d.attribute(gltf.POSITION); a != nil {
		acr, err := r.dracoAccessor(place, prim.Attributes[gltf.POSITION], gltf.AccessorVec3)
		if err != nil {
			return 0, err
		}
		format, err := r.dracoFormat(place, a, 3, acr)
		return format.One, err
	}
	a, err := r.positionAccessor(place, prim)
	if err != nil {
		return 0, err
	}
	return integerOne(a.Accessor), nil
}

func (r *reader) positionAccessor(place string, prim *primitiveJSON) (*accessor, error) {
	return r.accessor(place, prim.Attributes[gltf.POSITION], gltf.AccessorVec3,
		gltf.ComponentFloat, gltf.ComponentByte, gltf.ComponentUbyte, gltf.ComponentShort, gltf.ComponentUshort)
}

// readPositions reads the positions of a primitive, each accessor once.
func (r *reader) readPositions(place string, prim *primitiveJSON, divide bool) (mesh.Positions, error) {
	d, err := r.dracoMesh(place, prim)
	if err != nil {
		return mesh.Positions{}, err
	}
	if a := d.attribute(gltf.POSITION); a != nil {
		return r.dracoPositions(place, d, a, prim.Attributes[gltf.POSITION], divide)
	}
	key := positionKey{prim.Attributes[gltf.POSITION], divide}
	if p, ok := r.positions[key]; ok {
		return p, nil
	}
	a, err := r.positionAccessor(place, prim)
	if err != nil {
		return mesh.Positions{}, err
	}
	p, err := r.decodePositions(a, divide)
	if err != nil {
		return mesh.Positions{}, err
	}
	r.positions[key] = p
	return p, nil
}

func (r *reader) decodePositions(a *accessor, divide bool) (mesh.Positions, error) {
	if a.ComponentType == gltf.ComponentFloat && a.Sparse == nil && a.stride%4 == 0 {
		if f, ok := viewOf[float32](a.bytes); ok {
			return mesh.Positions{F32: f, Stride: a.stride / 4}, nil
		}
	}
	size := 3 * 4
	if divide && a.ComponentType != gltf.ComponentFloat {
		size = 3 * 8
	}
	if err := r.Charge(a.place, a.Count, size); err != nil {
		return mesh.Positions{}, err
	}
	data, err := r.decode(a)
	if err != nil {
		return mesh.Positions{}, err
	}
	one := integerOne(a.Accessor)
	switch v := data.(type) {
	case [][3]int8:
		return integers(v, one, divide), nil
	case [][3]uint8:
		return integers(v, one, divide), nil
	case [][3]int16:
		return integers(v, one, divide), nil
	case [][3]uint16:
		return integers(v, one, divide), nil
	case [][3]float32:
		return mesh.Tight(flat(v)), nil
	}
	panic("gltf: positions of an unchecked type")
}

// integers returns quantized positions: the integers themselves, which are exact
// in float32; or, to be divided, all as float64 and the normalized ones divided by one. Of a
// normalized type the least integer stands for -1 as its neighbour does.
func integers[T int8 | uint8 | int16 | uint16](v [][3]T, one int, divide bool) mesh.Positions {
	low := -1 << 15
	if one > 0 {
		low = -one
	}
	if !divide {
		out := make([]float32, 0, 3*len(v))
		for _, p := range v {
			for _, x := range p {
				out = append(out, float32(max(int(x), low)))
			}
		}
		return mesh.Positions{F32: out, Stride: 3, Step: 1}
	}
	unit := 1.0
	if one > 0 {
		unit = float64(one)
	}
	out := make([]float64, 0, 3*len(v))
	for _, p := range v {
		for _, x := range p {
			out = append(out, float64(max(int(x), low))/unit)
		}
	}
	return mesh.Positions{F64: out, Step: 1 / unit}
}
