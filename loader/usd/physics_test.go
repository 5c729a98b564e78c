package usd

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// sceneOf decodes a text layer, in which a semicolon stands for a new line.
func sceneOf(t testing.TB, text string) (*mesh.Scene, error) {
	t.Helper()
	data := []byte("#usda 1.0\n" + strings.NewReplacer(";", "\n", " }", "\n}").Replace(text))
	in := &source.Input{Format: USD, Folder: fstest.MapFS{}, Name: "scene.usda", MaxMemory: 1 << 30, Progress: source.NewProgress(nil), Workers: 1}
	if err := in.Hold(int64(len(data))); err != nil {
		t.Fatal(err)
	}
	return Decode(t.Context(), in, data)
}

// tetrahedron is the geometry of a mesh, from 0, 0, 0 to 2, 4, 6.
const tetrahedron = `
	int[] faceVertexCounts = [3, 3, 3, 3]
	int[] faceVertexIndices = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]
	point3f[] points = [(0, 0, 0), (2, 0, 0), (0, 4, 0), (0, 0, 6)]
	uniform token subdivisionScheme = "none"
`

// describe returns a collider without its world matrix.
func describe(c *mesh.Collider) string {
	text := fmt.Sprintf("%s %v", c.Path, c.Shape)
	switch c.Shape {
	case mesh.ShapeBox:
		text += fmt.Sprint(" ", c.Size)
	case mesh.ShapeSphere:
		text += fmt.Sprintf(" %.4g", c.Radius[0])
	case mesh.ShapeCapsule, mesh.ShapeCylinder:
		text += fmt.Sprint(" ", c.Radius, " ", c.Height)
	default:
		text += fmt.Sprintf(" mesh %d", c.Mesh)
	}
	if c.Body != "" {
		text += " of " + c.Body
	}
	if c.Kinematic {
		text += " kinematic"
	}
	if c.Approximated {
		text += " approximated"
	}
	if c.Trigger {
		text += " trigger"
	}
	return text
}

func TestColliders(t *testing.T) {
	const shape = ` (prepend apiSchemas = ["PhysicsCollisionAPI"]) `
	mesh := func(approximation string) string {
		return `def Mesh "M"` + shape + `{ uniform token physics:approximation = "` + approximation + `"` + tetrahedron + `}`
	}
	for _, c := range []struct{ why, text, want string }{
		{"the defaults of a cube", `def Cube "A"` + shape + `{}`, "/A box [2 2 2]"},
		{"a cube", `def Cube "A"` + shape + `{ double size = 25 }`, "/A box [25 25 25]"},
		{"a sphere", `def Sphere "A"` + shape + `{}`, "/A sphere 1"},
		{"the defaults of a capsule", `def Capsule "A"` + shape + `{}`, "/A capsule [0.5 0.5] 1"},
		{"a capsule with two radii", `def Capsule_1 "A"` + shape + `{ double radiusTop = 1; double radiusBottom = 2; double height = 3 }`, "/A capsule [2 1] 3"},
		{"the defaults of a cylinder", `def Cylinder "A"` + shape + `{}`, "/A cylinder [1 1] 2"},
		{"a cylinder with two radii", `def Cylinder_1 "A"` + shape + `{ double radiusTop = 3 }`, "/A cylinder [1 3] 2"},
		{"a cone", `def Cone "A"` + shape + `{ double radius = 3 }`, "/A cylinder [3 0] 2"},
		{"a mesh without the other schema", `def Mesh "M"` + shape + `{` + tetrahedron + `}`, "/M trimesh mesh 0"},
		{"a mesh as it is", mesh("none"), "/M trimesh mesh 0"},
		{"a convex hull", mesh("convexHull"), "/M hull mesh 0"},
		{"convex pieces", mesh("convexDecomposition"), "/M trimesh mesh 0 approximated"},
		{"a simplified mesh", mesh("meshSimplification"), "/M trimesh mesh 0"},
		{"what PhysX adds", mesh("sdf"), "/M trimesh mesh 0 approximated"},
		{"a box around a mesh", mesh("boundingCube"), "/M box [2 4 6]"},
		{"a ball around a mesh", mesh("boundingSphere"), "/M sphere 3.742"},
		{"no schema", `def Cube "A" {}`, ""},
		{"switched off", `def Cube "A"` + shape + `{ bool physics:collisionEnabled = 0 }`, ""},
		{"a guide", `def Cube "A"` + shape + `{ uniform token purpose = "guide" }`, "/A box [2 2 2]"},
		{"invisible", `def Cube "A"` + shape + `{ token visibility = "invisible" }`, "/A box [2 2 2]"},
		{"inactive", `def Cube "A" (active = false; apiSchemas = ["PhysicsCollisionAPI"]) {}`, ""},
		{"a trigger", `def Cube "A" (apiSchemas = ["PhysxTriggerAPI", "PhysicsCollisionAPI"]) {}`, "/A box [2 2 2] trigger"},
		{"its own body", `def Cube "A" (apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsCollisionAPI"]) {}`, "/A box [2 2 2] of /A"},
		{"a body above", `def Xform "B" (apiSchemas = ["PhysicsRigidBodyAPI"]) { def Xform "C" { def Sphere "A"` + shape + `{} }; def Cube "D"` + shape + `{} }`,
			"/B/C/A sphere 1 of /B, /B/D box [2 2 2] of /B"},
		{"a body that is switched off", `def Xform "B" (apiSchemas = ["PhysicsRigidBodyAPI"]) { bool physics:rigidBodyEnabled = false; def Cube "A"` + shape + `{} }`, "/B/A box [2 2 2]"},
		{"a body that is animated", `def Xform "B" (apiSchemas = ["PhysicsRigidBodyAPI"]) { bool physics:kinematicEnabled = true; def Cube "A"` + shape + `{} }`, "/B/A box [2 2 2] of /B kinematic"},
		{"the nearer body", `def Xform "B" (apiSchemas = ["PhysicsRigidBodyAPI"]) { def Cube "A" (apiSchemas = ["PhysicsCollisionAPI", "PhysicsRigidBodyAPI"]) {} }`, "/B/A box [2 2 2] of /B/A"},
		{"a plane", `def Plane "A"` + shape + `{}`, "warning"},
		{"no geometry", `def Xform "A"` + shape + `{}`, "warning"},
		{"a mesh without triangles", `def Mesh "A"` + shape + `{}`, "warning"},
		{"a box around a flat mesh", `def Mesh "A"` + shape + `{ uniform token physics:approximation = "boundingCube"; int[] faceVertexCounts = [3]; int[] faceVertexIndices = [0, 1, 2]
			point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)] }`, "warning"},
		{"a mesh with an approximation that is not known", mesh("convexhull"), "/M trimesh mesh 0; the physics:approximation \"convexhull\" is not known, and the mesh itself is checked"},
		{"a cube without a size", `def Cube "A"` + shape + `{ double size = 0 }`, "warning"},
		{"an endless height", `def Cone "A"` + shape + `{ double height = inf }`, "warning"},
	} {
		s, err := sceneOf(t, c.text)
		got := ""
		switch {
		case err != nil:
			got = "error: " + err.Error()
		case slices.ContainsFunc(s.Warnings, func(w string) bool { return strings.Contains(w, "collision shape of ") }):
			got = "warning"
		default:
			var all []string
			for i := range s.Colliders {
				if s.Colliders[i].Extension != usdPhysics {
					t.Errorf("%s: the extension is %s", c.why, s.Colliders[i].Extension)
				}
				all = append(all, describe(&s.Colliders[i]))
			}
			got = strings.Join(append([]string{strings.Join(all, ", ")}, s.Warnings...), "; ")
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.why, got, c.want)
		}
	}
}

