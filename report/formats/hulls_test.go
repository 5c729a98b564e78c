package formats

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/html"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/reporttest"
	"github.com/meshcheck/meshcheck/report/text"
)

// hostileHulls lets an attacker choose all names and reasons.
func hostileHulls() *report.Report {
	r := reporttest.HullReport()
	for i := range r.Files {
		f := &r.Files[i]
		f.Path = reporttest.HostileName
		s := f.Result.Hulls()
		s.Profile = reporttest.HostileName
		for k := range s.NotChecked {
			s.NotChecked[k] = check.ObjectProblem{Object: check.Object{Path: reporttest.HostileName, Collider: -1, Mesh: -1, Part: -1, Shell: -1}, Reason: reporttest.HostileName}
		}
		for j := range s.Groups {
			g := &s.Groups[j]
			g.Name = reporttest.HostileName
			for k := range g.Hulls {
				g.Hulls[k].Object.Path, g.Hulls[k].Scheme = reporttest.HostileName, reporttest.HostileName
			}
			for k := range g.Findings {
				g.Findings[k].Reason = reporttest.HostileName
			}
		}
	}
	return r
}

// hugeHulls has overflowing numbers everywhere.
func hugeHulls() *report.Report {
	r := reporttest.HullReport()
	inf := math.Inf(1)
	g := &r.Files[0].Result.Hulls().Groups[0]
	g.VisualVolume, g.HullVolume = inf, inf
	*g.Gap = check.Coverage{Greatest: inf, Error: inf, Places: [2]geom.Vec{{inf, inf, inf}, {inf, inf, inf}}, Percentile95: inf}
	g.Hulls[0].Volume, g.Hulls[0].Rounding = inf, inf
	for k := range g.Findings {
		f := &g.Findings[k]
		f.Value, f.Limit, f.Places = inf, inf, []geom.Vec{{inf, inf, inf}}
		if f.Overlap != nil {
			*f.Overlap = check.HullOverlap{Depth: inf, Translation: geom.Vec{inf, inf, inf}, Volume: inf}
		}
	}
	return r
}

// hullReports returns reports of all kinds of hulls, by name.
func hullReports() map[string]*report.Report {
	asked := reporttest.HullReport()
	asked.Options.Checks = check.Hulls
	none := &report.Report{Options: check.Options{Checks: check.Hulls}, Files: []report.File{reporttest.WithHulls(reporttest.Checked("a.stl", "stl"), "none")}}
	return map[string]*report.Report{"hulls": reporttest.HullReport(), "asked": asked, "none": none, "hostile": hostileHulls(), "huge": hugeHulls(), "many": manyHulls(50, 30)}
}

// manyHulls has groups with the given number of inverted hulls each, after one correct group.
func manyHulls(groups, each int) *report.Report {
	all := make([]check.HullGroup, groups)
	for i := range all {
		g := &all[i]
		g.Name = fmt.Sprint("thing", i)
		for k := range each {
			g.Hulls = append(g.Hulls, reporttest.Surface(fmt.Sprintf("/%s/UCX_%d", g.Name, k), 0, check.ConvexShape, "unreal"))
			if i > 0 {
				g.Findings = append(g.Findings, reporttest.About(check.HullInverted, check.Error, k, 12, 0, "all triangles face inwards"))
			}
		}
	}
	return &report.Report{Files: []report.File{reporttest.WithHulls(reporttest.Checked("many.glb", "glb", check.Mesh{Name: "m"}), "unreal", all...)}}
}

