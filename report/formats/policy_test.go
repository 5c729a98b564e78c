package formats

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/reporttest"
	"github.com/meshcheck/meshcheck/report/text"
)

// policies change in every way which fixtures fail.
var policies = []string{
	"none", "crossing:off,overlap:off,duplicate:off,nonfinite:off,degenerate:off,touch:off",
	"touch,degenerate", "crossing:warning,overlap:info", "crossing:depth>0.3,overlap:area>0.2,duplicate:area>1e9",
	"crossing:length>0.5", "parts/crossing:depth>10,parts/overlap:depth>10,parts/contained,parts/touch:warning",
	"parts/crossing:off,parts/overlap:info,clearance:distance<1e-9,parts/not_checked", "hull_not_closed:off,hulls_overlap,hull_gap,hull_not_convex:warning",
}

// policyReported caches policyReports.
var policyReported map[string]*report.Report

// policyReports returns the fixtures, checked by each policy. Empty lists are tested with limits,
// where they matter.
func policyReports(t *testing.T) map[string]*report.Report {
	t.Helper()
	if policyReported != nil {
		return policyReported
	}
	out := map[string]*report.Report{}
	for _, said := range policies {
		p, err := check.ParsePolicy(said)
		if err != nil {
			t.Fatal(err)
		}
		o := check.Options{Policy: p, Checks: check.Self | check.Parts | check.Clearance | check.Hulls,
			Clearance: check.Length{Value: 0.01}}
		r := &report.Report{Version: "0", Options: o}
		for _, name := range []string{
			"kinds/crossing.stl", "kinds/overlap_same.stl", "kinds/duplicate_same.stl", "kinds/touch_t_junction.stl", "kinds/degenerate.stl",
			"scenes/boxes_overlap_50mm.glb", "scenes/nested_box.glb", "scenes/open_box.glb", "scenes/boxes_stacked_equal.glb", "hulls/closed_not.glb", "hulls/overlap.glb",
		} {
			if strings.HasPrefix(name, "hulls/") && !strings.Contains(said, "hull") {
				continue // slow
			}
			r.Files = append(r.Files, reporttest.CheckModel(t, fixtures.Files(), name, o))
		}
		out[said] = r
		if !strings.ContainsAny(said, "<>") {
			continue
		}
		cut, few := *r, o
		few.MaxFindings = -1
		cut.Options, cut.Files = few, nil
		for _, f := range r.Files {
			cut.Files = append(cut.Files, reporttest.CheckModel(t, fixtures.Files(), f.Path, few))
		}
		out[said+", cut"] = &cut
	}
	policyReported = out
	return out
}

// The JSON report says what fails and is read back unchanged; contradictions to the policy are
// rejected.
func TestPolicyJSON(t *testing.T) {
	s := reporttest.JSONSchema(t)
	for name, r := range policyReports(t) {
		said := reporttest.JSON(t, r)
		if err := reporttest.Validate(t, s, said); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		back := reporttest.ReadBack(t, said)
		if again := reporttest.JSON(t, back); !bytes.Equal(again, said) {
			t.Errorf("%s: written again it is another", name)
		}
		if got, want := bare(back.Summary()), bare(r.Summary()); !reflect.DeepEqual(got, want) || !reflect.DeepEqual(back.Options.Policy, r.Options.Policy) {
			t.Errorf("%s: the summary reads back as %+v, want %+v", name, got, want)
		}
		for i := range r.Files {
			got, want := back.Files[i].Result, r.Files[i].Result
			if got.Counts.Failed != want.Counts.Failed || want.Between() != nil && got.Between().Counts != want.Between().Counts {
				t.Errorf("%s, %s: fails are read back as %v, want %v", name, r.Files[i].Path, got.Counts.Failed, want.Counts.Failed)
			}
			for k := range want.Pairs() {
				if got.Pairs()[k].Severity != want.Pairs()[k].Severity {
					t.Errorf("%s, %s, pair %d: %v, want %v", name, r.Files[i].Path, k, got.Pairs()[k].Severity, want.Pairs()[k].Severity)
				}
			}
		}
	}
}

func TestPolicyJSONRefuses(t *testing.T) {
	said := string(reporttest.JSON(t, policyReports(t)["crossing:warning,overlap:info"]))
	for _, row := range []struct{ from, to, want string }{
		{`"fail_on":["crossing:warning",`, `"fail_on":["crossing:error",`, "files[0]: passes, but something fails"},
		{`"fail_on":["crossing:warning",`, `"fail_on":["crossing:bad",`, "after the colon"},
		{`"through_edge":0,"failing":{"crossing":0}`, `"through_edge":0,"failing":{"crossing":1}`, "passes, but something fails"},
		{`"failing":{"crossing":0}`, `"failing":{"crossing":-1}`, "whole number"},
		{`"rule":"nothing_to_compare","severity":"warning"`, `"rule":"nothing_to_compare","severity":"bad"`, "is not known here"},
		{`"rule":"nothing_to_compare","severity":"warning"`, `"rule":"nothing_to_compare","severity":"error"`, "passes, but has a finding that fails"},
	} {
		if !strings.Contains(said, row.from) {
			t.Errorf("%s is not in the report", row.from)
			continue
		}
		if _, err := json.Read(strings.NewReader(strings.Replace(said, row.from, row.to, 1))); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s for %s: %v, want %q", row.to, row.from, err, row.want)
		}
	}
}

