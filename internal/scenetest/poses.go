package scenetest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/internal/posegen"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// Rigged returns a generated model as a scene with its rig.
func Rigged(t testing.TB, m *posegen.Model) *mesh.Scene {
	t.Helper()
	s, _, err := loader.Decode(t.Context(), m.GLB(), nil, loader.Options{Poses: true, Workers: 1})
	if err != nil || s.RigError != nil || s.Rig == nil {
		t.Fatal(err, s.RigError)
	}
	return s
}

// RiggedFile returns an animated file of the corpus. It skips the test if there is no corpus.
func RiggedFile(t testing.TB, name string) *mesh.Scene {
	t.Helper()
	corpus := os.Getenv(loadertest.CorpusEnv)
	if corpus == "" {
		t.Skipf("%s does not name a folder of real files", loadertest.CorpusEnv)
	}
	m, err := loader.Open(t.Context(), filepath.Join(corpus, filepath.FromSlash(name)), loader.Options{Poses: true, Workers: 1})
	if err != nil || m.Scene.RigError != nil || m.Scene.Rig == nil {
		t.Fatal(err, m.Scene.RigError)
	}
	return m.Scene
}

// PosedTriangles returns the triangles of an object of a rig, in the order of its mesh, in the pose of an
// evaluator.
func PosedTriangles(s *mesh.Scene, e *pose.Evaluator, object int) (all []geom.Triangle) {
	o := &s.Rig.Objects[object]
	points := make([]geom.Vec, o.Shape.Len())
	e.Positions(object, points)
	parts := s.Meshes[s.Instances[o.Instance].Mesh].Parts
	for k := range parts {
		p := &parts[k]
		for i := range p.Triangles() {
			all = append(all, geom.Triangle{points[p.Corner(3*i)], points[p.Corner(3*i+1)], points[p.Corner(3*i+2)]})
		}
		points = points[p.Positions.Len():]
	}
	return all
}
