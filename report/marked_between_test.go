package report

import (
	"strings"
	"testing"

	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/geom"
)

// TestMarkedBetween looks at what is drawn of two boxes that are 50 mm in each other.
func TestMarkedBetween(t *testing.T) {
	r := sceneNamed(t, "boxes_overlap_50mm.glb", meshcheck.Options{})
	pair := &r.Files[0].Result.Pairs[0]
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
		if f.Kind == meshcheck.Overlap {
			want = want.Union(f.A.Corners.Box()).Union(f.B.Corners.Box())
		}
	}
	if near := 0.01 * want.Diagonal(); box.Min.Sub(want.Min).Norm() > near || box.Max.Sub(want.Max).Norm() > near {
		t.Errorf("drawn in %v, want %v", box, want)
	}
	extras, _ := n.Extras.(map[string]any)
	if extras["verdict"] != "overlap" || extras["listed"] == 0.0 || extras["a"].(map[string]any)["path"] != "/left" {
		t.Errorf("extras %v", extras)
	}
	if root, _ := doc.Nodes[doc.Scenes[0].Nodes[0]].Extras.(map[string]any); root["pairs"].(map[string]any)["overlap"] != 1.0 {
		t.Errorf("extras of the file %v", root)
	}
}

// Triangles of two objects that have the same number are different triangles.
func TestMarkedBetweenPaintsBoth(t *testing.T) {
	floor, pin := face(0, 5, 5, geom.Vec{}, geom.Vec{4}, geom.Vec{0, 4}), face(0, 5, 5, geom.Vec{1, 1, -1}, geom.Vec{1, 1, 1}, geom.Vec{2, 1})
	f := []meshcheck.Finding{{Kind: meshcheck.Crossing, A: floor, B: &pin, Segment: []geom.Vec{{1, 1}, {2, 1}}}}
	if between, within := groupsOf(f, true), groupsOf(f, false); len(between[0].faces) != 2 || len(within[0].faces) != 1 {
		t.Errorf("painted %d, want 2; within a mesh %d, want 1", len(between[0].faces), len(within[0].faces))
	}
	if lines := len(newDrawing(groupsOf(f, true)[0], 0).lines); lines != 8 {
		t.Errorf("%d ends of lines, want one line in each of four wedges", lines)
	}
}

// TestMarkedBetweenValid asks Khronos's validator, about names that do harm as well.
func TestMarkedBetweenValid(t *testing.T) {
	all := betweenReport(t, meshcheck.Options{ListTouches: true, PartsOf: meshcheck.ByShell})
	crossings := 0
	for _, n := range document(t, markedOf(t, all)).Nodes {
		if strings.HasPrefix(n.Name, "meshcheck crossing /") {
			crossings++
		}
	}
	if crossings == 0 {
		t.Error("no crossing between objects is drawn")
	}
	validMarked(t, all, betweenHostile(t, hostileName))
}
