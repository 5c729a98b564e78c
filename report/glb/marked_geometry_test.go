package glb

import (
	"bytes"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// TestMarkedFromGeometry: the model is the same whether the geometry of the check is reused or
// computed again, and each mesh is welded only once even if a page is written as well.
func TestMarkedFromGeometry(t *testing.T) {
	scenetest.EachObjects(t, func(t *testing.T, s *mesh.Scene) {
		for _, of := range []check.PartsOf{check.ByMesh, check.ByShell} {
			if of == check.ByShell || longtest.On(t) {
				markedFromGeometry(t, s, of)
			}
		}
	})
}

func markedFromGeometry(t *testing.T, s *mesh.Scene, of check.PartsOf) {
	t.Helper()
	r, kept := scenetest.CheckedGeometry(t, s, of)
	var models [2][]byte
	for k, g := range []check.Geometry{kept, nil} {
		f := report.File{Result: r}
		reporttest.Attach(t, &f, s, report.Needs{Scene: true, Excerpt: true}, drawing.Options{Geometry: g})
		models[k] = markedOf(t, &report.Report{Files: []report.File{f}})
	}
	if !bytes.Equal(models[0], models[1]) {
		t.Errorf("parts of %d: the model depends on what is at hand", of)
	}
	if n := kept.World().Welds(); n != len(s.Meshes) {
		t.Errorf("parts of %d: %d meshes are welded %d times", of, len(s.Meshes), n)
	}
}
