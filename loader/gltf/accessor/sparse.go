package accessor

import (
	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/mesh"
)

// Entries returns the elements that a sparse accessor stores, and which elements these are, ascending. If it
// has no buffer view, all others are zeros.
func (a *Accessor) Entries() (elements []uint32, values *Accessor, err error) {
	s := a.Sparse
	of := func(view, offset int, c gltf.ComponentType, t gltf.AccessorType) (*Accessor, error) {
		return a.r.checkAccessor(a.place+" sparse", &gltf.Accessor{
			BufferView: &view, ByteOffset: offset, ComponentType: c, Count: s.Count, Type: t, Normalized: a.Normalized,
		})
	}
	indices, err := of(s.Indices.BufferView, s.Indices.ByteOffset, s.Indices.ComponentType, gltf.AccessorScalar)
	if err != nil {
		return nil, nil, err
	}
	listed, _, err := indices.Indices()
	if err != nil {
		return nil, nil, err
	}
	if err := a.r.Charge(a.place, s.Count, 4); err != nil {
		return nil, nil, err
	}
	part := mesh.Part{Indices: listed}
	elements = make([]uint32, s.Count)
	for k := range elements {
		e := part.Corner(k)
		switch {
		case e >= a.Count:
			return nil, nil, a.r.Fail(a.place+" sparse", "index %d is out of range: there are %d elements", e, a.Count)
		case k > 0 && uint32(e) <= elements[k-1]:
			return nil, nil, a.r.Fail(a.place+" sparse", "index %d is not after the one before it", e)
		}
		elements[k] = uint32(e)
	}
	values, err = of(s.Values.BufferView, s.Values.ByteOffset, a.ComponentType, a.Type)
	return elements, values, err
}
