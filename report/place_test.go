package report_test

import (
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// TestWhatToDo: each issue of the fixtures has a name and a cure without placeholders, and that of
// the chair names its parts.
func TestWhatToDo(t *testing.T) {
	seen := map[check.Rule]string{}
	for _, f := range fixtures.All() {
		if f.Error != "" {
			continue
		}
		r := &report.Report{Options: check.Options{Checks: check.All, Clearance: check.Length{Value: 0.01}}}
		r.Files = []report.File{reporttest.CheckModel(t, fixtures.Files(), f.Path, r.Options)}
		for _, is := range report.IssuesOf(r, 0) {
			name, text := is.Name(), is.WhatToDo()
			if name == "" || text == "" || strings.ContainsAny(text, "{}") && !strings.ContainsAny(name, "{}") {
				t.Errorf("%s: %s: %q: %q", f.Path, is.Rule, name, text)
			}
			if seen[is.Rule] == "" {
				seen[is.Rule] = name + " | " + is.Size() + " | " + text
			}
		}
	}
	for rule, text := range seen {
		t.Logf("%s: %s", rule, text)
	}
}
