package loadertest

import (
	"errors"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// CheckRig asserts that a rig fits its scene and can be posed, and that an error of a rig is of a known kind.
func CheckRig(t *testing.T, s *mesh.Scene) {
	t.Helper()
	var fe *loader.FormatError
	var ue *loader.UnsupportedError
	if err := s.RigError; err != nil && (s.Rig != nil || !errors.As(err, &fe) && !errors.As(err, &ue)) {
		t.Errorf("a rig %v with an error of an unknown kind: %v", s.Rig != nil, err)
	}
	if s.Rig == nil {
		return
	}
	for _, o := range s.Rig.Objects {
		m := s.Meshes[s.Instances[o.Instance].Mesh]
		if len(o.Shape.Parts) != len(m.Parts) || o.Shape.Len() != m.Points() {
			t.Errorf("an object of %d parts and %d vertices shows a mesh of %d and %d", len(o.Shape.Parts), o.Shape.Len(), len(m.Parts), m.Points())
		}
	}
	e := pose.NewEvaluator(s.Rig)
	posed(s, e)
	for k := range s.Rig.Clips[:min(len(s.Rig.Clips), 5)] {
		const most = 20
		times, ok := s.Rig.Clips[k].Samples(30, most)
		for i, x := range times {
			if i > 0 && x <= times[i-1] || !ok || len(times) > most {
				t.Errorf("clip %d has the samples %v", k, times)
			}
			var zero *pose.ZeroRotationError
			if err := e.Pose(k, x); err != nil && !errors.As(err, &zero) {
				t.Errorf("clip %d at %v: %v", k, x, err)
			}
			posed(s, e)
		}
	}
}

// posed computes the positions of some objects.
func posed(s *mesh.Scene, e *pose.Evaluator) {
	for i, o := range s.Rig.Objects[:min(len(s.Rig.Objects), 5)] {
		e.Positions(i, make([]geom.Vec, o.Shape.Len()))
	}
}
