package fbx

import (
	"unsafe"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// exact is the rounding of matrices: the file stores float64.
var exact = new(geom.Affine)

// pending is a Model that is still to be placed.
type pending struct {
	m      *model
	parent *frame
	path   int // the length of the path above it
	// hidden and lower report whether its parent is hidden, and whether it is below a lower level of
	// detail.
	hidden, lower bool
}

// instanceSize is what an instance costs in addition to its path, modelSize what a Model costs on
// the stack, while slices grow.
const (
	instanceSize = 3 * int(unsafe.Sizeof(mesh.Instance{}))
	modelSize    = 3*int(unsafe.Sizeof(pending{})) + int(unsafe.Sizeof(frame{}))
)

// place makes the instances. The order of Models is depth first, so path begins with the path above
// the next one.
func (r *reader) place() error {
	base := newPlacement()
	if err := r.readPlacement(&base, r.template("Model")); err != nil {
		return err
	}
	root := rootFrame()
	var path []byte
	var stack []pending
	push := func(children []*model, above pending) {
		for i := len(children) - 1; i >= 0; i-- {
			above.m = children[i]
			stack = append(stack, above)
		}
	}
	if err := r.Charge("", len(r.models), modelSize); err != nil {
		return err
	}
	push(r.roots, pending{parent: &root})
	for n := 0; len(stack) > 0; n++ {
		if n&0xfff == 0 && r.ctx.Err() != nil {
			return r.ctx.Err()
		}
		next := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		path = append(append(path[:next.path], '/'), next.m.pathName()...)
		placed := base
		if err := r.readPlacement(&placed, next.m.node); err != nil {
			return err
		}
		at := r.below(next.parent, &placed)
		next.hidden = placed.hidden || next.hidden && !placed.independent
		next.lower = next.lower || next.m.level > 0
		if err := r.show(&next, &placed, &at, path); err != nil {
			return err
		}
		next.parent, next.path = &at, len(path)
		push(next.m.children, next)
	}
	r.warnOf(&r.flat, "the transform of %s is singular and flattens it", "%d transforms are singular and flatten what they place, the first that of %s")
	r.warnOf(&r.omitted, "%s is not made of polygons and is left out", "%d objects are not made of polygons and are left out, the first of them %s")
	return nil
}

// show makes the instances of a Model.
func (r *reader) show(p *pending, placed *placement, at *frame, path []byte) error {
	meshes, kind := p.m.shown()
	if kind != "" {
		return r.omit(p.m, kind, path)
	}
	if len(meshes) == 0 {
		return nil
	}
	world := at.world.Mul(r.geometric(placed))
	if !world.Finite() {
		return r.fail(p.m.node, "the transform of %s is not finite", source.Quote(path))
	}
	if world.Singular() {
		r.flat.add(string(path))
	}
	if err := r.Charge(p.m.node.Where(), len(meshes), instanceSize+len(path)+len("[123456]")); err != nil {
		return err
	}
	extras, err := r.extras(p.m.node)
	if err != nil {
		return err
	}
	for i, o := range meshes {
		r.scene.Instances = append(r.scene.Instances, mesh.Instance{
			Path: string(path) + ordinal(i, len(meshes)), Name: p.m.called(), Mesh: o.mesh, World: world, Rounding: exact, Extras: extras,
			LowerLevel: p.lower, Hidden: p.hidden,
		})
	}
	return nil
}

// shown returns the objects with meshes that a Model shows or, if there are none, what else it
// shows, as in Omission.Kind.
func (m *model) shown() (meshes []*object, kind string) {
	if m.mesh >= 0 {
		meshes = append(meshes, m.object)
	}
	for _, o := range m.sources {
		switch {
		case o.mesh >= 0 && o.seenBy != m:
			o.seenBy = m
			meshes = append(meshes, o)
		case o.kind == "Geometry" && o.mesh < 0 && o.class != "Mesh" && o.class != "Shape":
			kind = o.class
		}
	}
	if len(meshes) > 0 {
		return meshes, ""
	}
	if kind == "" && notPolygons[m.class] {
		kind = m.class
	}
	return nil, kind
}

// notPolygons are the classes of Models that have curves and smooth surfaces.
var notPolygons = map[string]bool{
	"Boundary": true, "Line": true, "Nurb": true, "NurbsCurve": true, "NurbsSurface": true, "Patch": true, "TrimNurbsSurface": true,
}

// omit leaves out what a Model shows.
func (r *reader) omit(m *model, kind string, path []byte) error {
	if err := r.Charge(m.node.Where(), 1, 3*int(unsafe.Sizeof(mesh.Omission{}))+len(path)); err != nil {
		return err
	}
	r.omitted.add(string(path))
	r.scene.Omitted = append(r.scene.Omitted, mesh.Omission{Path: string(path), Kind: kind, Reason: "only polygons are checked"})
	return nil
}
