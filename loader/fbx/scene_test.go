package fbx_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/mesh"
)

// scenes are the files of testdata, and what they contain.
var scenes = map[string]string{
	"scene.fbx": `unit in, Y up: false
mesh "char:body": "iron" 4 triangles of 6 points, float32: true; "wood" 6 triangles of 8 points, float32: true
mesh "tetrahedron": "" 4 triangles of 4 points, float32: false
/LOD/far of mesh 0 at [2 0 0 0 0 2 0 0 0 0 2 0]
/LOD/near of mesh 1 at [2 0 0 0 0 2 0 0 0 0 2 0], lower
/char:body[0] of mesh 0 at [1 0 0 5 0 1 0 0 0 0 1 1], map[role:hero "1"]
/char:body[0]/model 5 of mesh 1 at [1 0 0 5 0 1 0 0 0 0 1 0]
/char:body[1] of mesh 0 at [1 0 0 0 0 0 -1 0 0 1 0 0], hidden
/patch is left out: NurbsSurface
warning: the Model "near" has several parents, of which the first counts
warning: 2 faces have fewer than 3 corners and are left out
warning: 1 polygon is marked as a hole and is left out of the mesh "char:body"
`,
	"old.fbx": `unit m, Y up: true
mesh "table_ncl1_1": "" 2 triangles of 4 points, float32: true
/room/table of mesh 0 at [2 0 0 1 0 2 0 2 0 0 2 143]
`,
}

// TestScenes decodes files with many features at once.
func TestScenes(t *testing.T) {
	for name, want := range scenes {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		for _, data := range [][]byte{data, append([]byte("\xef\xbb\xbf"), data...), []byte(strings.ReplaceAll(string(data), "\n", "\r\n"))} {
			if got := describe(mustDecode(t, data)); got != want {
				t.Errorf("%s: got\n%s, want\n%s", name, got, want)
			}
		}
	}
}

// describe lists what is in a scene.
func describe(s *mesh.Scene) string {
	var b strings.Builder
	fmt.Fprintf(&b, "unit %s, Y up: %v\n", s.Unit, s.YUp)
	for _, m := range s.Meshes {
		var parts []string
		for i := range m.Parts {
			p := &m.Parts[i]
			parts = append(parts, fmt.Sprintf("%q %d triangles of %d points, float32: %v", p.Material, p.Triangles(), p.Positions.Len(), p.Positions.F32 != nil))
		}
		fmt.Fprintf(&b, "mesh %q: %s\n", m.Name, strings.Join(parts, "; "))
	}
	for _, in := range s.Instances {
		fmt.Fprintf(&b, "%s of mesh %d at %v", in.Path, in.Mesh, strings.NewReplacer("[[", "[", "]]", "]", "] [", " ").Replace(fmt.Sprint(in.World)))
		if in.LowerLevel {
			b.WriteString(", lower")
		}
		if in.Hidden {
			b.WriteString(", hidden")
		}
		if in.Extras != nil {
			fmt.Fprint(&b, ", ", in.Extras)
		}
		b.WriteString("\n")
	}
	for _, o := range s.Omitted {
		fmt.Fprintf(&b, "%s is left out: %s\n", o.Path, o.Kind)
	}
	for _, w := range s.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", w)
	}
	return b.String()
}
