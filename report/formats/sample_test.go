package formats

import (
	"bytes"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// written returns r in the named format.
func written(t *testing.T, format string, r *report.Report) []byte {
	t.Helper()
	return reporttest.Render(t, func(w *bytes.Buffer) error { return Write(w, format, r, reporttest.Models(r)) })
}

// samples returns reports of all kinds, by name.
func samples() map[string]*report.Report {
	return map[string]*report.Report{
		"sample": reporttest.Sample(), "none": {Version: "1"}, "many": reporttest.Many(1000, 300), "hostile": reporttest.Hostile(), "huge": reporttest.Huge(),
		"hulls":    reporttest.HullReport(),
		"noReason": {Files: []report.File{{Path: "x"}}}, "inconsistent": {Files: []report.File{{Path: "x", Result: &check.Result{Counts: reporttest.Counts(3)}}}},
	}
}

// htmlPage returns r as a page.
func htmlPage(t *testing.T, r *report.Report) string {
	t.Helper()
	return string(written(t, "html", r))
}
