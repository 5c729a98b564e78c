package fbx_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/loader/fbx"
	"github.com/meshcheck/meshcheck/loader/source"
)

func TestRecognize(t *testing.T) {
	for head, want := range map[string]source.Certainty{
		"Kaydara FBX Binary  \x00\x1a\x00\xe8\x1c\x00\x00": source.Certain,
		"; FBX 7.4.0 project file\n":                       source.Certain,
		"\xef\xbb\xbf; FBX 6.1.0 project file\n":           source.Certain,
		"FBXHeaderExtension:  {\n":                         source.Likely,
		"; by hand\nFBXHeaderExtension:  {\n":              source.Likely,
		"Kaydara FBX Binary":                               source.NoMatch,
		"; a comment of something else\n":                  source.NoMatch,
		"":                                                 source.NoMatch,
	} {
		if _, got := fbx.Recognize([]byte(head), int64(len(head))); got != want {
			t.Errorf("%q: %v, want %v", head, got, want)
		}
	}
}

// TestRefused: malformed files have an error with place and cause.
func TestRefused(t *testing.T) {
	good := string(text(geometry(1, "a")+model(2, "b"), connect(1, 2, 2, 0)))
	mustDecode(t, []byte(good))
	change := func(old, with string) string {
		if !strings.Contains(good, old) {
			t.Fatalf("%q is not in the file", old)
		}
		return strings.Replace(good, old, with, 1)
	}
	huge := property("Lcl Scaling", 1e200, 1e200, 1e200)
	corners := strings.Repeat("0,", 1<<16) + "-1"
	for want, data := range map[string]string{
		`fbx: line 10: the Geometry "a" polygon 1: vertex 4 does not exist: there are 4, the first of which is 0`: change("0,1,-4,0,3", "0,4,-4,0,3"),
		`fbx: line 10: the Geometry "a" polygon 3: vertex 5 does not exist: there are 4, the first of which is 0`: change("1,2,-4", "1,2,-6"),
		`fbx: line 10: the Geometry "a" polygon 0: vertex 0 does not exist: there are 0, the first of which is 0`: change("Vertices:", "Points:"),
		`fbx: line 10: the Geometry "a" polygon 0 has more than 65536 corners`:                                    change("*12 {\n\t\t\ta: 0,2,-2,0,1,-4,0,3,-3,1,2,-4", fmt.Sprintf("*%d {\n\t\t\ta: %s", 1<<16+1, corners)),
		`fbx: line 7: the Geometry "a" has 11 coordinates, which are no whole number of vertices`:                 change("*12 {\n\t\t\ta: 0,0,0,1,0,0,0,1,0,0,0,1", "*11 {\n\t\t\ta: 0,0,0,1,0,0,0,1,0,0,0"),
		`fbx: line 14: the Model "b" is below itself`:                                                             change(connect(2, 0), connect(2, 2)),
		// What is below a cycle is not in it.
		`fbx: line 10: the Model "c" is below itself`:                    string(text(model(5, "below")+model(2, "c")+model(3, "d"), connect(5, 2, 2, 3, 3, 2))),
		`fbx: line 16: the property "Lcl Rotation" is not three numbers`: string(text(geometry(1, "a") + model(2, "b", property("Lcl Rotation", 1, 2)))),
		`fbx: line 16: the property "PreRotation" is not three numbers`:  string(text(geometry(1, "a") + model(2, "b", "\t\t\tP: \"PreRotation\", \"\", \"\", \"\",\"a\",\"b\",\"c\"\n"))),
		`fbx: line 16: the property "Visibility" is not a number`:        string(text(geometry(1, "a") + model(2, "b", property("Visibility")))),
		`fbx: line 14: the RotationOrder 7 is none of 0 to 6`:            string(text(geometry(1, "a") + model(2, "b", property("RotationOrder", 7)))),
		`fbx: line 14: the RotationOrder 2.7 is none of 0 to 6`:          string(text(geometry(1, "a") + model(2, "b", property("RotationOrder", 2.7)))),
		`fbx: line 14: the RotationOrder 1e+300 is none of 0 to 6`:       string(text(geometry(1, "a") + model(2, "b", property("RotationOrder", 1e300)))),
		`fbx: line 14: the InheritType 0.5 is no whole number`:           string(text(geometry(1, "a") + model(2, "b", property("InheritType", 0.5)))),
		`fbx: line 14: the InheritType NaN is no whole number`:           string(text(geometry(1, "a") + model(2, "b", "\t\t\tP: \"InheritType\", \"\", \"\", \"\",nan\n"))),
		`fbx: line 14: the RotationOrder NaN is none of 0 to 6`:          string(text(geometry(1, "a") + model(2, "b", "\t\t\tP: \"RotationOrder\", \"\", \"\", \"\",nan\n"))),
		`fbx: line 19: the transform of "/b/c" is not finite`:            string(text(geometry(1, "a")+model(2, "b", huge)+model(3, "c", huge), connect(1, 3, 3, 2))),
		`fbx: line 20: the connection has no two objects`:                change(connect(1, 2), "\tC: \"OO\",1\n"),
		`fbx: there are no objects`:                                      change("Objects:", "Things:"),
		`fbx: line 14: the Model has no name`:                            change(`2, "Model::b"`, `2, 3`),
	} {
		s, format, err := loadertest.Decode(t, []byte(data))
		if err == nil || err.Error() != want || s != nil || format != loader.FBX {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestNames: paths are distinct, and names are as in the file, by which hulls are found.
func TestNames(t *testing.T) {
	for name, c := range map[string]struct {
		models, connections string
		want                []string
	}{
		"siblings of one name":      {model(2, "a") + model(3, "a") + model(4, "b"), connect(2, 0, 3, 0, 4, 0), []string{"/a[0] a", "/a[1] a", "/b b"}},
		"a name with a number":      {model(2, "a") + model(3, "a") + model(4, "a[0]"), "", []string{"/a[1] a", "/a[2] a", "/a[0] a[0]"}},
		"a number twice":            {model(2, "a") + model(3, "a[0]") + model(4, "a[0]"), "", []string{"/a a", "/a[0][0] a[0]", "/a[0][1] a[0]"}},
		"a slash":                   {model(2, "b/c") + model(3, "b") + model(4, "c"), connect(4, 3), []string{"/b/c b/c", "/b b", "/b/c[1] c"}},
		"a slash and a number":      {model(2, "b/c") + model(3, "b/c[1]") + model(4, "c") + modelOf("Null", 5, "b"), connect(4, 5), []string{"/b/c b/c", "/b/c[1] b/c[1]", "/b/c[2] c"}},
		"one name at two places":    {model(2, "a") + model(3, "a"), connect(3, 2, 2, 0), []string{"/a a", "/a/a a"}},
		"order of connections":      {model(2, "a") + model(3, "b"), connect(3, 0, 2, 0), []string{"/b b", "/a a"}},
		"not connected comes last":  {model(2, "a") + model(3, "b"), connect(3, 0), []string{"/b b", "/a a"}},
		"connected to what is not":  {model(2, "a"), connect(2, 77), []string{"/a a"}},
		"connected to no Model":     {model(2, "a"), connect(2, 1), []string{"/a a"}},
		"no name":                   {model(2, "") + model(3, ""), "", []string{"/model 0 model 0", "/model 1 model 1"}},
		"namespace":                 {model(2, "char:body"), "", []string{"/char:body char:body"}},
		"two colons":                {model(2, "a::b"), "", []string{"/a::b a::b"}},
		"Unicode":                   {model(2, "aβカ😂"), "", []string{"/aβカ😂 aβカ😂"}},
		"bad UTF-8":                 {model(2, "caf\xe9"), "", []string{"/caf\ufffd caf\ufffd"}},
		"first parent":              {modelOf("Null", 2, "p") + modelOf("Null", 3, "q") + model(4, "a"), connect(2, 0, 3, 0, 4, 3, 4, 2), []string{"/q/a a"}},
		"the root is a parent, too": {modelOf("Null", 2, "p") + model(4, "a"), connect(2, 0, 4, 0, 4, 2), []string{"/a a"}},
	} {
		var shows string
		for id := 2; id < 5; id++ {
			if strings.Contains(c.models, fmt.Sprintf("Model: %d, ", id)) && !strings.Contains(c.models, fmt.Sprintf("Model: %d, \"Model::p\"", id)) && !strings.Contains(c.models, fmt.Sprintf("Model: %d, \"Model::q\"", id)) {
				shows += connect(1, id)
			}
		}
		s := mustDecode(t, text(geometry(1, "")+c.models, c.connections, shows))
		var got []string
		for _, in := range s.Instances {
			got = append(got, in.Path+" "+in.Name)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if several := slices.ContainsFunc(s.Warnings, func(w string) bool { return strings.Contains(w, "several parents") }); several != strings.Contains(name, "parent") {
			t.Errorf("%s: warnings %q", name, s.Warnings)
		}
	}
}

// TestOldNames: objects of version 6100 are connected by names, and a Model contains its mesh.
func TestOldNames(t *testing.T) {
	model := func(name, class, more string) string {
		return fmt.Sprintf("\tModel: \"Model::%s\", \"%s\" {\n\t\tProperties60:  {\n\t\t\tProperty: \"Lcl Translation\", \"Lcl Translation\", \"A\",1,0,0\n\t\t}\n%s\t}\n", name, class, more)
	}
	const arrays = "\t\tVertices: 0,0,0,1,0,0,0,1,0,\n\t\t\t0,0,1\n\t\tPolygonVertexIndex: 0,2,-2,0,1,-4,0,3,-3,1,2,-4\n"
	s := mustDecode(t, []byte("; FBX 6.1.0 project file\nFBXHeaderExtension:  {\n\tFBXVersion: 6100\n}\nObjects:  {\n"+model("a", "Mesh", arrays)+model("b", "Null", "")+
		"}\nConnections:  {\n\tConnect: \"OO\", \"Model::b\", \"Model::Scene\"\n\tConnect: \"OO\", \"Model::a\", \"Model::b\"\n}\n"))
	if len(s.Instances) != 1 || len(s.Meshes) != 1 || s.Meshes[0].Name != "a" || s.Meshes[0].Triangles() != 4 {
		t.Fatalf("%+v", s)
	}
	if in := s.Instances[0]; in.Path != "/b/a" || in.World[0][3] != 2 {
		t.Errorf("%+v", in)
	}
}

// TestShown: what is hidden, a lower level of detail, or left out.
func TestShown(t *testing.T) {
	hidden, shown := property("Visibility", 0), property("Visibility", 1)
	const unshown = `no Model shows the mesh "m"; it is only checked by itself`
	for name, c := range map[string]struct {
		models, connections string
		want                string // of each instance: path, h for hidden, l for a lower level
		warning             string
	}{
		"shown":                     {model(2, "a", shown), connect(1, 2), "/a", ""},
		"hidden":                    {model(2, "a", hidden), connect(1, 2), "/a h", ""},
		"half transparent":          {model(2, "a", property("Visibility", 0.5)), connect(1, 2), "/a", ""},
		"hidden by Show":            {model(2, "a", property("Show", 0)), connect(1, 2), "/a h", ""},
		"below what is hidden":      {modelOf("Null", 2, "p", hidden) + model(3, "a", shown), connect(3, 2, 1, 3), "/p/a h", ""},
		"independent of it":         {modelOf("Null", 2, "p", hidden) + model(3, "a", property("Visibility Inheritance", 0)), connect(3, 2, 1, 3), "/p/a", ""},
		"levels of detail":          {modelOf("LodGroup", 2, "p") + model(3, "a") + model(4, "b"), connect(4, 2, 3, 2, 1, 3, 1, 4), "/p/b,/p/a l", ""},
		"levels by an attribute":    {"\tNodeAttribute: 9, \"NodeAttribute::\", \"LodGroup\" {\n\t}\n" + modelOf("Null", 2, "p") + model(3, "a") + model(4, "b"), connect(9, 2, 3, 2, 4, 2, 1, 3, 1, 4), "/p/a,/p/b l", ""},
		"below a level":             {modelOf("LodGroup", 2, "p") + modelOf("Null", 3, "a") + modelOf("Null", 4, "b") + model(5, "c"), connect(3, 2, 4, 2, 5, 4, 1, 5), "/p/b/c l", ""},
		"one mesh twice":            {model(2, "a"), connect(1, 2, 1, 2), "/a", ""},
		"two meshes":                {geometry(9, "z") + model(2, "a"), connect(1, 2, 9, 2), "/a[0],/a[1]", ""},
		"a NURBS surface":           {"\tGeometry: 9, \"Geometry::z\", \"NurbsSurface\" {\n\t}\n" + model(2, "a"), connect(9, 2), "", unshown + "|left out: NurbsSurface /a"},
		"with a mesh":               {"\tGeometry: 9, \"Geometry::z\", \"NurbsSurface\" {\n\t}\n" + model(2, "a"), connect(9, 2, 1, 2, 9, 2), "/a", "left out: NurbsSurface /a"},
		"connected to nothing":      {"\tGeometry: 9, \"Geometry::z\", \"NurbsSurface\" {\n\t}\n" + model(2, "a"), connect(1, 2), "/a", "left out: NurbsSurface /z"},
		"connected to a mesh":       {"\tGeometry: 9, \"Geometry::z\", \"NurbsSurface\" {\n\t}\n" + model(2, "a"), connect(1, 2, 9, 1), "/a", "left out: NurbsSurface /z"},
		"a piece of another":        {"\tGeometry: 8, \"Geometry::y\", \"TrimNurbsSurface\" {\n\t}\n\tGeometry: 9, \"Geometry::z\", \"NurbsSurface\" {\n\t}\n" + model(2, "a"), connect(1, 2, 9, 8, 8, 2), "/a", "left out: TrimNurbsSurface /a"},
		"a curve and a patch":       {modelOf("NurbsCurve", 2, "a") + modelOf("Patch", 3, "b"), "", "", unshown + "|left out: NurbsCurve /a|left out: Patch /b"},
		"a shape of a blend shape":  {"\tGeometry: 9, \"Geometry::z\", \"Shape\" {\n\t}\n" + model(2, "a"), connect(9, 2, 1, 2), "/a", ""},
		"a mesh without polygons":   {"\tGeometry: 9, \"Geometry::z\", \"Mesh\" {\n\t}\n" + model(2, "a"), connect(9, 2), "", unshown},
		"two meshes without Models": {geometry(9, "z") + model(2, "a"), "", "", `no Model shows 2 meshes, the first of them "m"; they are only checked by themselves`},
		"a flat transform":          {model(2, "a", property("Lcl Scaling", 1, 0, 1)), connect(1, 2), "/a", `the transform of "/a" is singular and flattens it`},
		"one identity twice":        {model(2, "a") + model(2, "b"), connect(1, 2), "/a", `the object "b" has the identity of another one: connections mean the other`},
		"a hull as first level":     {modelOf("LodGroup", 2, "p") + model(3, "x:UCX_b_01") + model(4, "b") + model(5, "c"), connect(3, 2, 4, 2, 5, 2, 1, 3, 1, 4, 1, 5), "/p/x:UCX_b_01 l,/p/b,/p/c l", ""},
		"a hull below a level":      {modelOf("LodGroup", 2, "p") + model(3, "b") + model(4, "UCX_b_01") + model(5, "c"), connect(3, 2, 4, 3, 5, 3, 1, 3, 1, 4, 1, 5), "/p/b,/p/b/UCX_b_01 l,/p/b/c", ""},
	} {
		s := mustDecode(t, text(geometry(1, "m")+c.models, c.connections))
		var got []string
		for _, in := range s.Shown() {
			text := in.Path
			if in.Hidden {
				text += " h"
			}
			if in.LowerLevel {
				text += " l"
			}
			got = append(got, text)
		}
		if got := strings.Join(got, ","); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		notes := s.Warnings
		for _, o := range s.Omitted {
			notes = append(notes, "left out: "+o.Kind+" "+o.Path)
		}
		if got := strings.Join(notes, "|"); got != c.warning {
			t.Errorf("%s: warnings %q, want %q", name, got, c.warning)
		}
	}
}

// TestSettings: the unit and the axes are reported, and nothing is converted.
func TestSettings(t *testing.T) {
	axes := func(up, upSign, front, frontSign, right, rightSign float64) string {
		return property("UpAxis", up) + property("UpAxisSign", upSign) + property("FrontAxis", front) + property("FrontAxisSign", frontSign) +
			property("CoordAxis", right) + property("CoordAxisSign", rightSign)
	}
	for name, c := range map[string]struct {
		properties, unit string
		yUp              bool
		warning          string
	}{
		"nothing":       {"", "cm", true, ""},
		"Maya":          {axes(1, 1, 2, 1, 0, 1) + property("UnitScaleFactor", 1), "cm", true, ""},
		"3ds Max":       {axes(2, 1, 1, -1, 0, 1) + property("UnitScaleFactor", 2.54), "in", false, ""},
		"feet":          {property("UnitScaleFactor", 30.48), "ft", true, ""},
		"metres":        {property("UnitScaleFactor", 100), "m", true, ""},
		"float32":       {property("UnitScaleFactor", 0.9999999776482582), "cm", true, ""},
		"no name":       {property("UnitScaleFactor", 37), "0.37 m", true, ""},
		"no unit":       {property("UnitScaleFactor", 0), "", true, "the unit of length is unknown: a UnitScaleFactor of 0 is no length"},
		"X up":          {axes(0, 1, 2, 1, 1, -1), "cm", true, "+X is up, by the file; pictures show it otherwise"},
		"Y down":        {axes(1, -1, 2, 1, 0, -1), "cm", true, "-Y is up, by the file; pictures show it otherwise"},
		"left-handed":   {axes(2, 1, 1, 1, 0, 1), "cm", false, "the axes of the file are left-handed: +Z is up, +Y is front and +X is right"},
		"one axis":      {axes(1, 1, 1, 1, 0, 1), "cm", true, "the axes of the file make no system of coordinates; +Y is taken to be up"},
		"no such axis":  {axes(3, 1, 2, 1, 0, 1), "cm", true, "the axes of the file make no system of coordinates; +Y is taken to be up"},
		"no such signs": {axes(1, 0, 2, 1, 0, 1), "cm", true, "the axes of the file make no system of coordinates; +Y is taken to be up"},
	} {
		s := mustDecode(t, append(text(geometry(1, "m")+model(2, "a"), connect(1, 2)), "GlobalSettings:  {\n\tProperties70:  {\n"+c.properties+"\t}\n}\n"...))
		if s.Unit != c.unit || s.YUp != c.yUp || strings.Join(s.Warnings, "|") != c.warning {
			t.Errorf("%s: unit %q, Y up: %v, %q, want %+v", name, s.Unit, s.YUp, s.Warnings, c)
		}
	}
}

// TestExtras: properties that users made are text by which selectors find Models.
func TestExtras(t *testing.T) {
	s := mustDecode(t, text(geometry(1, "m")+model(2, "a",
		"\t\t\tP: \"role\", \"KString\", \"\", \"U\", \"door &quot;left&quot;\"\n", "\t\t\tP: \"mass\", \"double\", \"Number\", \"A+U\",2.5\n", "\t\t\tP: \"static\", \"Bool\", \"\", \"A+UH\",1\n",
		"\t\t\tP: \"color\", \"ColorRGB\", \"Color\", \"U\",1,0,0\n", "\t\t\tP: \"note\", \"KString\", \"\", \"U\", \""+strings.Repeat("x", 300)+"\"\n",
		"\t\t\tP: \"mine\", \"KString\", \"\", \"\", \"no\"\n"), connect(1, 2)))
	want := map[string]string{"role": `door "left"`, "mass": "2.5", "static": "true"}
	if got := s.Instances[0].Extras; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestTower: Models may be nested as deeply as there are objects, and the paths of instances are
// counted before they are made.
func TestTower(t *testing.T) {
	const n = 20_000
	var models, top, all strings.Builder
	for i := range n {
		models.WriteString(model(10+i, "a", property("Lcl Translation", 1, 0, 0)))
		if i > 0 {
			top.WriteString(connect(10+i, 10+i-1))
		}
		all.WriteString(connect(1, 10+i))
	}
	s := mustDecode(t, text(geometry(1, "m")+models.String(), top.String(), connect(1, 10+n-1)))
	if in := s.Instances[0]; len(s.Instances) != 1 || in.World[0][3] != n || len(in.Path) != 2*n {
		t.Errorf("%v, a path of %d bytes", in.World, len(in.Path))
	}
	_, _, err := loadertest.Decode(t, text(geometry(1, "m")+models.String(), top.String(), all.String()))
	var format *loader.FormatError
	if !errors.As(err, &format) || !strings.Contains(err.Error(), "needs more memory than a file of this size can justify") {
		t.Error(err)
	}
}

// TestManyOfMany: a Model with many meshes and many materials costs no more than both together.
func TestManyOfMany(t *testing.T) {
	const n = 2000
	var objects, connections strings.Builder
	objects.WriteString(model(2, "a"))
	for i := range n {
		objects.WriteString(geometry(10+i, "m", layer("Material", "AllSame", "Materials", n-1)))
		fmt.Fprintf(&objects, "\tMaterial: %d, \"Material::wood\", \"\" {\n\t}\n", 10+n+i)
		connections.WriteString(connect(10+i, 2, 10+n+i, 2))
	}
	data := text(objects.String(), connections.String())
	used := loadertest.Allocated(func() {
		if s := mustDecode(t, data); len(s.Instances) != n || len(s.Meshes) != n {
			t.Errorf("%d meshes at %d places", len(s.Meshes), len(s.Instances))
		}
	})
	if used > 20*int64(len(data)) {
		t.Errorf("%d bytes allocated for a file of %d", used, len(data))
	}
}

// TestManyNamesakes: names that look like numbered ones do not make numbering slow, and paths stay distinct.
func TestManyNamesakes(t *testing.T) {
	const n = 3000
	var objects, connections strings.Builder
	for i := range n {
		objects.WriteString(model(10+2*i, "a") + model(11+2*i, fmt.Sprintf("a[%d]", i)))
		connections.WriteString(connect(1, 10+2*i, 1, 11+2*i))
	}
	seen := map[string]bool{}
	for _, in := range mustDecode(t, text(geometry(1, "m")+objects.String(), connections.String())).Instances {
		seen[in.Path] = true
	}
	if len(seen) != 2*n || !seen["/a[0]"] || !seen[fmt.Sprintf("/a[%d]", 2*n-1)] {
		t.Errorf("%d distinct paths of %d", len(seen), 2*n)
	}
}
