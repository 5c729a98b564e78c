package contents_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/contents"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
)

// scene returns a scene of cubes at paths. The name of an object is the last one of its path.
func scene(paths ...string) *mesh.Scene {
	cube := meshgen.Box(geom.Vec{}, geom.Vec{1, 1, 1})
	s := &mesh.Scene{Unit: "cm", YUp: true, Meshes: []*mesh.Mesh{cube.Mesh("cube")}}
	for _, p := range paths {
		s.Instances = append(s.Instances, mesh.Instance{Path: p, Name: p[strings.LastIndexByte(p, '/')+1:], World: geom.Identity()})
	}
	return s
}

func wantText(t *testing.T, s *mesh.Scene, want string) {
	t.Helper()
	f, _ := contents.Of(t.Context(), s, &check.HullOptions{})
	f.Path, f.Format = "a.fbx", "fbx"
	if got := strings.ReplaceAll(f.Text(), "\v", ""); got != strings.TrimPrefix(want, "\n") {
		t.Errorf("got\n%s\nwant%s", got, want)
	}
}

func TestTree(t *testing.T) {
	s := scene("/root/a/seat", "/root/a/seat/leg", "/root/b", "/UCX_b_01")
	s.Instances[1].Hidden, s.Instances[2].LowerLevel = true, true
	s.Omitted = []mesh.Omission{{Path: "/root/a/curve", Kind: "Line", Reason: "only polygons are checked"}}
	s.Colliders = []mesh.Collider{{Path: "/root/b", Body: "/root", Extension: "KHR_physics_rigid_bodies", Shape: mesh.ShapeBox, Mesh: -1, Trigger: true}}
	wantText(t, s, `
a.fbx: FBX, centimetres (cm), Y up, 12 triangles in 1 mesh, 4 objects, 1 collision hull among them, 1 hidden, 1 object not compared, 1 collider, 1 object left out
  root
    a
      seat   mesh 0 "cube", 12 triangles
        leg  mesh 0 again, hidden
      curve  Line, left out because only polygons are checked
    b        mesh 0 again, lower level of detail
    b        trigger, box of KHR_physics_rigid_bodies, body /root
  UCX_b_01   mesh 0 again; hull (unreal) of b
`)
}

// TestOnce: a shape that is a collider has one row, and the name of a mesh that ends the path is not
// said again.
func TestOnce(t *testing.T) {
	s := scene("/World/cube", "/World/seat")
	s.Instances[0].Name, s.Instances[0].Hidden, s.Instances[1].Hidden = "World", true, true
	s.Omitted = []mesh.Omission{{Path: "/World/box", Kind: "Cube", Reason: "only meshes are checked"}}
	s.Colliders = []mesh.Collider{
		{Path: "/World/box", Name: "box", Body: "/World/box", Extension: "UsdPhysics", Shape: mesh.ShapeBox, Size: geom.Vec{1, 1, 1}, Mesh: -1, World: geom.Identity()},
		{Path: "/World/ball", Name: "ball", Extension: "UsdPhysics", Shape: mesh.ShapeSphere, Radius: [2]float64{1, 1}, Mesh: -1, World: geom.Identity()},
	}
	wantText(t, s, `
a.fbx: FBX, centimetres (cm), Y up, 12 triangles in 1 mesh, 2 objects, 2 hidden, 2 colliders, 1 object left out
  World
    cube  mesh 0, 12 triangles, hidden
    seat  mesh 0 again, hidden
    box   Cube, left out because only meshes are checked; collider, box of UsdPhysics, body /World/box, without a visible mesh
    ball  collider, sphere of UsdPhysics, without a visible mesh
`)
}

