package gltf

import (
	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/loader/gltf/accessor"
	"github.com/meshcheck/meshcheck/mesh"
)

// normalization examines how the primitives of a mesh store their positions. If all are normalized
// integers of one type, one is the integer that means 1. If they differ, divide reports that
// normalized ones have to be divided.
func (r *reader) normalization(index int, m *meshJSON, triangles []int) (one int, divide bool, err error) {
	for k, p := range triangles {
		unit, err := r.positionOne(primitivePlace(index, p), m.Primitives[p])
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

// positionOne returns the integer that means 1 in the positions of a primitive, or 0.
func (r *reader) positionOne(place string, prim *primitiveJSON) (int, error) {
	d, err := r.dracoMesh(place, prim)
	if err != nil {
		return 0, err
	}
	if a := d.attribute(gltf.POSITION); a != nil {
		_, format, err := r.dracoFormat(place, a, prim.Attributes[gltf.POSITION], gltf.AccessorVec3)
		return format.One, err
	}
	a, err := r.accessors.Vectors(place, gltf.POSITION, prim.Attributes[gltf.POSITION], gltf.AccessorVec3)
	if err != nil {
		return 0, err
	}
	return a.One(), nil
}

// readPositions reads the positions of a primitive.
func (r *reader) readPositions(place string, prim *primitiveJSON, divide bool) (mesh.Positions, error) {
	d, err := r.dracoMesh(place, prim)
	if err != nil {
		return mesh.Positions{}, err
	}
	if a := d.attribute(gltf.POSITION); a != nil {
		return r.dracoPositions(place, d, a, prim.Attributes[gltf.POSITION], divide)
	}
	a, err := r.accessors.Vectors(place, gltf.POSITION, prim.Attributes[gltf.POSITION], gltf.AccessorVec3)
	if err != nil {
		return mesh.Positions{}, err
	}
	return decodePositions(a, divide)
}

// decodePositions returns positions as they are stored or, if they are to be divided, integers as
// float64, normalized ones divided by the integer that means 1.
func decodePositions(a *accessor.Accessor, divide bool) (p mesh.Positions, err error) {
	switch {
	case a.ComponentType == gltf.ComponentFloat:
	case divide:
		p.Step = 1 / float64(max(a.One(), 1))
		p.F64, err = a.Quotients()
		return p, err
	default:
		p.Step = 1
	}
	p.F32, p.Stride, err = a.Floats()
	return p, err
}
