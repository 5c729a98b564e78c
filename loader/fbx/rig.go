package fbx

import (
	"unsafe"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/fbx/document"
	"github.com/meshcheck/meshcheck/loader/fbx/rig"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// shown is what shows an instance: a Model and the object with polygons.
type shown struct {
	model    *model
	geometry *object
}

// readRig reads what moves in the file, when everything else has been read. The error is that of the context;
// another one is kept in the scene.
func (r *reader) readRig() error {
	r.countAnimations()
	if !r.Poses {
		return nil
	}
	read, err := r.newRig()
	if r.ctx.Err() != nil {
		return r.ctx.Err()
	}
	if err != nil {
		r.scene.RigError = r.failure(err)
		return nil
	}
	r.scene.Rig = read
	return nil
}

// countAnimations counts the animations of a file. Many exporters write one without curves, which moves nothing.
func (r *reader) countAnimations() {
	stacks, curves := 0, 0
	for _, o := range r.objects {
		switch o.kind {
		case "AnimationStack":
			stacks++
		case "AnimationCurve":
			curves++
		}
	}
	if curves > 0 {
		r.scene.Animations = stacks
	}
}

// newRig reads the rig.
func (r *reader) newRig() (*pose.Rig, error) {
	objects, err := r.rigObjects()
	if err != nil {
		return nil, err
	}
	out := &rig.Reader{Input: r.Input, Ctx: r.ctx, Doc: r.doc, Scene: r.scene, Points: r.points, Values: valuesOf}
	for _, o := range r.objects {
		out.Objects = append(out.Objects, objects[o])
	}
	if out.Models, err = r.rigModels(objects); err != nil {
		return nil, err
	}
	for _, points := range r.points {
		for _, of := range points.OfPart {
			if err := r.Charge("", len(of), 4); err != nil {
				return nil, err
			}
		}
	}
	for _, s := range r.shown {
		out.Shown = append(out.Shown, rig.Place{Model: s.model.index, Geometry: objects[s.geometry]})
	}
	return out.Read()
}

// rigObjects returns the objects with their connections.
func (r *reader) rigObjects() (map[*object]*rig.Object, error) {
	const size = 2*int(unsafe.Sizeof(rig.Object{})) + 64
	if err := r.Charge("", len(r.objects), size); err != nil {
		return nil, err
	}
	out := make(map[*object]*rig.Object, len(r.objects))
	for _, o := range r.objects {
		x := &rig.Object{Node: o.node, Kind: o.kind, Class: o.class, Name: o.name, Model: -1}
		if o.model != nil {
			x.Model = o.model.index
		}
		out[o] = x
	}
	for _, o := range r.objects {
		if err := r.Charge("", len(o.sources)+len(o.properties), int(unsafe.Sizeof(rig.Link{}))); err != nil {
			return nil, err
		}
		x := out[o]
		for _, s := range o.sources {
			x.Sources = append(x.Sources, out[s])
		}
		for _, l := range o.properties {
			x.Properties = append(x.Properties, rig.Link{Property: l.property, Source: out[l.source]})
		}
	}
	return out, r.ctx.Err()
}

// rigModels returns the Models with their transforms.
func (r *reader) rigModels(objects map[*object]*rig.Object) ([]rig.Model, error) {
	const size = 2 * (int(unsafe.Sizeof(rig.Model{})) + int(unsafe.Sizeof(pose.Euler{})) + 3*int(unsafe.Sizeof(geom.Affine{})))
	if err := r.Charge("", len(r.models), size); err != nil {
		return nil, err
	}
	base := newPlacement()
	if err := r.readPlacement(&base, r.template("Model")); err != nil {
		return nil, err
	}
	out := make([]rig.Model, 0, len(r.models))
	for _, m := range r.models {
		p := base
		if err := r.readPlacement(&p, m.node); err != nil {
			return nil, err
		}
		x := rig.Model{Object: objects[m.object], Parent: -1, Local: r.rigLocal(&p)}
		if m.parent != nil {
			x.Parent = m.parent.index
		}
		if geometric := r.geometric(&p); geometric.Matrix != geom.Identity() {
			x.Geometric = &geometric.Matrix
		}
		out = append(out, x)
	}
	return out, r.ctx.Err()
}

// inherits are the ways to inherit scalings by the value of InheritType.
var inherits = map[int]pose.Inherit{inheritRrSs: pose.InheritScaling, inheritRrs: pose.InheritParents}

// rigLocal returns the transform of a Model with a placement.
func (r *reader) rigLocal(p *placement) pose.Local {
	e := &pose.Euler{
		RotationOffset: p.rotationOffset, RotationPivot: p.rotationPivot,
		ScalingOffset: p.scalingOffset, ScalingPivot: p.scalingPivot, Inherit: inherits[p.inherit],
	}
	for i, axis := range orders[p.order] {
		e.Axes[i] = uint8(axis)
	}
	if !p.plain && p.preRotation != (geom.Vec{}) {
		before := r.euler(p.preRotation, 0)
		e.Before = &before
	}
	if !p.plain && p.postRotation != (geom.Vec{}) {
		after := transposed(r.euler(p.postRotation, 0))
		e.After = &after
	}
	return pose.Local{Translation: p.translation, Rotation: pose.Quaternion{3: 1}, Angles: p.rotation, Scale: p.scaling, Euler: e}
}

// valuesOf returns the values of a property of an object, nil if it has none.
func valuesOf(n *document.Node, name string) (values []document.Value) {
	_ = eachProperty(n, func(p *property) error {
		if p.name == name {
			values = p.values
		}
		return nil
	})
	return values
}

// keepPoints keeps the control points of the vertices of a part, for the rig. They are charged when it is read,
// so that poses do not decide whether a file is.
func (r *reader) keepPoints(g *geometry, points []uint32) {
	if r.Poses {
		g.points = append(g.points, points)
	}
}
