package oracle_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/oracle"
)

// TestEdgesBoundWindingNumbers: of closed bodies the winding numbers of points beside an edge, by
// casting rays, are those that the triangles around it say, and surfaces pass through each other
// where they differ by two.
func TestEdgesBoundWindingNumbers(t *testing.T) {
	through, others := 0, 0
	for seed := range uint64(longtest.Rounds(t, 1, 16)) {
		rng := meshgen.Rand(seed)
		soup := closedBodies(rng)
		for _, e := range oracle.Edges(soup) {
			at, alone := pointOn(rng, soup, &e)
			if !alone {
				continue
			}
			windings := make([]int, len(e.Beside))
			for k, d := range e.Beside {
				windings[k] = oracle.Locate(soup, at.Add(d.Scale(0x1p-12))).Winding
			}
			for k, sign := range e.Signs {
				before := windings[(k+len(windings)-1)%len(windings)]
				if windings[k]-before != sign {
					t.Fatalf("seed %d: edge %v: windings %v, signs %v", seed, e.Edge, windings, e.Signs)
				}
			}
			if slices.ContainsFunc(e.Signs, func(s int) bool { return s < -1 || s > 1 }) {
				continue // overlaps and duplicates
			}
			if passes := slices.Max(windings)-slices.Min(windings) >= 2; passes != e.Passes() {
				t.Fatalf("seed %d: edge %v: windings %v, passes %v", seed, e.Edge, windings, e.Passes())
			} else if passes {
				through++
			} else {
				others++
			}
		}
	}
	if t.Log(through, "edges pass through,", others, "do not"); through == 0 || others == 0 {
		t.Error("nothing was compared")
	}
}

// closedBodies returns two or three polycubes, each as a whole, cut into quarters, or inside out.
func closedBodies(rng *rand.Rand) (soup []geom.Triangle) {
	for range 2 + rng.IntN(2) {
		cells := map[[3]int]bool{}
		for range 4 + rng.IntN(8) {
			cells[[3]int{rng.IntN(3), rng.IntN(2), rng.IntN(3)}] = true
		}
		body := meshgen.Polycube(cells)
		switch rng.IntN(3) {
		case 0:
			body = meshgen.FlipWinding(body)
		case 1:
			body = meshgen.Quartered(body)
		}
		soup = append(soup, body...)
	}
	return soup
}

// pointOn returns a point on an edge, and whether no other triangle holds it.
func pointOn(rng *rand.Rand, soup []geom.Triangle, e *oracle.EdgeCrossing) (at geom.Vec, alone bool) {
	var others []geom.Triangle
	for i, t := range soup {
		if !slices.Contains(e.Triangles, i) {
			others = append(others, t)
		}
	}
	at = e.Edge[0].Lerp(e.Edge[1], float64(1+rng.IntN(31))/32)
	return at, !oracle.Locate(others, at).On
}
