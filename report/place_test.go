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

// TestWhatToDoWhereSurfacesLie: where surfaces lie on each other over more than they cross deep, the
// cure is that of overlaps, with the area; to move them by the depth would not part them.
func TestWhatToDoWhereSurfacesLie(t *testing.T) {
	region := check.Region{Counts: reporttest.Counts(3, 2), Depth: 0.12, CrossingDepth: 2.5e-7, Width: 0.12, Area: 0.0162, Parts: []int{0, 1}}
	does := func() string {
		f := reporttest.Checked("a.glb", "glb", check.Mesh{
			Parts: []check.PartInfo{{Name: "lid"}, {Name: "crate"}}, Counts: region.Counts, RegionCount: 1, Regions: []check.Region{region},
		})
		return f.Issues(&check.Options{})[0].WhatToDo()
	}
	if got := does(); !strings.Contains(got, "162 cm²") || !strings.HasPrefix(got, "Delete the faces of lid or of crate") {
		t.Errorf("wide: %q", got)
	}
	region.CrossingDepth, region.Width = 0.12, 0.05
	if got := does(); !strings.Contains(got, "120 mm") || !strings.HasPrefix(got, "Move lid and crate apart") {
		t.Errorf("deep: %q", got)
	}
}
