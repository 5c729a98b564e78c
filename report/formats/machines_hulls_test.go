package formats

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/gitlab"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

func TestHullsMatchSchemas(t *testing.T) {
	sarif, quality := reporttest.Compile(t, reporttest.SchemaFile(t, "sarif-2.1.0.json")), reporttest.Compile(t, reporttest.SchemaFile(t, "codequality.json"))
	for name, r := range hullReports() {
		if err := reporttest.Validate(t, sarif, written(t, "sarif", r)); err != nil {
			t.Errorf("sarif of %s: %v", name, err)
		}
		if err := reporttest.Validate(t, quality, written(t, "codequality", r)); err != nil {
			t.Errorf("codequality of %s: %v", name, err)
		}
	}
	for name, r := range hullReports() {
		if out, err := junitValid(t, written(t, "junit", r)); err != nil {
			t.Errorf("junit of %s: %v\n%s", name, err, out)
		}
	}
}

func TestHullsSARIF(t *testing.T) {
	run := sarifOf(t, reporttest.HullReport()).Runs[0]
	var got []string
	for _, result := range run.Results {
		if id := run.Tool.Driver.Rules[result.RuleIndex].ID; id != result.RuleID {
			t.Errorf("rule %d is %s, not %s", result.RuleIndex, id, result.RuleID)
		}
		var nodes []string
		for _, l := range result.Locations[0].LogicalLocations {
			nodes = append(nodes, l.Kind+" "+l.FullyQualifiedName)
		}
		got = append(got, fmt.Sprintf("%s %s: %s | %s", result.Level, result.RuleID, result.Message.Text, strings.Join(nodes, ", ")))
	}
	want := []string{
		`error hull_orphan: Orphan hull: engines ignore it: /UBX_Chiar: no mesh is named "Chiar"; one is named "chair". | node /UBX_Chiar`,
		`error hull_not_convex: Concave hull: /UCX_chair_02 of chair: a vertex is 0.03 outside the plane of a face, near (0.5, 0.25, 1). | node /UCX_chair_02`,
		`error hull_vertex_budget: Hull with too many vertices: /UCX_chair_01 of chair: its convex hull has 300 vertices; unreal allows 255. | node /UCX_chair_01`,
		`warning hulls_overlap: Pair of overlapping hulls: /UCX_chair_01 ↔ /UCX_chair_02 of chair: it is 0.25 deep in /UCX_chair_02, near (1, 0.5, 0.5). | node /UCX_chair_01, node /UCX_chair_02`,
		`warning hull_gap: Mesh outside its hulls: chair: the mesh sticks out by 0.125, near (2, 0, 0). | node /chair`,
		`note hull_not_closed: Open hull: its surface is not closed: /UCX_chair_02 of chair: 4 of 18 edges do not belong to two triangles (the first belongs to 1). | node /UCX_chair_02`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if notes := fmt.Sprint(run.Invocations[0].ToolExecutionNotifications); !strings.Contains(notes, "/lamp/far: the matrix of its node flattens it") {
		t.Errorf("the notifications say nothing of the hull that was not checked: %s", notes)
	}
}

func TestHullsJUnit(t *testing.T) {
	all := junitOf(t, reporttest.HullReport())
	for _, c := range []struct {
		suite     int
		got, want string
	}{
		{0, outcomeOf(all, 0), "failure: hull_orphan: 3 places: /UBX_Chiar: no mesh"},
		{0, outputOf(all, 0), "1 mesh outside its hulls: chair: the mesh sticks out by 0.125"},
		{0, outputOf(all, 0), "1 open hull: /UCX_chair_02 of chair: 4 of 18 edges"},
		{1, outcomeOf(all, 1), "passed"},
		{2, outcomeOf(all, 2), "error: 1 collision hull could not be checked: /lamp/far: the matrix of its node flattens it"},
	} {
		if !strings.Contains(c.got, c.want) {
			t.Errorf("suite %d: %q, want %q", c.suite, c.got, c.want)
		}
	}
	if got := string(written(t, "junit", reporttest.Sample())); strings.Contains(got, "hull") {
		t.Error("a check is named that was not made")
	}
}

func TestHullsGitHub(t *testing.T) {
	commands, _ := annotationsIn(t, string(written(t, "github", reporttest.HullReport())))
	var got []string
	for _, c := range commands {
		first, _, _ := strings.Cut(c.message, "\n")
		got = append(got, fmt.Sprintf("%s %s, %s: %s", c.level, c.properties["file"], c.properties["title"], first))
	}
	for _, want := range []string{
		"error far.glb, meshcheck: not checked: 1 collision hull could not be checked",
		`error chair.glb, meshcheck: 3 places to fix (3 collision hull errors): 1 orphan hull: /UBX_Chiar: no mesh is named "Chiar"; one is named "chair"`,
		"warning chair.glb, meshcheck: warning: 1 pair of overlapping hulls: /UCX_chair_01 ↔ /UCX_chair_02 of chair: it is 0.25 deep in /UCX_chair_02, near (1, 0.5, 0.5)",
	} {
		if !slices.Contains(got, want) {
			t.Errorf("no annotation\n%s\nin\n%s", want, strings.Join(got, "\n"))
		}
	}
	if len(got) != 3 {
		t.Errorf("%d annotations", len(got))
	}
}

// The note on a rule names the worst finding of all groups.
func TestHullNoteIsTheWorst(t *testing.T) {
	r := reporttest.HullReport()
	g := &r.Files[0].Result.Hulls().Groups[1]
	g.Findings = append(g.Findings, reporttest.About(check.HullNotConvex, check.Error, 0, 0.5, 0, "a vertex is 0.5 outside", geom.Vec{}))
	issues := report.IssuesOf(r, 0)
	if got := report.RuleNote(r, 0, issues, check.HullNotConvex, check.Error); !strings.HasSuffix(got, ": /UBX_Chiar: a vertex is 0.5 outside, near (0, 0, 0)") {
		t.Error(got)
	}
	if got := report.RuleNote(r, 0, issues, check.HullNotConvex, check.Warning); got != "" {
		t.Error(got)
	}
}

func TestHullsCodeQuality(t *testing.T) {
	var issues []gitlab.Issue
	if err := json.Unmarshal(written(t, "codequality", reporttest.HullReport()), &issues); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, is := range issues {
		got = append(got, is.Location.Path+" "+is.CheckName+" "+is.Severity)
	}
	want := []string{
		"far.glb not-checked blocker",
		"chair.glb hull_orphan critical", "chair.glb hull_not_convex critical", "chair.glb hull_vertex_budget critical",
		"chair.glb hulls_overlap minor", "chair.glb hull_gap minor", "chair.glb hull_not_closed info",
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A finding about hulls keeps its fingerprint when the hulls change places in their group and its
// numbers change, and all findings have different ones.
func TestHullFingerprints(t *testing.T) {
	prints := func(change func(g *check.HullGroup)) (out []string) {
		r := reporttest.HullReport()
		for j := range r.Files[0].Result.Hulls().Groups {
			g := &r.Files[0].Result.Hulls().Groups[j]
			if j == 0 { // a second budget of the same hull
				g.Findings = append(g.Findings, g.Findings[1])
			}
			change(g)
		}
		for _, is := range report.IssuesOf(r, 0) {
			out = append(out, is.Fingerprint)
		}
		slices.Sort(out)
		return out
	}
	want := prints(func(*check.HullGroup) {})
	if distinct := slices.Compact(slices.Clone(want)); len(want) != 7 || len(distinct) != len(want) {
		t.Fatalf("%d of %d fingerprints are different", len(distinct), len(want))
	}
	if got := prints(func(g *check.HullGroup) {
		last := len(g.Hulls) - 1
		g.Hulls[0], g.Hulls[last] = g.Hulls[last], g.Hulls[0]
		for k := range g.Findings {
			f := &g.Findings[k]
			for _, number := range []*int{&f.Hull, &f.Other} {
				switch *number {
				case 0:
					*number = last
				case last:
					*number = 0
				}
			}
			f.Value, f.Reason, f.Places = 2*f.Value, "another", nil
		}
	}); !slices.Equal(got, want) {
		t.Errorf("%d of %d fingerprints changed", missing(got, want), len(want))
	}
	if got := prints(func(g *check.HullGroup) { g.Name += "x" }); missing(got, want) != len(want) {
		t.Error("fingerprints do not depend on the names of meshes")
	}
}

// A file that fails only by its hulls fails in every report for programs, and a file with a hull
// that was not checked passes in none. The reports are the same when made from the JSON report.
func TestHullsNeverLookClean(t *testing.T) {
	for i, f := range reporttest.HullReport().Files {
		one := &report.Report{Files: []report.File{f}}
		for format, signs := range map[string][2]string{
			"junit": {"<failure ", "<error "}, "codequality": {`"severity": "critical"`, `"severity": "blocker"`},
			"github": {"title=meshcheck%3A 3 places to fix (3 collision hull errors)", "title=meshcheck%3A not checked"}, "markdown": {"| **FAIL** |", "| **NOT CHECKED** |"},
		} {
			text := string(written(t, format, one))
			fails, unchecked := strings.Contains(text, signs[0]), strings.Contains(text, signs[1])
			if fails != (i == 0) || unchecked != (i == 2) {
				t.Errorf("%s of %s: it fails is %t, and not checked %t in\n%s", format, f.Path, fails, unchecked, text)
			}
		}
	}
	for name, r := range hullReports() {
		back := reporttest.ReadBack(t, reporttest.JSON(t, r))
		for format := range machines {
			if name != "hostile" && !bytes.Equal(written(t, format, back), written(t, format, r)) {
				t.Errorf("%s of %s that was read back is different", format, name)
			}
		}
	}
}
