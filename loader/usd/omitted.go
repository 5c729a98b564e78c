package usd

import (
	"unsafe"

	"github.com/meshcheck/meshcheck/mesh"
)

// omit notes a prim with geometry that is left out. What is below a prototype is noted at its first place.
func (r *builder) omit(v *visit, reason string) error {
	if v.instancer != nil {
		if r.omitted[v.prim] {
			return nil
		}
		r.omitted[v.prim] = true
	}
	if err := r.charge(v.prim, "", 1, v.pathLen+2*int(unsafe.Sizeof(mesh.Omission{}))+len(reason)+32); err != nil {
		return err
	}
	r.scene.Omitted = append(r.scene.Omitted, mesh.Omission{Path: v.path(), Kind: v.prim.TypeName(), Reason: reason})
	return nil
}

// strays pushes the visits of the prims below a PointInstancer. Those that are no prototypes are not shown.
func (r *builder) strays(v *visit, in *instancer) error {
	above := *v
	above.outside = in
	return r.children(&above)
}

// stray notes a prim with geometry that is below a point instancer and not below a prototype.
func (r *builder) stray(v *visit) error {
	if kind := v.prim.TypeName(); kind == "Mesh" || kind == "PointInstancer" || gprims[kind] {
		if err := r.omit(v, "it is below a point instancer and is no prototype"); err != nil {
			return err
		}
	}
	return r.children(v)
}
