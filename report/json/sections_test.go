package json_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/baseline"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// sectioned returns a report with what a check found that has nothing but a list of issues.
func sectioned() *report.Report {
	list := &check.IssueList{Of: check.Clearance}
	for _, severity := range []check.Severity{check.Error, check.Warning} {
		f := reporttest.Chair()
		m := &f.Result.Meshes[0]
		list.Append(check.Issue{
			Rule: check.TooNear, Severity: severity, Count: 2, Group: "walk", Whole: true, Value: 0.5, Limit: 0.75,
			Subjects: []check.Object{{Path: "/chair", Mesh: 0, Name: m.Name, Collider: -1, Part: -1, Shell: -1}},
			Box:      geom.Box{Max: geom.Vec{1, 2, 3}}, Places: []geom.Vec{{1, 1, 1}}, Reason: "at 1.5 s",
			Regions: m.Regions, Findings: m.Findings[:2],
		})
	}
	list.List[1].Box = geom.EmptyBox()
	list.NotChecked = []check.ObjectProblem{{Object: list.List[0].Subjects[0], Reason: "is flat"}}
	list.Nothing, list.Truncated = "no second clip", true
	list.Counts[check.TooNear][check.Warning]++
	r := &report.Report{Version: "1", Files: []report.File{reporttest.Chair()}}
	r.Files[0].Result.Put(list)
	return r
}

// TestSections: a section that is a list of issues is written, read back, and judged by a baseline.
func TestSections(t *testing.T) {
	r := sectioned()
	f := &r.Files[0]
	baseline.New().Judge(f, f.Path, r.Options, time.Now())
	at := check.Ref{List: check.InSection, Of: int(check.Clearance)}
	if f.Judgement(at) == nil {
		t.Fatal("the baseline does not judge the issue")
	}
	text := reporttest.JSON(t, r)
	if err := reporttest.Validate(t, reporttest.JSONSchema(t), text); err != nil {
		t.Error(err)
	}
	if !bytes.Contains(text, []byte(`{"state":"new","check":"clearance","issue":0}`)) || !bytes.Contains(text, []byte(`"counts": {"clearance":{"error":2,"warning":3,"info":0}}`)) {
		t.Errorf("%s", text)
	}
	back := reporttest.ReadBack(t, text).Files[0]
	if got, want := back.Result.Section(check.Clearance), f.Result.Section(check.Clearance); !reporttest.Alike(t, got, want) {
		t.Errorf("read back\n%+v\nwant\n%+v", got, want)
	}
	if !reflect.DeepEqual(back.Baseline.Judgements, f.Baseline.Judgements) {
		t.Errorf("%+v", back.Baseline)
	}
	for _, edit := range [][3]string{
		{`"check": "clearance"`, `"check": "uv"`, "files[0].uv.issues[0]: refers to something"},
		{`"check": "clearance"`, `"check": "self"`, `files[0].sections: the check "self" is missing, or there twice`},
		{`"rule":"clearance"`, `"rule":"clear"`, `sections[0].issues[0].rule: the word "clear" is not known here`},
		{`"issue":0}`, `"issue":7}`, "the baseline has findings that do not fail or are not listed"},
		{`"check":"clearance","issue":0}`, `"check":"clearance"}`, "files[0].baseline.findings[1]: names no"},
	} {
		bad := strings.Replace(string(text), edit[0], edit[1], 1)
		if _, err := json.Read(strings.NewReader(bad)); err == nil || !strings.Contains(err.Error(), edit[2]) {
			t.Errorf("%s: %v, want %q", edit[1], err, edit[2])
		}
	}
}

// TestNewerMinor: what is unknown is refused, but for reports of a newer minor version, where it is ignored
// with a warning.
func TestNewerMinor(t *testing.T) {
	text := string(reporttest.JSON(t, reporttest.Sample()))
	strange := strings.NewReplacer(
		`"options": {`, `"weather": {"rain":1}, "options": {"date":"today",`, `"path": `, `"length": 3, "path": `, `"region_count"`, `"places": [], "region_count"`,
		`"counts": {"crossing"`, `"counts": {"folded":3,"crossing"`, `{"kind":"crossing"`, `{"colour":"red","kind":"crossing"`,
	).Replace(text)
	if _, err := json.Read(strings.NewReader(strange)); err == nil {
		t.Error("unknown members are read")
	}
	newer := strings.Replace(strange, `"schema_minor": 7`, `"schema_minor": 77`, 1)
	files, err := json.NewFiles(strings.NewReader(newer))
	if err != nil {
		t.Fatal(err)
	}
	if w := files.Warnings(); len(w) != 1 || !strings.Contains(w[0], "schema_minor 77") {
		t.Errorf("warnings %q", w)
	}
	r, err := files.All()
	if err != nil {
		t.Fatal(err)
	}
	if got := string(reporttest.JSON(t, r)); got != text {
		t.Error("without what is unknown it is another report")
	}
	files, err = json.NewFiles(strings.NewReader(text))
	if err != nil || files.Warnings() != nil {
		t.Errorf("%v, %v", files.Warnings(), err)
	}
}
