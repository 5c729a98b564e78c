package physics

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/gltf/document"
	"github.com/meshcheck/meshcheck/mesh"
)

// shapeList is one of the lists.
type shapeList uint8

const (
	implicitShapes shapeList = iota // KHR_implicit_shapes
	physicsShapes                   // OMI_physics_shape
	omiColliders                    // OMI_collider

	shapeLists = 3
)

// String returns the name of an item of the list in messages.
func (l shapeList) String() string {
	return [...]string{"KHR_implicit_shapes shape", "OMI_physics_shape shape", "OMI_collider collider"}[l]
}

func (l shapeList) place(i int) string { return l.String() + " " + strconv.Itoa(i) }

// kind returns the kind of shape that has a name in the list. In the Khronos extension, meshes are
// in the nodes instead. OMI's extensions call a hull "convex" since 2023.
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
	unknownType string // "" for a known type
	warned      bool   // there is a warning that it is not checked
}

// readShape reads a shape. If its type is unknown, nothing else of it is read.
func (r *Reader) readShape(l shapeList, place string, text jsontext.Value) (shape, error) {
	s := shape{mesh: -1}
	var members map[string]jsontext.Value
	if err := document.Unmarshal(text, &members); err != nil {
		return s, r.Invalid(place, err)
	}
	var name string
	if members["type"] != nil {
		if err := document.Unmarshal(members["type"], &name); err != nil {
			return s, r.Invalid(place+" type", err)
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
	// The parameters are in an object that is named after the type, or beside the type in the
	// earlier forms of OMI's extensions.
	p := parameters{older: l == omiColliders || l == physicsShapes && document.Missing(members[name])}
	if p.older {
		members[name] = text
	}
	if !document.Missing(members[name]) {
		if err := document.Unmarshal(members[name], &p); err != nil {
			return s, r.Invalid(place, err)
		}
	}
	s.trigger = p.IsTrigger
	return s, r.measure(&s, l, place, &p)
}

// parameters are the numbers of a shape in a file. They are finite, because JSON has no infinities
// and no NaN.
type parameters struct {
	IsTrigger    bool      `json:"isTrigger"`
	Size         []float64 `json:"size"`
	Radius       *float64  `json:"radius"`
	RadiusBottom *float64  `json:"radiusBottom"`
	RadiusTop    *float64  `json:"radiusTop"`
	Height       *float64  `json:"height"`
	Mesh         *int      `json:"mesh"`

	// older is true for the form of OMI's extensions until September 2024: one radius for both
	// ends, and a capsule's height that includes its round ends.
	older bool
}

// measure reads the numbers of a shape of the kind of s.
func (r *Reader) measure(s *shape, l shapeList, place string, p *parameters) (err error) {
	switch s.kind {
	case mesh.ShapeBox:
		return r.measureBox(s, place, p)
	case mesh.ShapeSphere:
		s.radius[0], err = r.positive(place, "radius", p.Radius, 0.5)
		s.radius[1] = s.radius[0]
		return err
	case mesh.ShapeCapsule, mesh.ShapeCylinder:
		// One radius is the older form, in OMI's extension only.
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

func (r *Reader) measureBox(s *shape, place string, p *parameters) error {
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
func (r *Reader) measureRound(s *shape, l shapeList, place string, p *parameters) (err error) {
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
func (r *Reader) measureOlder(s *shape, place string, p *parameters) (err error) {
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

// positive returns a length, or its default if the file has none.
func (r *Reader) positive(place, what string, given *float64, otherwise float64) (float64, error) {
	if given == nil {
		return otherwise, nil
	}
	if !(*given > 0) {
		return 0, r.Fail(place, "the %s %v is not positive", what, *given)
	}
	return *given, nil
}

func (r *Reader) checkMesh(place string, i int) error {
	if i < 0 || i >= r.Meshes {
		return r.Fail(place, "mesh %d does not exist: the file has %d", i, r.Meshes)
	}
	return nil
}
