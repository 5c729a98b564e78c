package report

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/hulls"
	"github.com/meshcheck/meshcheck/check/self"
	"github.com/meshcheck/meshcheck/geom"
)

// node returns the object that a node shows.
func node(path string, mesh int) check.Object {
	return check.Object{Path: path, Mesh: mesh, Name: path[strings.LastIndexByte(path, '/')+1:], Part: -1, Shell: -1}
}

// surface returns a hull with the numbers of a box.
func surface(path string, mesh int, shape hulls.Shape, scheme string) hulls.Hull {
	return hulls.Hull{Object: node(path, mesh), Shape: shape, Scheme: scheme, Vertices: 8, Faces: 6,
		Box: geom.Box{Max: geom.Vec{1, 1, 1}}, Volume: 1, Rounding: 1e-7}
}

// about returns a finding of a hull, or of the whole group for -1.
func about(rule check.Rule, s check.Severity, hull int, value, limit float64, reason string, places ...geom.Vec) hulls.Finding {
	return hulls.Finding{Rule: rule, Severity: s, Hull: hull, Other: -1, Value: value, Limit: limit, Reason: reason, Places: places}
}

// withHulls adds groups of hulls to a file, with the counts and the verdict of a check.
func withHulls(f File, profile string, groups ...hulls.Group) File {
	s := &hulls.Result{Profile: profile, Groups: groups}
	for i := range groups {
		for k := range groups[i].Findings {
			s.Counts[groups[i].Findings[k].Rule][groups[i].Findings[k].Severity]++
		}
	}
	if s.Counts.Failing() > 0 {
		f.Result.Status = meshcheck.Fail
	}
	f.Result.Hulls = s
	return f
}

// chairGroup is a mesh with three hulls and findings of every severity, with and without a
// hull, places and a second hull.
func chairGroup() hulls.Group {
	overlap := about(check.HullsOverlap, check.Warning, 0, 0.25, 2e-7, "it is 0.25 deep in /UCX_chair_02", geom.Vec{1, 0.5, 0.5}, geom.Vec{0.75, 0.5, 0.5})
	overlap.Other, overlap.Overlap = 1, &hulls.Overlap{Depth: 0.25, Translation: geom.Vec{0.25, 0, 0}, Volume: 0.125}
	ball := hulls.Hull{Object: node("/chair/ball", -1), Shape: hulls.Sphere, Scheme: "OMI_physics_shape", Box: geom.EmptyBox(), Volume: 4.2}
	return hulls.Group{
		Name: "chair", Visuals: []check.Object{node("/chair", 0)},
		Hulls: []hulls.Hull{surface("/UCX_chair_01", 1, hulls.Convex, "unreal"), surface("/UCX_chair_02", 2, hulls.Convex, "unreal"), ball},
		Findings: []hulls.Finding{
			about(check.HullNotConvex, check.Error, 1, 0.03, 2e-7, "a vertex is 0.03 outside the plane of a face", geom.Vec{0.5, 0.25, 1}, geom.Vec{0.5, 0.25, 0.97}),
			about(check.HullVertexBudget, check.Error, 0, 300, 255, "its convex hull has 300 vertices; unreal takes 255"),
			overlap,
			about(check.HullGap, check.Warning, -1, 0.125, 0.05, "the mesh sticks out by 0.125", geom.Vec{2, 0, 0}, geom.Vec{1.875, 0, 0}),
			about(check.HullNotClosed, check.Info, 1, 4, 0, "4 of 18 edges do not belong to two triangles, the first to 1"),
		},
		Gap:          &hulls.Coverage{Greatest: 0.125, Error: 1e-4, Places: [2]geom.Vec{{2, 0, 0}, {1.875, 0, 0}}, Percentile95: 0.1, Samples: 10000},
		Excess:       &hulls.Coverage{Greatest: 0.5, Places: [2]geom.Vec{{0, 3, 0}, {0, 2.5, 0}}, Percentile95: 0.4, Samples: 9000},
		VisualVolume: 2, HullVolume: 2.5,
	}
}

