package inspect_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/inspect"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/formats"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

const chair = "../fixtures/chair.glb"

// TestFormats: every format is written to a file and to a writer, the same bytes, of a file and of its
// scene in memory.
func TestFormats(t *testing.T) {
	model, err := loader.Open(t.Context(), chair, loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range formats.Names() {
		o := inspect.Options{}
		file := ""
		for _, ending := range formats.Endings() {
			if name, err := formats.FormatOf("a" + ending); err == nil && name == format {
				file = filepath.Join(t.TempDir(), "a"+ending)
				o.Reports = []string{file}
			}
		}
		var written, ofScene bytes.Buffer
		o.Output, o.Format = &written, format
		f, err := inspect.File(t.Context(), chair, o)
		if err != nil || f.Status() != check.Fail || len(f.Result.Meshes[0].Findings) != 67 {
			t.Fatalf("%s: %v, %v", format, f, err)
		}
		if file != "" {
			if text, err := os.ReadFile(file); err != nil || !bytes.Equal(text, written.Bytes()) || len(text) == 0 && format != "svg" {
				t.Errorf("%s: %d bytes in a file, %d written, %v", format, len(text), written.Len(), err)
			}
		}
		o.Reports, o.Output = nil, &ofScene
		if f, err = inspect.Scene(t.Context(), chair, model.Scene, o); err != nil || f.Status() != check.Fail {
			t.Errorf("%s of the scene: %v", format, err)
		}
		if format == "json" {
			if err := reporttest.Validate(t, reporttest.JSONSchema(t), ofScene.Bytes()); err != nil {
				t.Errorf("the report of a scene: %v", err)
			}
			if r, err := json.Read(bytes.NewReader(ofScene.Bytes())); err != nil || r.Files[0].SHA256 != "" {
				t.Errorf("it is read with %v", err)
			}
		}
		if a, b := written.Len(), ofScene.Len(); b < a-a/5-600 || b > a {
			t.Errorf("%s has %d bytes of the file, %d of its scene", format, a, b)
		}
	}
}

// TestFiles: files, folders and globs are delivered in order, what cannot be checked is delivered as
// well, and models that are not read are counted.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	for name, from := range map[string]string{"b/chair.glb": chair, "b/cube.stl": "../fixtures/clean/cube.stl", "a.obj": chair, "b/c.blend": chair} {
		text, err := os.ReadFile(from)
		if err == nil {
			err = os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	var got []string
	var lines bytes.Buffer
	o := inspect.Options{Output: &lines, Format: "ndjson", Reports: []string{"pages/", "a.json", "a.csv"}}
	sum, err := inspect.Files(t.Context(), []string{"gone.stl", "b", "*.obj"}, o, func(f *report.File) {
		got = append(got, fmt.Sprint(f.Path, " ", f.Status()))
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"gone.stl not checked", "b/chair.glb fail", "b/cube.stl pass", "a.obj fail"}
	if !slices.Equal(got, want) || sum.Files != 4 || sum.NotChecked != 1 || sum.Status != check.NotChecked || len(sum.Skipped) != 1 {
		t.Errorf("%q, %+v", got, sum)
	}
	if n := strings.Count(lines.String(), "\n"); n != 6 || !strings.Contains(lines.String(), `"summary"`) {
		t.Errorf("%d lines:\n%s", n, lines.String())
	}
	for _, name := range []string{"pages/index.html", "a.json", "a.csv"} {
		if info, err := os.Stat(name); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	text, err := os.Open("a.json")
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	if r, err := json.Read(text); err != nil || len(r.Files) != 4 || r.Version == "" {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := inspect.Files(t.Context(), []string{"pages"}, o, nil); err == nil || !strings.Contains(err.Error(), "no .gltf") {
		t.Errorf("of a folder without models: %v", err)
	}
}

// TestOptions: options apply to files as they do to scenes, and impossible ones are errors before
// anything is written.
func TestOptions(t *testing.T) {
	policy := check.Policy{check.Overlap: {Severity: check.Off}, check.Crossing: {Severity: check.Warning}}
	profile, _ := check.HullProfileOf("unreal")
	o := inspect.Options{Unit: "mm"}
	o.Check = check.Options{Policy: policy, Checks: check.Self | check.Parts, MaxFindings: -1, ListTouches: true, Hulls: check.HullOptions{Profile: &profile},
		Tolerance: check.Tolerance{Value: 1, Unit: "mm"}, UV: check.UVOptions{Lightmap: 1}, Allow: []string{"a:b"}}
	var text bytes.Buffer
	o.Output, o.Format = &text, "json"
	f, err := inspect.File(t.Context(), chair, o)
	if err != nil || f.Status() != check.Pass || len(f.Result.Meshes[0].Findings) != 0 || f.Result.Checks != check.Self|check.Parts {
		t.Errorf("%+v, %v", f, err)
	}
	for _, want := range []string{`"crossing:warning"`, `"profile":"unreal"`, `"max_findings":0`, `"a:b"`} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the report has no %s", want)
		}
	}
	report := filepath.Join(t.TempDir(), "a.html")
	for want, spoil := range map[string]func(o *inspect.Options){
		"tolerance -1":             func(o *inspect.Options) { o.Check.Tolerance.Value = -1 },
		`no report format "docx"`:  func(o *inspect.Options) { o.Output, o.Format = io.Discard, "docx" },
		"for Output, which is nil": func(o *inspect.Options) { o.Format = "json" },
		"-1 triangles":             func(o *inspect.Options) { o.MaxTriangles = -1 },
		"numbers of meshes":        func(o *inspect.Options) { o.Check.Hulls.Meshes = []int{0} },
		"is a number":              func(o *inspect.Options) { o.Check.UV.LightmapName = "7" },
		"would overwrite":          func(o *inspect.Options) { o.Reports = append(o.Reports, chair) },
		"cannot tell the report":   func(o *inspect.Options) { o.Reports = append(o.Reports, "a.docx") },
	} {
		o := inspect.Options{Reports: []string{report}}
		spoil(&o)
		if _, err := inspect.File(t.Context(), chair, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := os.Stat(report); err == nil {
		t.Error("a report was written")
	}
}

// TestEnds: when the context ends, no report is written; a file over its time is not checked.
func TestEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	path := filepath.Join(t.TempDir(), "a.json")
	o := inspect.Options{Reports: []string{path}, Progress: func(inspect.Progress) { cancel() }}
	if _, err := inspect.File(ctx, chair, o); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); left != nil {
		t.Errorf("%q are left", left)
	}
	f, err := inspect.File(t.Context(), chair, inspect.Options{Timeout: 1, MaxTriangles: 1})
	if err != nil || f.Problem == nil || f.Status() != check.NotChecked {
		t.Errorf("%+v, %v", f, err)
	}
}

// TestScene: an invalid scene is an error, and progress is that of the check.
func TestScene(t *testing.T) {
	m, err := mesh.New("m", []float64{0, 0, 0, 1, 0, 0, 0, 1, 0}, []uint32{0, 1, 2})
	if err != nil {
		t.Fatal(err)
	}
	s := &mesh.Scene{}
	s.Place("a", m, geom.Identity())
	calls := 0
	o := inspect.Options{Progress: func(p inspect.Progress) {
		calls++
		if p.Path != "mine" || p.Loading || p.Done > p.Total {
			t.Errorf("%+v", p)
		}
	}}
	if f, err := inspect.Scene(t.Context(), "mine", s, o); err != nil || f.Status() != check.Pass || f.Path != "mine" || calls == 0 {
		t.Errorf("%+v, %v, %d calls", f, err, calls)
	}
	m.Parts[0].Indices.U32[1] = 3
	if _, err := inspect.Scene(t.Context(), "mine", s, inspect.Options{}); err == nil || !strings.Contains(err.Error(), "there is no vertex 3") {
		t.Errorf("the error is %v", err)
	}
}
