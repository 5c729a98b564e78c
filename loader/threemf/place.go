package threemf

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// count counts the meshes that an object and those below it show, and the length of their paths. It
// does not recurse, because components may be nested as deeply as there are objects.
func (r *reader) count(o *object) error {
	stack := []*object{o}
	for len(stack) > 0 {
		o := stack[len(stack)-1]
		switch o.state {
		case unseen:
			o.state = open
			for i := range o.references {
				switch of := o.references[i].of; of.state {
				case unseen:
					stack = append(stack, of)
				case open:
					return r.Fail(r.entries[of.part].Name, "object %d is a component of itself", of.id)
				}
			}
			continue
		case open:
			o.sum()
			o.state = done
		}
		stack = stack[:len(stack)-1]
	}
	return nil
}

// sum adds up what an object shows, up to a limit.
func (o *object) sum() {
	const most = math.MaxInt32
	if o.mesh >= 0 {
		o.count = 1
	}
	for i := range o.references {
		ref := &o.references[i]
		o.count = min(o.count+ref.of.count, most)
		o.bytes = min(o.bytes+ref.of.bytes+ref.of.count*int64(len(ref.called())+1), most)
	}
}

// instanceSize is what an instance takes in addition to its path.
const instanceSize = 304

// place makes the instances of the build. They are counted before the first is made.
func (r *reader) place() error {
	build := object{mesh: -1, references: r.parts[r.order[0]].items}
	build.sum()
	if err := r.Charge("build", int(build.count), instanceSize); err != nil {
		return err
	}
	if err := r.Charge("build", int(build.bytes), 1); err != nil {
		return err
	}
	r.scene.Instances = make([]mesh.Instance, 0, build.count)
	// The references that are still to be shown, the next one last, each with the length of the
	// path above it. The order is depth first, so that path begins with the path above the next
	// one.
	type pending struct {
		ref      *reference
		path     int
		base     geom.Affine
		rounding *geom.Affine // of base, nil if it is exact
	}
	var path []byte
	stack := make([]pending, 0, len(build.references))
	push := func(refs []reference, path int, base geom.Affine, rounding *geom.Affine) {
		for i := len(refs) - 1; i >= 0; i-- {
			if refs[i].of.count > 0 {
				stack = append(stack, pending{&refs[i], path, base, rounding})
			}
		}
	}
	push(build.references, 0, geom.Identity(), nil)
	for n := 0; len(stack) > 0; n++ {
		if n&0xfff == 0 && r.ctx.Err() != nil {
			return r.ctx.Err()
		}
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		path = append(append(path[:p.path], '/'), p.ref.called()...)
		local := geom.StoredMatrix(p.ref.place)
		world, rounding := local.Under(p.base, p.rounding)
		if !world.Finite() {
			return r.Fail("build", "the transform of %s is not finite", source.Quote(path))
		}
		if p.ref.of.mesh >= 0 {
			r.show(p.ref.of, string(path), &world, rounding)
		}
		push(p.ref.of.references, len(path), world, rounding)
	}
	r.scene.Warnings = append(r.scene.Warnings, r.flat.Warnings("the transform of %s is singular and flattens it", "%d transforms are singular and flatten what they place, the first that of %s")...)
	return nil
}

// show makes an instance of an object with a mesh.
func (r *reader) show(o *object, path string, world, rounding *geom.Affine) {
	if world.Singular() {
		r.flat.Add(path)
	}
	r.scene.Instances = append(r.scene.Instances, mesh.Instance{Path: path, Name: o.called(), Mesh: o.mesh, World: *world, Rounding: rounding})
}
