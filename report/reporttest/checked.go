package reporttest

import (
	"bytes"
	"io/fs"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/drawing"
)

// BetweenReport checks the fixtures with several objects, except for crowded ones, which would
// dominate golden files.
func BetweenReport(t *testing.T, o check.Options) *report.Report {
	t.Helper()
	o.Checks |= check.Parts
	r := &report.Report{Version: "1.2.3", Options: o}
	for _, f := range fixtures.In("scenes") {
		if len(f.Instances) < 2 || f.ApartUnlisted {
			continue
		}
		data, err := fs.ReadFile(fixtures.Files(), f.Path)
		if err != nil {
			t.Fatal(err)
		}
		model, err := loader.Read(t.Context(), bytes.NewReader(data), loader.Options{})
		if err != nil {
			t.Fatal(err)
		}
		result, err := meshcheck.Check(t.Context(), model.Scene, o)
		if err != nil {
			t.Fatal(err)
		}
		r.Files = append(r.Files, report.File{
			Path: f.File, SHA256: model.SHA256, Format: string(model.Format), Unit: model.Scene.Unit, Up: model.Scene.Up(), Result: WithScene(result, model.Scene),
		})
	}
	return r
}

// SceneNamed returns a report of one of the fixtures with several objects.
func SceneNamed(t *testing.T, name string, o check.Options) *report.Report {
	t.Helper()
	r := BetweenReport(t, o)
	for _, f := range r.Files {
		if f.Path == name {
			r.Files = []report.File{f}
			return r
		}
	}
	t.Fatalf("no scene %s", name)
	return nil
}

// BetweenHostile uses name for every name in pairs that a file can set, and has numbers that
// overflow.
func BetweenHostile(t *testing.T, name string) *report.Report {
	t.Helper()
	r := SceneNamed(t, "boxes_overlap_50mm.glb", check.Options{})
	result := r.Files[0].Result
	p := &result.Pairs()[0]
	p.A.Path, p.B.Path, p.Allowed, p.Reason = name, name, name, name
	for i := range result.Meshes {
		result.Meshes[i].Name = name
		result.Meshes[i].Instances = []string{name}
		for k := range result.Meshes[i].Parts {
			result.Meshes[i].Parts[k].Name = name
		}
	}
	unknown := *p
	unknown.Rule, unknown.DepthOf, unknown.Findings = check.PartsUndecided, check.NoDepth, nil
	s := result.Between()
	s.Pairs = append(s.Pairs, unknown)
	s.LeftOut = check.LeftOut{LowerLevels: 1, NoScene: 2}
	s.NotChecked = []check.ObjectProblem{{Object: p.A, Reason: name}}
	s.Warnings = []string{name}
	return r
}

// HullsHostile uses name for every name about hulls that a file can set.
func HullsHostile(t *testing.T, name string) *report.Report {
	t.Helper()
	r := HullsOf(t, "hulls/overlap.glb", check.Options{})
	s := r.Files[0].Result.Hulls()
	g := &s.Groups[0]
	s.Profile, g.Name, g.Findings[0].Reason = name, name, name
	g.Visuals[0].Path, g.Visuals[0].Name = name, name
	for i := range g.Hulls {
		h := &g.Hulls[i]
		h.Object.Path, h.Object.Name, h.Scheme = name, name, name
	}
	s.NotChecked = []check.ObjectProblem{{Object: g.Hulls[0].Object, Reason: name}}
	s.Warnings = []string{name}
	return r
}

// HullsOf checks the hulls of a fixture, and attaches an excerpt and its scene.
func HullsOf(t *testing.T, path string, o check.Options) *report.Report {
	t.Helper()
	return hullsOfScene(t, path, scenetest.Fixture(t, path), o)
}

// hullsOfScene is HullsOf for a scene.
func hullsOfScene(t *testing.T, path string, s *mesh.Scene, o check.Options) *report.Report {
	t.Helper()
	f := report.File{Path: path, Format: "glb", Unit: s.Unit, Result: scenetest.CheckedPairs(t, s, o)}
	if f.Result.Hulls() == nil {
		t.Fatalf("%s: no hulls were looked for", path)
	}
	Attach(t, &f, s, report.Needs{Excerpt: true, Scene: true}, drawing.Options{})
	return &report.Report{Version: "0.1.0", Options: o, Files: []report.File{f}}
}
