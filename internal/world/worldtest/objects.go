// Package worldtest makes objects for tests.
package worldtest

import (
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// Object returns the object of a soup of triangles at a place; nil if none of the triangles has
// an area.
func Object(t testing.TB, soup []geom.Triangle, place geom.Affine) *world.Object {
	t.Helper()
	return ObjectOf(t, meshgen.Mesh("", soup), place)
}

// ObjectOf returns the object of a mesh at a place; nil if none of its triangles has an area.
func ObjectOf(t testing.TB, m *mesh.Mesh, place geom.Affine) *world.Object {
	t.Helper()
	in := mesh.Instance{World: place}
	s := &mesh.Scene{Meshes: []*mesh.Mesh{m}, Instances: []mesh.Instance{in}}
	objects, err := world.New(s, 1).Gatherer(check.ByMesh).Place(t.Context(), 0, &in)
	if err != nil {
		t.Fatal(err)
	}
	if len(objects) == 0 {
		return nil
	}
	return objects[0]
}
