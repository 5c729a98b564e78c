package gltf

import (
	"strconv"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// shapeExtensions are the lists of collision shapes at the top of a document:
//
//   - KHR_implicit_shapes, release candidate of 2025:
//     https://github.com/eoineoineoin/glTF_Physics/tree/master/extensions/2.0/Khronos/KHR_implicit_shapes
//   - OMI_physics_shape, stage 1 proposal as of 2025, and its earlier forms of 2023:
//     https://github.com/omigroup/gltf-extensions/tree/main/extensions/2.0/OMI_physics_shape
//   - OMI_collider of 2022, archived:
//     https://github.com/omigroup/gltf-extensions/tree/main/extensions/2.0/Archived/OMI_collider
type shapeExtensions struct {
	Implicit struct {
		Shapes jsontext.Value `json:"shapes"`
	} `json:"KHR_implicit_shapes"`
	Physics struct {
		Shapes jsontext.Value `json:"shapes"`
	} `json:"OMI_physics_shape"`
	Collider struct {
		Colliders jsontext.Value `json:"colliders"`
	} `json:"OMI_collider"`
}

// shapeList is one of the lists.
type shapeList uint8

const (
	implicitShapes shapeList = iota // KHR_implicit_shapes
	physicsShapes                   // OMI_physics_shape
	omiColliders                    // OMI_collider

	shapeLists = 3
)

// String returns what errors call an item of the list.
func (l shapeList) String() string {
	return [...]string{"KHR_implicit_shapes shape", "OMI_physics_shape shape", "OMI_collider collider"}[l]
}

func (l shapeList) place(i int) string { return l.String() + " " + strconv.Itoa(i) }

// kind returns the kind of shape that the list calls name. The Khronos extension leaves
// meshes to the nodes that use them, and OMI's call the hull "convex" since 2023.
func (l shapeList) kind(name string) (kind mesh.ColliderShape, known bool) {
	if l != implicitShapes && name == "convex" {
		return mesh.ShapeHull, true
	}
	for kind := mesh.ShapeBox; kind <= mesh.ShapeTrimesh; kind++ {
		if kind.String() == name {
			return kind, l != implicitShapes || !kind.HasMesh()
		}
	}
	return 0, false
}

// shape is one shape of a list, checked.
type shape struct {
	kind        mesh.ColliderShape
	trigger     bool
	mesh        int
	size        geom.Vec
	radius      [2]float64
	height      float64
	unknownType string // the type, where it is none of the known ones
	warned      bool   // that it is not checked
}

// readShapes reads all lists, including the shapes that no node uses.
func (r *reader) readShapes() error {
	e := &r.outline.Extensions
	for l, array := range [shapeLists]jsontext.Value{e.Implicit.Shapes, e.Physics.Shapes, e.Collider.Colliders} {
		l := shapeList(l)
		err := r.elements(l.String()+"s", array, func(i int, text jsontext.Value) error {
			// Twice, for the growth of the slice.
			if err := r.Charge(l.place(i), 1, 2*int(unsafe.Sizeof(shape{}))); err != nil {
				return err
			}
			s, err := r.readShape(l, l.place(i), text)
			r.shapes[l] = append(r.shapes[l], s)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// readShape reads a shape. One of an unknown type is not read any further.
func (r *reader) readShape(l shapeList, place string, text jsontext.Value) (shape, error) {
	s := shape{mesh: -1}
	var members map[string]jsontext.Value
	if err := unmarshal(text, &members); err != nil {
		return s, r.jsonError(place, err)
	}
	var name string
	if members["type"] != nil {
		if err := unmarshal(members["type"], &name); err != nil {
			return s, r.jsonError(place+" type", err)
		}
	}
	if name == "" {
		return s, r.Fail(place, "has no type")
	}
	var known bool
	if s.kind, known = l.kind(name); !known {
		s.unknownType = name
		return s, nil
	}
	// The parameters are in an object named like the type; in the earlier forms of
	// OMI's extensions they are beside it.
	p := parameters{older: l == omiColliders || l == physicsShapes && missing(members[name])}
	if p.older {
		members[name] = text
	}
	if !missing(members[name]) {
		if err := unmarshal(members[name], &p); err != nil {
			return s, r.jsonError(place, err)
		}
	}
	s.trigger = p.IsTrigger
	return s, r.measure(&s, l, place, &p)
}
