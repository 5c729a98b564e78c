package formats

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// readBack reads a report and fails unless it is written to the same bytes again.
func readBack(t *testing.T, text []byte) *report.Report {
	t.Helper()
	r, err := json.Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	again := jsonOf(t, r)
	if bytes.Equal(again, text) {
		return r
	}
	lines := bytes.Split(text, []byte("\n"))
	for i, line := range bytes.Split(again, []byte("\n")) {
		if i >= len(lines) || !bytes.Equal(line, lines[i]) {
			t.Fatalf("line %d is written again as\n%.300s", i+1, line)
		}
	}
	t.Fatal("the end is missing")
	return nil
}

func TestReadJSON(t *testing.T) {
	cut := reporttest.Sample()
	cut.Options.MaxFindings = -1
	for name, r := range map[string]*report.Report{
		"sample": reporttest.Sample(), "none": {Version: "1"}, "many": reporttest.Many(100, 10), "hostile": reporttest.Hostile(), "cut": cut,
		"no reason": {Files: []report.File{{Path: "x"}}}, "beyond float64": beyond(),
	} {
		t.Run(name, func(t *testing.T) { readBack(t, jsonOf(t, r)) })
	}
	got := readBack(t, jsonOf(t, reporttest.Sample())).Files[0]
	want := reporttest.Chair()
	if !reflect.DeepEqual(got.Result.Meshes, want.Result.Meshes) || got.SHA256 != want.SHA256 || got.Unit != "m" {
		t.Errorf("the chair reads back as\n%+v\nwant\n%+v", got.Result.Meshes, want.Result.Meshes)
	}
}

// beyond is Huge with triangles that the mesh has.
func beyond() *report.Report {
	r := reporttest.Huge()
	m := &r.Files[0].Result.Meshes[0]
	m.Triangles, m.Parts[0].Triangles = 2, 2
	return r
}

func TestReadJSONFixtures(t *testing.T) {
	r := &report.Report{Version: "0", Options: check.Options{ListTouches: true}}
	for _, x := range fixtures.All() {
		r.Files = append(r.Files, reporttest.CheckModel(t, fixtures.Files(), x.Path, r.Options))
	}
	text := jsonOf(t, r)
	back := readBack(t, text)
	if err := reporttest.Validate(t, compiled(t), text); err != nil {
		t.Error(err)
	}
	if page := htmlPage(t, back); page != htmlPage(t, r) {
		t.Error("the page of the report that was read is another one")
	}
}

// corpus returns the models in the folder named by MESHCHECK_CORPUS.
func corpus(t *testing.T) (fsys fs.FS, names []string) {
	t.Helper()
	dir := os.Getenv("MESHCHECK_CORPUS")
	if dir == "" {
		t.Skip("MESHCHECK_CORPUS is not set")
	}
	fsys = os.DirFS(dir)
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if slices.Contains([]string{".stl", ".glb", ".gltf"}, filepath.Ext(name)) {
			names = append(names, name)
		}
		return err
	})
	if err != nil || len(names) < 20 {
		t.Fatalf("%d models, %v", len(names), err)
	}
	return fsys, names
}

func TestReadJSONCorpus(t *testing.T) {
	fsys, names := corpus(t)
	for _, name := range names {
		r := &report.Report{Files: []report.File{reporttest.CheckModel(t, fsys, name, check.Options{ListTouches: true, MaxFindings: 500})}}
		readBack(t, jsonOf(t, r))
	}
}