// hullReport has a file that fails by its hulls alone, one whose hulls are as they should
// be, and one with a hull that was not checked.
func hullReport() *Report {
	meshes := func(names ...string) (all []self.Result) {
		for i, name := range names {
			all = append(all, self.Result{Index: i, Name: name, Triangles: 12, Vertices: 8, Shells: 1,
				Parts: []check.PartInfo{{Name: "part 0", Triangles: 12}}, Instances: []string{"/" + name}})
		}
		return all
	}
	lost := hulls.Group{Name: "Chiar", Hulls: []hulls.Hull{surface("/UBX_Chiar", 3, hulls.Box, "unreal")},
		Findings: []hulls.Finding{about(check.HullOrphan, check.Error, 0, 0, 0, `no mesh is called "Chiar"; one is called "chair"`)}}
	lamp := hulls.Group{Name: "lamp", Visuals: []check.Object{node("/lamp", 0)},
		Hulls: []hulls.Hull{surface("/lamp-colonly", 1, hulls.Trimesh, "godot")}}
	fine := withHulls(checked("lamp.glb", "glb", meshes("lamp", "lamp-colonly")...), "godot", lamp)
	far := withHulls(checked("far.glb", "glb", meshes("lamp", "lamp-colonly")...), "none", lamp)
	far.Result.Status = meshcheck.NotChecked
	far.Result.Hulls.NotChecked = []check.ObjectProblem{{Object: node("/lamp/far", -1), Reason: "the matrix of its node flattens it"}}
	return &Report{Version: "0.1.0", Files: []File{
		withHulls(checked("chair.glb", "glb", meshes("chair", "UCX_chair_01", "UCX_chair_02", "UBX_Chiar")...), "unreal", chairGroup(), lost),
		fine, far,
	}}
}

// hostileHulls gives all names and reasons to an attacker.
func hostileHulls() *Report {
	r := hullReport()
	for i := range r.Files {
		f := &r.Files[i]
		f.Path = hostileName
		s := f.Result.Hulls
		s.Profile = hostileName
		for k := range s.NotChecked {
			s.NotChecked[k] = check.ObjectProblem{Object: check.Object{Path: hostileName, Mesh: -1, Part: -1, Shell: -1}, Reason: hostileName}
		}
		for j := range s.Groups {
			g := &s.Groups[j]
			g.Name = hostileName
			for k := range g.Hulls {
				g.Hulls[k].Object.Path, g.Hulls[k].Scheme = hostileName, hostileName
			}
			for k := range g.Findings {
				g.Findings[k].Reason = hostileName
			}
		}
	}
	return r
}

// hugeHulls has numbers that overflow float64 wherever there are numbers.
func hugeHulls() *Report {
	r := hullReport()
	inf := math.Inf(1)
	g := &r.Files[0].Result.Hulls.Groups[0]
	g.VisualVolume, g.HullVolume = inf, inf
	*g.Gap = hulls.Coverage{Greatest: inf, Error: inf, Places: [2]geom.Vec{nowhere, nowhere}, Percentile95: inf}
	g.Hulls[0].Volume, g.Hulls[0].Rounding = inf, inf
	for k := range g.Findings {
		f := &g.Findings[k]
		f.Value, f.Limit, f.Places = inf, inf, []geom.Vec{nowhere}
		if f.Overlap != nil {
			*f.Overlap = hulls.Overlap{Depth: inf, Translation: nowhere, Volume: inf}
		}
	}
	return r
}

// hullReports are reports of hulls of all sorts, by name.
func hullReports() map[string]*Report {
	asked := hullReport()
	asked.Options.Checks = check.Hulls
	none := &Report{Options: meshcheck.Options{Checks: check.Hulls}, Files: []File{withHulls(checked("a.stl", "stl"), "none")}}
	return map[string]*Report{"hulls": hullReport(), "asked": asked, "none": none, "hostile": hostileHulls(), "huge": hugeHulls(), "many": manyHulls(50, 30)}
}

// manyHulls has groups of as many hulls, each of them inside out, after one that is fine.
func manyHulls(groups, each int) *Report {
	all := make([]hulls.Group, groups)
	for i := range all {
		g := &all[i]
		g.Name = fmt.Sprint("thing", i)
		for k := range each {
			g.Hulls = append(g.Hulls, surface(fmt.Sprintf("/%s/UCX_%d", g.Name, k), 0, hulls.Convex, "unreal"))
			if i > 0 {
				g.Findings = append(g.Findings, about(check.HullInverted, check.Error, k, 12, 0, "all triangles face inwards"))
			}
		}
	}
	return &Report{Files: []File{withHulls(checked("many.glb", "glb", self.Result{Name: "m"}), "unreal", all...)}}
}

