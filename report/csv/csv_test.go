package csv_test

import (
	"bytes"
	encoding "encoding/csv"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/csv"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// cellsOf returns the lines of a report, each by the names of its columns.
func cellsOf(t *testing.T, r *report.Report) (text string, lines []map[string]string) {
	t.Helper()
	text = string(reporttest.Render(t, func(w *bytes.Buffer) error { return csv.Write(w, r) }))
	all, err := encoding.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, cells := range all[1:] {
		line := map[string]string{}
		for i, cell := range cells {
			line[all[0][i]] = cell
		}
		lines = append(lines, line)
	}
	return text, lines
}

func TestGolden(t *testing.T) {
	text, lines := cellsOf(t, reporttest.Sample())
	reporttest.Golden(t, "sample.csv", []byte(text))
	if len(lines) != len(reporttest.Sample().Files) || lines[0]["place"] != "seat ↔ leg_front_left, 4.2 mm deep" || lines[0]["failing_places"] != "1" {
		t.Errorf("%d lines, the first is %v", len(lines), lines[0])
	}
}

// No name makes a formula, a new line of a log, or more columns.
func TestHostileNames(t *testing.T) {
	for _, name := range []string{"=1+1", "+1", "-1", "@SUM(1)", "a,\"b\"\n=1", "\t=1", "::error::x", "##[error]x", "\xff", reporttest.HostileName} {
		text, lines := cellsOf(t, reporttest.WithName(reporttest.Hostile(), name))
		if !utf8.ValidString(text) || strings.ContainsAny(text, "\x1b\r\u202e\u2028") || strings.Contains(text, "\n::") || strings.Contains(text, "##[") {
			t.Errorf("%.50q gets through:\n%.300s", name, text)
		}
		if n := strings.Count(text, "\n"); n != len(lines)+1 || len(lines) != len(reporttest.Sample().Files) {
			t.Errorf("%.50q makes %d lines", name, n)
		}
		for _, line := range lines {
			for column, cell := range line {
				if cell != "" && strings.Contains("=+-@\t", cell[:1]) {
					t.Errorf("%.50q makes the %s %.50q", name, column, cell)
				}
			}
		}
	}
}

// A run that is not complete says so in a line of its own.
func TestIncomplete(t *testing.T) {
	r := reporttest.Sample()
	r.Interrupted, r.Unreached = true, 41
	r.Skipped = []report.Skipped{{Ending: ".fbx", Files: 3, Failing: 3}}
	_, lines := cellsOf(t, r)
	last := lines[len(lines)-1]
	if last["path"] != "" || last["status"] != check.NotChecked.String() || last["reason"] != "interrupted before 41 more files; 3 models were not looked at: 3 .fbx" {
		t.Errorf("the last line is %v", last)
	}
	r.Interrupted, r.Skipped[0].Failing = false, 0
	if _, lines := cellsOf(t, r); slices.ContainsFunc(lines, func(l map[string]string) bool { return l["path"] == "" }) {
		t.Error("a run with skipped models that do not fail it has a line without a path")
	}
}
