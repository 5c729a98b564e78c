package mesh

import (
	"cmp"
	"errors"
	"slices"
)

// Join returns a scene with everything in s followed by everything in t: mesh i of t is mesh
// len(s.Meshes)+i. Its default scene shows what either default scene shows; formats without nodes
// are shown in place. Only the lists are copied. It fails if both units are known and differ.
func Join(s, t *Scene) (*Scene, error) {
	if s.Unit != "" && t.Unit != "" && s.Unit != t.Unit {
		return nil, errors.New("one is in " + s.Unit + ", the other in " + t.Unit)
	}
	out := &Scene{
		Unit:      cmp.Or(s.Unit, t.Unit),
		YUp:       s.YUp,
		VUp:       s.VUp,
		Placed:    s.Placed || t.Placed,
		Meshes:    slices.Concat(s.Meshes, t.Meshes),
		Colliders: slices.Clone(s.Colliders),
		Omitted:   slices.Concat(s.Omitted, t.Omitted),
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

// Shows reports whether an instance of s is shown by default: by the default scene, by any scene if
// the file has no default, and always if it has no scenes.
func (s *Scene) Shows(in *Instance) bool {
	switch {
	case s.Scenes == 0:
		return true
	case s.Default < 0:
		return len(in.Scenes) > 0
	}
	return slices.Contains(in.Scenes, s.Default)
}