// Where the ends of shapes are.
func TestColliderPlaces(t *testing.T) {
	const cylinder = `def Cylinder "A" (apiSchemas = ["PhysicsCollisionAPI"]) { double height = 4
		double3 xformOp:translate = (10, 20, 30); float3 xformOp:scale = (1, 2, 3); uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:scale"]; `
	const ball = `def Mesh "M" (apiSchemas = ["PhysicsCollisionAPI"]) { double3 xformOp:translate = (10, 20, 30); uniform token[] xformOpOrder = ["xformOp:translate"]
		uniform token physics:approximation = ` + "\"%s\"" + tetrahedron + `}`
	for _, c := range []struct {
		why, text string
		at, want  geom.Vec
	}{
		{"along Z by default", cylinder + `}`, geom.Vec{0, 2, 0}, geom.Vec{10, 20, 36}},
		{"along X", cylinder + `uniform token axis = "X" }`, geom.Vec{0, 2, 0}, geom.Vec{12, 20, 30}},
		{"along Y", cylinder + `uniform token axis = "Y" }`, geom.Vec{0, 2, 0}, geom.Vec{10, 24, 30}},
		{"the centre of a box", fmt.Sprintf(ball, "boundingCube"), geom.Vec{}, geom.Vec{11, 22, 33}},
		{"the centre of a ball", fmt.Sprintf(ball, "boundingSphere"), geom.Vec{}, geom.Vec{11, 22, 33}},
		{"a hull", fmt.Sprintf(ball, "convexHull"), geom.Vec{1, 1, 1}, geom.Vec{11, 21, 31}},
	} {
		s, err := sceneOf(t, c.text)
		if err != nil || len(s.Colliders) != 1 {
			t.Fatalf("%s: %v", c.why, err)
		}
		world := s.Colliders[0].World
		if got := world.Apply(c.at); got != c.want || world.Mirrors() {
			t.Errorf("%s: %v is at %v, want %v", c.why, c.at, got, c.want)
		}
	}
}

// Each place of an instance has its colliders, and what is guide geometry has no instance of its own.
func TestInstancedColliders(t *testing.T) {
	s, err := sceneOf(t, `
class Xform "_Part" {
	def Mesh "Hull" (apiSchemas = ["PhysicsCollisionAPI", "PhysicsMeshCollisionAPI"]) {
		uniform token physics:approximation = "convexHull"
		uniform token purpose = "guide"`+tetrahedron+`}
}
def Xform "One" (inherits = </_Part>; instanceable = true; apiSchemas = ["PhysicsRigidBodyAPI"]) {}
def Xform "Two" (inherits = </_Part>; instanceable = true; apiSchemas = ["PhysicsRigidBodyAPI"]) {}
`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range s.Colliders {
		got = append(got, describe(&s.Colliders[i]))
	}
	if want := []string{"/One/Hull hull mesh 0 of /One", "/Two/Hull hull mesh 0 of /Two"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if len(s.Meshes) != 1 || len(s.Instances) != 0 || len(s.Omitted) != 0 {
		t.Errorf("there are %d meshes and %d instances, %d prims are left out", len(s.Meshes), len(s.Instances), len(s.Omitted))
	}
}