func TestHullsJSON(t *testing.T) {
	s := compiled(t)
	for name, r := range hullReports() {
		text := jsonOf(t, r)
		if err := reporttest.Validate(t, s, text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		back := readBack(t, text)
		for i := range r.Files {
			if got, want := back.Files[i].Result.Hulls(), r.Files[i].Result.Hulls(); got == nil || got.Counts != want.Counts || len(got.Groups) != len(want.Groups) {
				t.Errorf("%s: %+v reads back as %+v", name, want, got)
			}
		}
	}
	want := reporttest.HullReport().Files
	for i, f := range readBack(t, jsonOf(t, reporttest.HullReport())).Files {
		if !reflect.DeepEqual(f.Result.Hulls(), want[i].Result.Hulls()) {
			t.Errorf("read back\n%+v\nwant\n%+v", f.Result.Hulls(), want[i].Result.Hulls())
		}
	}
}

// omittedOverlaps is a report in which a group counts three overlaps that it does not list.
func omittedOverlaps() *report.Report {
	r := reporttest.HullReport()
	s := r.Files[0].Result.Hulls()
	s.Groups[0].Omitted = 3
	s.Counts[check.HullsOverlap][check.Warning] += 3
	return r
}

// Every report mentions overlaps of hulls that are only counted, and they are read back.
func TestHullsOmitted(t *testing.T) {
	r := omittedOverlaps()
	good := jsonOf(t, r)
	if err := reporttest.Validate(t, compiled(t), good); err != nil {
		t.Error(err)
	}
	read := readBack(t, good)
	if read.Files[0].Result.Hulls().Groups[0].Omitted != 3 {
		t.Errorf("%+v", read.Files[0].Result.Hulls().Groups[0])
	}
	for _, wrong := range []string{`"omitted": 2`, `"omitted": 4`} {
		bad := strings.Replace(string(good), `"omitted": 3`, wrong, 1)
		if _, err := json.Read(strings.NewReader(bad)); err == nil || !strings.Contains(err.Error(), "counts of hull findings") {
			t.Errorf("%s: %v", wrong, err)
		}
	}
	var said, page bytes.Buffer
	if err := text.Write(&said, &r.Files[0], text.Options{}); err != nil || !strings.Contains(said.String(), "and 3 more overlaps of hulls, all of them shallower, only counted\n") {
		t.Errorf("%v: %s", err, said.String())
	}
	if err := html.Write(&page, r, reporttest.Models(r)); err != nil || !strings.Contains(page.String(), ">3 more overlaps of hulls, all of them shallower, are only counted.<") {
		t.Errorf("the page does not tell: %v", err)
	}
}

// Each of these edits of a good report is rejected, those with a reason only by the reader.
func TestHullsJSONRefuses(t *testing.T) {
	s := compiled(t)
	good := string(jsonOf(t, reporttest.HullReport()))
	for _, edit := range []struct{ old, new, reason string }{
		{`"profile": "unreal"`, `"engine": "unreal"`, ""},
		{`"hull_flat": {"error":0,"warning":0,"info":0},`, ``, ""},
		{`"shape":"convex"`, `"shape":"cone"`, ""},
		{`"severity":"error"`, `"severity":"fatal"`, ""},
		{`"rule":"hull_gap"`, `"rule":"gap"`, ""},
		{`"value":300`, `"value":-300`, ""},
		{`"samples":10000`, `"samples":0.5`, ""},
		{`"translation":[0.25,0,0]`, `"translation":[0.25,0]`, ""},
		{`"hull":1,"value":0.03`, `"hull":3,"value":0.03`, "finding 0 names a hull that does not exist"},
		{`"hull":0,"other":1`, `"hull":0,"other":3`, "names a hull that does not exist"},
		{`"hull":0,"other":1`, `"hull":0`, `the fields "other" and "overlap" do not match`},
		{`"hull":0,"other":1`, `"hull":1,"other":1`, "finding 2 is not between two hulls"},
		{`"hull":0,"other":1`, `"other":1`, "finding 2 is not between two hulls"},
		{`"rule":"hull_gap"`, `"rule":"hulls_overlap"`, "do not match"},
		{`"rule":"hull_gap"`, `"rule":"hull_excess"`, "the counts of hull findings do not match the findings"},
		{`"severity":"info"`, `"severity":"error"`, "the counts of hull findings do not match the findings"},
		{`{"object":{"path":"/UCX_chair_01","instance":0,"mesh":1`, `{"object":{"path":"/UCX_chair_01","instance":0,"mesh":4`, "the mesh of a hull is out of range"},
		{`{"path":"/chair","instance":0,"mesh":0`, `{"path":"/chair","instance":0,"mesh":4`, "the mesh of a visual is out of range"},
		{`{"path":"/chair","instance":0,"mesh":0`, `{"path":"/chair","instance":0`, "the mesh of a visual is out of range"},
		{`{"object":{"path":"/lamp/far"`, `{"object":{"path":"/lamp/far","mesh":2`, "the mesh of a hull that was not checked is out of range"},
	} {
		bad := strings.Replace(good, edit.old, edit.new, 1)
		if bad == good {
			t.Errorf("%s: the edit changes nothing", edit.new)
			continue
		}
		_, err := json.Read(strings.NewReader(bad))
		if err == nil || !strings.Contains(err.Error(), edit.reason) {
			t.Errorf("%s: read with %v, want %q", edit.new, err, edit.reason)
		}
		if edit.reason == "" && reporttest.Validate(t, s, []byte(bad)) == nil {
			t.Errorf("%s: the schema lets it pass", edit.new)
		}
	}
	unchecked := `{"path": "a", "status": "not checked", "warnings": [], "hulls": ` + good[strings.Index(good, `"hulls": {`)+len(`"hulls": `):]
	head := good[:strings.Index(good, `"files": [`)+len(`"files": [`)]
	if _, err := json.Read(bytes.NewReader([]byte(head + unchecked))); err == nil || !strings.Contains(err.Error(), `"hulls" needs the field "meshes"`) {
		t.Errorf("hulls of a file without meshes: %v", err)
	}
}
