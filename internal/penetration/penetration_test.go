package penetration_test

import (
	"math"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/containment"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/penetration"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/internal/world/worldtest"
)

func object(t *testing.T, soup []geom.Triangle) *world.Object {
	t.Helper()
	return worldtest.Object(t, soup, geom.Identity())
}

// holds fails unless a depth is as wanted, within its error.
func holds(t *testing.T, why string, d penetration.Depth, want float64) {
	t.Helper()
	if !d.Found || d.Value > want*(1+1e-12) || d.Value+d.Error < want*(1-1e-12) {
		t.Errorf("%s: %+v, want %v", why, d, want)
	}
}

// TestDepths measures the same two boxes in each way.
func TestDepths(t *testing.T) {
	a := meshgen.Box(geom.Vec{}, geom.Vec{4, 4, 4}).Soup()
	b := meshgen.Box(geom.Vec{3, 1, 1}, geom.Vec{6, 3, 3}).Soup()
	p, q := object(t, a), object(t, b)
	holds(t, "translation", penetration.Translation(p, q), 1)

	met := func(f uint32) bool {
		t := q.Triangle(f)
		return t.Box().Min[0] < 4 && t.Box().Max[0] > 4
	}
	d := penetration.Surface(t.Context(), q, p, met, 0, penetration.Depth{})
	holds(t, "surface", d, 1)
	if d.At[0] > 3.5 {
		t.Errorf("deepest at %v", d.At)
	}
	if d := penetration.Surface(t.Context(), q, object(t, meshgen.Translate(a, geom.Vec{-9, 0, 0})), func(uint32) bool { return false }, 0, penetration.Depth{}); d.Found {
		t.Errorf("apart: %+v", d)
	}

	floor := []geom.Triangle{{{-1, -3, 0}, {1, -3, 0}, {0, 0.5, 0}}}
	wall := []geom.Triangle{{{-4, 0, -0.25}, {4, 0, -0.25}, {0, 0, 2}}}
	pair := containment.Pair{object(t, floor), object(t, wall)}
	near, err := pair.Neighbours(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	holds(t, "reach", penetration.Reach(pair, &near, 0.125), 2)
	holds(t, "reach, with a deeper crossing", penetration.Reach(pair, &near, 3), 3)
}

// TestMax: the greater depth, and an error that covers both.
func TestMax(t *testing.T) {
	less, more := penetration.Depth{Found: true, Value: 1, Error: 2}, penetration.Depth{Found: true, Value: 2, Error: 0.5}
	for _, d := range []penetration.Depth{less.Max(more), more.Max(less)} {
		if d.Value != 2 || math.Abs(d.Error-1) > 0 {
			t.Errorf("%+v", d)
		}
	}
	if d := (penetration.Depth{}).Max(less); d != less {
		t.Errorf("of none and one: %+v", d)
	}
}