func TestReadJSONRefuses(t *testing.T) {
	good := string(jsonOf(t, reporttest.Sample()))
	for _, edit := range []struct{ name, old, new, want string }{
		{"no JSON", good, "solid chair", "not JSON at byte 1"},
		{"nothing", good, "", "ends too early"},
		{"an array", good, "[]", "is not an object"},
		{"cut", good[len(good)/2:], "", "ends too early"},
		{"more behind", "\n  ]\n}\n", "\n  ]\n}\n{}", "data after the report"},
		{"another schema", `"schema": 1`, `"schema": 2`, "schema: is 2, but this version of meshcheck reads schema 1"},
		{"a schema in words", `"schema": 1`, `"schema": "1"`, "schema: is not a whole number"},
		{"another tool", `"name":"meshcheck"`, `"name":"hammer"`, `tool.name: "hammer" is not meshcheck`},
		{"an unknown field", `"schema": 1`, `"schema": 1, "date": 3`, `unknown field "date"`},
		{"another letter case", `"path"`, `"Path"`, `files[0]: unknown field "Path"`},
		{"a field twice", `"schema": 1`, `"schema": 1, "schema": 1`, `"schema" is repeated`},
		{"a missing field", `"warnings": [],`, ``, `files[0]: the field "warnings" is missing`},
		{"null", `"warnings": []`, `"warnings": null`, "warnings: is not an array"},
		{"a fraction", `"triangles": 18240`, `"triangles": 18240.5`, "files[0].meshes[0].triangles: is not a whole number"},
		{"less than nothing", `"triangles": 18240`, `"triangles": -1`, "is not a whole number"},
		{"a huge number", `"triangles": 18240`, `"triangles": 99999999999999999999999`, "is not a whole number"},
		{"too many triangles", `"triangles": 18240`, `"triangles": 18241`, "the parts have 18240 triangles, but the mesh has 18241"},
		{"a part elsewhere", `"first":8000`, `"first":8001`, "part 1 does not start"},
		{"an unknown kind", `{"kind":"crossing"`, `{"kind":"brushing"`, `findings[0].kind: "brushing" is not crossing, overlap`},
		{"an unknown part", `"a":{"part":0,"triangle":412`, `"a":{"part":9,"triangle":412`, "finding 0: triangle 412 of the mesh is not number 412 of part 9"},
		{"an unknown triangle", `"triangle":412,`, `"triangle":4120000,`, "triangle 4120000 of the mesh is not"},
		{"triangles in the wrong order", `"b":{"part":1,"triangle":9101,"in_part":1101`, `"b":{"part":0,"triangle":12,"in_part":12`, "does not come before"},
		{"an unknown region", `"depth":0.0042,"region":0}`, `"depth":0.0042,"region":1}`, "region 1 is not one of the 1 listed"},
		{"a crossing without through_edge", `"through_edge":false,`, ``, `the field "through_edge" is missing`},
		{"a crossing with facing", `"through_edge":false,`, `"through_edge":false,"facing":"same",`, `no field "facing"`},
		{"a pair of one", `{"kind":"degenerate",`, `{"kind":"touch",`, `the field "b" is missing`},
		{"a point with two coordinates", `[0.1195,0.44,-0.2028]`, `[0.1195,0.44]`, "segment[0]: is not a point"},
		{"a point with four", `[0.1195,0.44,-0.2028]`, `[0.1195,0.44,-0.2028,1]`, "is not a point"},
		{"a number beyond float64", `[0.1195,0.44,-0.2028]`, `[0.1195,0.44,-1e999]`, "segment[0][2]: is beyond float64"},
		{"a segment of three points", `[0.1195,0.44,-0.2028],`, `[0.1195,0.44,-0.2028],[0,0,0],`, "cannot have 3 points"},
		{"a negative depth", `"depth":0.0042`, `"depth":-0.0042`, "depth: is less than 0"},
		{"a box inside out", `"box":[[-0.01,`, `"box":[[9,`, "box: is empty"},
		{"a region with another number", `{"id":0,`, `{"id":7,`, "regions[0]: region 0 has the id 7"},
		{"a region of unknown shells", `"shells":[0,2]`, `"shells":[0,3]`, "shell 3 of 3 is out of range"},
		{"a region of shells out of order", `"shells":[0,2]`, `"shells":[2,0]`, "shell 0 of 3 is out of range or out of order"},
		{"a region of three shells", `"shells":[0,2]`, `"shells":[0,1,2]`, "has 3 shells"},
		{"a region of unknown parts", `"parts":[0,1,2]`, `"parts":[0,1,3]`, "part 3 of 3 is out of range"},
		{"a bad hash", `"sha256": "0123`, `"sha256": "xyz3`, "sha256: is not 64 hexadecimal digits"},
		{"an unknown format", `"format": "glb"`, `"format": "dwg"`, `"dwg" is not glb, gltf, stl, obj, ply, off or 3mf`},
		{"an error on a checked file", `"status": "fail",`, `"status": "fail", "error": {"kind":"io","message":"x"},`, "cannot have an error"},
		{"a pass without meshes", `"status": "not checked",`, `"status": "pass",`, `a file with the status "pass" cannot have meshes`},
		{"a summary that was changed", `"passed":2`, `"passed":3`, "the summary does not match"},
		{"a count that was changed", `"counts": {"crossing":2,"overlap":1`, `"counts": {"crossing":2,"overlap":2`, "the counts are not the sums"},
	} {
		bad := strings.Replace(good, edit.old, edit.new, 1)
		_, err := json.Read(strings.NewReader(bad))
		switch {
		case bad == good:
			t.Errorf("%s: the edit changes nothing", edit.name)
		case err == nil || !strings.Contains(err.Error(), edit.want):
			t.Errorf("%s: %v, want %q", edit.name, err, edit.want)
		}
	}
}

// A report cut at any byte is an error, never a panic or a report.
func TestReadJSONCut(t *testing.T) {
	text := jsonOf(t, &report.Report{Version: "1", Files: []report.File{reporttest.Chair()}})
	for n := range len(text) - 2 { // the last byte is a newline
		if _, err := json.Read(bytes.NewReader(text[:n])); err == nil {
			t.Fatalf("the first %d of %d bytes are a report", n, len(text))
		}
	}
}

// Error messages are printable, whatever the report contains.
func TestReadJSONErrorIsPrintable(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	for _, text := range []string{
		`{"\u001b[31m` + long + `": 1}`,
		strings.Replace(string(jsonOf(t, reporttest.Sample())), `{"kind":"crossing"`, `{"kind":"\u001b[31m`+long+`"`, 1),
		strings.Repeat("[", 1_000_000),
	} {
		_, err := json.Read(strings.NewReader(text))
		if err == nil || len(err.Error()) > 400 || strings.Contains(err.Error(), "\x1b") {
			t.Errorf("%.500v", err)
		}
	}
}

// FuzzReadJSON: everything that can be read is a valid report, and is read back unchanged.
func FuzzReadJSON(f *testing.F) {
	for _, r := range []*report.Report{reporttest.Sample(), reporttest.Many(4, 2), beyond(), {}, reporttest.UVReport(f)} {
		var b bytes.Buffer
		if err := json.Write(&b, r); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	schema := compiled(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := json.Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		text := jsonOf(t, r)
		readBack(t, text)
		if err := reporttest.Validate(t, schema, text); err != nil {
			t.Errorf("%v\n%s", err, text)
		}
	})
}
