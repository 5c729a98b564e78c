package gltf

import "github.com/meshcheck/meshcheck/mesh"

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
		return r.Fail(place, "mesh %d is not one of %d", i, len(r.scene.Meshes))
	}
	return nil
}
