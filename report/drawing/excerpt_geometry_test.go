package drawing

import (
	"reflect"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/mesh"
)

// TestWeldedOnce: all checks and the excerpt together weld each mesh once, and the excerpt is the
// same as without the geometry of the checks.
func TestWeldedOnce(t *testing.T) {
	scenetest.EachObjects(t, func(t *testing.T, s *mesh.Scene) {
		for _, of := range []check.PartsOf{check.ByMesh, check.ByShell, check.ByPrimitive} {
			if of == check.ByShell || longtest.On(t) {
				weldedOnce(t, s, of)
			}
		}
	})
}

func weldedOnce(t *testing.T, s *mesh.Scene, of check.PartsOf) {
	t.Helper()
	r, g := scenetest.CheckedGeometry(t, s, of)
	if n := g.World().Welds(); n != len(s.Meshes) {
		t.Errorf("parts of %d: the checks weld %d times, there are %d meshes", of, n, len(s.Meshes))
	}
	kept, err := NewExcerpt(t.Context(), s, r, Options{Geometry: g})
	if err != nil {
		t.Fatal(err)
	}
	if n := g.World().Welds(); n != len(s.Meshes) {
		t.Errorf("parts of %d: with the excerpt %d welds, there are %d meshes", of, n, len(s.Meshes))
	}
	anew, err := NewExcerpt(t.Context(), s, r, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(kept, anew) {
		t.Errorf("parts of %d: the excerpt depends on what is at hand", of)
	}
}
