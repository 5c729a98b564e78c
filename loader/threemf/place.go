package threemf

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// count counts the meshes that an object shows, and the length of their paths below it, of it and
// of all that it refers to. It is no recursion: components may be nested as deep as a file is long.
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
					return r.Fail("", "object %d is a component of itself", of.id)
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

// sum adds up what an object shows. Numbers stop at a greatest one.
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

// instanceSize is what an instance takes but for its path.
const instanceSize = 256

// place makes the instances of the build. They are counted before one is made.
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
	// What is still to be shown, the next one last, with the length of the path to it: the path is
	// that of the one before up to there, since the order is depth first.
	type pending struct {
		ref  *reference
		path int
		base geom.Affine
	}
	var path []byte
	stack := make([]pending, 0, len(build.references))
	push := func(refs []reference, path int, base geom.Affine) {
		for i := len(refs) - 1; i >= 0; i-- {
			if refs[i].of.count > 0 {
				stack = append(stack, pending{&refs[i], path, base})
			}
		}
	}
	push(build.references, 0, geom.Identity())
	for n := 0; len(stack) > 0; n++ {
		if n&0xfff == 0 && r.ctx.Err() != nil {
			return r.ctx.Err()
		}
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		name := p.ref.called()
		path = append(append(path[:p.path], '/'), name...)
		world := p.base.Mul(p.ref.place)
		if of := p.ref.of; of.mesh >= 0 {
			r.scene.Instances = append(r.scene.Instances, mesh.Instance{Path: string(path), Name: name, Mesh: of.mesh, World: world})
		}
		push(p.ref.of.references, len(path), world)
	}
	return nil
}
