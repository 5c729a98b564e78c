package loader_test

import (
	"math"
	"testing"

	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/mesh"
)

func compareColliders(t *testing.T, scene *mesh.Scene, want []fixtures.Collider) {
	t.Helper()
	if len(scene.Colliders) != len(want) {
		t.Fatalf("%d colliders, want %d: %+v", len(scene.Colliders), len(want), scene.Colliders)
	}
	for k := range scene.Colliders {
		c, w := &scene.Colliders[k], want[k]
		got := fixtures.Collider{
			Path: c.Path, Body: c.Body, Extension: c.Extension, Shape: c.Shape.String(), Size: c.Size, Radius: c.Radius,
			Height: c.Height, Mesh: c.Mesh, Trigger: c.Trigger, Box: w.Box,
		}
		if got != w {
			t.Errorf("collider %d: %+v, want %+v", k, got, w)
		}
		if b := colliderBox(scene, c); !sameBox(b, w.Box) {
			t.Errorf("%s: box %v, want %v", c.Path, b, w.Box)
		}
	}
	loadertest.CheckScene(t, scene)
}

// colliderBox returns the box that a collider fills in the world.
func colliderBox(scene *mesh.Scene, c *mesh.Collider) geom.Box {
	b := geom.EmptyBox()
	// include adds the image of the box around p with the half axes d or, with round, of the
	// ellipsoid with these half axes.
	include := func(p, d geom.Vec, round bool) {
		p, extent := c.World.Apply(p), geom.Vec{}
		for k, row := range c.World {
			x, y, z := row[0]*d[0], row[1]*d[1], row[2]*d[2]
			extent[k] = math.Abs(x) + math.Abs(y) + math.Abs(z)
			if round {
				extent[k] = math.Sqrt(x*x + y*y + z*z)
			}
		}
		b = b.Include(p.Sub(extent)).Include(p.Add(extent))
	}
	switch c.Shape {
	case mesh.ShapeBox:
		include(geom.Vec{}, c.Size.Scale(0.5), false)
	case mesh.ShapeSphere, mesh.ShapeCapsule, mesh.ShapeCylinder:
		for k, sign := range []float64{-0.5, 0.5} {
			r := c.Radius[k]
			d := geom.Vec{r, r, r}
			if c.Shape == mesh.ShapeCylinder {
				d[1] = 0
			}
			include(geom.Vec{0, sign * c.Height, 0}, d, true)
		}
	default:
		m := scene.Meshes[c.Mesh]
		world := c.World.ScaleInput(m.Scale)
		for p := range m.Parts {
			for i := range m.Parts[p].Triangles() {
				for _, v := range m.Parts[p].Triangle(i) {
					b = b.Include(world.Apply(v))
				}
			}
		}
	}
	return b
}
