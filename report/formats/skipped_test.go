package formats

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// skippedReport returns the report of a run with skipped models, of which failing fail it, and a
// file whose objects were not compared.
func skippedReport(t *testing.T, failing int) *report.Report {
	r := &report.Report{Files: []report.File{reporttest.CheckModel(t, fixtures.Files(), "scenes/town.glb", check.Options{})}}
	r.Skipped = []report.Skipped{{Ending: ".fbx", Files: 340, Failing: failing}, {Ending: ".blend", Files: 2}}
	return r
}

// Every format says which models were skipped, which objects were not compared, and whether that
// fails the run.
func TestSkipped(t *testing.T) {
	const models, objects = "342 models were not looked at: 340 .fbx, 2 .blend", "60 objects not compared with each other"
	run := "Objects of 1 file were not compared with each other"
	for _, failing := range []int{0, 340} {
		r := skippedReport(t, failing)
		for format, want := range map[string][]string{
			"html":        {models, objects, "<code>--checks self,parts</code>"},
			"markdown":    {models, objects, run},
			"junit":       {models, objects},
			"sarif":       {models, objects},
			"github":      {models, run},
			"codequality": {models},
			"summary":     {`"not_compared":1,"skipped":[{"ending":".fbx","files":340`},
			"ndjson":      {`"not_compared":1,"skipped":[{"ending":".fbx","files":340`, `"not_compared":60`},
			"json":        {`"not_compared":1,"skipped":[{"ending":".fbx","files":340`, `"not_compared": 60`, `"checks": ["self"]`},
		} {
			got := reporttest.Render(t, func(w *bytes.Buffer) error { return Write(w, format, r, reporttest.Models(r)) })
			for _, text := range want {
				if !bytes.Contains(got, []byte(text)) {
					t.Errorf("%s, %d failing: %q is not there", format, failing, text)
				}
			}
		}
		if got := r.Summary().Status; (got == check.NotChecked) != (failing > 0) {
			t.Errorf("%d failing: the run is %s", failing, got)
		}
	}
	for format, want := range map[string]string{
		"junit": `<error type="not checked" message="342 models`, "sarif": `"executionSuccessful": false`, "github": "::error title=meshcheck::342 models",
		"codequality": `"severity": "blocker"`, "markdown": "# meshcheck: NOT CHECKED", "json": `"summary": {"status":"not checked"`,
		"summary": `"summary": {"status":"not checked"`, "ndjson": `{"summary":{"status":"not checked"`, "csv": "\n,not checked,\"342 models were not",
	} {
		got := reporttest.Render(t, func(w *bytes.Buffer) error { return Write(w, format, skippedReport(t, 1), nil) })
		if !bytes.Contains(got, []byte(want)) {
			t.Errorf("%s does not fail: %q is not there", format, want)
		}
	}
}

// The JSON report is read back unchanged, and contradictions to the files are rejected.
func TestSkippedJSON(t *testing.T) {
	said := reporttest.JSON(t, skippedReport(t, 340))
	if err := reporttest.Validate(t, reporttest.JSONSchema(t), said); err != nil {
		t.Error(err)
	}
	back := reporttest.ReadBack(t, said)
	if !bytes.Equal(reporttest.JSON(t, back), said) || !reflect.DeepEqual(back.Skipped, skippedReport(t, 340).Skipped) || back.Files[0].Result.Checks != check.Self {
		t.Errorf("read back: %+v, %+v", back.Skipped, back.Files[0].Result.Checks)
	}
	for _, row := range []struct{ from, to, want string }{
		{`,"failing":340`, ``, "the summary does not match the files"},
		{`"not_compared":1,`, ``, "the summary does not match the files"},
	} {
		if !bytes.Contains(said, []byte(row.from)) {
			t.Errorf("%s is not in the report", row.from)
			continue
		}
		if _, err := json.Read(strings.NewReader(strings.Replace(string(said), row.from, row.to, 1))); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%q for %q: %v, want %q", row.to, row.from, err, row.want)
		}
	}
}

// Reports of the previous version are read: undecided pairs were called not checked, and new
// members are missing.
func TestReportOfTheVersionBefore(t *testing.T) {
	r := reporttest.SceneNamed(t, "open_box.glb", check.Options{
		Checks: check.Self | check.Parts, Policy: check.Policy{check.PartsUndecided: {Severity: check.Error}},
	})
	said := string(reporttest.JSON(t, r))
	old := said
	for _, change := range []struct{ from, to string }{
		{"  \"schema_minor\": 7,\n", ""}, {"      \"checks\": [\"self\",\"parts\"],\n", ""},
		{`"undecided":1`, `"not_checked":1`}, {`"verdict": "undecided"`, `"verdict": "not checked"`},
		{"parts/undecided:error", "parts/not_checked:error"},
	} {
		if !strings.Contains(old, change.from) {
			t.Fatalf("%q is not in the report", change.from)
		}
		old = strings.ReplaceAll(old, change.from, change.to)
	}
	back, err := json.Read(strings.NewReader(old))
	if err != nil {
		t.Fatal(err)
	}
	p := back.Files[0].Result.Pairs()[0]
	if p.Rule != check.PartsUndecided || p.Severity != check.Error || back.Files[0].Result.Between().Counts.Of(check.PartsUndecided) != 1 {
		t.Errorf("%+v", p)
	}
	back.Files[0].Result.Checks = check.Self | check.Parts
	if got := string(reporttest.JSON(t, back)); got != said {
		t.Errorf("written again it is another:\n%s", got)
	}
	for _, change := range []struct{ from, to string }{{`"not_checked":1,"touch"`, `"not_checked":1,"undecided":1,"touch"`}} {
		if _, err := json.Read(strings.NewReader(strings.Replace(old, change.from, change.to, 1))); err == nil {
			t.Errorf("%q is read", change.to)
		}
	}
}
