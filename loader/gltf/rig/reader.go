// Package rig reads what moves in glTF documents, for the package gltf: nodes, skins, morph targets and
// animations. It reads a document whose meshes and places are known, and leaves those unchanged.
package rig

import (
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/gltf/accessor"
	"github.com/meshcheck/meshcheck/loader/gltf/document"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// Reader reads the rig of a document.
type Reader struct {
	*document.Reader
	Accessors *accessor.Reader
	// Nodes and Meshes are those of the document, all of which can be decoded. The children of nodes
	// exist, and no node is its own ancestor.
	Nodes, Meshes document.Array
	Members
	// Scene is complete but for its rig. Shown are the places of its instances.
	Scene *mesh.Scene
	Shown []Place
	// Within returns the transforms of the instances of a node, by number, within the node.
	Within func(node int) (at func(number int) geom.Affine, err error)
	// Decoded returns an attribute of a part of a mesh from compressed data. ok is false if it is not
	// there but in the accessor.
	Decoded func(mesh, part int, name string) (v Vectors, ok bool, err error)

	rig    *pose.Rig
	nodes  []linkedNode
	meshes []morphedMesh
	shapes map[int]*pose.Shape // by mesh
	// influences are those of parts so far, by their accessors. Parts often share all vertices.
	influences map[string]*influences
	// within are the transforms of the instances of a node, that of the last object.
	within     func(number int) geom.Affine
	withinNode int32
	values     map[valuesKey]pose.Values
	lengths    map[lengthsKey]bool
}

// Members are the members of a document that only a Reader needs, to be embedded in a struct that is
// decoded from the document.
type Members struct {
	Skins      document.Array `json:"skins"`
	Animations document.Array `json:"animations"`
}

// Place is a place of a mesh: a node, or one of its several instances, by number.
type Place struct{ Node, Number int32 }

// Alone is the number of the place that is the node itself.
const Alone = -1

// Vectors are the numbers of an attribute as they are stored.
type Vectors struct {
	pose.Values
	Component mesh.Component
}

// Read returns the rig, nil if nothing in the document can move.
func (r *Reader) Read() (*pose.Rig, error) {
	r.rig = &pose.Rig{}
	r.shapes, r.influences = map[int]*pose.Shape{}, map[string]*influences{}
	r.values, r.lengths = map[valuesKey]pose.Values{}, map[lengthsKey]bool{}
	if err := r.readMeshes(); err != nil {
		return nil, err
	}
	if len(r.Animations.Elements) == 0 && !slices.ContainsFunc(r.meshes, func(m morphedMesh) bool { return m.targets() > 0 }) {
		return nil, r.CheckArray("animations", &r.Animations)
	}
	for _, step := range []func() error{r.readNodes, r.readSkins, r.readObjects, r.readClips} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	r.rig.Warnings = r.Warnings()
	return r.rig, nil
}

// finite reports whether no number is NaN or infinite.
func finite(numbers []float32) bool {
	for _, x := range numbers {
		if x-x != 0 { // NaN for such an x
			return false
		}
	}
	return true
}
