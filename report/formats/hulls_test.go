package formats

import (
	"bytes"
	"fmt"
	"math"
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

// hostileHulls gives all names and reasons to an attacker.
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

// hugeHulls has numbers that overflow float64 wherever there are numbers.
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

// hullReports are reports of hulls of all sorts, by name.
func hullReports() map[string]*report.Report {
	asked := reporttest.HullReport()
	asked.Options.Checks = check.Hulls
	none := &report.Report{Options: check.Options{Checks: check.Hulls}, Files: []report.File{reporttest.WithHulls(reporttest.Checked("a.stl", "stl"), "none")}}
	return map[string]*report.Report{"hulls": reporttest.HullReport(), "asked": asked, "none": none, "hostile": hostileHulls(), "huge": hugeHulls(), "many": manyHulls(50, 30)}
}

// manyHulls has groups of as many hulls, each of them inside out, after one that is fine.
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
	s := reporttest.JSONSchema(t)
	for name, r := range hullReports() {
		text := reporttest.JSON(t, r)
		if err := reporttest.Validate(t, s, text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		back := reporttest.ReadBack(t, text)
		for i := range r.Files {
			if got, want := back.Files[i].Result.Hulls(), r.Files[i].Result.Hulls(); got == nil || got.Counts != want.Counts || len(got.Groups) != len(want.Groups) {
				t.Errorf("%s: %+v reads back as %+v", name, want, got)
			}
		}
	}
	want := reporttest.HullReport().Files
	for i, f := range reporttest.ReadBack(t, reporttest.JSON(t, reporttest.HullReport())).Files {
		if !reporttest.Alike(t, f.Result.Hulls(), want[i].Result.Hulls()) {
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

// Overlaps of hulls that are only counted are told by every report, and come back.
func TestHullsOmitted(t *testing.T) {
	r := omittedOverlaps()
	good := reporttest.JSON(t, r)
	if err := reporttest.Validate(t, reporttest.JSONSchema(t), good); err != nil {
		t.Error(err)
	}
	read := reporttest.ReadBack(t, good)
	if read.Files[0].Result.Hulls().Groups[0].Omitted != 3 {
		t.Errorf("%+v", read.Files[0].Result.Hulls().Groups[0])
	}
	var said, page bytes.Buffer
	if err := text.Write(&said, &r.Files[0], text.Options{}); err != nil || !strings.Contains(said.String(), "and 3 more overlaps of hulls, all of them shallower, only counted\n") {
		t.Errorf("%v: %s", err, said.String())
	}
	if err := html.Write(&page, r, reporttest.Models(r)); err != nil || !strings.Contains(page.String(), ">3 more overlaps of hulls, all of them shallower, are only counted.<") {
		t.Errorf("the page does not tell: %v", err)
	}
}

// Each of these edits of a good report is refused, those with a reason by the reader alone.
func TestHullsJSONRefuses(t *testing.T) {
	s := reporttest.JSONSchema(t)
	good := string(reporttest.JSON(t, reporttest.HullReport()))
	for _, edit := range []struct{ old, new, reason string }{
		{`"profile": "unreal"`, `"engine": "unreal"`, ""},
		{`"shape":"convex"`, `"shape":"cone"`, ""},
		{`"severity":"error"`, `"severity":"fatal"`, ""},
		{`"rule":"hull_gap"`, `"rule":"gap"`, ""},
		{`"value":300`, `"value":-300`, ""},
		{`"samples":10000`, `"samples":0.5`, ""},
		{`"translation":[0.25,0,0]`, `"translation":[0.25,0]`, ""},
		{`"hull":1,"value":0.03`, `"hull":3,"value":0.03`, "files[0].hulls.groups[0].findings[0]: names something"},
		{`"rule":"hull_gap",`, ``, "findings[3]: names something"},
		{`"hull":0,"other":1`, `"hull":0,"other":3`, "hulls.groups[0].findings[2]: names something"},
		{`"hull":0,"other":1`, `"hull":0`, "findings[2]: names something"},
		{`"hull":0,"other":1`, `"other":1`, "findings[2]: names something"},
		{`"rule":"hull_gap"`, `"rule":"hulls_overlap"`, "findings[3]: names something"},
		{`{"object":{"path":"/UCX_chair_01","instance":0,"mesh":1`, `{"object":{"path":"/UCX_chair_01","instance":0,"mesh":4`, "hulls.groups[0].hulls[0]: names something"},
		{`{"path":"/chair","instance":0,"mesh":0`, `{"path":"/chair","instance":0,"mesh":4`, "hulls.groups[0].visuals[0]: names something"},
		{`{"path":"/chair","instance":0,"mesh":0`, `{"path":"/chair","instance":0`, "visuals[0]: names something"},
		{`{"object":{"path":"/lamp/far"`, `{"object":{"path":"/lamp/far","mesh":2`, "hulls.not_checked[0]: names something"},
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
	if _, err := json.Read(bytes.NewReader([]byte(head + unchecked))); err == nil || !strings.Contains(err.Error(), "there are results without meshes") {
		t.Errorf("hulls of a file without meshes: %v", err)
	}
}
