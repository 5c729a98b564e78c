package parts_test

import (
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// onion is n balls around one centre, each in the next.
func onion(n, level int) *sceneBuilder {
	w := &sceneBuilder{}
	for k := range n {
		w.Show(meshgen.Icosphere(level, geom.Vec{}, 1+float64(k)/float64(n)), here)
	}
	return w
}

// pile is n cubes at one place.
func pile(n int) *sceneBuilder {
	w := &sceneBuilder{}
	places := make([]geom.Affine, n)
	for k := range places {
		places[k] = here
	}
	return w.Show(cube, places...)
}

// BenchmarkNear has scenes where very many pairs of objects are near each other or in
// each other.
func BenchmarkNear(b *testing.B) {
	const parts, clearance = check.Parts, check.Clearance
	for _, row := range []struct {
		name  string
		scene func() *sceneBuilder
		check check.Set
		limit float64
		rule  check.Rule
		want  int
	}{
		{"clearance of 10000 balls", func() *sceneBuilder { return grid(100, 2) }, clearance, 1.5, check.TooNear, 19059},
		{"clearance of 10000 balls, contact", func() *sceneBuilder { return grid(100, 2) }, clearance, 0.5, check.TooNear, 1000},
		{"parts of 100 balls in each other", func() *sceneBuilder { return onion(100, 3) }, parts, 0, check.Contained, 4950},
		{"clearance of 100 balls in each other", func() *sceneBuilder { return onion(100, 3) }, clearance, 0.1, check.TooNear, -1},
		{"parts of 1000 cubes at one place", func() *sceneBuilder { return pile(1000) }, parts, 0, check.DuplicateInstance, 499500},
		{"clearance of 1000 cubes at one place", func() *sceneBuilder { return pile(1000) }, clearance, 0.5, check.TooNear, 499500},
	} {
		b.Run(row.name, func(b *testing.B) {
			s := &row.scene().Scene
			for b.Loop() {
				r, err := meshcheck.Check(b.Context(), s, check.Options{Checks: row.check, Clearance: check.Length{Value: row.limit}})
				if err != nil || row.want >= 0 && r.Between().Counts.Of(row.rule) != row.want {
					b.Fatal(err, r.Between().Counts)
				}
			}
		})
	}
}
