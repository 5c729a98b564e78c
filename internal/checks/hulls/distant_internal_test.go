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
		{0.0999, 0.1, "the mesh reaches up to 0.1 outside its hulls, limit 0.0999;"},
		{0.1, 0.15, "the mesh may reach more than 0.1 outside its hulls, the limit:"},
		{0.12, 0.15, "0.1 was found, and up to 0.15 cannot be ruled out"},
		{0.15, 0, ""},
		{0, 0, ""},
	} {
		g := &group{}
		found, most := 0.1, 0.15
		d := &check.Coverage{Greatest: found, Error: most - found}
		c.distant(g, check.HullGap, d, [2]string{"the mesh reaches up to %s outside its hulls", "the mesh may reach more than %s outside its hulls"}, row.limit, 1)
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
