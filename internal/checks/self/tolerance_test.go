package self_test

import (
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// TestTolerance: crossings, overlaps and duplicates up to a depth of the tolerance count as
// touches.
func TestTolerance(t *testing.T) {
	up, down := tri(20, 2, 0, 22, 2, 0, 21, 2, 4), tri(22, 2, 0, 20, 2, 0, 21, 2, -4)
	ground := meshgen.Translate([]geom.Triangle{floor}, geom.Vec{18, 0, 0})[0]
	soup := []geom.Triangle{floor, pin, ground, up, down, floor, tri(18, 0, 0, 20, 0, 0, 18, 1, 0)}
	exact := checkedSoup(t, everything, soup...)
	diagonal := geom.EmptyBox()
	for _, t := range soup {
		diagonal = diagonal.Union(t.Box())
	}
	// Two crossings through an edge are 4 deep, two others 1; the overlap is 2/√5 deep, along
	// (1, 2, 0), and the duplicate has the least height of the floor, 8/√2.
	const through, pierced = 2, 2
	for _, row := range []struct {
		tolerance         check.Tolerance
		crossing, through int
		overlap, copies   int
	}{
		{check.Tolerance{}, pierced + through, through, 1, 1},
		{check.Tolerance{Relative: true}, pierced + through, through, 1, 1},
		{check.Tolerance{Value: 5e-324}, pierced + through, through, 1, 1},
		{check.Tolerance{Value: 0.894}, pierced + through, through, 1, 1},
		{check.Tolerance{Value: 0.895}, pierced + through, through, 0, 1},
		{check.Tolerance{Value: 0.999}, pierced + through, through, 0, 1},
		{check.Tolerance{Value: 1.001}, through, through, 0, 1},
		{check.Tolerance{Value: 3.999}, through, through, 0, 1},
		{check.Tolerance{Value: 4}, 0, 0, 0, 1},
		{check.Tolerance{Value: 5.656}, 0, 0, 0, 1},
		{check.Tolerance{Value: 5.657}, 0, 0, 0, 0},
		{check.Tolerance{Value: 1e300}, 0, 0, 0, 0},
		{check.Tolerance{Value: 0.999 / diagonal.Diagonal(), Relative: true}, pierced + through, through, 0, 1},
		{check.Tolerance{Value: 1.001 / diagonal.Diagonal(), Relative: true}, through, through, 0, 1},
	} {
		for _, list := range []bool{true, false} {
			m := checkedSoup(t, check.Options{Tolerance: row.tolerance, ListTouches: list}, soup...)
			found := row.crossing + row.overlap + row.copies
			touches := exact.Counts.Of(check.Touch) + pierced + through + 2 - found
			if m.Counts.Of(check.Crossing) != row.crossing || m.Counts.ThroughEdge != row.through || m.Counts.Of(check.Touch) != touches {
				t.Errorf("%+v: %+v, want %d crossings, %d through an edge, %d touches", row.tolerance, m.Counts, row.crossing, row.through, touches)
			}
			if m.Counts.Of(check.Overlap) != row.overlap || m.Counts.Of(check.Duplicate) != row.copies {
				t.Errorf("%+v: %+v, want %d overlaps, %d duplicates", row.tolerance, m.Counts, row.overlap, row.copies)
			}
			listed := found
			if list {
				listed += touches
			}
			if len(m.Findings) != listed {
				t.Errorf("%+v, touches %v: %d findings listed, want %d", row.tolerance, list, len(m.Findings), listed)
			}
			for _, f := range m.Findings {
				wellFormed(t, m, f)
			}
		}
	}
}
