package gltf

import (
	"cmp"
	"slices"

	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/gltf/document"
	"github.com/meshcheck/meshcheck/loader/gltf/rig"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// placeLater notes the place of the last instance for readRig: that of a node, or of an instance of it.
func (r *reader) placeLater(node, number int) {
	if r.Poses {
		r.shown = append(r.shown, rig.Place{Node: int32(node), Number: int32(number)})
	}
}

// readRig reads what moves in the document, when everything else has been read. The error is that of the
// context; another one is kept in the scene.
func (r *reader) readRig() error {
	r.scene.Animations = len(r.outline.Animations.Elements)
	if !r.Poses {
		return nil
	}
	reader := &rig.Reader{
		Reader:    &document.Reader{Input: r.Input, Ctx: r.Ctx},
		Accessors: r.accessors, Nodes: r.outline.Nodes, Meshes: r.outline.Meshes, Members: r.outline.Members,
		Scene: r.scene, Shown: r.shown, Within: r.within, Decoded: r.dracoInfluences,
	}
	read, err := reader.Read()
	if r.Ctx.Err() != nil {
		return r.Ctx.Err()
	}
	r.scene.Rig, r.scene.RigError = read, err
	return nil
}

// within returns the transforms of the instances of a node.
func (r *reader) within(node int) (func(k int) geom.Affine, error) {
	trs, err := r.transformsOf(node)
	return func(k int) geom.Affine { return trs.at(k).Matrix }, err
}

// dracoInfluences returns an attribute of joints or weights from Draco data. ok is false if it is not there
// but in its accessor.
func (r *reader) dracoInfluences(mesh, part int, name string) (v rig.Vectors, ok bool, err error) {
	i, found := slices.BinarySearchFunc(r.later, laterPart{mesh: mesh, part: part}, func(p, q laterPart) int {
		return cmp.Or(cmp.Compare(p.mesh, q.mesh), cmp.Compare(p.part, q.part))
	})
	if !found || r.later[i].draco == nil {
		return v, false, nil
	}
	p := &r.later[i]
	if _, ok := p.draco.ids[name]; !ok {
		return v, false, nil
	}
	a := p.draco.attribute(name)
	if a == nil {
		return v, false, r.Fail(p.place+" "+name, "cannot be decoded from the Draco data")
	}
	values, format, err := r.dracoVectors(p.place+" "+name, p.draco, a, p.attributes[name], gltf.AccessorVec4)
	v = rig.Vectors{Values: pose.Floats(a.Components, values), Component: format.Component}
	v.Divisor = float64(max(format.One, 1))
	return v, true, err
}
