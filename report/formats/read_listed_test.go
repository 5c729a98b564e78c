package formats

import (
	"bytes"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// A report whose lists contradict its counts is rejected, with file and place, unless it says that
// they are cut.
func TestReadJSONListsFitCounts(t *testing.T) {
	pairs := func() *report.Report { return reporttest.SceneNamed(t, "boxes_overlap_50mm.glb", check.Options{}) }
	for _, c := range []struct {
		name   string
		report *report.Report
		change func(r *check.Result)
		want   string
	}{
		{"whole", reporttest.Sample(), func(*check.Result) {}, ""},
		{"whole pairs", pairs(), func(*check.Result) {}, ""},
		{"emptied", reporttest.Sample(), func(r *check.Result) { r.Meshes[0].Findings = nil }, "files[0]: mesh 0: "},
		{"one taken out", reporttest.Sample(), func(r *check.Result) { r.Meshes[0].Findings = r.Meshes[0].Findings[1:] }, "files[0]: mesh 0: "},
		{"cut", reporttest.Sample(), func(r *check.Result) {
			r.Meshes[0].Findings, r.Meshes[0].Truncated = nil, true
		}, ""},
		{"emptied pair", pairs(), func(r *check.Result) { r.Pairs()[0].Findings = nil }, "files[0]: pair 0: "},
		{"pair that lists more", pairs(), func(r *check.Result) {
			r.Pairs()[0].Findings = append(r.Pairs()[0].Findings, r.Pairs()[0].Findings[0])
		}, "files[0]: pair 0: "},
		{"no pairs", pairs(), func(r *check.Result) { r.Between().Pairs = nil }, "files[0]: 1 pair counted as "},
		{"pairs cut", pairs(), func(r *check.Result) { b := r.Between(); b.Pairs, b.Truncated = nil, true }, ""},
	} {
		c.change(c.report.Files[0].Result)
		text := written(t, "json", c.report)
		_, err := json.Read(bytes.NewReader(text))
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)):
			t.Errorf("%s: the error is %v, want %s…", c.name, err, c.want)
		}
	}
}
