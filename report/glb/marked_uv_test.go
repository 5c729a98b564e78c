package glb

import (
	"testing"

	"github.com/meshcheck/meshcheck/report/reporttest"
)

// Each rule that triangles of a UV sheet break has a node, and each triangle is painted once.
func TestMarkedSheets(t *testing.T) {
	r := reporttest.LayoutReport(t, reporttest.LayoutScene())
	doc := document(t, markedOf(t, r))
	const sides = 2 // lifted on both sides
	for name, want := range map[string]int{"UV overlap": 5, "UV fold": 1, "UV stacked": 4, "UV flipped": 1} {
		n := nodeNamed(t, doc, "meshcheck "+name+" atlas.png, UV 0")
		if got := len(positions(t, doc, doc.Meshes[*n.Mesh].Primitives[0])) / 3; got != sides*want {
			t.Errorf("%s: %d triangles are painted, want %d", name, got, sides*want)
		}
		if extras, _ := n.Extras.(map[string]any); extras["listed"] != float64(want) || extras["group"] != "atlas.png, UV 0" || extras["severity"] != "error" {
			t.Errorf("%s: extras %v", name, extras)
		}
	}
}
