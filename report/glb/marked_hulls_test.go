package glb

import (
	"math"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/reporttest"
	"github.com/qmuntal/gltf"
)

// linesOf returns the lengths of the lines of a node in the world, and their box.
func linesOf(t *testing.T, doc *gltf.Document, name string) (lengths []float64, box geom.Box) {
	t.Helper()
	n := nodeNamed(t, doc, name)
	box = geom.EmptyBox()
	for _, p := range doc.Meshes[*n.Mesh].Primitives {
		if p.Mode != gltf.PrimitiveLines {
			t.Errorf("%s has a primitive of mode %v", name, p.Mode)
		}
		points := positions(t, doc, p)
		for k := 0; k+1 < len(points); k += 2 {
			lengths = append(lengths, points[k+1].Sub(points[k]).Norm())
			box = box.Include(points[k].Add(geom.Vec(n.Translation))).Include(points[k+1].Add(geom.Vec(n.Translation)))
		}
	}
	return lengths, box
}

// TestMarkedHulls examines the drawing of two boxes of 2 m that overlap by half a metre: twelve
// edges of each, the way apart, and its two ends.
func TestMarkedHulls(t *testing.T) {
	r := reporttest.HullsOf(t, "hulls/overlap.glb", check.Options{})
	doc := document(t, markedOf(t, r))
	lengths, box := linesOf(t, doc, "meshcheck pair of overlapping hulls /UCX_Crate_00 ↔ /UCX_Crate_01")
	edges := slices.DeleteFunc(slices.Clone(lengths), func(x float64) bool { return math.Abs(x-2) > 1e-5 })
	if len(edges) != 24 || len(lengths) != 24+1+2*3 || !slices.ContainsFunc(lengths, func(x float64) bool { return math.Abs(x-0.5) < 1e-6 }) {
		t.Errorf("lines of %.3v", lengths)
	}
	g := &r.Files[0].Result.Hulls().Groups[0]
	want := g.Hulls[0].Box.Union(g.Hulls[1].Box)
	if box.Min.Sub(want.Min).Norm()+box.Max.Sub(want.Max).Norm() > 1e-5 {
		t.Errorf("drawn in %v, want %v", box, want)
	}
	extras, _ := nodeNamed(t, doc, "meshcheck mesh outside its hulls Crate").Extras.(map[string]any)
	if extras["severity"] != "warning" || extras["group"] != "Crate" || math.Abs(extras["value"].(float64)-6.34) > 0.01 {
		t.Errorf("extras %v", extras)
	}
	root, _ := doc.Nodes[doc.Scenes[0].Nodes[0]].Extras.(map[string]any)
	if root["hulls"].(map[string]any)["hulls_overlap"].(map[string]any)["warning"] != 1.0 {
		t.Errorf("extras of the file %v", root)
	}
	reporttest.Model(&r.Files[0]).Scene = nil // the boxes of hulls are known without the model
	if again, _ := linesOf(t, document(t, markedOf(t, r)), "meshcheck pair of overlapping hulls /UCX_Crate_00 ↔ /UCX_Crate_01"); len(again) != len(lengths) {
		t.Errorf("without the model %d lines, with it %d", len(again), len(lengths))
	}
}

// TestMarkedHullsValid runs Khronos's validator, also on hostile names.
func TestMarkedHullsValid(t *testing.T) {
	var reports []*report.Report
	for _, path := range []string{"hulls/godot_suffixes.glb", "hulls/sphere_not.glb", "hulls/implicit_balls.gltf", "hulls/unreal_misspelt.glb", "gltf/khr_physics_scaled.gltf"} {
		reports = append(reports, reporttest.HullsOf(t, path, check.Options{}))
	}
	validMarked(t, append(reports, reporttest.HullsHostile(t, reporttest.HostileName))...)
}
