package containment_test

import (
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/containment"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/world/worldtest"
)

func box(lo, hi geom.Vec) []geom.Triangle { return meshgen.Box(lo, hi).Soup() }

// TestClassify has objects none of whose triangles cross.
func TestClassify(t *testing.T) {
	unit := box(geom.Vec{}, geom.Vec{1, 1, 1})
	inner := box(geom.Vec{0.25, 0.25, 0.25}, geom.Vec{0.5, 0.5, 0.5})
	type relation struct {
		inner, undecided                    [2]bool
		through, coincident, near, touching bool
	}
	for _, row := range []struct {
		why  string
		a, b []geom.Triangle
		want relation
	}{
		{"apart", unit, meshgen.Translate(unit, geom.Vec{3, 0, 0}), relation{}},
		{"inside", unit, inner, relation{inner: [2]bool{false, true}}},
		{"inside, the other way round", inner, unit, relation{inner: [2]bool{true, false}}},
		{"inside an open one", unit[1:], inner, relation{undecided: [2]bool{false, true}}},
		{"flush", unit, meshgen.Translate(unit, geom.Vec{1, 0, 0}), relation{near: true, touching: true}},
		{"aligned, half in each other", unit, meshgen.Translate(unit, geom.Vec{0.5, 0, 0}), relation{through: true, near: true, touching: true}},
		{"through each other along edges", unit, box(geom.Vec{-1, 0.25, 0.25}, geom.Vec{2, 0.75, 0.75}), relation{through: true, near: true, touching: true}},
		{"an open one on another", unit[2:], meshgen.Translate(unit[2:], geom.Vec{0.5, 0, 0}), relation{coincident: true, near: true, touching: true}},
	} {
		pair := containment.Pair{worldtest.Object(t, row.a, geom.Identity()), worldtest.Object(t, row.b, geom.Identity())}
		r, err := pair.Classify(t.Context(), true, nil, 2)
		if err != nil {
			t.Fatal(err)
		}
		got := relation{r.Inner, [2]bool{r.Undecided[0] != "", r.Undecided[1] != ""}, r.Through, r.Coincident, len(r.Near.Pairs) > 0, r.Near.Touching}
		if got != row.want {
			t.Errorf("%s: %+v, want %+v", row.why, got, row.want)
		}
		if pair.FarApart() && row.why != "apart" && row.why != "inside" {
			t.Errorf("%s: far apart", row.why)
		}
	}
}
