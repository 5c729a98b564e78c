// Package physics reads the collision shapes of glTF documents, for the package gltf: the lists of
// shapes at the top of a document, and the bodies, colliders and triggers of nodes. It supports the
// Khronos extensions KHR_implicit_shapes and KHR_physics_rigid_bodies, and those of the OMI group.
package physics

import (
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/loader/gltf/document"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// Reader reads the physics of a document.
type Reader struct {
	*document.Reader
	// Meshes is the number of meshes of the document.
	Meshes int
	lists  [shapeLists][]shape
}

// Extensions are the extensions at the top of a document that have lists of collision shapes:
//
//   - KHR_implicit_shapes, release candidate of 2025:
//     https://github.com/eoineoineoin/glTF_Physics/tree/master/extensions/2.0/Khronos/KHR_implicit_shapes
//   - OMI_physics_shape, stage 1 proposal as of 2025, and its earlier forms of 2023:
//     https://github.com/omigroup/gltf-extensions/tree/main/extensions/2.0/OMI_physics_shape
//   - OMI_collider of 2022, archived:
//     https://github.com/omigroup/gltf-extensions/tree/main/extensions/2.0/Archived/OMI_collider
type Extensions struct {
	Implicit struct {
		Shapes document.Array `json:"shapes"`
	} `json:"KHR_implicit_shapes"`
	Physics struct {
		Shapes document.Array `json:"shapes"`
	} `json:"OMI_physics_shape"`
	Collider struct {
		Colliders document.Array `json:"colliders"`
	} `json:"OMI_collider"`
}

// ReadShapes reads all lists, including the shapes that no node uses.
func (r *Reader) ReadShapes(e *Extensions) error {
	for l, array := range [shapeLists]*document.Array{&e.Implicit.Shapes, &e.Physics.Shapes, &e.Collider.Colliders} {
		l := shapeList(l)
		err := r.Elements(l.String()+"s", array, func(i int, text jsontext.Value) error {
			// Twice, for the growth of the slice.
			if err := r.Charge(l.place(i), 1, 2*int(unsafe.Sizeof(shape{}))); err != nil {
				return err
			}
			s, err := r.readShape(l, l.place(i), text)
			r.lists[l] = append(r.lists[l], s)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Collider returns a collider or trigger with a shape of a list. It has no place yet. ok is false
// for a shape of an unknown type, about which there is one warning, for the node with the given
// label.
func (r *Reader) Collider(c *Collider, label string) (out mesh.Collider, ok bool) {
	s := &r.lists[c.list][c.shape]
	if s.unknownType != "" {
		if !s.warned {
			s.warned = true
			r.Warn("%s: %s of the type %s is not checked", label, c.list.place(c.shape), source.Quote([]byte(s.unknownType)))
		}
		return out, false
	}
	return mesh.Collider{Shape: s.kind, Size: s.size, Radius: s.radius, Height: s.height, Mesh: s.mesh, Trigger: s.trigger}, true
}

// Names returns the names of members that are read.
func Names() []string {
	names := []string{"type", "convex"}
	for _, x := range nodeExtensions {
		names = append(names, x.name)
	}
	for kind := mesh.ShapeBox; kind <= mesh.ShapeTrimesh; kind++ {
		names = append(names, kind.String())
	}
	return names
}

// Types returns values of the types into which members are decoded.
func Types() []any { return []any{Extensions{}, rigidBody{}, physicsBody{}, parameters{}} }
