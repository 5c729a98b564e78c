package glb

import (
	"fmt"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/reporttest"
	"github.com/meshcheck/meshcheck/report/wording"
	"github.com/qmuntal/gltf"
)

// TestMarkedBetween examines the drawing of two boxes that overlap by 50 mm.
func TestMarkedBetween(t *testing.T) {
	r := reporttest.SceneNamed(t, "boxes_overlap_50mm.glb", check.Options{})
	pair := &r.Files[0].Result.Pairs()[0]
	doc := document(t, markedOf(t, r))
	n := nodeNamed(t, doc, "meshcheck overlap /left /right")
	var kinds [2]bool // faces, areas
	box := geom.EmptyBox()
	for i, p := range doc.Meshes[*n.Mesh].Primitives {
		kinds[i] = p.Mode == gltf.PrimitiveTriangles
		for _, v := range positions(t, doc, p) {
			box = box.Include(v.Add(geom.Vec(n.Translation)))
		}
	}
	if kinds != [2]bool{true, true} {
		t.Errorf("primitives %v", doc.Meshes[*n.Mesh].Primitives)
	}
	want := geom.EmptyBox()
	for _, f := range pair.Findings {
		if f.Rule == check.Overlap {
			want = want.Union(f.A.Corners.Box()).Union(f.B.Corners.Box())
		}
	}
	if near := 0.01 * want.Diagonal(); box.Min.Sub(want.Min).Norm() > near || box.Max.Sub(want.Max).Norm() > near {
		t.Errorf("drawn in %v, want %v", box, want)
	}
	extras, _ := n.Extras.(map[string]any)
	if extras["rule"] != "parts/overlap" || extras["listed"] == 0.0 || extras["subjects"].([]any)[0].(map[string]any)["path"] != "/left" {
		t.Errorf("extras %v", extras)
	}
	if root, _ := doc.Nodes[doc.Scenes[0].Nodes[0]].Extras.(map[string]any); root["pairs"].(map[string]any)["overlap"] != 1.0 {
		t.Errorf("extras of the file %v", root)
	}
}

// Triangles of two objects with the same number are different triangles.
func TestMarkedBetweenPaintsBoth(t *testing.T) {
	floor, pin := reporttest.Face(0, 5, 5, geom.Vec{}, geom.Vec{4}, geom.Vec{0, 4}), reporttest.Face(0, 5, 5, geom.Vec{1, 1, -1}, geom.Vec{1, 1, 1}, geom.Vec{2, 1})
	f := []check.Finding{{Rule: check.Crossing, A: floor, B: &pin, Segment: []geom.Vec{{1, 1}, {2, 1}}}}
	between := drawings(t, nil, &check.Result{Sections: []check.Found{&check.PairResult{Pairs: []check.Pair{{Findings: f}}}}})[0]
	within := drawings(t, nil, &check.Result{Meshes: []check.Mesh{{Findings: f}}})[0]
	if len(between.Triangles) != 2 || len(within.Triangles) != 1 {
		t.Errorf("painted %d, want 2; within a mesh %d, want 1", len(between.Triangles), len(within.Triangles))
	}
	if lines := len(lift(&between, 0).lines); lines != 8 {
		t.Errorf("%d ends of lines, want one line in each of four wedges", lines)
	}
}

