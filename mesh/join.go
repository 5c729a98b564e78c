package mesh

import (
	"cmp"
	"errors"
	"slices"
)

// Join returns a scene that holds all of s and then all of t, whose meshes keep their
// order: mesh i of t is mesh len(s.Meshes)+i. What formats without nodes hold is shown
// where it is, and what the default scenes of either show is the default scene. Nothing is
// copied but the lists. It fails for two units that are known and
// not the same.
func Join(s, t *Scene) (*Scene, error) {
	if s.Unit != "" && t.Unit != "" && s.Unit != t.Unit {
		return nil, errors.New("one is in " + s.Unit + ", the other in " + t.Unit)
	}
	out := &Scene{
		Unit:      cmp.Or(s.Unit, t.Unit),
		YUp:       s.YUp,
		Meshes:    slices.Concat(s.Meshes, t.Meshes),
		Colliders: slices.Clone(s.Colliders),
		Warnings:  slices.Concat(s.Warnings, t.Warnings),
	}
	if s.Scenes > 0 || t.Scenes > 0 {
		out.Scenes = 2 // what is shown by default, and what is not
	}
	for _, from := range []struct {
		*Scene
		first int
	}{{s, 0}, {t, len(s.Meshes)}} {
		for _, in := range from.Scene.Shown() {
			in.Mesh += from.first
			switch {
			case out.Scenes == 0:
			case from.Shows(&in):
				in.Scenes = []int{0}
			case len(in.Scenes) > 0:
				in.Scenes = []int{1}
			}
			out.Instances = append(out.Instances, in)
		}
	}
	for _, c := range t.Colliders {
		if c.Mesh >= 0 {
			c.Mesh += len(s.Meshes)
		}
		out.Colliders = append(out.Colliders, c)
	}
	return out, nil
}

// Shows reports whether an instance of s is shown unless another scene is asked for: by the
// default scene, by any where the file has no default, and always where it has no scenes.
func (s *Scene) Shows(in *Instance) bool {
	switch {
	case s.Scenes == 0:
		return true
	case s.Default < 0:
		return len(in.Scenes) > 0
	}
	return slices.Contains(in.Scenes, s.Default)
}
