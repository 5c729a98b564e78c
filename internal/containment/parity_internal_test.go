package containment

import (
	"testing"

	"github.com/meshcheck/meshcheck/geom"
)

// TestPierces: signs, and what is left undecided.
func TestPierces(t *testing.T) {
	u := geom.Triangle{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}
	for _, row := range []struct {
		why            string
		s              geom.Segment
		meets, certain bool
	}{
		{"through the inside", geom.Segment{{1, 1, -1}, {1, 1, 1}}, true, true},
		{"backwards", geom.Segment{{1, 1, 1}, {1, 1, -1}}, true, true},
		{"short of it", geom.Segment{{1, 1, 2}, {1, 1, 1}}, false, true},
		{"beside it", geom.Segment{{3, 3, -1}, {3, 3, 1}}, false, true},
		{"through an edge", geom.Segment{{1, 0, -1}, {1, 0, 1}}, false, false},
		{"through a corner", geom.Segment{{0, 0, -1}, {0, 0, 1}}, false, false},
		{"up to it", geom.Segment{{1, 1, 0}, {1, 1, 1}}, false, false},
	} {
		if meets, certain := pierces(&row.s, &u); meets != row.meets || certain != row.certain {
			t.Errorf("%s: %v, certain %v", row.why, meets, certain)
		}
	}
}
