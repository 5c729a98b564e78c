package rig

import (
	"fmt"
	"math"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/loader/gltf/document"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// morphedMesh has the members of a mesh that are read.
type morphedMesh struct {
	Weights    []float64         `json:"weights"`
	Primitives []*morphPrimitive `json:"primitives"`
}

type morphPrimitive struct {
	Attributes map[string]int   `json:"attributes"`
	Targets    []map[string]int `json:"targets"`
}

// targets returns the number of morph targets, which is that of the first primitive.
func (m *morphedMesh) targets() int { return len(m.Primitives[0].Targets) }

func meshPlace(i int) string { return fmt.Sprintf("mesh %d", i) }

func primitivePlace(mesh, primitive int) string {
	return fmt.Sprintf("mesh %d primitive %d", mesh, primitive)
}

// meshSize and primitiveSize are what the members cost, mapSize what a map of attributes does for each.
const (
	meshSize      = 2 * int(unsafe.Sizeof(morphedMesh{})) // twice, for the growth of the slice
	primitiveSize = int(unsafe.Sizeof(morphPrimitive{})) + 64
	mapSize       = 64
)

// readMeshes reads which morph targets and attributes there are.
func (r *Reader) readMeshes() error {
	return r.Elements("meshes", &r.Meshes, func(i int, text jsontext.Value) error {
		var m morphedMesh
		if err := document.UnmarshalUnique(text, &m); err != nil {
			return r.Invalid(meshPlace(i), err)
		}
		cost := meshSize + 8*len(m.Weights)
		for k, p := range m.Primitives {
			if len(p.Targets) != m.targets() {
				return r.Fail(primitivePlace(i, k), "has %d morph targets, but another primitive of the mesh has %d", len(p.Targets), m.targets())
			}
			cost += primitiveSize + mapSize*len(p.Attributes)
			for _, t := range p.Targets {
				cost += mapSize * (1 + len(t))
			}
		}
		r.meshes = append(r.meshes, m)
		return r.Charge(meshPlace(i), 1, cost)
	})
}

// shape returns the shape of a mesh.
func (r *Reader) shape(index int) (*pose.Shape, error) {
	if s := r.shapes[index]; s != nil {
		return s, nil
	}
	m := r.Scene.Meshes[index]
	if err := r.Charge(meshPlace(index), len(m.Parts), int(unsafe.Sizeof(pose.Part{}))); err != nil {
		return nil, err
	}
	s := &pose.Shape{Parts: make([]pose.Part, len(m.Parts))}
	for k := range m.Parts {
		part, p := &m.Parts[k], &s.Parts[k]
		place := primitivePlace(index, part.Index)
		p.Points, p.Divisor = &part.Positions, 1
		if m.Scale > 0 {
			p.Divisor = math.Round(1 / m.Scale)
		}
		var err error
		if p.Targets, err = r.targets(place, r.meshes[index].Primitives[part.Index], part.Positions.Len()); err != nil {
			return nil, err
		}
		if p.Influences, err = r.influencesOf(place, index, k); err != nil {
			return nil, err
		}
	}
	r.shapes[index] = s
	return s, nil
}

// targets returns the morph targets of a primitive with so many vertices.
func (r *Reader) targets(place string, prim *morphPrimitive, vertices int) ([]pose.Target, error) {
	if err := r.Charge(place, len(prim.Targets), int(unsafe.Sizeof(pose.Target{}))); err != nil {
		return nil, err
	}
	targets := make([]pose.Target, len(prim.Targets))
	for k, attributes := range prim.Targets {
		i, has := attributes[gltf.POSITION]
		if !has {
			continue
		}
		t, err := r.target(fmt.Sprintf("%s target %d", place, k), i, vertices)
		if err != nil {
			return nil, err
		}
		targets[k] = t
	}
	return targets, nil
}

// target returns the morph target that is in an accessor.
func (r *Reader) target(place string, i, vertices int) (t pose.Target, err error) {
	a, err := r.Accessors.Vectors(place, gltf.POSITION, i, gltf.AccessorVec3)
	if err != nil {
		return t, err
	}
	if a.Count != vertices {
		return t, r.Fail(place, "accessor %d has %d elements for %d vertices", i, a.Count, vertices)
	}
	if a.Sparse != nil && a.BufferView == nil {
		if t.Vertices, a, err = a.Entries(); err != nil {
			return t, err
		}
	}
	if t.Deltas, err = r.stored(a); err != nil {
		return t, err
	}
	for row := range t.Deltas.Rows() {
		if at := row * t.Deltas.Stride; !finite(t.Deltas.F32[at : at+3]) {
			if t.Vertices != nil {
				row = int(t.Vertices[row])
			}
			return t, r.Fail(place, "the displacement of vertex %d is not finite", row)
		}
	}
	return t, nil
}
