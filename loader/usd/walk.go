package usd

import (
	"slices"
	"unsafe"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/usd/layer"
	"github.com/meshcheck/meshcheck/loader/usd/stage"
	"github.com/meshcheck/meshcheck/mesh"
)

// visit is a prim at one place of the scene.
type visit struct {
	parent *visit
	// prim is nil for one instance of a point instancer, between the instancer and the prototype.
	prim *stage.Prim
	// part is what the visit adds to the path of its parent, such as "/arm" or "[3]".
	part    string
	pathLen int
	world   geom.Affine
	// rounding bounds the error of each entry of world. It is nil if world is exact.
	rounding *geom.Affine
	purpose  string
	material binding
	hidden   bool
	// levels reports whether the children are levels of detail of one thing, the finest one first. lower
	// reports whether it is, or is below, one of the others.
	levels, lower bool
	// body is the nearest rigid body among the prim and those above it, nil for none; kinematic is of the
	// body itself. collides and trigger say whether the prim has a collision shape, and whether that is no
	// obstacle.
	body                         *visit
	kinematic, collides, trigger bool
	// instancer is the visit of the point instancer of which it is, or is below, a prototype, and instance
	// that of the instance, at which a reset of transforms stops; nil if there is none.
	instancer, instance *visit
	// outside is the point instancer that it is below without being below one of the prototypes; nil for none.
	outside *instancer
	// moves is what is known of how it moves; nil unless poses are asked for.
	moves *motion
}

const visitSize = int(unsafe.Sizeof(visit{}) + 2*unsafe.Sizeof(geom.Affine{}))

// instanceSize is what an instance costs in addition to its path, with the growth of the slice.
const instanceSize = 2 * int(unsafe.Sizeof(mesh.Instance{}))

// exact is the rounding of a matrix whose entries are exact.
var exact = new(geom.Affine)

// step is what is left to do on a walk: a visit, the instances of a point instancer at a visit from one
// on, or, without a visit, the release of the memory of visits that are done.
type step struct {
	visit     *visit
	instances *instancer
	next      int
	release   int
}

// walk visits all prims, depth first. Prims of prototypes are visited at each place, so that there can be
// many more visits than prims: each counts.
func (r *builder) walk() error {
	r.steps = []step{{visit: &visit{prim: r.stage.Root(), world: geom.Identity(), purpose: "default", moves: r.atRest()}}}
	for len(r.steps) > 0 {
		s := r.steps[len(r.steps)-1]
		r.steps = r.steps[:len(r.steps)-1]
		err := r.ctx.Err()
		switch {
		case err != nil:
		case s.visit == nil:
			r.release(int64(s.release))
		case s.instances != nil:
			err = r.nextInstance(s)
		default:
			err = r.visit(s.visit)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// reserve charges for n visits below v, until all that is pushed after this is done.
func (r *builder) reserve(v *visit, n int) error {
	const growth = 2 * int(unsafe.Sizeof(step{}))
	if err := r.compute(v.prim, "", n); err != nil {
		return err
	}
	size := visitSize + growth
	if v.moves != nil {
		size += motionSize
	}
	r.steps = append(r.steps, step{release: n * size})
	return r.charge(v.prim, "", n, size)
}

// visit adds what is to be seen of a prim to the scene, and pushes the visits below it.
func (r *builder) visit(v *visit) error {
	if v.outside != nil {
		return r.stray(v)
	}
	if v.collides {
		if err := r.collide(v); err != nil {
			return err
		}
	}
	switch kind := v.prim.TypeName(); {
	case kind == "SkelAnimation":
		if err := r.noteAnimation(v.prim); err != nil {
			return err
		}
	case kind == "PointInstancer":
		return r.instances(v)
	case kind == "Mesh" && v.shown():
		if err := r.showMesh(v); err != nil {
			return err
		}
	case v.collides && !v.shown(): // it is only a collision shape
	case kind == "Mesh":
		if err := r.omit(v, "the purpose is "+v.purpose); err != nil {
			return err
		}
	case gprims[kind]:
		if err := r.omit(v, "only meshes are checked"); err != nil {
			return err
		}
	}
	return r.children(v)
}

// shown reports whether the purpose is one that is checked.
func (v *visit) shown() bool { return v.purpose == "default" || v.purpose == "render" }

// children pushes the visits of the children of v that are active and defined, and not abstract. A prototype
// itself need not be defined.
func (r *builder) children(v *visit) error {
	children, err := v.prim.Children()
	if err != nil || len(children) == 0 {
		return err
	}
	if err := r.reserve(v, len(children)); err != nil {
		return err
	}
	first := len(r.steps)
	for _, c := range children {
		if !c.Active() || c.Specifier() != layer.Def || v.outside != nil && v.outside.roots[c] {
			continue
		}
		w, err := r.enter(v, c)
		if err != nil {
			return err
		}
		w.lower = w.lower || v.levels && len(r.steps) > first
		r.steps = append(r.steps, step{visit: w})
	}
	slices.Reverse(r.steps[first:])
	return nil
}

// enter returns the visit of a prim below v.
func (r *builder) enter(v *visit, p *stage.Prim) (*visit, error) {
	w := &visit{parent: v, prim: p, part: "/" + p.Name(), world: v.world, rounding: v.rounding, purpose: v.purpose, hidden: v.hidden, lower: v.lower, instancer: v.instancer, instance: v.instance, outside: v.outside, body: v.body, moves: v.moves}
	w.pathLen = v.pathLen + len(w.part)
	err := r.follow(w)
	if err != nil {
		return nil, err
	}
	if w.material, err = r.bound(p, v.material); err != nil || !placed[p.TypeName()] && !unmoved[p.TypeName()] {
		return w, err
	}
	if w.purpose, err = r.token(p, "purpose", v.purpose); err != nil {
		return nil, err
	}
	visibility, err := r.token(p, "visibility", "")
	if err != nil {
		return nil, err
	}
	w.hidden = v.hidden || visibility == "invisible"
	if err := r.readSchemas(w); err != nil {
		return nil, err
	}
	if err := r.blinks(w, visibility != "invisible"); err != nil || unmoved[p.TypeName()] {
		return w, err
	}
	if err := r.move(w); err != nil {
		return nil, err
	}
	return w, r.keepSkeleton(w)
}

// path returns the path of the prim in the scene.
func (v *visit) path() string {
	buf := make([]byte, v.pathLen)
	for end := len(buf); v != nil; v = v.parent {
		end -= len(v.part)
		copy(buf[end:], v.part)
	}
	return string(buf)
}