// Every report for programs says that a file fails if and only if it does.
func TestPolicyInEveryReport(t *testing.T) {
	seen := map[check.Status]int{}
	for name, r := range policyReports(t) {
		for _, f := range r.Files {
			one := &report.Report{Options: r.Options, Files: []report.File{f}}
			seen[f.Status()]++
			if f.Status() == check.NotChecked {
				continue
			}
			fails := f.Status() == check.Fail
			for format, sign := range map[string]string{"junit": "<failure ", "codequality": `"severity": "critical"`,
				"github": "::error file=", "markdown": "| **FAIL** |", "text": ": FAIL  "} {
				var said string
				if format == "text" {
					said = string(reporttest.Render(t, func(w *bytes.Buffer) error { return text.Write(w, &f, text.Options{Check: r.Options}) }))
				} else {
					said = string(written(t, format, one))
				}
				if strings.Contains(said, sign) != fails {
					t.Errorf("%s, %s of %s: fails is %t in\n%s", name, format, f.Path, fails, said)
				}
			}
			results := sarifOf(t, one).Runs[0].Results
			for _, res := range results {
				if res.Level != "error" && res.Level != "warning" && res.Level != "note" {
					t.Errorf("%s, sarif of %s: level %q", name, f.Path, res.Level)
				}
			}
			if (len(results) > 0 && results[0].Level == "error") != fails {
				t.Errorf("%s, sarif of %s: fails is %t in %+v", name, f.Path, fails, results)
			}
		}
	}
	if seen[check.Pass] < 20 || seen[check.Fail] < 20 {
		t.Errorf("%v", seen)
	}
}

// A file with options of its own is judged and described by these.
func TestPolicyOfOneFile(t *testing.T) {
	strict, err := check.ParsePolicy("touch")
	if err != nil {
		t.Fatal(err)
	}
	own := check.Options{Policy: strict}
	r := &report.Report{Version: "0", Files: []report.File{
		reporttest.CheckModel(t, fixtures.Files(), "kinds/touch_t_junction.stl", check.Options{}), reporttest.CheckModel(t, fixtures.Files(), "kinds/touch_t_junction.stl", own),
	}}
	r.Files[1].Options = &own
	said := reporttest.JSON(t, r)
	if err := reporttest.Validate(t, reporttest.JSONSchema(t), said); err != nil {
		t.Error(err)
	}
	back := reporttest.ReadBack(t, said)
	if !bytes.Equal(reporttest.JSON(t, back), said) || back.Files[0].Options != nil || !reflect.DeepEqual(back.Files[1].Options.Policy, strict) {
		t.Errorf("read back as %+v", back.Files)
	}
	if got := []check.Status{back.Files[0].Status(), back.Files[1].Status()}; !slices.Equal(got, []check.Status{check.Pass, check.Fail}) {
		t.Errorf("%v", got)
	}
	if n := strings.Count(string(written(t, "junit", r)), "<failure "); n != 1 {
		t.Errorf("%d failures", n)
	}
	if n := strings.Count(string(written(t, "github", r)), "::error "); n != 1 {
		t.Errorf("%d errors", n)
	}
}

// TestPolicyPage: the cards of the page say how the policy changes a kind, if it does.
func TestPolicyPage(t *testing.T) {
	for said, want := range map[string]string{
		"touch:error":        "neither passes through the other. By the policy it fails.",
		"crossing:off":       "cut through each other. By the policy it does not fail.",
		"crossing:depth>0.1": "",
		"crossing:length>10": "cut through each other. By the policy it does not fail.",
	} {
		p, err := check.ParsePolicy(said)
		if err != nil {
			t.Fatal(err)
		}
		r := &report.Report{Options: check.Options{Policy: p}}
		for _, name := range []string{"kinds/crossing.stl", "kinds/touch_t_junction.stl"} {
			r.Files = append(r.Files, reporttest.CheckModel(t, fixtures.Files(), name, r.Options))
		}
		page := htmlPage(t, r)
		if has := strings.Contains(page, "By the policy"); has != (want != "") || !strings.Contains(page, want) {
			t.Errorf("%s: the page does not say %q, or something else", said, want)
		}
	}
	for _, c := range []struct {
		rule        check.Rule
		all, failed int
		policy      check.Policy
		want        string
	}{
		{check.Duplicate, 3, 2, nil, ". By the policy 2 fail."},
		{check.Duplicate, 3, 3, nil, "lies exactly on the other."},
		{check.Degenerate, 3, 0, nil, "no area. A warning by default."},
		{check.Degenerate, 3, 3, nil, "no area. By the policy it fails."},
		{check.Touch, 0, 0, nil, "Does not fail by default."},
		{check.Touch, 0, 0, check.Policy{check.Touch: {Severity: check.Error}}, "the other. By the policy it fails."},
		{check.Crossing, 0, 0, check.Policy{check.Crossing: {Severity: check.Warning}}, "each other. By the policy it does not fail."},
		{check.Overlap, 0, 0, check.Policy{check.Overlap: {Limit: check.Limit{Of: check.OfArea, Size: check.Length{Value: 2, Unit: "mm"}}}}, ". By the policy it fails if area>2mm2."},
	} {
		if got := report.MeaningHere(c.rule, c.all, c.failed, c.policy); !strings.HasSuffix(got, c.want) {
			t.Errorf("%s, %d of %d: %q does not end in %q", c.rule, c.failed, c.all, got, c.want)
		}
	}
}

// bare returns a summary without what reports do not contain.
func bare(s report.Summary) report.Summary {
	s.Counts.ThroughEdge = 0
	return s
}
