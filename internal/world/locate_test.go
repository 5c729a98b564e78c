package world_test

import (
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// TestLocate finds instances and colliders by their numbers, and refuses those of which
// another mesh or path was checked.
func TestLocate(t *testing.T) {
	at := func(x float64) geom.Affine { return geom.Affine{{1, 0, 0, x}, {0, 1, 0, 0}, {0, 0, 1, 0}} }
	scene := &mesh.Scene{
		Meshes:    []*mesh.Mesh{{}, {}},
		Instances: []mesh.Instance{{Path: "/a", World: at(0)}, {Path: "/a", World: at(1)}, {Path: "/b", Mesh: 1, World: at(2)}},
		Colliders: []mesh.Collider{{Path: "/a", Mesh: -1, World: at(3)}, {Path: "/b", Mesh: 1, World: at(4)}},
	}
	alone := &mesh.Scene{Meshes: []*mesh.Mesh{{}}}
	node := func(i int, path string, mesh int) check.Object {
		return check.Object{Path: path, Instance: i, Collider: -1, Mesh: mesh, Part: -1, Shell: -1}
	}
	shape := func(k int, path string, mesh int) check.Object {
		return check.Object{Path: path, Instance: -1, Collider: k, Mesh: mesh, Part: -1, Shell: -1}
	}
	for _, row := range []struct {
		scene  *mesh.Scene
		object check.Object
		x      float64
		err    string
	}{
		{scene, node(0, "/a", 0), 0, ""},
		{scene, node(1, "/a", 0), 1, ""},
		{scene, node(2, "/b", 1), 2, ""},
		{scene, shape(0, "/a", -1), 3, ""},
		{scene, shape(1, "/b", 1), 4, ""},
		{alone, node(0, "", 0), 0, ""},
		{scene, node(-1, "/a", 0), 0, "does not say which node it is"},
		{scene, node(2, "/a", 0), 0, "not the one that was checked"},
		{scene, node(2, "/b", 0), 0, "not the one that was checked"},
		{scene, shape(0, "/b", -1), 0, "not the one that was checked"},
		{scene, shape(0, "/a", 0), 0, "not the one that was checked"},
		{scene, node(3, "/a", 0), 0, "there is no"},
		{scene, shape(2, "/a", -1), 0, "there is no"},
		{alone, node(1, "", 0), 0, "there is no"},
		{alone, node(0, "/a", 0), 0, "not the one that was checked"},
	} {
		in, err := world.Locate(row.scene, &row.object)
		switch {
		case row.err == "" && (err != nil || in.World[0][3] != row.x || in.Mesh != row.object.Mesh):
			t.Errorf("%+v: %+v, %v", row.object, in, err)
		case row.err != "" && (err == nil || !strings.Contains(err.Error(), row.err)):
			t.Errorf("%+v: %v, want %q", row.object, err, row.err)
		}
	}
}
