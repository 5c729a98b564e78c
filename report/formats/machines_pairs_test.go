package formats

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// pairReports returns reports of the scenes with all kinds of pairs of objects, by name.
func pairReports(t *testing.T) map[string]*report.Report {
	t.Helper()
	all := map[string]*report.Report{}
	for name, o := range map[string]check.Options{
		"default": {}, "touches": {ListTouches: true, Checks: check.Self}, "shells": {PartsOf: check.ByShell},
		"primitives": {PartsOf: check.ByPrimitive}, "unlisted": {MaxFindings: -1}, "allowed": {Allow: []string{"*:*"}},
	} {
		all[name] = reporttest.BetweenReport(t, o)
	}
	all["unchecked"] = reporttest.BetweenReport(t, check.Options{})
	uncheck(&all["unchecked"].Files[0])
	all["hostile"] = reporttest.BetweenReport(t, check.Options{Allow: []string{"left:right"}})
	for i := range all["hostile"].Files {
		hostilePairs(&all["hostile"].Files[i])
	}
	return all
}

// uncheck adds an object that could not be checked to a file.
func uncheck(f *report.File) {
	f.Result.Status = check.NotChecked
	f.Result.Between().NotChecked = []check.ObjectProblem{{Object: check.Object{Path: "/far", Collider: -1, Part: -1, Shell: -1}, Reason: "out of reach"}}
}

// hostilePairs lets an attacker choose all names in pairs of objects.
func hostilePairs(f *report.File) {
	f.Path = reporttest.HostileName
	for i := range f.Result.Pairs() {
		p := &f.Result.Pairs()[i]
		p.A.Path, p.B.Path, p.A.Name = reporttest.HostileName, reporttest.HostileName, reporttest.HostileName
		if p.Reason != "" {
			p.Reason = reporttest.HostileName
		}
		if p.Allowed != "" {
			p.Allowed = reporttest.HostileName
		}
	}
	o := check.Object{Path: reporttest.HostileName, Collider: -1, Part: -1, Shell: -1}
	f.Result.Between().LeftOut = check.LeftOut{LowerLevels: 1, NoScene: 2, OtherScenes: 3}
	f.Result.Between().NotChecked = []check.ObjectProblem{{Object: o, Reason: reporttest.HostileName}}
	f.Result.Status = check.NotChecked
}

func TestPairsGolden(t *testing.T) {
	for format, name := range machines {
		reporttest.Golden(t, strings.Replace(name, "sample", "pairs", 1), written(t, format, reporttest.BetweenReport(t, check.Options{Allow: []string{"one:two"}})))
	}
}

func TestPairsMatchSchemas(t *testing.T) {
	sarif, quality := reporttest.Compile(t, reporttest.SchemaFile(t, "sarif-2.1.0.json")), reporttest.Compile(t, reporttest.SchemaFile(t, "codequality.json"))
	for name, r := range pairReports(t) {
		if err := reporttest.Validate(t, sarif, written(t, "sarif", r)); err != nil {
			t.Errorf("sarif of %s: %v", name, err)
		}
		if err := reporttest.Validate(t, quality, written(t, "codequality", r)); err != nil {
			t.Errorf("codequality of %s: %v", name, err)
		}
		if out, err := junitValid(t, written(t, "junit", r)); err != nil {
			t.Errorf("junit of %s: %v\n%s", name, err, out)
		}
	}
}

// A file that fails only by its pairs of objects fails in every report, whether the pairs are
// listed or not, and a file whose objects were not all checked passes in none.
func TestPairsNeverLookClean(t *testing.T) {
	for name, r := range map[string]*report.Report{"listed": reporttest.BetweenReport(t, check.Options{}), "unlisted": reporttest.BetweenReport(t, check.Options{MaxFindings: -1})} {
		for _, f := range r.Files {
			one := &report.Report{Options: r.Options, Files: []report.File{f}}
			fails := f.Status() == check.Fail
			if f.Status() == check.NotChecked {
				continue // not a pass either, and tested below
			}
			if fails && f.Result.Counts.Failing() > 0 {
				t.Fatalf("%s fails within its meshes", f.Path)
			}
			for format, sign := range map[string]string{"junit": "<failure ", "codequality": `"severity": "critical"`,
				"github": "::error file=", "markdown": "| **FAIL** |"} {
				text := string(written(t, format, one))
				if strings.Contains(text, sign) != fails {
					t.Errorf("%s, %s of %s: fails is %t in\n%s", name, format, f.Path, fails, text)
				}
			}
			results := sarifOf(t, one).Runs[0].Results // the rules have levels as well
			if n := len(results); (n > 0 && results[0].Level == "error") != fails {
				t.Errorf("%s, sarif of %s: fails is %t in %d results", name, f.Path, fails, n)
			}
		}
	}
	r := reporttest.BetweenReport(t, check.Options{})
	r.Files = r.Files[:1]
	uncheck(&r.Files[0])
	for format := range machines {
		if text := string(written(t, format, r)); !strings.Contains(text, "far: out of reach") && !strings.Contains(text, "far&#58; out of reach") {
			t.Errorf("%s says nothing of an object that was not checked:\n%s", format, text)
		}
	}
}

