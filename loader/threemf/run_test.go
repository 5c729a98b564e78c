package threemf_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/loader"
)

// TestRuns: vertices and triangles are the same whether they are read in runs or not.
func TestRuns(t *testing.T) {
	sphere := meshgen.Icosphere(2, geom.Vec{}, 1)
	plain := encode.Model("", encode.Object(1, "Sphere", sphere), cubeItem)
	same := func(s string) string { return s }
	replaced := func(pairs ...string) func(string) string { return strings.NewReplacer(pairs...).Replace }
	var want string
	for i, c := range []struct {
		name   string
		change func(string) string
	}{
		{"in runs", same},
		{"single quotes", func(s string) string {
			head, rest, _ := strings.Cut(s, "<vertices>")
			return head + "<vertices>" + strings.ReplaceAll(rest, `"`, "'")
		}},
		{"a space at the end", replaced(`"/>`, `" />`)},
		{"other order", func(s string) string {
			var lines []string
			for line := range strings.Lines(s) {
				var x, y, z string
				if n, _ := fmt.Sscanf(line, "<vertex x=%q y=%q z=%q/>", &x, &y, &z); n == 3 {
					line = fmt.Sprintf("<vertex z=%q x=%q y=%q/>\n", z, x, y)
				}
				lines = append(lines, line)
			}
			return strings.Join(lines, "")
		}},
		{"now and then", replaced(`x="0" `, ` x = "0" `, `v1="1`, `v1="&#49;`)},
		{"comments", replaced("v1=\"2", "v1=\"2", "<triangle v1=\"3", "<!-- <triangle v1=\"0\" v2=\"0\" v3=\"0\"/> --><triangle v1=\"3")},
		{"comments everywhere", replaced("<model", "<!-- < -->\n<model", "<resources>", "<!----><resources>", "<mesh>", "<mesh><![CDATA[<a]]>", "</model>", "</model><!-- -->")},
		{"on one line", replaced("\n", "")},
		{"CR LF", replaced("\n", "\r\n")},
		{"more attributes", replaced(`" v2="5`, `" pid="7" v2="5`)},
		{"end tags", replaced(`"/>`, `"></vertex>`, `<triangles>`, `<triangles><triangle v1="0" v2="0" v3="0"/>`)},
		{"an empty element before", replaced("<vertices>", "<metadata/><vertices>", "<triangles>", "<triangles ><!-- -->")},
		{"a prefix", replaced("<model ", `<model xmlns:c="http://schemas.microsoft.com/3dmanufacturing/core/2015/02" `, "<vertices>", "<c:vertices>", "</vertices>", "</c:vertices>")},
	} {
		if c.name == "end tags" {
			c.change = func(s string) string {
				lines := slices.Collect(strings.Lines(s))
				for k, line := range lines {
					for _, name := range []string{"vertex", "triangle"} {
						if strings.HasPrefix(line, "<"+name+" ") && k%3 == 0 {
							lines[k] = strings.Replace(line, "/>", "></"+name+">", 1)
						}
					}
				}
				return strings.Join(lines, "")
			}
		}
		changed := c.change(plain)
		if (changed == plain) != (i == 0) {
			t.Fatalf("%s: the change changes nothing", c.name)
		}
		s, _, err := loader.Decode(t.Context(), encode.ThreeMF(changed), nil, loader.Options{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got := fmt.Sprint(loadertest.Faces(s), *s.Meshes[0].Parts[0].Positions.Text)
		if i == 0 {
			want = got
		}
		if got != want || s.Triangles() != len(sphere.Faces) {
			t.Errorf("%s: %d triangles, other ones than in runs", c.name, s.Triangles())
		}
	}
}

// TestRunTraps has what looks like vertices and triangles without an XML decoder.
func TestRunTraps(t *testing.T) {
	good := encode.Model("", cubeObject(1), cubeItem)
	const core = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
	for _, c := range []struct{ old, with, want string }{
		// They have a prefix of the same name, and there is no default namespace.
		{"<mesh>", `<c:mesh xmlns:c="` + core + `" xmlns="other" xmlns:vertices="` + core + `"><vertices:vertices><vertex x="0" y="0" z="0"/></vertices:vertices></c:mesh><mesh>`, "mesh of object 1"},
		{"<vertices>", `<vertices/><vertex x="0" y="0" z="0"/><vertices>`, ""}, // not in vertices
		{`<triangle v1`, `<triangle v1="0" v2="1" v3="+2"/><triangle v1`, `3mf: 3D/3dmodel.model: object 1 triangle 0: v3 "+2" is not a number`},
		{`<triangle v1`, `<triangle v1="0" v2="1" v3="-0"/><triangle v1`, `3mf: 3D/3dmodel.model: object 1 triangle 0: v3 "-0" is not a number`},
		{`<triangle v1`, `<triangle v1="0" v2="1" v3="4294967296"/><triangle v1`, `3mf: 3D/3dmodel.model: object 1 triangle 0: v3 "4294967296" is not a number`},
		{`</triangles>`, `<triangle v1="0" v2="1" v3="8"/></triangles>`, `3mf: 3D/3dmodel.model: object 1 triangle 12: vertex 8 does not exist: the mesh has 8, the first of which is 0`},
		{`</triangles>`, `</triangle>`, `3mf: 3D/3dmodel.model: XML syntax error on line 28: element <triangles> closed by </triangle>`},
		{`</vertices>`, `<vertex x="1" y="1e39" z="0"/></vertices>`, `3mf: 3D/3dmodel.model: object 1 vertex 8: "1e39" is beyond the range of 32-bit floating point`},
	} {
		text := strings.Replace(good, c.old, c.with, 1)
		s, _, err := loader.Decode(t.Context(), encode.ThreeMF(text), nil, loader.Options{})
		switch {
		case c.want == "":
			if err != nil || s.Meshes[0].Parts[0].Positions.Len() != 8 {
				t.Errorf("%s: %+v, %v", c.with, s, err)
			}
		case c.want[0] != '3':
			if err == nil && s.Meshes[0].Parts[0].Positions.Len() != 8 {
				t.Errorf("%s: %d vertices", c.with, s.Meshes[0].Parts[0].Positions.Len())
			}
		case err == nil || err.Error() != c.want:
			t.Errorf("%s: %v, want %s", c.with, err, c.want)
		}
	}
}
