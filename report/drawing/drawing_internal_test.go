package drawing

import (
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/checks/geometry"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/mesh"
)

// TestPairsHaveRoom: large objects are drawn as boxes, and so are all others once there is no room.
func TestPairsHaveRoom(t *testing.T) {
	scene := scenetest.Fixture(t, "scenes/cube_in_sphere_in_cone.glb")
	r := scenetest.CheckedPairs(t, scene, check.Options{Checks: check.Parts})
	x := newObjects(t.Context(), geometry.Of(nil, scene, 1))
	x.room = 100
	var triangles []int
	for k := range r.Pairs() { // the sphere, the cube, the cube
		triangles = append(triangles, len(x.pair(&r.Pairs()[k]).Triangles))
	}
	if want := []int{80, 12, 0}; !slices.Equal(triangles, want) || x.room != 8 {
		t.Errorf("%v triangles, want %v; room for %d", triangles, want, x.room)
	}
	many := meshgen.Icosphere(4, geom.Vec{}, 0.25)
	x = newObjects(t.Context(), geometry.Of(nil, &mesh.Scene{Meshes: []*mesh.Mesh{many.Mesh("")}}, 1))
	var d Drawing
	if x.solid(&d, &check.Object{Collider: -1, Part: -1, Shell: -1}); len(many.Faces) <= trianglesPerObject || len(d.Triangles) != 0 || len(d.Lines) != 12 {
		t.Errorf("%d triangles: %d are drawn, and %d edges", len(many.Faces), len(d.Triangles), len(d.Lines))
	}
}
