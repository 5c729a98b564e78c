package gltf

import (
	"strconv"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// shapeExtensions are the lists of collision shapes at the top of a document:
//
//   - KHR_implicit_shapes, release candidate of 2025:
//     https://github.com/eoineoineoin/glTF_Physics/tree/master/extensions/2.0/Khronos/KHR_implicit_shapes
//   - OMI_physics_shape, stage 1 proposal as of 2025, and its earlier forms of 2023:
//     https://github.com/omigroup/gltf-extensions/tree/main/extensions/2.0/OMI_physics_shape
//   - OMI_collider of 2022, archived:
//     https://github.com/omigroup/gltf-extensions/tree/main/extensions/2.0/Archived/OMI_collider
type shapeExtensions struct {
	Implicit struct {
		Shapes jsontext.Value `json:"shapes"`
	} `json:"KHR_implicit_shapes"`
	Physics struct {
		Shapes jsontext.Value `json:"shapes"`
	} `json:"OMI_physics_shape"`
	Collider struct {
		Colliders jsontext.Value `json:"colliders"`
	} `json:"OMI_collider"`
}

// shapeList is one of the lists.
type shapeList uint8

const (
	implicitShapes shapeList = iota // KHR_implicit_shapes
	physicsShapes                   // OMI_physics_shape
	omiColliders                    // OMI_collider

	shapeLists = 3
)

// String returns what errors call an item of the list.
func (l shapeList) String() string {
	return [...]string{"KHR_implicit_shapes shape", "OMI_physics_shape shape", "OMI_collider collider"}[l]
}

func (l shapeList) place(i int) string { return l.String() + " " + strconv.Itoa(i) }

// kind returns the kind of shape that the list calls name. The Khronos extension leaves
// meshes to the nodes that use them, and OMI's call the hull "convex" since 2023.
func (l shapeList) kind(name string) (kind mesh.ColliderShape, known bool) {
	if l != implicitShapes && name == "convex" {
		return mesh.ShapeHull, true
	}
	for kind := mesh.ShapeBox; kind <= mesh.ShapeTrimesh; kind++ {
		if kind.String() == name {
			return kind, l != implicitShapes || !kind.HasMesh()
		}
	}
	return 0, false
}

// shape is one shape of a list, checked.
type shape struct {
	kind        mesh.ColliderShape
	trigger     bool
	mesh        int
	size        geom.Vec
	radius      [2]float64
	height      float64
	unknownType string // the type, where it is none of the known ones
	warned      bool   // that it is not checked
}

// readShapes reads all lists, including the shapes that no node uses.
func (r *reader) readShapes() error {
	e := &r.outline.Extensions
	for l, array := range [shapeLists]jsontext.Value{e.Implicit.Shapes, e.Physics.Shapes, e.Collider.Colliders} {
		l := shapeList(l)
		err := r.elements(l.String()+"s", array, func(i int, text jsontext.Value) error {
			// Twice, for the growth of the slice.
			if err := r.Charge(l.place(i), 1, 2*int(unsafe.Sizeof(shape{}))); err != nil {
				return err
			}
			s, err := r.readShape(l, l.place(i), text)
			r.shapes[l] = append(r.shapes[l], s)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// readShape reads a shape. One of an unknown type is not read any further.
func (r *reader) readShape(l shapeList, place string, text jsontext.Value) (shape, error) {
	s := shape{mesh: -1}
	var members map[string]jsontext.Value
	if err := unmarshal(text, &members); err != nil {
		return s, r.jsonError(place, err)
	}
	var name string
	if members["type"] != nil {
		if err := unmarshal(members["type"], &name); err != nil {
			return s, r.jsonError(place+" type", err)
		}
	}
	if name == "" {
		return s, r.Fail(place, "has no type")
	}
	var known bool
	if s.kind, known = l.kind(name); !known {
		s.unknownType = name
		return s, nil
	}
	// The parameters are in an object named like the type; in the earlier forms of
	// OMI's extensions they are beside it.
	p := parameters{older: l == omiColliders || l == physicsShapes && missing(members[name])}
	if p.older {
		members[name] = text
	}
	if !missing(members[name]) {
		if err := unmarshal(members[name], &p); err != nil {
			return s, r.jsonError(place, err)
		}
	}
	s.trigger = p.IsTrigger
	return s, r.measure(&s, l, place, &p)
}

// parameters are the numbers of a shape as a file has them. They are finite, because JSON has
// neither infinities nor NaN.
type parameters struct {
	IsTrigger    bool      `json:"isTrigger"`
	Size         []float64 `json:"size"`
	Radius       *float64  `json:"radius"`
	RadiusBottom *float64  `json:"radiusBottom"`
	RadiusTop    *float64  `json:"radiusTop"`
	Height       *float64  `json:"height"`
	Mesh         *int      `json:"mesh"`

	// older says that the numbers have the form of OMI's extensions until September 2024: one
	// radius for both ends, and a capsule's height that includes its round ends.
	older bool
}

// measure reads the numbers that the kind of s has.
func (r *reader) measure(s *shape, l shapeList, place string, p *parameters) (err error) {
	switch s.kind {
	case mesh.ShapeBox:
		return r.measureBox(s, place, p)
	case mesh.ShapeSphere:
		s.radius[0], err = r.positive(place, "radius", p.Radius, 0.5)
		s.radius[1] = s.radius[0]
		return err
	case mesh.ShapeCapsule, mesh.ShapeCylinder:
		// A radius without a bottom and a top is the older form, in OMI's extension alone.
		if l == physicsShapes && p.Radius != nil {
			p.older = true
		}
		if p.older {
			return r.measureOlder(s, place, p)
		}
		return r.measureRound(s, l, place, p)
	}
	if p.Mesh == nil {
		return r.Fail(place, "has no mesh")
	}
	s.mesh = *p.Mesh
	return r.checkMesh(place, s.mesh)
}

func (r *reader) measureBox(s *shape, place string, p *parameters) error {
	if p.Size == nil {
		p.Size = []float64{1, 1, 1}
	}
	if len(p.Size) != 3 {
		return r.Fail(place, "the size has %d numbers, not 3", len(p.Size))
	}
	for k, x := range p.Size {
		if !(x > 0) {
			return r.Fail(place, "the size %v is not positive", x)
		}
		s.size[k] = x
	}
	return nil
}

// measureRound measures a capsule or a cylinder with a radius at each end.
func (r *reader) measureRound(s *shape, l shapeList, place string, p *parameters) (err error) {
	radius, height := 0.25, 0.5 // the defaults of the specifications
	if l != implicitShapes {
		radius, height = 0.5, 1
		if s.kind == mesh.ShapeCylinder {
			height = 2
		}
	}
	for k, end := range []*float64{p.RadiusBottom, p.RadiusTop} {
		s.radius[k] = radius
		if end != nil {
			s.radius[k] = *end
		}
		if !(s.radius[k] >= 0) {
			return r.Fail(place, "the radius %v is negative", s.radius[k])
		}
	}
	if s.radius == [2]float64{} {
		return r.Fail(place, "both radii are zero")
	}
	s.height, err = r.positive(place, "height", p.Height, height)
	return err
}

// measureOlder measures a capsule or a cylinder of the older form.
func (r *reader) measureOlder(s *shape, place string, p *parameters) (err error) {
	if p.RadiusBottom != nil || p.RadiusTop != nil {
		return r.Fail(place, "has a radiusBottom or radiusTop, but one radius is for both ends")
	}
	radius, err := r.positive(place, "radius", p.Radius, 0.5)
	if err != nil {
		return err
	}
	s.radius = [2]float64{radius, radius}
	height, err := r.positive(place, "height", p.Height, 2)
	if err != nil {
		return err
	}
	s.height = height
	if s.kind == mesh.ShapeCapsule {
		if s.height -= 2 * radius; s.height < 0 {
			return r.Fail(place, "the height %v is less than twice the radius %v", height, radius)
		}
	}
	return nil
}

// positive returns a length that a file gives, or else its default.
func (r *reader) positive(place, what string, given *float64, otherwise float64) (float64, error) {
	if given == nil {
		return otherwise, nil
	}
	if !(*given > 0) {
		return 0, r.Fail(place, "the %s %v is not positive", what, *given)
	}
	return *given, nil
}

func (r *reader) checkMesh(place string, i int) error {
	if i < 0 || i >= len(r.scene.Meshes) {
		return r.Fail(place, "mesh %d does not exist: the file has %d", i, len(r.scene.Meshes))
	}
	return nil
}
