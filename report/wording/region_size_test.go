package wording_test

import (
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/wording"
)

// TestRegionSize: only crossings are deep; what triangles share has an area and a width, which is said
// if there is nothing deeper.
func TestRegionSize(t *testing.T) {
	crossing := check.Counts{ByRule: [check.TriangleRules]int{check.Crossing: 1}}
	overlap := check.Counts{ByRule: [check.TriangleRules]int{check.Overlap: 1}}
	for _, row := range []struct {
		why    string
		region check.Region
		want   string
	}{
		{"nothing", check.Region{}, ""},
		{"a crossing", check.Region{Depth: 0.0042, CrossingDepth: 0.0042, Length: 1}, "4.2 mm deep"},
		{"an overlap", check.Region{Depth: 0.07, Width: 0.07, Area: 0.0277}, "277 cm² shared, 70 mm wide"},
		{"a crossing deeper than an overlap is wide", check.Region{Depth: 0.07, CrossingDepth: 0.07, Width: 0.04, Area: 0.01}, "70 mm deep"},
		{"z-fighting wider than a crossing is deep", check.Region{Depth: 0.12, CrossingDepth: 2.5e-7, Width: 0.12, Area: 0.0162}, "0.25 µm deep, 162 cm² shared, 120 mm wide"},
		{"deeper findings within precision", check.Region{Depth: 0.3, CrossingDepth: 0.1}, "100 mm deep"},
		{"an edge", check.Region{EdgeLength: 0.008}, "8 mm long"},
		{"an edge and a crossing", check.Region{Depth: 0.07, CrossingDepth: 0.07, EdgeLength: 0.008}, "70 mm deep"},
		{"a crossing of an earlier report", check.Region{Depth: 0.0042, Area: 1, Counts: crossing}, "4.2 mm deep"},
		{"an overlap of an earlier report", check.Region{Depth: 0.07, Area: 0.0277, Counts: overlap}, "277 cm² shared, 70 mm wide"},
	} {
		if got := wording.RegionSize(&row.region, "m"); got != row.want {
			t.Errorf("%s: %q, want %q", row.why, got, row.want)
		}
	}
}
