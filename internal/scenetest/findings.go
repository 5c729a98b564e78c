package scenetest

import (
	"fmt"
	"math/rand/v2"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// Finding is what the oracle and a check must agree on for one pair or triangle.
type Finding struct {
	Kind, Facing string
	Through      bool
}

// Findings lists findings by their triangles; the second is -1 for a single triangle.
type Findings map[[2]int]Finding

// Difference describes the first few disagreements, "" if there are none.
func Difference(got, want Findings) string {
	var out string
	n := 0
	for k, w := range want {
		if g, ok := got[k]; !ok || g != w {
			if n++; n <= 5 {
				out += fmt.Sprintf("triangles %v: got %+v, want %+v\n", k, g, w)
			}
		}
	}
	for k, g := range got {
		if _, ok := want[k]; !ok {
			if n++; n <= 5 {
				out += fmt.Sprintf("triangles %v: got %+v, want nothing\n", k, g)
			}
		}
	}
	return out
}

// Family is a family of random soups.
type Family struct {
	Name string
	Make func(r *rand.Rand) []geom.Triangle
}

// Soups are the families on which checks are compared with the oracle. Each is full of a
// different kind of exact coincidence.
var Soups = []Family{
	{"random", func(r *rand.Rand) []geom.Triangle { return meshgen.Random(r, 6+r.IntN(20), 0.5) }},
	{"snapped", func(r *rand.Rand) []geom.Triangle {
		return meshgen.Snapped(r, 6+r.IntN(14), []int{6, 9, 30}[r.IntN(3)], 2+r.IntN(3))
	}},
	{"coplanar", func(r *rand.Rand) []geom.Triangle { return meshgen.Coplanar(r, 6+r.IntN(10)) }},
	{"slivers", func(r *rand.Rand) []geom.Triangle { return meshgen.Slivers(r, 6+r.IntN(10)) }},
	{"duplicates", func(r *rand.Rand) []geom.Triangle { return meshgen.Duplicates(r, 6+r.IntN(10)) }},
	{"near coplanar", func(r *rand.Rand) []geom.Triangle { return meshgen.NearCoplanar(r, 6+r.IntN(10)) }},
	{"extreme", func(r *rand.Rand) []geom.Triangle { return meshgen.Extreme(r, 6+r.IntN(10)) }},
	{"star", func(r *rand.Rand) []geom.Triangle {
		return append(meshgen.Star(r, 50+r.IntN(20)), meshgen.Snapped(r, 3, 9, 3)...)
	}},
	{"sprinkled", func(r *rand.Rand) []geom.Triangle {
		return meshgen.Sprinkle(r, meshgen.Snapped(r, 6+r.IntN(10), 12, 3))
	}},
}
