package formats

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/diff"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// compared is a report of two files, of which one is broken and one repaired since an earlier report.
func compared() *report.Report {
	whole := func(path string) report.File {
		f := reporttest.Chair()
		f.Path = path
		return f
	}
	repaired := func(path string) report.File {
		f := whole(path)
		r := f.Result
		r.Status, r.Counts = check.Pass, check.Counts{}
		m := &r.Meshes[0]
		m.Regions, m.RegionCount, m.Findings, m.Counts = nil, 0, nil, check.Counts{}
		return f
	}
	earlier := &report.Report{Version: "0.1.0", Files: []report.File{repaired("a.glb"), whole("b.glb"), whole("gone.glb"), whole("same.glb")}}
	r := &report.Report{Version: "0.1.0", Files: []report.File{whole("a.glb"), repaired("b.glb"), whole("same.glb")}}
	diff.Reports(earlier, r)
	return r
}

// TestChangesInReports: SARIF has a state for each result and the fixed ones, Markdown and the page
// say what is new.
func TestChangesInReports(t *testing.T) {
	r := compared()
	if t0, t1 := r.Files[0].Changes.Tally(), r.Files[1].Changes.Tally(); t0.New != 1 || t1.Fixed != 1 || t0.Fixed+t1.New > 0 {
		t.Fatalf("%+v, %+v", t0, t1)
	}
	text := written(t, "sarif", r)
	if err := reporttest.Validate(t, reporttest.Compile(t, reporttest.SchemaFile(t, "sarif-2.1.0.json")), text); err != nil {
		t.Error(err)
	}
	var log struct {
		Runs []struct {
			Results []struct{ BaselineState string }
		}
	}
	if err := json.Unmarshal(text, &log); err != nil {
		t.Fatal(err)
	}
	states := map[string]int{}
	for _, result := range log.Runs[0].Results {
		states[result.BaselineState]++
	}
	if states["new"] != 1 || states["absent"] != 1 || states["unchanged"] == 0 || states[""] > 0 {
		t.Errorf("%v", states)
	}
	md := string(written(t, "markdown", r))
	for _, want := range []string{"since the old report: 1 new, 1 fixed", "\n- new: ", "\n- fixed: ", "gone.glb: only in the old report"} {
		if !strings.Contains(md, want) {
			t.Errorf("Markdown has no %q:\n%s", want, md)
		}
	}
	if page := htmlPage(t, r); strings.Count(page, `<p class="baseline"><b>new</b></p>`) != 1 {
		t.Error("the page does not mark the new place")
	}
	if plain := string(written(t, "sarif", reporttest.Sample())); strings.Contains(plain, "baselineState") {
		t.Error("there is a state without an earlier report")
	}
}