// drawings returns the drawings of a result.
func drawings(t *testing.T, s *mesh.Scene, r *check.Result) []drawing.Drawing {
	t.Helper()
	all, err := drawing.New(t.Context(), s, r, nil)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestMarkedBetweenValid runs Khronos's validator, also on hostile names.
func TestMarkedBetweenValid(t *testing.T) {
	all := reporttest.BetweenReport(t, check.Options{ListTouches: true, PartsOf: check.ByShell})
	crossings := 0
	for _, n := range document(t, markedOf(t, all)).Nodes {
		if strings.HasPrefix(n.Name, "meshcheck crossing /") {
			crossings++
		}
	}
	if crossings == 0 {
		t.Error("no crossing between objects is drawn")
	}
	near := reporttest.BetweenReport(t, check.Options{Checks: check.Clearance, Clearance: check.Length{Value: 1}})
	validMarked(t, all, near, reporttest.BetweenReport(t, check.Options{}), reporttest.BetweenHostile(t, reporttest.HostileName))
}

// TestMarkedPairs examines the nodes of pairs without listed findings: painted triangles, counted
// on one side of the surface, lines, and the box of all of it.
func TestMarkedPairs(t *testing.T) {
	box := func(x0, y0, z0, x1, y1, z1 float64) geom.Box {
		return geom.Box{Min: geom.Vec{x0, y0, z0}, Max: geom.Vec{x1, y1, z1}}
	}
	for _, row := range []struct {
		scene         string
		options       check.Options
		node          string
		painted, mark int
		in            geom.Box
	}{
		{"cube_in_sphere_in_cone.glb", check.Options{}, "contained /cube /sphere", 12, 12 + 3, box(-1, -1, -1, 1, 1, 1)},
		{"cube_in_sphere_in_cone.glb", check.Options{}, "contained /sphere /cone", 80, 12 + 3, box(-4, -4, -1.5, 4, 4, 6.5)},
		{"cube_in_sphere_in_cone.glb", check.Options{PartsOf: check.ByShell}, "contained /cube shell 0 /sphere shell 0", 12, 12 + 3, box(-1, -1, -1, 1, 1, 1)},
		{"sheet_in_box.glb", check.Options{PartsOf: check.ByPrimitive}, "contained /box /sheet", 10, 12 + 3, box(0, 0, 0, 1, 1, 1)},
		{"instances_same_place.glb", check.Options{}, "duplicate instance /one /two", 12, 0, box(0, 0, 0, 1, 1, 1)},
		{"open_box.glb", check.Options{}, "undecided /crate /in", 12, 12, box(0, 0, 0, 1, 1, 1)},
		{"through_common_edges.glb", check.Options{}, "crossing /upward /downward", 0, 24 + 3, box(-1, -1, -3, 1, 1, 3)},
		{"two_l.glb", check.Options{Checks: check.Clearance, Clearance: check.Length{Value: 0.5}}, "clearance /one /two", 2, 1 + 6, box(0, 0, 0, 2.125, 2.125, 1)},
	} {
		r := reporttest.SceneNamed(t, row.scene, row.options)
		doc := document(t, markedOf(t, r))
		n := nodeNamed(t, doc, "meshcheck "+row.node)
		painted, marks, drawn := 0, 0, geom.EmptyBox()
		for _, p := range doc.Meshes[*n.Mesh].Primitives {
			points := positions(t, doc, p)
			if p.Mode == gltf.PrimitiveTriangles {
				painted += len(points) / 6
			} else {
				marks += len(points) / 2
			}
			for _, v := range points {
				drawn = drawn.Include(v.Add(geom.Vec(n.Translation)))
			}
		}
		if painted != row.painted || marks != row.mark {
			t.Errorf("%s: %d triangles and %d lines, want %d and %d", row.node, painted, marks, row.painted, row.mark)
		}
		if near := 0.03 * row.in.Diagonal(); outside(row.in, drawn.Min) > near || outside(row.in, drawn.Max) > near {
			t.Errorf("%s is drawn in %v, want in %v", row.node, drawn, row.in)
		}
		extras := n.Extras.(map[string]any)
		if kind, _, _ := strings.Cut(row.node, " /"); !strings.HasSuffix(fmt.Sprint(extras["rule"]), strings.ReplaceAll(kind, " ", "_")) || strings.ReplaceAll(fmt.Sprint(extras["kind"]), "_", " ") != kind || extras["listed"] != 0.0 || extras["undrawn"] != nil {
			t.Errorf("%s: extras %v", row.node, extras)
		}
	}
}

// TestMarkedPairsAll: everything listed has a node, whether the model is available or not.
func TestMarkedPairsAll(t *testing.T) {
	for _, o := range []check.Options{
		{ListTouches: true}, {MaxFindings: 5}, {PartsOf: check.ByShell, ListTouches: true},
		{Checks: check.Clearance, Clearance: check.Length{Value: 1}},
	} {
		r := reporttest.BetweenReport(t, o)
		for _, seen := range []bool{true, false} {
			for i := range r.Files {
				f := &r.Files[i]
				if !seen {
					reporttest.Model(f).Scene = nil
				}
				doc := document(t, markedOf(t, &report.Report{Files: []report.File{*f}}))
				for k := range f.Result.Pairs() {
					pairDrawn(t, doc, f.Result, &f.Result.Pairs()[k], seen)
				}
			}
		}
	}
}

// pairDrawn checks the node of a pair.
func pairDrawn(t *testing.T, doc *gltf.Document, r *check.Result, p *check.Pair, seen bool) {
	t.Helper()
	names := " " + wording.ObjectName(r, &p.A) + " " + wording.ObjectName(r, &p.B)
	for _, n := range doc.Nodes {
		if !strings.HasPrefix(n.Name, "meshcheck ") || !strings.HasSuffix(n.Name, names) {
			continue
		}
		if extras := n.Extras.(map[string]any); (n.Mesh == nil || extras["undrawn"] != nil) && seen {
			t.Errorf("%s is not drawn: %v", n.Name, extras)
		} else if n.Mesh == nil && extras["undrawn"] == nil {
			t.Errorf("%s does not say that it is not drawn", n.Name)
		}
		return
	}
	t.Errorf("no node for%s, %v", names, p.Rule)
}

// TestMarkedPairsOfOnePath: nodes may have equal paths. A result says which one it means; if it
// does not, nothing is shown rather than the wrong node.
func TestMarkedPairsOfOnePath(t *testing.T) {
	r := reporttest.SceneNamed(t, "sheet_in_box.glb", check.Options{})
	f := &r.Files[0]
	scene := *reporttest.Model(f).Scene
	scene.Instances = append([]mesh.Instance{{Path: "/sheet", Mesh: 1, World: geom.Affine{{1, 0, 0, 9}, {0, 1, 0, 9}, {0, 0, 1, 9}}}}, scene.Instances...)
	p := f.Result.Pairs()[0]
	p.A.Instance, p.B.Instance = 1, 2
	for _, known := range []bool{true, false} {
		if !known {
			p.A.Instance, p.B.Instance = -1, -1
		}
		all := drawings(t, &scene, &check.Result{Sections: []check.Found{&check.PairResult{Pairs: []check.Pair{p}}}})
		d := lift(&all[0], 0)
		undrawn, drawn := 0, geom.EmptyBox()
		if !known {
			undrawn = 2
		}
		for _, v := range append(append([]geom.Vec{}, d.faces...), d.lines...) {
			drawn = drawn.Include(v.Add(d.origin))
		}
		if len(d.faces) > 0 != known || all[0].Undrawn != undrawn || drawn.Empty() == known || known && drawn.Max[0] > 1.1 {
			t.Errorf("known %t: %d corners, %d undrawn, in %v", known, len(d.faces), all[0].Undrawn, drawn)
		}
	}
}

// TestMarkedPassed: an allowed pair and a rule that is off are not issues, but are drawn with their
// numbers.
func TestMarkedPassed(t *testing.T) {
	r := reporttest.SceneNamed(t, "mirrored_overlap.glb", check.Options{
		Allow: []string{"*:*"},
	})
	p := &r.Files[0].Result.Pairs()[0]
	extras, _ := nodeNamed(t, document(t, markedOf(t, r)), "meshcheck crossing "+p.A.Path+" "+p.B.Path).Extras.(map[string]any)
	if extras["allowed"] != "*:*" || extras["depth"] != p.Depth || extras["counts"] == nil || extras["fingerprint"] != nil {
		t.Errorf("extras of an allowed pair %v", extras)
	}
	off := &report.Report{Options: check.Options{Policy: check.Policy{check.Crossing: {Severity: check.Off}, check.Overlap: {Severity: check.Off}}}}
	off.Files = []report.File{reporttest.CheckModel(t, fixtures.Files(), "chair.glb", off.Options)}
	extras, _ = nodeNamed(t, document(t, markedOf(t, off)), "meshcheck crossing region 2").Extras.(map[string]any)
	if extras["severity"] != "off" || extras["listed"] != 26.0 || extras["depth"] == nil || extras["counts"] == nil {
		t.Errorf("extras of a region that is off %v", extras)
	}
}
