package accessor

import (
	"encoding/binary"
	"math"

	"github.com/qmuntal/gltf"
)

// Matrices returns accessor i after all checks. Its elements must be 4×4 matrices of float32.
func (r *Reader) Matrices(place string, i int) (*Accessor, error) {
	a, err := r.accessor(place, "inverseBindMatrices", i, gltf.AccessorMat4, gltf.ComponentFloat)
	if err == nil && a.Sparse != nil {
		return nil, r.Unsupported(a.place, "a sparse accessor of matrices")
	}
	return a, err
}

// Matrix returns element k of Matrices by columns, one after the other.
func (a *Accessor) Matrix(k int) (m [16]float32) {
	if a.BufferView == nil {
		return m
	}
	for c := range m {
		m[c] = math.Float32frombits(binary.LittleEndian.Uint32(a.bytes[k*a.stride+4*c:]))
	}
	return m
}
