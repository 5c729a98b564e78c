package meshcheck_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/loader/fbx/document"
	"github.com/meshcheck/meshcheck/mesh"
)

// TestFBXAsOBJ: a mesh of an FBX file has the findings of the same polygons written as OBJ, with the
// digits that float64 needs.
func TestFBXAsOBJ(t *testing.T) {
	dir := os.Getenv("MESHCHECK_CORPUS")
	if dir == "" {
		t.Skip("MESHCHECK_CORPUS does not name the folder of the corpus")
	}
	files, err := filepath.Glob(filepath.Join(dir, "fbx", "*.[fF][bB][xX]"))
	if err != nil {
		t.Fatal(err)
	}
	meshes := 0
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		scene, _, err := loader.Decode(t.Context(), data, nil, loader.Options{})
		if err != nil {
			continue // the tests of the loader know which are refused
		}
		objs := polygonsAsOBJ(t, data)
		if len(objs) != len(scene.Meshes) {
			t.Errorf("%s: %d meshes, want %d", filepath.Base(path), len(scene.Meshes), len(objs))
			continue
		}
		for i, obj := range objs {
			meshes++
			name := fmt.Sprintf("%s mesh %d", filepath.Base(path), i)
			compareWithOBJ(t, name, scene.Meshes[i], obj)
		}
	}
	if meshes < 150 {
		t.Errorf("only %d meshes", meshes)
	}
}

func compareWithOBJ(t *testing.T, name string, m *mesh.Mesh, obj string) {
	t.Helper()
	other, _, err := loader.Decode(t.Context(), []byte(obj), nil, loader.Options{Name: "a.obj"})
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	want, got := talliedAlone(t, other.Meshes[0]), talliedAlone(t, m)
	want.Name = got.Name
	if got != want {
		t.Errorf("%s: got\n%+v, want\n%+v", name, got, want)
	}
}

// talliedAlone checks a mesh alone.
func talliedAlone(t *testing.T, m *mesh.Mesh) tally {
	r, err := meshcheck.Check(t.Context(), &mesh.Scene{Meshes: []*mesh.Mesh{m}}, check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return tallyOf(r.Meshes[0])
}

// polygonsAsOBJ returns the polygons of each mesh of an FBX file, apart from holes, by its container
// alone.
func polygonsAsOBJ(t *testing.T, data []byte) (objs []string) {
	doc, err := document.Parse(data, document.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range doc.Child("Objects").Children {
		corners := n.Child("PolygonVertexIndex")
		if corners == nil {
			continue
		}
		xyz, err := doc.Floats(n.Child("Vertices"))
		if err != nil {
			t.Fatal(err)
		}
		ends, err := doc.Ints(corners)
		if err != nil {
			t.Fatal(err)
		}
		holes, err := doc.Ints(n.Child("LayerElementHole").Child("Hole"))
		if err != nil {
			t.Fatal(err)
		}
		objs = append(objs, obj(xyz, ends, holes))
	}
	return objs
}

func obj(xyz []float64, corners, holes []int32) string {
	var b strings.Builder
	for i := 0; i+2 < len(xyz); i += 3 {
		fmt.Fprintf(&b, "v %s %s %s\n", digits(xyz[i]), digits(xyz[i+1]), digits(xyz[i+2]))
	}
	face, polygon := "f", 0
	for _, c := range corners {
		face += " " + strconv.Itoa(int(max(c, ^c))+1)
		if c >= 0 {
			continue
		}
		if polygon >= len(holes) || holes[polygon] == 0 {
			b.WriteString(face + "\n")
		}
		face = "f"
		polygon++
	}
	return b.String()
}

// digits returns a number as text that is read back as the same.
func digits(x float64) string {
	if math.IsInf(x, 0) {
		return strings.TrimPrefix(fmt.Sprint(x), "+")
	}
	return strconv.FormatFloat(x, 'g', 17, 64)
}