// TestUnshown: meshes that nothing shows are listed, but not those of colliders.
func TestUnshown(t *testing.T) {
	s := scene("/a")
	cube := *s.Meshes[0]
	cube.Name = ""
	s.Meshes = append(s.Meshes, s.Meshes[0], &cube, &cube)
	s.Colliders = []mesh.Collider{{Path: "/a", Extension: "KHR_physics_rigid_bodies", Shape: mesh.ShapeHull, Mesh: 3}}
	wantText(t, s, `
a.fbx: FBX, centimetres (cm), Y up, 48 triangles in 4 meshes, 1 object, 1 collider
  a              mesh 0 "cube", 12 triangles
  a              collider, hull of KHR_physics_rigid_bodies
  mesh 1 "cube"  12 triangles, no node shows it
  mesh 2         12 triangles, no node shows it
`)
	wantText(t, &mesh.Scene{Placed: true, Unit: "cm", Meshes: []*mesh.Mesh{&cube}}, `
a.fbx: FBX, centimetres (cm), Z up, 12 triangles in 1 mesh, 0 objects
  mesh 0  12 triangles, no node shows it
`)
}

// TestParts: parts without names have those of their materials.
func TestParts(t *testing.T) {
	s := scene("/a")
	s.Meshes[0].Parts = []mesh.Part{{Name: "front", Material: "wood"}, {Material: "iron"}, {}}
	f, err := contents.Of(t.Context(), s, &check.HullOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("%q", f.Meshes[0].Parts); got != `["front" "iron" ""]` {
		t.Error(got)
	}
}

// TestFolded: rows of objects of one mesh are folded, names that lead to one thing are joined, and names
// cannot do anything to a terminal.
func TestFolded(t *testing.T) {
	var paths []string
	for i := range 250 {
		paths = append(paths, fmt.Sprintf("/scene/trees/fir%d", i))
	}
	wantText(t, scene(append(paths, "/scene/deep/deeper/dee\x1bpest")...), `
a.fbx: FBX, centimetres (cm), Y up, 12 triangles in 1 mesh, 251 objects
  scene
    trees
      fir0                            mesh 0 "cube", 12 triangles
      fir1                            mesh 0 again
      fir2                            mesh 0 again
      ... 247 more objects of mesh 0
    deep/deeper/dee\x1bpest           mesh 0 again
`)
}

// TestHostileTrees: text stays short however many objects there are and however deep they are.
func TestHostileTrees(t *testing.T) {
	deep := strings.Repeat("/n", 50_000)
	var wide []string
	for i := range 20_000 {
		wide = append(wide, fmt.Sprint("/group", i, "/a"), fmt.Sprint("/group", i, "/b"))
	}
	for name, s := range map[string]*mesh.Scene{"deep": scene(deep, deep+"/m"), "wide": scene(wide...), "none": {}} {
		f, _ := contents.Of(t.Context(), s, &check.HullOptions{})
		if text := f.Text(); len(text) > 100_000 {
			t.Errorf("%s: %d bytes", name, len(text))
		} else if name == "wide" && !strings.Contains(text, " more objects (--json lists them)") {
			t.Errorf("%s: %s", name, text[len(text)-200:])
		}
	}
}

func TestProblem(t *testing.T) {
	f := &contents.File{Path: "a.fbx", Problem: &report.Problem{Kind: "format", Message: "ends early", Place: "byte 12"}}
	if got := f.Text(); !strings.HasPrefix(got, "a.fbx: NOT READ  ") || !strings.Contains(got, "ends early") {
		t.Error(got)
	}
}

func TestJSON(t *testing.T) {
	s := scene("/a", "/UCX_a")
	s.Meshes[0].Name = "not \xff UTF-8"
	f, _ := contents.Of(t.Context(), s, &check.HullOptions{})
	list := contents.List{Version: "v", Files: []*contents.File{f, {Path: "b", Problem: &report.Problem{Kind: "io", Message: "gone"}}}}
	var got struct {
		Files []struct {
			Unit    string
			Objects []struct {
				Path string
				Hull *struct {
					Scheme, Of string
					Objects    []int
				}
			}
			Error *struct{ Message string }
		}
	}
	if err := json.Unmarshal(list.JSON(), &got); err != nil {
		t.Fatal(err)
	}
	hull := got.Files[0].Objects[1].Hull
	if got.Files[0].Unit != "cm" || got.Files[0].Objects[0].Hull != nil || hull == nil || hull.Of != "a" || len(hull.Objects) != 1 || got.Files[1].Error.Message != "gone" {
		t.Errorf("%+v", got)
	}
}
