package usd

import (
	"slices"
	"unsafe"

	"github.com/meshcheck/meshcheck/geom"
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
	material string // the path of the material that is bound, "" for none
	hidden   bool
	// levels reports whether the children are levels of detail of one thing, the finest one first. lower
	// reports whether it is, or is below, one of the others.
	levels, lower bool
	// body is the nearest rigid body among the prim and those above it, nil for none; kinematic is of the
	// body itself. collides and trigger say whether the prim has a collision shape, and whether that is no
	// obstacle.
	body                         *visit
	kinematic, collides, trigger bool
	// instancer is the visit of the point instancer of which it is, or is below, a prototype; nil if
	// there is none. What is below one may be undefined or abstract.
	instancer *visit
}

const visitSize = int(unsafe.Sizeof(visit{}) + 2*unsafe.Sizeof(geom.Affine{}))

// instanceSize is what an instance costs in addition to its path, with the growth of the slice.
const instanceSize = 2 * int(unsafe.Sizeof(mesh.Instance{}))

// exact is the rounding of a matrix whose entries are exact.
var exact = new(geom.Affine)

// walk visits all prims, depth first. Prims of prototypes are visited at each place, so that there can be
// many more visits than prims: each is charged.
func (r *builder) walk() error {
	stack := []*visit{{prim: r.stage.Root(), world: geom.Identity(), purpose: "default"}}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if err := r.ctx.Err(); err != nil {
			return err
		}
		below, err := r.visit(v)
		if err != nil {
			return err
		}
		slices.Reverse(below)
		stack = append(stack, below...)
	}
	return nil
}

// visit adds what is to be seen of a prim to the scene, and returns the visits below it.
func (r *builder) visit(v *visit) ([]*visit, error) {
	if v.collides {
		if err := r.collide(v); err != nil {
			return nil, err
		}
	}
	switch kind := v.prim.TypeName(); {
	case kind == "PointInstancer":
		return r.instances(v)
	case kind == "Mesh" && v.shown():
		if err := r.showMesh(v); err != nil {
			return nil, err
		}
	case v.collides && !v.shown(): // it is only a collision shape
	case kind == "Mesh":
		if err := r.omit(v, "the purpose is "+v.purpose); err != nil {
			return nil, err
		}
	case gprims[kind]:
		if err := r.omit(v, "only meshes are checked"); err != nil {
			return nil, err
		}
	}
	return r.children(v)
}

// gprims are the types with a geometry that is not read.
var gprims = map[string]bool{
	"BasisCurves": true, "Capsule": true, "Capsule_1": true, "Cone": true, "Cube": true, "Cylinder": true, "Cylinder_1": true,
	"HermiteCurves": true, "NurbsCurves": true, "NurbsPatch": true, "ParticleField": true, "ParticleField3DGaussianSplat": true, "GenerativeProcedural": true, "Plane": true, "Points": true, "Sphere": true,
	"TetMesh": true, "Volume": true,
}

// shown reports whether the purpose is one that is checked.
func (v *visit) shown() bool { return v.purpose == "default" || v.purpose == "render" }

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

// children returns the visits of the children of v.
func (r *builder) children(v *visit) ([]*visit, error) {
	children, err := v.prim.Children()
	if err != nil {
		return nil, err
	}
	if err := r.charge(v.prim, "", len(children), visitSize+16); err != nil {
		return nil, err
	}
	var below []*visit
	for _, c := range children {
		if !c.Active() || v.instancer == nil && (!c.Defined() || c.Abstract()) {
			continue
		}
		w, err := r.enter(v, c)
		if err != nil {
			return nil, err
		}
		w.lower = w.lower || v.levels && len(below) > 0
		below = append(below, w)
	}
	return below, nil
}

// enter returns the visit of a prim below v.
func (r *builder) enter(v *visit, p *stage.Prim) (*visit, error) {
	w := &visit{parent: v, prim: p, part: "/" + p.Name(), world: v.world, rounding: v.rounding, purpose: v.purpose, hidden: v.hidden, lower: v.lower, instancer: v.instancer, body: v.body}
	w.pathLen = v.pathLen + len(w.part)
	var err error
	if w.material, err = boundMaterial(p, v.material); err != nil || !hasPlace(p.TypeName()) {
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
	if p.TypeName() == "Scope" {
		return w, nil // its transform means nothing
	}
	return w, r.move(w)
}

// hasPlace reports whether prims of a type may have a purpose or be invisible.
func hasPlace(typeName string) bool {
	switch typeName {
	case "", "Material", "NodeGraph", "Shader", "GeomSubset":
		return false
	}
	return true
}

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
		r.flat.add(path)
	}
	rounding := v.rounding
	if rounding == nil {
		rounding = exact
	}
	r.scene.Instances = append(r.scene.Instances, mesh.Instance{Path: path, Name: v.prim.Name(), Mesh: index, World: v.world, Rounding: rounding, Hidden: v.hidden, LowerLevel: v.lower})
	return nil
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

// path returns the path of the prim in the scene.
func (v *visit) path() string {
	buf := make([]byte, v.pathLen)
	for end := len(buf); v != nil; v = v.parent {
		end -= len(v.part)
		copy(buf[end:], v.part)
	}
	return string(buf)
}
