package gltf

import (
	"fmt"

	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/mesh"
)

// indexKey is a strip or a fan of an accessor, or of -1 and a number of vertices.
type indexKey struct {
	accessor, vertices int
	mode               gltf.PrimitiveMode
}

// readIndices returns the corners of a primitive's triangles. Each is less than the number of
// vertices.
func (r *reader) readIndices(place string, prim *primitiveJSON, vertices int) (mesh.Indices, error) {
	if d, err := r.dracoMesh(place, prim); err != nil {
		return mesh.Indices{}, err
	} else if d != nil {
		return r.dracoIndices(place, d, prim, vertices)
	}
	key := indexKey{accessor: -1, vertices: vertices, mode: prim.Mode}
	var listed mesh.Indices
	if prim.Indices != nil {
		a, err := r.accessors.Indices(place, *prim.Indices)
		if err != nil {
			return mesh.Indices{}, err
		}
		var greatest uint32
		if listed, greatest, err = a.Indices(); err != nil {
			return mesh.Indices{}, err
		}
		if int64(greatest) >= int64(vertices) {
			return mesh.Indices{}, r.badIndex(place, listed, vertices)
		}
		key = indexKey{accessor: *prim.Indices, mode: prim.Mode}
	}
	if prim.Mode == gltf.PrimitiveTriangles {
		return listed, nil
	}
	if x, ok := r.strips[key]; ok {
		return x, nil
	}
	x, err := r.expand(place, prim.Mode, listed, vertices)
	if err != nil {
		return mesh.Indices{}, err
	}
	r.strips[key] = x
	return x, nil
}

// warnLeftOver warns if the last indices, or vertices without indices, are too few for another
// triangle. They are ignored, as section 3.7.2.1 of the specification says.
func (r *reader) warnLeftOver(name string, prim *primitiveJSON, vertices int) error {
	if _, ok := prim.Extensions[draco]; ok {
		return nil
	}
	n, what := vertices, "vertices"
	if prim.Indices != nil {
		a, err := r.accessors.Describe(name, *prim.Indices)
		if err != nil {
			return err
		}
		n, what = a.Count, "indices"
	}
	left := 0
	switch {
	case prim.Mode == gltf.PrimitiveTriangles:
		left = n % 3
	case n < 3:
		left = n
	}
	if left > 0 {
		r.Warn("%s: %d of %d %s left over, too few for a triangle", name, left, n, what)
	}
	return nil
}

// badIndex returns the error for the first corner that is not a vertex.
func (r *reader) badIndex(place string, x mesh.Indices, vertices int) error {
	part := mesh.Part{Indices: x}
	n := len(x.U16) + len(x.U32)
	for c := range n {
		if v := part.Corner(c); v >= vertices {
			return r.Fail(fmt.Sprintf("%s corner %d", place, c), "index %d is out of range: there are %d vertices", v, vertices)
		}
	}
	panic("gltf: no index out of range")
}

// expand turns the corners of a strip or a fan, which are listed or all vertices in order, into
// triangles, wound as section 3.7.2.1 of the specification says.
func (r *reader) expand(place string, mode gltf.PrimitiveMode, x mesh.Indices, vertices int) (mesh.Indices, error) {
	size := 2
	n := len(x.U16)
	if x.U16 == nil {
		size, n = 4, len(x.U32)
	}
	if x.U16 == nil && x.U32 == nil {
		n = vertices
	}
	triangles := max(n-2, 0)
	if err := r.Charge(place, triangles, 3*size); err != nil {
		return mesh.Indices{}, err
	}
	switch {
	case x.U16 != nil:
		return mesh.Indices{U16: corners(mode, triangles, func(c int) uint16 { return x.U16[c] })}, nil
	case x.U32 != nil:
		return mesh.Indices{U32: corners(mode, triangles, func(c int) uint32 { return x.U32[c] })}, nil
	}
	return mesh.Indices{U32: corners(mode, triangles, func(c int) uint32 { return uint32(c) })}, nil
}

func corners[T any](mode gltf.PrimitiveMode, triangles int, at func(c int) T) []T {
	out := make([]T, 0, 3*triangles)
	for i := range triangles {
		switch {
		case mode == gltf.PrimitiveTriangleFan:
			out = append(out, at(i+1), at(i+2), at(0))
		case i%2 == 0:
			out = append(out, at(i), at(i+1), at(i+2))
		default:
			out = append(out, at(i+1), at(i), at(i+2))
		}
	}
	return out
}
