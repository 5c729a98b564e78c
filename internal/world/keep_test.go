package world_test

import (
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// twoBoxes is a scene with a mesh of two shells, shown twice.
func twoBoxes() *mesh.Scene {
	m := meshgen.Join(meshgen.Box(geom.Vec{}, geom.Vec{1, 1, 1}), meshgen.Box(geom.Vec{2, 0, 0}, geom.Vec{3, 1, 1}))
	place := geom.Identity()
	place[1][3] = 5
	return &mesh.Scene{
		Meshes:    []*mesh.Mesh{m.Mesh("")},
		Instances: []mesh.Instance{{Path: "/a", World: geom.Identity()}, {Path: "/b", World: place}},
	}
}

// shapesOf returns the shapes of all objects that a gatherer makes.
func shapesOf(t *testing.T, w *world.World, of check.PartsOf) (shapes []*world.Shape) {
	t.Helper()
	g := w.Gatherer(of)
	for i := range w.Scene().Instances {
		objects, err := g.Place(t.Context(), i, &w.Scene().Instances[i])
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range objects {
			shapes = append(shapes, o.Shape)
		}
	}
	return shapes
}

// TestWorldShares: steps that were announced share the mesh and its shapes, which are kept no
// longer than the last of them asks.
func TestWorldShares(t *testing.T) {
	w := world.New(twoBoxes(), 1)
	w.Expect(world.Objects, 0)
	w.Expect(world.Hulls, 0)
	w.Expect(world.Drawing, 0)
	whole, err := w.Mesh(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	first := shapesOf(t, w, check.ByShell)
	if len(first) != 4 || first[0] != first[2] || first[1] != first[3] {
		t.Fatalf("%d shapes, or two objects of a mesh have different ones", len(first))
	}
	w.AllDone(world.Objects)
	if again := shapesOf(t, w, check.ByShell); again[0] != first[0] {
		t.Error("the next step has other shapes")
	}
	if meshes := shapesOf(t, w, check.ByMesh); meshes[0].Welded != whole.Welded {
		t.Error("the shape of a mesh is welded anew")
	}
	w.AllDone(world.Hulls)
	if again := shapesOf(t, w, check.ByShell); again[0] == first[0] {
		t.Error("shapes are kept that no step was to ask for")
	}
	if w.Welds() != 1 {
		t.Errorf("the mesh was welded %d times", w.Welds())
	}
	w.Done(world.Drawing, 0)
	if again, err := w.Mesh(t.Context(), 0); err != nil || again == whole || w.Welds() != 2 {
		t.Errorf("a mesh is kept that no step was to ask for: %v", err)
	}
}

// TestWorldKeepsNothing unasked.
func TestWorldKeepsNothing(t *testing.T) {
	w := world.New(twoBoxes(), 1)
	for range 2 {
		if _, err := w.Mesh(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
	}
	if w.Welds() != 2 {
		t.Errorf("welded %d times", w.Welds())
	}
}

// TestWorldDropsWhole: of a mesh that one step takes apart, the pieces alone are kept.
func TestWorldDropsWhole(t *testing.T) {
	w := world.New(twoBoxes(), 1)
	w.Expect(world.Objects, 0)
	first := shapesOf(t, w, check.ByShell)
	if again := shapesOf(t, w, check.ByShell); again[0] != first[0] || w.Welds() != 1 {
		t.Error("a mesh was taken apart twice")
	}
	if _, err := w.Mesh(t.Context(), 0); err != nil || w.Welds() != 2 {
		t.Errorf("the mesh is kept beside its pieces: %v", err)
	}
}
