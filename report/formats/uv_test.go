package formats

import (
	"bytes"
	encoding "encoding/json"
	"errors"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/baseline"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// sameUV fails unless the findings in UV sets are read back. Warnings become those of the file.
func sameUV(t *testing.T, back, r *report.Report) {
	t.Helper()
	for i := range r.Files {
		if r.Files[i].Result == nil {
			continue
		}
		want := *r.Files[i].Result.UV()
		if want.Warnings = nil; len(want.Sheets) == 0 {
			want.Sheets = nil
		}
		if got := back.Files[i].Result.UV(); !reporttest.Alike(t, got, &want) {
			t.Errorf("%s reads back as\n%+v\nwant\n%+v", r.Files[i].Path, got, &want)
		}
	}
}

func TestUVJSON(t *testing.T) {
	r := reporttest.UVReport(t)
	for _, rule := range check.UV.Rules() {
		if n := r.Files[0].Result.UV().Counts; n.Of(rule) == 0 && rule != check.UVNonfinite && rule != check.UVSingularTransform {
			t.Errorf("no %s", rule)
		}
	}
	for _, file := range fixtures.In("uv") {
		r.Files = append(r.Files, reporttest.CheckModel(t, fixtures.Files(), file.Path, r.Options))
	}
	text := reporttest.JSON(t, r)
	if err := reporttest.Validate(t, reporttest.JSONSchema(t), text); err != nil {
		t.Error(err)
	}
	back := reporttest.ReadBack(t, text)
	sameUV(t, back, r)
	if !reflect.DeepEqual(back.Options.UV, r.Options.UV) || back.Options.Checks != r.Options.Checks {
		t.Errorf("options %+v", back.Options)
	}
	off := reporttest.UVReport(t).Options
	off.Policy = check.Policy{check.UVMissing: {Severity: check.Off}, check.UVOverlap: {Severity: check.Off}}
	off.MaxFindings = -1
	result, err := meshcheck.Check(t.Context(), reporttest.UVScene(), off)
	if err != nil {
		t.Fatal(err)
	}
	r.Options, r.Files = off, r.Files[:1]
	r.Files[0].Result = result
	sameUV(t, reporttest.ReadBack(t, reporttest.JSON(t, r)), r)
}

// TestUVBaseline: a baseline accepts all failures in UV sets, including a second finding of a rule
// in a sheet, and the report says so.
func TestUVBaseline(t *testing.T) {
	r := reporttest.UVReport(t)
	f := &r.Files[0]
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	b := baseline.New()
	b.Judge(f, f.Path, r.Options, now)
	failing := f.Baseline.Of(report.BaselineNew)
	b.Update([]*report.Judged{f.Baseline}, "baked", "")
	var lines bytes.Buffer
	if _, err := b.WriteTo(&lines); err != nil {
		t.Fatal(err)
	}
	b, err := baseline.Read(&lines)
	if err != nil {
		t.Fatal(err)
	}
	b.Judge(f, f.Path, r.Options, now)
	if n := f.Baseline.Of(report.BaselineAccepted); n != failing || n < 8 || f.Status() != check.Pass || len(b.Stale(nil)) > 0 {
		t.Errorf("%d of %d are accepted, %s, stale %v", n, failing, f.Status(), b.Stale(nil))
	}
	text := reporttest.JSON(t, r)
	if err := reporttest.Validate(t, reporttest.JSONSchema(t), text); err != nil {
		t.Error(err)
	}
	if back := reporttest.ReadBack(t, text).Files[0]; !reflect.DeepEqual(back.Baseline.Judgements, f.Baseline.Judgements) {
		t.Errorf("%+v reads back as %+v", f.Baseline, back.Baseline)
	}
	f.Result.UV().Sheets[2].Findings[0].Count++ // overlaps
	if b.Judge(f, f.Path, r.Options, now); f.Baseline.Of(report.BaselineWorse) != 1 {
		t.Errorf("one more triangle overlaps, and %d findings are worse", f.Baseline.Of(report.BaselineWorse))
	}
}

func refusal(text string) error {
	_, err := json.Read(strings.NewReader(text))
	return err
}

// Each of these edits of a good report is rejected, those without a reason by the schema as well.
func TestUVJSONRefuses(t *testing.T) {
	s := reporttest.JSONSchema(t)
	good := string(reporttest.JSON(t, reporttest.UVReport(t)))
	for _, edit := range []struct{ old, new, reason string }{
		{`"transform": "differs"`, `"transform": "same"`, ""},
		{`"transform": null`, `"transform": 3`, ""},
		{`"offset":[0.25,-0.5]`, `"offset":[0.25]`, ""},
		{`"stored": ["u16n"]`, `"stored": ["u32"]`, ""},
		{`"rule":"uv_fold"`, `"rule":"fold"`, ""},
		{`"rule":"uv_fold",`, ``, "uv.sheets[0].findings[1]: refers to something"},
		{`"lightmap":1`, `"lightmap":-1`, ""},
		{`"islands":[0,1]`, `"islands":[0,1,2]`, ""},
		{`"islands":[0,1]`, `"islands":[0]`, ""},
		{`"limit":8,"size":[1024,1024]`, `"limit":8,"size":[1024,0]`, "options.uv.padding[0]: padding of 8 texels"},
		{`"islands":[0,1]`, `"islands":[0,9999999999]`, ".islands"},
		{`"triangles":[{"mesh":0,"part":0,"triangle":0}`, `"triangles":[{"mesh":7,"part":0,"triangle":0}`, "uv.sheets[0].island_pairs.worst[1]: refers to something"},
		{`"triangles":[{"mesh":0,"part":0,"triangle":0}`, `"triangles":[{"mesh":0,"part":0,"triangle":100}`, "refers to something"},
		{`{"mesh":0,"name":"house","parts":[0,1]}`, `{"mesh":0,"name":"house","parts":[0,2]}`, "uv.sheets[0].parts[1]: refers to something"},
		{`{"mesh":0,"name":"house","parts":[0,1]}`, `{"mesh":2,"name":"house","parts":[0,1]}`, "refers to something"},
		{`{"mesh":0,"part":1,"image":1`, `{"mesh":0,"part":2,"image":1`, "uv.missing[0]: refers to something"},
	} {
		bad := strings.Replace(good, edit.old, edit.new, 1)
		if bad == good {
			t.Errorf("%s: the edit changes nothing", edit.new)
			continue
		}
		if err := refusal(bad); err == nil || !strings.Contains(err.Error(), edit.reason) {
			t.Errorf("%s: read with %v, want %q", edit.new, err, edit.reason)
		}
		if edit.reason == "" && reporttest.Validate(t, s, []byte(bad)) == nil {
			t.Errorf("%s: the schema lets it pass", edit.new)
		}
	}
}

// TestUVCorpus compares the report on real files with the results of an independent program, member
// by member, and reads it back.
func TestUVCorpus(t *testing.T) {
	fsys, _ := corpus(t)
	text, err := os.ReadFile(filepath.Join(os.Getenv("MESHCHECK_CORPUS"), "expected_uv.json"))
	if err != nil {
		t.Fatal(err)
	}
	var files map[string]map[string]any
	if err := encoding.Unmarshal(text, &files); err != nil {
		t.Fatal(err)
	}
	o := check.Options{Checks: check.UV, MaxFindings: 100, UV: check.UVOptions{Padding: []check.PaddingLimit{
		{Texels: 8, Width: 1024, Height: 1024}, {Texels: 4, Width: 512, Height: 1024},
	}}}
	compared := 0
	for k, name := range slices.Sorted(maps.Keys(files)) {
		want := files[name]
		if !longtest.On(t) && k%3 != 0 {
			continue
		}
		if want["error"] != nil || want["unsupported"] != nil || !loads(t, fsys, name) {
			continue
		}
		compared++
		r := &report.Report{Options: o, Files: []report.File{reporttest.CheckModel(t, fsys, name, o)}}
		text := reporttest.JSON(t, r)
		if err := reporttest.Validate(t, reporttest.JSONSchema(t), text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		sameUV(t, reporttest.ReadBack(t, text), r)
		var got struct{ Files []struct{ UV map[string]any } }
		if err := encoding.Unmarshal(text, &got); err != nil {
			t.Fatal(err)
		}
		includes(t, name+": sheets", got.Files[0].UV["sheets"], want["sheets"])
		var missing []any
		for _, m := range got.Files[0].UV["missing"].([]any) {
			m := m.(map[string]any)
			missing = append(missing, []any{m["mesh"], m["part"], m["image"], m["texcoord"]})
		}
		includes(t, name+": missing", append([]any{}, missing...), want["missing"])
	}
	if compared < longtest.Size(t, 5, 15) {
		t.Errorf("%d files were compared", compared)
	}
}

// loads reports whether a file of the corpus can be loaded. Other tests cover the others.
func loads(t *testing.T, fsys fs.FS, name string) bool {
	t.Helper()
	_, err := loader.Open(t.Context(), filepath.Join(os.Getenv("MESHCHECK_CORPUS"), name), loader.Options{UVs: true})
	var unsupported *loader.UnsupportedError
	if err != nil && !errors.As(err, &unsupported) {
		t.Errorf("%s: %v", name, err)
	}
	return err == nil
}

// includes fails unless got has everything that want has. want has fewer members, shorter lists of
// the worst, and fewer digits.
func includes(t *testing.T, at string, got, want any) {
	t.Helper()
	switch want := want.(type) {
	case map[string]any:
		for name, w := range want {
			if name == "near_limit" {
				continue // specific to the other program
			}
			g, ok := got.(map[string]any)[name]
			if !ok {
				t.Errorf("%s.%s is missing", at, name)
			}
			includes(t, at+"."+name, g, w)
		}
	case []any:
		got := got.([]any)
		if strings.HasSuffix(at, ".worst") {
			worst(t, at, got, want)
			return
		}
		if len(got) != len(want) {
			t.Errorf("%s has %d elements, want %d", at, len(got), len(want))
			return
		}
		for i := range want {
			includes(t, at, got[i], want[i])
		}
	case float64:
		g, ok := got.(float64)
		// Here, touching outlines are decided exactly; for the other program, their distance may be
		// slightly above 0.
		if more := strings.HasSuffix(at, ".touching") && g >= want; !ok || !more && !(math.Abs(g-want) <= 1e-8*math.Abs(want)) {
			t.Errorf("%s: %v, want %v", at, got, want)
		}
	default:
		if got != want {
			t.Errorf("%s: %v, want %v", at, got, want)
		}
	}
}

// worst compares the common beginning of two lists, in which equally bad elements may be in any
// order.
func worst(t *testing.T, at string, got, want []any) {
	t.Helper()
	if len(got) < len(want) {
		t.Errorf("%s has %d elements, want %d", at, len(got), len(want))
		return
	}
	for i, w := range want {
		for name, w := range w.(map[string]any) {
			if slices.Contains([]string{"area", "distance"}, name) {
				includes(t, at+"."+name, got[i].(map[string]any)[name], w)
			}
		}
	}
}
