package hulls

import (
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/mesh"
)

// TestWhatMayExceedFails: a distance that is within a limit only without its error is an
// error that says so.
func TestWhatMayExceedFails(t *testing.T) {
	none, _ := check.HullProfileOf("none")
	c := &checker{profile: &none, scene: &mesh.Scene{}}
	for _, row := range []struct {
		limit, value float64
		says         string
	}{
		{0.0999, 0.1, "the mesh sticks out of its hulls by 0.1, limit 0.0999;"},
		{0.1, 0.15, "the mesh may stick out of its hulls by more than the limit of 0.1:"},
		{0.12, 0.15, "the search found a distance of 0.1 and cannot rule out one of up to 0.15"},
		{0.15, 0, ""},
		{0, 0, ""},
	} {
		g := &group{}
		found, most := 0.1, 0.15
		d := &check.Coverage{Greatest: found, Error: most - found}
		c.distant(g, check.HullGap, d, [2]string{"the mesh sticks out of its hulls", "the mesh may stick out of its hulls"}, row.limit, 1)
		if row.says == "" {
			if len(g.Findings) > 0 {
				t.Errorf("limit %v: %+v", row.limit, g.Findings)
			}
			continue
		}
		if len(g.Findings) != 1 || g.Findings[0].Severity != check.Error || g.Findings[0].Value != row.value || !strings.Contains(g.Findings[0].Reason, row.says) {
			t.Errorf("limit %v: %+v, want %v, %q", row.limit, g.Findings, row.value, row.says)
		}
	}
}
