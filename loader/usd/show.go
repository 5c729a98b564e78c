package usd

import (
	"github.com/meshcheck/meshcheck/mesh"
)

// showMesh adds an instance of a mesh.
func (r *builder) showMesh(v *visit) error {
	index, err := r.meshOf(v)
	if err != nil {
		return err
	}
	if err := r.charge(v.prim, "", 1, v.pathLen+instanceSize); err != nil {
		return err
	}
	path := v.path()
	if !v.world.Finite() {
		return r.Fail(r.place("", path), "its world matrix is not finite")
	}
	if v.world.Singular() {
		r.flat.Add(path)
	}
	rounding := v.rounding
	if rounding == nil {
		rounding = exact
	}
	object, err := v.object()
	if err != nil {
		return err
	}
	node := ""
	if object != v {
		node = path[:object.pathLen]
	}
	r.scene.Instances = append(r.scene.Instances, mesh.Instance{Path: path, Name: object.prim.Name(), Node: node, Mesh: index, World: v.world, Rounding: rounding, Hidden: v.hidden, LowerLevel: v.lower})
	return r.keepShown(v, index)
}

// object returns the transform above a mesh, if that has no other mesh, as exporters write one for each
// object. Otherwise it returns v.
func (v *visit) object() (*visit, error) {
	above := v.parent
	if above == nil || above.prim == nil || above.prim.TypeName() != "Xform" {
		return v, nil
	}
	siblings, err := above.prim.Children()
	for _, p := range siblings {
		if p.TypeName() == "Mesh" && p.Path() != v.prim.Path() {
			return v, err
		}
	}
	return above, err
}

// meshOf returns the index of the mesh of the prim of v, which it adds to the scene if it is new.
func (r *builder) meshOf(v *visit) (int, error) {
	if index, ok := r.meshes[v.prim]; ok {
		return index, nil
	}
	m, err := r.readMesh(v.prim, v.material)
	if err != nil {
		return 0, err
	}
	index := len(r.scene.Meshes)
	r.scene.Meshes = append(r.scene.Meshes, m)
	r.meshes[v.prim] = index
	return index, nil
}