func TestHullsJSON(t *testing.T) {
	s := compiled(t)
	for name, r := range hullReports() {
		text := jsonOf(t, r)
		if err := validate(t, s, text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		back := readBack(t, text)
		for i := range r.Files {
			if got, want := back.Files[i].Result.Hulls, r.Files[i].Result.Hulls; got == nil || got.Counts != want.Counts || len(got.Groups) != len(want.Groups) {
				t.Errorf("%s: %+v reads back as %+v", name, want, got)
			}
		}
	}
	want := hullReport().Files
	for i, f := range readBack(t, jsonOf(t, hullReport())).Files {
		if !reflect.DeepEqual(f.Result.Hulls, want[i].Result.Hulls) {
			t.Errorf("read back\n%+v\nwant\n%+v", f.Result.Hulls, want[i].Result.Hulls)
		}
	}
}

// omittedOverlaps is a report in which a group counts three overlaps that it does not list.
func omittedOverlaps() *Report {
	r := hullReport()
	s := r.Files[0].Result.Hulls
	s.Groups[0].Omitted = 3
	s.Counts[check.HullsOverlap][check.Warning] += 3
	return r
}

// Overlaps of hulls that are only counted are told by every report, and come back.
func TestHullsOmitted(t *testing.T) {
	r := omittedOverlaps()
	good := jsonOf(t, r)
	if err := validate(t, compiled(t), good); err != nil {
		t.Error(err)
	}
	read := readBack(t, good)
	if read.Files[0].Result.Hulls.Groups[0].Omitted != 3 {
		t.Errorf("%+v", read.Files[0].Result.Hulls.Groups[0])
	}
	for _, wrong := range []string{`"omitted": 2`, `"omitted": 4`} {
		bad := strings.Replace(string(good), `"omitted": 3`, wrong, 1)
		if _, err := ReadJSON(strings.NewReader(bad)); err == nil || !strings.Contains(err.Error(), "counts of findings about hulls") {
			t.Errorf("%s: %v", wrong, err)
		}
	}
	var text, page bytes.Buffer
	if err := Text(&text, &r.Files[0], TextOptions{}); err != nil || !strings.Contains(text.String(), "and 3 more overlaps of hulls, less deep, that are only counted\n") {
		t.Errorf("%v: %s", err, text.String())
	}
	if err := HTML(&page, r); err != nil || !strings.Contains(page.String(), ">3 more overlaps of hulls, less deep, are only counted.<") {
		t.Errorf("the page does not tell: %v", err)
	}
}

// Each of these edits of a good report is refused, those with a reason by the reader alone.
func TestHullsJSONRefuses(t *testing.T) {
	s := compiled(t)
	good := string(jsonOf(t, hullReport()))
	for _, edit := range []struct{ old, new, reason string }{
		{`"profile": "unreal"`, `"engine": "unreal"`, ""},
		{`"hull_flat": {"error":0,"warning":0,"info":0},`, ``, ""},
		{`"shape":"convex"`, `"shape":"cone"`, ""},
		{`"severity":"error"`, `"severity":"fatal"`, ""},
		{`"rule":"hull_gap"`, `"rule":"gap"`, ""},
		{`"value":300`, `"value":-300`, ""},
		{`"samples":10000`, `"samples":0.5`, ""},
		{`"translation":[0.25,0,0]`, `"translation":[0.25,0]`, ""},
		{`"hull":1,"value":0.03`, `"hull":3,"value":0.03`, "finding 0 is of a hull that there is not"},
		{`"hull":0,"other":1`, `"hull":0,"other":3`, "of a hull that there is not"},
		{`"hull":0,"other":1`, `"hull":0`, `its fields "other" and "overlap" do not agree`},
		{`"hull":0,"other":1`, `"hull":1,"other":1`, "finding 2 is not of two hulls"},
		{`"hull":0,"other":1`, `"other":1`, "finding 2 is not of two hulls"},
		{`"rule":"hull_gap"`, `"rule":"hulls_overlap"`, "do not agree"},
		{`"rule":"hull_gap"`, `"rule":"hull_excess"`, "the counts of findings about hulls are not their numbers"},
		{`"severity":"info"`, `"severity":"error"`, "the counts of findings about hulls are not their numbers"},
		{`{"object":{"path":"/UCX_chair_01","instance":0,"mesh":1`, `{"object":{"path":"/UCX_chair_01","instance":0,"mesh":4`, "the mesh of a hull is out of range"},
		{`{"path":"/chair","instance":0,"mesh":0`, `{"path":"/chair","instance":0,"mesh":4`, "the mesh of a visual is out of range"},
		{`{"path":"/chair","instance":0,"mesh":0`, `{"path":"/chair","instance":0`, "the mesh of a visual is out of range"},
		{`{"object":{"path":"/lamp/far"`, `{"object":{"path":"/lamp/far","mesh":2`, "a hull that is not checked has a mesh that is out of range"},
	} {
		bad := strings.Replace(good, edit.old, edit.new, 1)
		if bad == good {
			t.Errorf("%s: the edit changes nothing", edit.new)
			continue
		}
		_, err := ReadJSON(strings.NewReader(bad))
		if err == nil || !strings.Contains(err.Error(), edit.reason) {
			t.Errorf("%s: read with %v, want %q", edit.new, err, edit.reason)
		}
		if edit.reason == "" && validate(t, s, []byte(bad)) == nil {
			t.Errorf("%s: the schema lets it pass", edit.new)
		}
	}
	unchecked := `{"path": "a", "status": "not checked", "warnings": [], "hulls": ` + good[strings.Index(good, `"hulls": {`)+len(`"hulls": `):]
	head := good[:strings.Index(good, `"files": [`)+len(`"files": [`)]
	if _, err := ReadJSON(bytes.NewReader([]byte(head + unchecked))); err == nil || !strings.Contains(err.Error(), `"hulls" stands beside "meshes"`) {
		t.Errorf("hulls of a file without meshes: %v", err)
	}
}