func TestPairsHostileNames(t *testing.T) {
	r := pairReports(t)["hostile"]
	r.Files = r.Files[:8] // each path is in full somewhere
	for format := range machines {
		got := string(written(t, format, r))
		if found := wild.FindString(got); found != "" {
			t.Errorf("%s: %q gets through", format, found)
		}
		if limit := 500_000; len(got) > limit {
			t.Errorf("%s: long names make %d bytes", format, len(got))
		}
	}
	if columns, bad := unevenRow(string(written(t, "markdown", r))); bad != "" {
		t.Errorf("the head has %d columns: %s", columns, bad)
	}
}

// unevenRow returns a table row whose number of columns differs from that of the head.
func unevenRow(text string) (columns int, row string) {
	for line := range strings.Lines(text) {
		n := len(cellBorder.FindAllString(line, -1))
		switch {
		case !strings.HasPrefix(line, "|"):
			columns = 0
		case columns == 0:
			columns = n
		case n != columns:
			return columns, line
		}
	}
	return 0, ""
}

// TestPairsJUnit: pairs that fail are in the text of the case, which becomes an error if an object
// could not be checked.
func TestPairsJUnit(t *testing.T) {
	r := reporttest.BetweenReport(t, check.Options{})
	at := slices.IndexFunc(r.Files, func(f report.File) bool { return f.Path == "boxes_overlap_50mm.glb" })
	r.Files = r.Files[at : at+1]
	failed := outcomeOf(junitOf(t, r), 0)
	if !strings.HasPrefix(failed, "failure: parts/overlap: 1 place: ") || !strings.Contains(failed, "50 mm deep near (") {
		t.Errorf("a pair that overlaps: %s", failed)
	}
	result := r.Files[0].Result
	result.Status = check.NotChecked
	result.Between().NotChecked = []check.ObjectProblem{{Object: result.Pairs()[0].A, Reason: "it is flat"}}
	got := outcomeOf(junitOf(t, r), 0)
	if !strings.HasPrefix(got, "error: 1 object could not be checked against others: ") || !strings.Contains(got, "it is flat\n") || !strings.Contains(got, "50 mm deep near (") {
		t.Errorf("with an object that could not be checked: %s", got)
	}
}

// A pair keeps its fingerprint when its objects change places in the scene or move a little, and
// all pairs have different ones.
func TestPairFingerprints(t *testing.T) {
	prints := func(change func(p *check.Pair)) (out []string) {
		r := reporttest.BetweenReport(t, check.Options{PartsOf: check.ByShell})
		for i := range r.Files {
			r.Files[i].Path = "a.glb"
			for j := range r.Files[i].Result.Pairs() {
				change(&r.Files[i].Result.Pairs()[j])
			}
			r.Files[i].Result.Sections = slices.DeleteFunc(r.Files[i].Result.Sections, func(f check.Found) bool { return f.Check() == check.Model }) // it is about no pair
			for _, is := range report.IssuesOf(r, i) {
				out = append(out, fmt.Sprint(i, " ", is.Fingerprint))
			}
		}
		slices.Sort(out)
		return out
	}
	want := prints(func(*check.Pair) {})
	if distinct := slices.Compact(slices.Clone(want)); len(distinct) != len(want) || len(want) < 8 {
		t.Fatalf("%d of %d fingerprints are different", len(distinct), len(want))
	}
	if got := prints(func(p *check.Pair) {
		p.A, p.B = p.B, p.A
		p.A.Shell, p.B.Shell = 7, 9
		for i := range p.Regions {
			b := &p.Regions[i].Box
			b.Max = b.Max.Add(geom.Vec{1e-9, 1e-9, 1e-9})
		}
	}); !slices.Equal(got, want) {
		t.Errorf("%d of %d fingerprints changed", missing(got, want), len(want))
	}
	if got := prints(func(p *check.Pair) { p.A.Path += "x" }); missing(got, want) != len(want) {
		t.Error("fingerprints do not depend on the names of nodes")
	}
}

// The machine reports are the same when made from the JSON report.
func TestPairsFromJSON(t *testing.T) {
	r := reporttest.BetweenReport(t, check.Options{ListTouches: true})
	back, err := json.Read(bytes.NewReader(written(t, "json", r)))
	if err != nil {
		t.Fatal(err)
	}
	for format := range machines {
		if !bytes.Equal(written(t, format, back), written(t, format, r)) {
			t.Errorf("%s is different", format)
		}
	}
}

// TestClearanceReports: objects that are too close fail in every report for programs.
func TestClearanceReports(t *testing.T) {
	r := reporttest.BetweenReport(t, check.Options{Checks: check.Clearance, Clearance: check.Length{Value: 0.5}})
	failed := func(f report.File) bool { return f.Result != nil && f.Result.Between().Counts.Of(check.TooNear) > 0 }
	at := slices.IndexFunc(r.Files, failed)
	if at < 0 {
		t.Fatal("no file has objects that are too near")
	}
	r.Files = r.Files[at : at+1]
	for name, want := range map[string]string{
		"sarif": `"ruleId": "clearance"`, "junit": `<failure type="clearance"`, "markdown": "| clearance |",
		"github": "::error ", "codequality": `"check_name": "clearance"`,
	} {
		text := string(reporttest.Render(t, func(w *bytes.Buffer) error { return Write(w, name, r, reporttest.Models(r)) }))
		if !strings.Contains(text, want) {
			t.Errorf("%s has no %q:\n%.2000s", name, want, text)
		}
	}
}
