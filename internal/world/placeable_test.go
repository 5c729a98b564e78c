package world_test

import (
	"math"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/world"
)

// TestPlaceables: what an instance shows can be placed elsewhere, also where the instance flattens it. A place
// that it cannot be checked at is a problem of that place only.
func TestPlaceables(t *testing.T) {
	s := twoBoxes()
	s.Instances[1].World = geom.Scaling(0)
	g := world.New(s, 1).Gatherer(check.ByMesh)
	all, err := g.Placeables(t.Context(), 1, &s.Instances[1])
	if err != nil || len(all) != 1 || all[0].Name.Path != "/b" || len(g.NotChecked) > 0 {
		t.Fatal(err, len(all), g.NotChecked)
	}
	tiny, far := geom.Scaling(1), geom.Scaling(1)
	tiny[1][1], far[0][3] = 0x1p-70, 1e80
	var o world.Object
	for _, row := range []struct {
		name    string
		place   geom.Affine
		problem string
	}{
		{"as it is", geom.Identity(), ""},
		{"flattened", geom.Scaling(0), "flattens"},
		{"nearly flattened", tiny, ""},
		{"far away", far, "out of reach"},
		{"no number", geom.Scaling(math.NaN()), "out of reach"},
		{"mirrored", geom.Scaling(-2), ""},
	} {
		problem, err := all[0].At(t.Context(), &o, row.place, nil)
		if err != nil || (problem == "") != (row.problem == "") || !strings.Contains(problem, row.problem) {
			t.Errorf("%s: %q, %v", row.name, problem, err)
		}
	}
	if o.Box != (geom.Box{Min: geom.Vec{-6, -2, -2}, Max: geom.Vec{0, 0, 0}}) || !o.Mirrored || o.Shape != all[0].Shape || o.Instance != 1 {
		t.Errorf("%+v", o)
	}
}
