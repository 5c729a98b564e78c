package hulls_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/checks/hulls"
)

// TestHullModel finds every hull of the fixtures again, unless the result does not say which
// node it is or it has moved, and compares distances with those that the check found.
func TestHullModel(t *testing.T) {
	measured := 0
	for _, f := range fixtures.In("hulls") {
		t.Run(f.File, func(t *testing.T) {
			s := openFixture(t, f.Path)
			r, err := meshcheck.Check(t.Context(), s, hullOptions(t, f.Hulls))
			if err != nil {
				t.Fatal(err)
			}
			if r.Hulls() == nil {
				return
			}
			for k := range r.Hulls().Groups {
				g := r.Hulls().Groups[k]
				measured += sameDistances(t, modelOf(t, f.Path, &g), &g)
				for why, change := range map[string]func(h *check.Hull){
					"the hull has moved since the check":       func(h *check.Hull) { h.Box.Max[1] += 1 },
					"the report does not say which node it is": func(h *check.Hull) { h.Object.Instance, h.Object.Collider = -1, -1 },
					"the node is not the one that was checked": func(h *check.Hull) { h.Object.Path += "_2" },
				} {
					other := g
					other.Hulls = slices.Clone(g.Hulls)
					change(&other.Hulls[0])
					if _, err := hulls.NewModel(t.Context(), s, &other, 1); err == nil || !strings.HasSuffix(err.Error(), why) {
						t.Errorf("hull 0: %v, want %q", err, why)
					}
				}
			}
		})
	}
	if measured < 20 {
		t.Errorf("only %d distances were compared", measured)
	}
}

func modelOf(t *testing.T, path string, g *check.HullGroup) *hulls.Model {
	t.Helper()
	m, err := hulls.NewModel(t.Context(), openFixture(t, path), g, 2)
	if err != nil {
		t.Fatal(err)
	}
	for i := range g.Hulls {
		b := geom.EmptyBox()
		for _, tri := range m.Surface(i) {
			b = b.Union(tri.Box())
		}
		// The box of a hull is exact, and the facets of a round one stay within 2 % of it.
		if off := b.Min.Sub(g.Hulls[i].Box.Min).Norm() + b.Max.Sub(g.Hulls[i].Box.Max).Norm(); !(off <= 0.02*b.Diagonal()) {
			t.Errorf("hull %d has the box %v, its surface %v", i, g.Hulls[i].Box, b)
		}
	}
	return m
}

// sameDistances compares the greatest distances with those at their places.
func sameDistances(t *testing.T, m *hulls.Model, g *check.HullGroup) (compared int) {
	t.Helper()
	for _, row := range []struct {
		c        *check.Coverage
		distance func(geom.Vec) float64
	}{{g.Gap, m.OffHulls}, {g.Excess, m.OffVisuals}} {
		if row.c == nil {
			continue
		}
		compared++
		if d := row.distance(row.c.Places[0]); math.Abs(d-row.c.Greatest) > 1e-9*(1+row.c.Greatest) {
			t.Errorf("%v from %v, the check has %v", d, row.c.Places[0], row.c.Greatest)
		}
	}
	return compared
}
