package json_test

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
	"github.com/meshcheck/meshcheck/report/html"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

func TestReadJSON(t *testing.T) {
	cut := reporttest.Sample()
	cut.Options.MaxFindings = -1
	for name, r := range map[string]*report.Report{
		"sample": reporttest.Sample(), "none": {Version: "1"}, "many": reporttest.Many(100, 10), "hostile": reporttest.Hostile(), "cut": cut,
		"no reason": {Files: []report.File{{Path: "x"}}}, "beyond float64": reporttest.Beyond(),
	} {
		t.Run(name, func(t *testing.T) { reporttest.ReadBack(t, reporttest.JSON(t, r)) })
	}
	got := reporttest.ReadBack(t, reporttest.JSON(t, reporttest.Sample())).Files[0]
	want := reporttest.Chair()
	if !reflect.DeepEqual(got.Result.Meshes, want.Result.Meshes) || got.SHA256 != want.SHA256 || got.Unit != "m" {
		t.Errorf("the chair reads back as\n%+v\nwant\n%+v", got.Result.Meshes, want.Result.Meshes)
	}
}

func TestReadJSONFixtures(t *testing.T) {
	r := &report.Report{Version: "0", Options: check.Options{ListTouches: true}}
	for _, x := range fixtures.All() {
		r.Files = append(r.Files, reporttest.CheckModel(t, fixtures.Files(), x.Path, r.Options))
	}
	text := reporttest.JSON(t, r)
	back := reporttest.ReadBack(t, text)
	if err := reporttest.Validate(t, reporttest.JSONSchema(t), text); err != nil {
		t.Error(err)
	}
	page := func(r *report.Report) []byte {
		return reporttest.Render(t, func(w *bytes.Buffer) error { return html.Write(w, r, reporttest.Models(r)) })
	}
	if !bytes.Equal(page(back), page(r)) {
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
		reporttest.ReadBack(t, reporttest.JSON(t, r))
	}
}

func TestReadJSONRefuses(t *testing.T) {
	good := string(reporttest.JSON(t, reporttest.Sample()))
	for _, edit := range []struct{ name, old, new, want string }{
		{"no JSON", good, "solid chair", "not JSON at byte 1"},
		{"nothing", good, "", "ends too early"},
		{"an array", good, "[]", "cannot be a JSON ["},
		{"cut", good[len(good)/2:], "", "ends too early"},
		{"more behind", "\n  ]\n}\n", "\n  ]\n}\n{}", "data after the report"},
		{"another schema", `"schema": 1`, `"schema": 2`, "schema: is 2, but this version of meshcheck reads schema 1"},
		{"a schema in words", `"schema": 1`, `"schema": "1"`, "schema: cannot be a JSON string"},
		{"another tool", `"name":"meshcheck"`, `"name":"hammer"`, `tool: the report is not of meshcheck, but of "hammer"`},
		{"an unknown field", `"schema": 1`, `"schema": 1, "date": 3`, `"date": unknown object member name`},
		{"another letter case", `"path"`, `"Path"`, `files[0].Path: unknown object member name`},
		{"a field twice", `"schema": 1`, `"schema": 1, "schema": 1`, "duplicate object member name"},
		{"a fraction", `"triangles": 18240`, `"triangles": 18240.5`, "files[0].meshes[0].triangles: is not a whole number"},
		{"less than nothing", `"triangles": 18240`, `"triangles": -1`, "is not a whole number"},
		{"a huge number", `"triangles": 18240`, `"triangles": 99999999999999999999999`, "is not a whole number"},
		{"a part elsewhere", `"first":8000`, `"first":8001`, "files[0].meshes[0].findings[0]: refers to something"},
		{"an unknown kind", `{"kind":"crossing"`, `{"kind":"brushing"`, `findings[0].kind: the word "brushing" is not known here`},
		{"an unknown part", `"a":{"part":0,"triangle":412`, `"a":{"part":9,"triangle":412`, "files[0].meshes[0].findings[0]: refers to something"},
		{"an unknown triangle", `"triangle":412,`, `"triangle":4120000,`, "findings[0]: refers to something"},
		{"an unknown region", `"depth":0.0042,"region":0}`, `"depth":0.0042,"region":1}`, "findings[0]: refers to something"},
		{"a pair of one", `{"kind":"degenerate",`, `{"kind":"touch",`, `files[1].meshes[1].findings[5]: a finding of the kind "touch" does not have as many triangles`},
		{"a point with two coordinates", `[0.1195,0.44,-0.2028]`, `[0.1195,0.44]`, "segment[0]: too few array elements"},
		{"a point with four", `[0.1195,0.44,-0.2028]`, `[0.1195,0.44,-0.2028,1]`, "too many array elements"},
		{"a number beyond float64", `[0.1195,0.44,-0.2028]`, `[0.1195,0.44,-1e999]`, "segment[0][2]: value out of range"},
		{"a segment of three points", `[0.1195,0.44,-0.2028],`, `[0.1195,0.44,-0.2028],[0,0,0],`, "cannot have such a segment"},
		{"a negative depth", `"depth":0.0042`, `"depth":-0.0042`, "depth: is less than 0"},
		{"a box inside out", `"box":[[-0.01,`, `"box":[[9,`, "box: is empty"},
		{"a region of three shells", `"shells":[0,2]`, `"shells":[0,1,2]`, "regions[0]: refers to something"},
		{"a region of unknown parts", `"parts":[0,1,2]`, `"parts":[0,1,3]`, "regions[0]: refers to something"},
		{"an error on a checked file", `"status": "fail",`, `"status": "fail", "error": {"kind":"io","message":"x"},`, "cannot have an error"},
		{"an unknown axis", `"status": "fail",`, `"status": "fail", "up": "x",`, `files[0]: "up" is "x", and neither y nor z`},
		{"a pass without meshes", `"status": "not checked",`, `"status": "pass",`, `files[4]: a file with the status "pass" needs meshes`},
		{"a pass that fails", `"status": "fail"`, `"status": "pass"`, "files[0]: passes, but has a finding that fails"},
		{"a summary that was changed", `"passed":2`, `"passed":3`, "the summary does not match"},
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
	text := reporttest.JSON(t, &report.Report{Version: "1", Files: []report.File{reporttest.Chair()}})
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
		strings.Replace(string(reporttest.JSON(t, reporttest.Sample())), `{"kind":"crossing"`, `{"kind":"\u001b[31m`+long+`"`, 1),
		strings.Repeat("[", 1_000_000),
	} {
		_, err := json.Read(strings.NewReader(text))
		if err == nil || len(err.Error()) > 400 || strings.Contains(err.Error(), "\x1b") {
			t.Errorf("%.500v", err)
		}
	}
}

// FuzzReadJSON: whatever can be read can be written, and reads back the same.
func FuzzReadJSON(f *testing.F) {
	for _, r := range []*report.Report{reporttest.Sample(), reporttest.Many(4, 2), reporttest.Beyond(), {}, reporttest.UVReport(f), reporttest.PoseReport()} {
		var b bytes.Buffer
		if err := json.Write(&b, r); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := json.Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		reporttest.ReadBack(t, reporttest.JSON(t, r))
	})
}
