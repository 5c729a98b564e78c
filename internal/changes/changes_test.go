package changes_test

import (
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/changes"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/report"
)

// checked returns a file with a place to fix for each of the pairs of triangles.
func checked(t *testing.T, path string, pairs ...[]geom.Triangle) report.File {
	t.Helper()
	var all []geom.Triangle
	for _, pair := range pairs {
		all = append(all, pair...)
	}
	r, err := meshcheck.Check(t.Context(), scenetest.SoupScene("body", all), check.Options{Checks: check.Self})
	if err != nil {
		t.Fatal(err)
	}
	return report.File{Path: path, Result: r}
}

// Each row is a report and what it has otherwise than the row before.
func TestNext(t *testing.T) {
	pairs := scenetest.Scattered(meshgen.Rand(1), 12)
	broken := report.File{Path: "a.stl", Problem: &report.Problem{Kind: "format"}}
	var tracker changes.Tracker
	for i, row := range []struct {
		files []report.File
		want  string
	}{
		{[]report.File{checked(t, "a.stl", pairs[:8]...)}, ""},
		{[]report.File{checked(t, "a.stl", pairs[:8]...)}, "no change"},
		{[]report.File{checked(t, "a.stl", pairs[1:10]...)}, "1 fixed, 2 new"},
		{[]report.File{broken}, "1 file can no longer be checked"},
		{[]report.File{broken}, "no change"},
		{[]report.File{checked(t, "a.stl", pairs[1:9]...)}, "1 fixed"},
		{[]report.File{checked(t, "a.stl", pairs[1:9]...), checked(t, "b.stl", pairs[:3]...)}, "3 new"},
		{[]report.File{checked(t, "b.stl", pairs[:2]...)}, "1 fixed, 1 file gone"},
		{nil, "1 file gone"},
	} {
		if got := tracker.Next(&report.Report{Files: row.files}).String(); got != row.want {
			t.Errorf("report %d: %q, want %q", i, got, row.want)
		}
	}
}
