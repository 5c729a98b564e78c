package self_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/oracle"
	"github.com/meshcheck/meshcheck/internal/scenetest"
)

// gridSoups are families of soups in which surfaces pass through each other along edges.
var gridSoups = []scenetest.Family{
	{Name: "polycubes", Make: meshgen.Polycubes},
	{Name: "hinges", Make: func(r *rand.Rand) []geom.Triangle { return meshgen.Hinges(r, 6+r.IntN(20)) }},
	{Name: "snapped", Make: func(r *rand.Rand) []geom.Triangle {
		return meshgen.Snapped(r, 10+r.IntN(50), 5+r.IntN(3), 2)
	}},
	{Name: "duplicates", Make: func(r *rand.Rand) []geom.Triangle {
		soup := meshgen.Hinges(r, 6+r.IntN(10))
		for range r.IntN(6) {
			soup = append(soup, meshgen.PermuteCorners(r, soup[:1+r.IntN(len(soup))])...)
		}
		return soup
	}},
}

// edgesOf lists the edge crossings of a result by their ends and triangles, and whether they fail.
func edgesOf(r *check.Mesh) (list []string) {
	for _, f := range r.Findings {
		if f.Rule.Kind() == check.EdgeCrossing {
			triangles := []int{f.A.Triangle, f.B.Triangle}
			for _, o := range f.Others {
				triangles = append(triangles, o.Triangle)
			}
			list = append(list, edgeText(f.Segment[0], f.Segment[1], f.AtEdge, triangles, f.Severity == check.Error))
		}
	}
	slices.Sort(list)
	return list
}

// trueEdges is edgesOf by the oracle.
func trueEdges(soup []geom.Triangle) (list []string) {
	for _, e := range oracle.EdgeCrossings(soup) {
		list = append(list, edgeText(e.Edge[0], e.Edge[1], len(e.Triangles), e.Triangles[:min(len(e.Triangles), 16)], e.Solid))
	}
	slices.Sort(list)
	return list
}

func edgeText(p, q geom.Vec, count int, triangles []int, fails bool) string {
	if slices.Compare(p[:], q[:]) > 0 {
		p, q = q, p
	}
	return fmt.Sprint(p, " to ", q, ": ", count, " triangles ", triangles, " fails ", fails)
}

// TestEdgesEqualOracle compares with radial orders in rational arithmetic.
func TestEdgesEqualOracle(t *testing.T) {
	for _, s := range slices.Concat(gridSoups, soups) {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			n, failing := 0, 0
			for seed := range uint64(longtest.Rounds(t, 8, 100)) {
				soup := s.Make(meshgen.Rand(seed))
				r := checkSoup(t, soup, 1+int(seed%3))
				got, want := edgesOf(r), trueEdges(soup)
				if !slices.Equal(got, want) {
					t.Fatalf("seed %d:\n%q, want\n%q", seed, got, want)
				}
				c := r.Counts
				n, failing = n+c.OfKind(check.EdgeCrossing), failing+c.Failed[check.EdgeCrossing]
				if len(want) != c.OfKind(check.EdgeCrossing) || c.Failed[check.OpenEdgeCrossing] != 0 {
					t.Fatalf("seed %d: counts %v", seed, c)
				}
			}
			t.Log(n, "edges,", failing, "of them fail")
		})
	}
}
