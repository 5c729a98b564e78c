package cache

import (
	"bytes"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/formats"
	"github.com/meshcheck/meshcheck/report/reporttest"
	"github.com/meshcheck/meshcheck/report/text"
)

// recorded are fixtures with all checks there are, and files with what no fixture has.
func recorded(t *testing.T) []report.File {
	t.Helper()
	var files []report.File
	o := check.Options{ListTouches: true, Checks: check.Self | check.Parts | check.Hulls | check.UV, UV: reporttest.UVOptions()}
	for _, x := range fixtures.All() {
		if strings.HasPrefix(x.Path, "hulls/") && x.Hulls == nil {
			continue // takes long
		}
		files = append(files, reporttest.CheckModel(t, fixtures.Files(), x.Path, o))
	}
	for _, r := range []*report.Report{reporttest.UVReport(t), reporttest.HullReport(), reporttest.Huge(), reporttest.Hostile()} {
		files = append(files, r.Files...)
	}
	return append(files, report.File{Format: "stl", Problem: &report.Problem{Kind: "format", Message: "facet 5 is \xff"}})
}

// afterRecord returns a file as it is read from a record.
func afterRecord(t *testing.T, f *report.File) report.File {
	t.Helper()
	data := encode(*newRecord(f))
	var back record
	if err := decode(data, &back); err != nil {
		t.Fatalf("%s: %v", f.Path, err)
	}
	g := report.File{Path: f.Path, SHA256: f.SHA256}
	back.restore(&g)
	if !bytes.Equal(encode(*newRecord(&g)), data) {
		t.Errorf("%s: the record of what was read is another one", f.Path)
	}
	return g
}

// A record gives a file back such that every format writes the same bytes of it.
func TestRecord(t *testing.T) {
	files := recorded(t)
	back := make([]report.File, len(files))
	for i := range files {
		back[i] = afterRecord(t, &files[i])
	}
	write := func(format string, files []report.File) []byte {
		r := &report.Report{Files: files}
		return reporttest.Render(t, func(w *bytes.Buffer) error { return formats.Write(w, format, r, reporttest.Models(r)) })
	}
	for _, format := range []string{"html", "json", "sarif", "junit", "markdown", "codequality", "github"} {
		if !bytes.Equal(write(format, files), write(format, back)) {
			t.Errorf("%s: other bytes", format)
		}
	}
	for i := range files {
		var want, got bytes.Buffer
		if err := text.Write(&want, &files[i], text.Options{}); err != nil {
			t.Fatal(err)
		}
		if err := text.Write(&got, &back[i], text.Options{}); err != nil || want.String() != got.String() {
			t.Errorf("%s: other text, %v", files[i].Path, err)
		}
	}
}

// A section that is nothing but a list of issues is kept as well, with every bit of its numbers.
func TestRecordOfIssueList(t *testing.T) {
	list := &check.IssueList{Of: check.Run}
	list.Section = check.Section{Nothing: "no clip", Warnings: []string{"odd"}, Truncated: true}
	list.Add(check.Issue{
		Rule: check.Skipped, Severity: check.Warning, Count: 3, Value: math.Inf(1), Limit: math.Copysign(0, -1), Box: geom.EmptyBox(),
		Subjects: []check.Object{{Path: "/a", Mesh: -1}}, Places: []geom.Vec{{1, 2, math.Inf(-1)}}, Reason: "late",
	})
	f := report.File{Format: "glb", Result: &check.Result{}}
	f.Result.Put(list)
	back := afterRecord(t, &f)
	if got := back.Result.Section(check.Run); !reflect.DeepEqual(got, list) {
		t.Errorf("%+v, want %+v", got, list)
	}
}
