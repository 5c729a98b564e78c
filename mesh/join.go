package mesh

import (
	"cmp"
	"errors"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// Join returns a scene that holds all of s and then all of t, whose meshes keep their
// order: mesh i of t is mesh len(s.Meshes)+i. What formats without nodes hold is shown
// where it is. Nothing is copied but the lists. It fails for two units that are known and
// not the same.
func Join(s, t *Scene) (*Scene, error) {
	if s.Unit != "" && t.Unit != "" && s.Unit != t.Unit {
		return nil, errors.New("one is in " + s.Unit + ", the other in " + t.Unit)
	}
	out := &Scene{
		Unit:      cmp.Or(s.Unit, t.Unit),
		Meshes:    slices.Concat(s.Meshes, t.Meshes),
		Instances: slices.Clone(s.placed()),
		Colliders: slices.Clone(s.Colliders),
		Warnings:  slices.Concat(s.Warnings, t.Warnings),
	}
	for _, in := range t.placed() {
		in.Mesh += len(s.Meshes)
		out.Instances = append(out.Instances, in)
	}
	for _, c := range t.Colliders {
		if c.Mesh >= 0 {
			c.Mesh += len(s.Meshes)
		}
		out.Colliders = append(out.Colliders, c)
	}
	return out, nil
}

// placed returns the instances, one where it is of the only mesh of a format without nodes.
func (s *Scene) placed() []Instance {
	if len(s.Instances) == 0 && len(s.Meshes) == 1 {
		return []Instance{{World: geom.Identity()}}
	}
	return s.Instances
}
