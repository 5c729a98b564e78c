package report_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// rowOf returns the row of a fixture that was checked with some options.
func rowOf(t *testing.T, path string, o check.Options) report.Row {
	t.Helper()
	f := reporttest.CheckModel(t, fixtures.Files(), path, o)
	return report.RowOf(&f, &o)
}

// TestRow: what meets in the worst place comes first, whatever check found it, then how bad it is.
func TestRow(t *testing.T) {
	for _, row := range []struct {
		path    string
		options check.Options
		want    report.WorstPlace
		numbers [6]int // places that fail, other places, findings that fail, triangles, meshes, objects
	}{
		{"chair.glb", check.Options{}, report.WorstPlace{Place: "seat ↔ back, 277 cm² shared, 70 mm wide", Rule: check.Overlap}, [6]int{2, 0, 67, 306, 1, 1}},
		{"scenes/town.glb", check.Options{Checks: check.Self | check.Parts}, report.WorstPlace{Place: "/house_north_5 ↔ /house_extension, 4.5 m deep", Rule: check.PartsOverlap}, [6]int{2, 1, 2, 70, 6, 60}},
		{"hulls/bench.glb", check.Options{Checks: check.Self | check.Hulls}, report.WorstPlace{Place: `/UCX_Bnech_04: no mesh is named "Bnech"; one is named "Bench"`, Rule: check.HullOrphan}, [6]int{2, 1, 2, 118, 6, 6}},
		{"hulls/box.glb", check.Options{Checks: check.Hulls}, report.WorstPlace{Place: "Crate: the mesh reaches up to 5.7 m outside its hulls, limit 539 mm; 95 % of it is within 4.6 m", Rule: check.HullGap, Severity: check.Warning}, [6]int{0, 2, 0, 24, 2, 2}},
		{"kinds/nonfinite.stl", check.Options{}, report.WorstPlace{Place: "4 nonfinite triangles", Rule: check.Nonfinite}, [6]int{1, 0, 4, 5, 1, 1}},
	} {
		got := rowOf(t, row.path, row.options)
		if got.Worst == nil || *got.Worst != row.want {
			t.Errorf("%s: the worst place is %+v, want %+v", row.path, got.Worst, row.want)
		}
		if n := [6]int{got.FailingPlaces, got.OtherPlaces, got.FailingFindings, got.Triangles, got.Meshes, got.Objects}; n != row.numbers {
			t.Errorf("%s: numbers %v, want %v", row.path, n, row.numbers)
		}
		if want := "kinds/nonfinite.stl"; row.path == want && got.Why() != "1 place: 4 nonfinite triangles" {
			t.Errorf("%s fails because of %q", row.path, got.Why())
		}
	}
	if clean := rowOf(t, "kinds/touch_vertex_on_edge.stl", check.Options{}); clean.Worst != nil || clean.OtherPlaces != 0 || clean.Why() != "" {
		t.Errorf("a touch is a place: %+v", clean)
	}
}

// Places are counted whether they are listed or not.
func TestRowOfUnlistedPlaces(t *testing.T) {
	for path, o := range map[string]check.Options{
		"chair.glb": {}, "scenes/town.glb": {Checks: check.Self | check.Parts}, "hulls/self_overlap.glb": {Checks: check.Self | check.Hulls},
	} {
		listed := rowOf(t, path, o)
		o.MaxFindings = -1
		counted := rowOf(t, path, o)
		if counted.FailingPlaces != listed.FailingPlaces || counted.FailingFindings != listed.FailingFindings || listed.FailingPlaces == 0 {
			t.Errorf("%s: %d places with %d findings are listed, %d with %d without a list",
				path, listed.FailingPlaces, listed.FailingFindings, counted.FailingPlaces, counted.FailingFindings)
		}
	}
}

// What a baseline accepts is no place to fix, and not the worst.
func TestRowOfAcceptedPlaces(t *testing.T) {
	f := reporttest.CheckModel(t, fixtures.Files(), "chair.glb", check.Options{})
	all := report.IssuesOf(&report.Report{Files: []report.File{f}}, 0)
	f.Baseline = &report.Judged{Judgements: map[check.Ref]report.Judgement{}}
	for i := range all {
		if row := report.RowOf(&f, &check.Options{}); row.FailingPlaces != len(all)-i || row.Accepted != i || row.Worst.Rule != all[i].Rule {
			t.Errorf("%d accepted: %+v", i, row)
		}
		f.Baseline.Judgements[all[i].At] = report.Judgement{State: report.BaselineAccepted}
	}
	if row := report.RowOf(&f, &check.Options{}); row.Status != check.Pass || row.FailingPlaces != 0 || row.FailingFindings != 0 || row.Worst != nil {
		t.Errorf("all accepted: %+v", row)
	}
}

// A file that was not checked has a reason in one line.
func TestRowOfUncheckedFile(t *testing.T) {
	r := reporttest.Sample()
	rows := r.Indexed().Rows
	at := slices.IndexFunc(rows, func(row report.Row) bool { return row.Path == "bad.glb" })
	if row := rows[at]; row.Status != check.NotChecked || row.Why() != "mesh 3 primitive 0: index 812 is past the end of 700 vertices" || row.Triangles != 0 {
		t.Errorf("%+v", row)
	}
	rows = reporttest.HullReport().Indexed().Rows
	flat := rows[slices.IndexFunc(rows, func(row report.Row) bool { return row.Path == "far.glb" })]
	if flat.Status != check.NotChecked || !strings.HasPrefix(flat.Why(), "1 collision hull could not be checked: /") || strings.Contains(flat.Why(), "\n") {
		t.Errorf("%+v", flat)
	}
	silent := report.File{Path: "x", Result: &check.Result{Status: check.NotChecked}}
	if row := report.RowOf(&silent, &check.Options{}); row.Why() == "" {
		t.Error("a file of which a report does not say why has no reason")
	}
	for _, row := range reporttest.Hostile().Indexed().Rows {
		if text := row.Reason + row.Why(); strings.ContainsAny(text, "\n\r\x1b\u202e\u2028") || len(text) > 10_000 {
			t.Errorf("%.300q", text)
		}
	}
}

// An index that was made file by file stands for the files.
func TestIndexed(t *testing.T) {
	r := reporttest.Sample()
	whole := r.Indexed()
	if len(whole.Rows) != len(r.Files) || whole.Summary.Files != len(r.Files) || whole.Summary.Failed == 0 {
		t.Errorf("%+v", whole)
	}
	if kept := (&report.Report{Index: whole}).Indexed(); kept != whole {
		t.Error("the index that was kept is not used")
	}
}

// TestRowsInUnits: rows of files in different units compare in metres, those without a unit as if in
// metres.
func TestRowsInUnits(t *testing.T) {
	row := func(depth float64, unit string) report.Row {
		f := reporttest.Checked("a.fbx", "fbx", check.Mesh{
			Counts:  reporttest.Counts(1),
			Regions: []check.Region{{Number: 1, Counts: reporttest.Counts(1), Depth: depth}}, RegionCount: 1,
		})
		f.Unit = unit
		return report.RowOf(&f, &check.Options{})
	}
	sorted := []report.Row{row(2, "100 m"), row(7, ""), row(0.07, "m"), row(4.2, "cm"), row(41, "mm"), row(0.04, "")}
	for i := range sorted {
		for k := range sorted {
			if got := report.CompareRows(&sorted[i], &sorted[k]); got < 0 != (i < k) || got > 0 != (i > k) {
				t.Errorf("rows %d and %d compare as %d", i, k, got)
			}
		}
	}
}
