package fbx

import (
	"cmp"
	"unsafe"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// exact is the rounding of a matrix whose entries are exact.
var exact = new(geom.Affine)

// roundingOf returns the rounding of an instance at a place. Coordinates that are all float32 come
// from a program that keeps everything so, or nearly everything, and computed the matrices from such
// numbers.
func (r *reader) roundingOf(o *object, at *placed) *geom.Affine {
	for i := range r.scene.Meshes[o.mesh].Parts {
		if r.scene.Meshes[o.mesh].Parts[i].Positions.F64 != nil {
			return exact
		}
	}
	return at.rounding
}

// pending is a Model that is still to be placed.
type pending struct {
	m      *model
	parent *frame
	path   int // the length of the path above it
	// hidden and lower report whether its parent is hidden, and whether it is below a lower level of
	// detail. grouped reports whether it is below a group of them.
	hidden, lower, grouped bool
}

// instanceSize is what an instance costs in addition to its path, modelSize what a Model costs on
// the stack, while slices and maps grow.
const (
	instanceSize = 3 * (int(unsafe.Sizeof(mesh.Instance{})) + int(unsafe.Sizeof("")) + 8)
	modelSize    = 3*int(unsafe.Sizeof(pending{})) + int(unsafe.Sizeof(frame{})) + 3*int(unsafe.Sizeof(geom.Affine{}))
)

// walk is the way through the Models, depth first.
type walk struct {
	stack []pending
	// path is that of the Model that was entered last. That of the next one begins like it.
	path []byte
	// base has the properties of Models that do not say otherwise.
	base placement
}

func (w *walk) push(children []*model, above pending) {
	for i := len(children) - 1; i >= 0; i-- {
		above.m = children[i]
		w.stack = append(w.stack, above)
	}
}

// place makes the instances.
func (r *reader) place() error {
	w := walk{base: newPlacement()}
	if err := r.readPlacement(&w.base, r.template("Model")); err != nil {
		return err
	}
	if err := r.Charge("", len(r.models), modelSize); err != nil {
		return err
	}
	root := rootFrame()
	w.push(r.roots, pending{parent: &root})
	for n := 0; len(w.stack) > 0; n++ {
		if n&0xfff == 0 && r.ctx.Err() != nil {
			return r.ctx.Err()
		}
		if err := r.enter(&w); err != nil {
			return err
		}
	}
	r.warnOf(&r.flat, "the transform of %s is singular and flattens it", "%d transforms are singular and flatten what they place, the first that of %s")
	r.warnUnshown()
	return r.omitUnconnected()
}

// warnUnshown warns about meshes that no Model shows.
func (r *reader) warnUnshown() {
	var unshown source.Tally
	for _, o := range r.objects {
		if o.mesh >= 0 && o.seenBy == nil {
			unshown.Add(r.scene.Meshes[o.mesh].Name)
		}
	}
	r.warnOf(&unshown, "no Model shows the mesh %s; it is only checked by itself", "no Model shows %d meshes, the first of them %s; they are only checked by themselves")
}

// enter places the next Model.
func (r *reader) enter(w *walk) error {
	next := w.stack[len(w.stack)-1]
	w.stack = w.stack[:len(w.stack)-1]
	w.path = append(append(w.path[:next.path], '/'), next.m.pathName()...)
	p := w.base
	if err := r.readPlacement(&p, next.m.node); err != nil {
		return err
	}
	at := r.below(next.parent, &p)
	next.hidden = p.hidden || next.hidden && !p.independent
	// Unreal takes collision hulls below a group for levels of detail, of whichever level they are.
	next.lower = next.lower || next.m.level > 0 || next.grouped && next.m.isHull()
	next.grouped = next.grouped || next.m.isLevels()
	if err := r.show(&next, &p, &at, w.path); err != nil {
		return err
	}
	next.parent, next.path = &at, len(w.path)
	w.push(next.m.children, next)
	return nil
}

// show makes the instances of a Model.
func (r *reader) show(next *pending, p *placement, at *frame, path []byte) error {
	m := next.m
	meshes, omitted := m.shown()
	for _, kind := range omitted {
		if err := r.omit(m.object, kind, path); err != nil {
			return err
		}
	}
	if len(meshes) == 0 {
		return nil
	}
	local := r.geometric(p)
	world := at.world.under(&local)
	if !world.matrix.Finite() {
		return r.fail(m.node, "the transform of %s is not finite", source.Quote(path))
	}
	if world.matrix.Singular() {
		r.flat.Add(string(path))
	}
	if err := r.Charge(m.node.Where(), len(meshes), instanceSize+len(path)+2*len("[123456]")); err != nil {
		return err
	}
	extras, err := r.extras(m.node)
	if err != nil {
		return err
	}
	for i, o := range meshes {
		r.scene.Instances = append(r.scene.Instances, mesh.Instance{
			Path: r.distinct(string(path) + ordinal(i, len(meshes))), Name: m.called(), Mesh: o.mesh, World: world.matrix, Rounding: r.roundingOf(o, &world), Extras: extras,
			LowerLevel: next.lower, Hidden: next.hidden,
		})
		if r.Poses {
			r.shown = append(r.shown, shown{m, o})
		}
	}
	return nil
}

// distinct returns the path of the next instance, with a number if there is one with that path: names may
// contain slashes.
func (r *reader) distinct(path string) string {
	n, used := r.paths[path]
	if !used {
		r.paths[path] = 1
		return path
	}
	numbered := path + ordinal(n, 2)
	for r.paths[numbered] > 0 {
		n++
		numbered = path + ordinal(n, 2)
	}
	r.paths[path], r.paths[numbered] = n+1, 1
	return numbered
}

// shown returns the objects with meshes that a Model shows, and what else it shows, as in
// Omission.Kind.
func (m *model) shown() (meshes []*object, omitted []string) {
	if m.mesh >= 0 {
		m.seenBy = m
		meshes = append(meshes, m.object)
	}
	for _, o := range m.sources {
		if o.seenBy == m {
			continue
		}
		o.seenBy = m
		if o.mesh >= 0 {
			meshes = append(meshes, o)
		} else if kind := o.otherShape(); kind != "" {
			omitted = append(omitted, kind)
		}
	}
	if len(meshes)+len(omitted) == 0 && notPolygons[m.class] {
		omitted = append(omitted, m.class)
	}
	return meshes, omitted
}

// otherShape returns what a Geometry is that is no mesh, such as curves or a smooth surface, as in
// Omission.Kind, "" for other objects. Meshes must have been read.
func (o *object) otherShape() string {
	if o.kind != "Geometry" || o.mesh >= 0 || o.class == "Mesh" || o.class == "Shape" {
		return ""
	}
	return cmp.Or(o.class, o.kind)
}

// notPolygons are the classes of Models that have curves and smooth surfaces.
var notPolygons = map[string]bool{
	"Boundary": true, "Line": true, "Nurb": true, "NurbsCurve": true, "NurbsSurface": true, "Patch": true, "TrimNurbsSurface": true,
}

// omitUnconnected leaves out curves and smooth surfaces that are connected to nothing.
func (r *reader) omitUnconnected() error {
	for _, o := range r.objects {
		kind := o.otherShape()
		if o.connected || kind == "" {
			continue
		}
		if err := r.omit(o, kind, []byte("/"+cmp.Or(o.name, o.kind))); err != nil {
			return err
		}
	}
	return nil
}

// omit leaves out what an object, such as a Model, shows.
func (r *reader) omit(o *object, kind string, path []byte) error {
	if err := r.Charge(o.node.Where(), 1, 3*int(unsafe.Sizeof(mesh.Omission{}))+len(path)); err != nil {
		return err
	}
	r.scene.Omitted = append(r.scene.Omitted, mesh.Omission{Path: string(path), Kind: kind, Reason: "only polygons are checked"})
	return nil
}
