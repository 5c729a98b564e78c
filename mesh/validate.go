package mesh

import (
	"errors"
	"fmt"
)

// Validate returns an error for what loaders never return: indices that are out of range, lists that
// are too short, values that their types do not have. Checks and reports do not look again: on an
// invalid scene, they may panic. Faults of the model, such as coordinates that are not finite, are
// findings and no errors. Corners left over at the end of a part are no triangle.
func (s *Scene) Validate() error {
	for i, m := range s.Meshes {
		if m == nil {
			return fmt.Errorf("mesh %d is nil", i)
		}
		if err := s.validateMesh(m); err != nil {
			return fmt.Errorf("mesh %d: %w", i, err)
		}
	}
	for i := range s.Instances {
		in := &s.Instances[i]
		if in.Mesh < 0 || in.Mesh >= len(s.Meshes) {
			return fmt.Errorf("instance %d: there is no mesh %d", i, in.Mesh)
		}
		if in.Object < 0 || in.Object > len(s.Meshes[in.Mesh].Objects) {
			return fmt.Errorf("instance %d: mesh %d has no object %d", i, in.Mesh, in.Object)
		}
	}
	for i := range s.Colliders {
		if err := s.validateCollider(&s.Colliders[i]); err != nil {
			return fmt.Errorf("collider %d: %w", i, err)
		}
	}
	for i := range s.Materials {
		for _, use := range s.Materials[i].Textures {
			if use.Image < 0 || use.Image >= len(s.Images) {
				return fmt.Errorf("material %d: there is no image %d", i, use.Image)
			}
			if err := validateWrap(use.Wrap); err != nil {
				return fmt.Errorf("material %d: %w", i, err)
			}
		}
	}
	return nil
}

func (s *Scene) validateMesh(m *Mesh) error {
	for k := range m.Parts {
		p := &m.Parts[k]
		if m.Objects != nil && (p.Object < 0 || p.Object >= len(m.Objects)) {
			return fmt.Errorf("part %d: there is no object %d", k, p.Object)
		}
		err := p.validate()
		if err == nil {
			err = s.validateColor(p)
		}
		if err != nil {
			return fmt.Errorf("part %d: %w", k, err)
		}
	}
	return nil
}

// validate looks at all of a part that needs no scene.
func (p *Part) validate() error {
	vertices := p.Positions.Len()
	switch {
	case p.Positions.F64 == nil && p.Positions.stride() < 3:
		return fmt.Errorf("the stride of positions is %d", p.Positions.Stride)
	case p.Indices.U16 != nil && p.Indices.U32 != nil:
		return errors.New("there are indices of two types")
	}
	for c, v := range p.Indices.U16 {
		if int(v) >= vertices {
			return fmt.Errorf("triangle %d: there is no vertex %d", c/3, v)
		}
	}
	for c, v := range p.Indices.U32 {
		if int64(v) >= int64(vertices) {
			return fmt.Errorf("triangle %d: there is no vertex %d", c/3, v)
		}
	}
	if p.Faces != nil && len(p.Faces) < p.Triangles() {
		return fmt.Errorf("%d numbers of polygons for %d triangles", len(p.Faces), p.Triangles())
	}
	for i := range p.UVs {
		if err := p.UVs[i].validate(vertices); err != nil {
			return fmt.Errorf("UV set %d %w", p.UVs[i].Set, err)
		}
	}
	return nil
}

// validate returns the end of a sentence about the set.
func (s *UVSet) validate(vertices int) error {
	switch n := s.Len(); {
	case s.F64 == nil && s.stride() < 2:
		return fmt.Errorf("has the stride %d", s.Stride)
	case n < vertices:
		return fmt.Errorf("has %d vertices of %d", n, vertices)
	case s.Format.Component > Float64:
		return fmt.Errorf("has the component %d, which there is not", s.Format.Component)
	}
	return nil
}

func (s *Scene) validateColor(p *Part) error {
	if p.Color == nil {
		return nil
	}
	vertices := p.Positions.Len()
	if n := len(p.Color.Vertices); p.Color.Vertices != nil && n < 3*vertices {
		return fmt.Errorf("%d numbers are not three for the color of each of %d vertices", n, vertices)
	}
	of := p.Color.Map
	if of == nil {
		return nil
	}
	if of.Texture < 0 || of.Texture >= len(s.Textures) {
		return fmt.Errorf("there is no texture %d", of.Texture)
	}
	if err := of.UV.validate(vertices); err != nil {
		return fmt.Errorf("the UV set of the color %w", err)
	}
	return validateWrap(of.Wrap)
}

func (s *Scene) validateCollider(c *Collider) error {
	switch {
	case c.Shape > ShapeTrimesh:
		return fmt.Errorf("there is no shape %d", c.Shape)
	case c.Shape.HasMesh() && (c.Mesh < 0 || c.Mesh >= len(s.Meshes)):
		return fmt.Errorf("there is no mesh %d", c.Mesh)
	}
	return nil
}

func validateWrap(wrap [2]Wrap) error {
	for _, w := range wrap {
		if w > MirroredRepeat {
			return fmt.Errorf("there is no wrap mode %d", w)
		}
	}
	return nil
}
