package self_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// TestRegionLaws: which findings form a region does not depend on the order of triangles and
// corners, on threads, on the axes, or on a scale that is a power of two.
func TestRegionLaws(t *testing.T) {
	bodies := append(meshgen.Join(meshgen.Icosphere(1, geom.Vec{}, 3), meshgen.Icosphere(2, geom.Vec{1, 0.5, 0}, 2.5)).Soup(),
		meshgen.Join(meshgen.Box(geom.Vec{-20, 0, 0}, geom.Vec{9, 9, 1}), meshgen.Box(geom.Vec{-19, 1, -3}, geom.Vec{1, 1, 6}),
			meshgen.Box(geom.Vec{-13, 7, -3}, geom.Vec{1, 1, 6})).Soup()...)
	for seed := range uint64(20) {
		rng := meshgen.Rand(seed)
		soup := slices.Concat(bodies, meshgen.Translate(meshgen.Snapped(rng, 30, 60, 9), geom.Vec{50, 0, 0}))
		order := make([]int, len(soup))
		for k := range order {
			order[k] = k
		}
		want := grouped(t, soup, order, 1)
		if len(want) < 3 {
			t.Fatalf("seed %d: only %d regions", seed, len(want))
		}
		permuted, from := meshgen.PermuteTriangles(rng, soup)
		for law, got := range map[string][]string{
			"threads":            grouped(t, soup, order, 3),
			"order of triangles": grouped(t, permuted, from, 2),
			"order of corners":   grouped(t, meshgen.PermuteCorners(rng, soup), order, 1),
			"axes":               grouped(t, meshgen.SwapAxes(soup, [3]int{2, 0, 1}, [3]float64{-1, 1, -1}), order, 1),
			"scale":              grouped(t, meshgen.Scale(soup, 0x1p-9), order, 1),
		} {
			if !slices.Equal(got, want) {
				t.Errorf("seed %d: %s: %d regions\n%s\nwant %d\n%s", seed, law, len(got), strings.Join(got, "\n"), len(want), strings.Join(want, "\n"))
			}
		}
	}
}

// grouped returns the findings of each region, in an order of its own. Triangle k is named by
// from[k].
func grouped(t *testing.T, soup []geom.Triangle, from []int, workers int) []string {
	t.Helper()
	m := checkedSoup(t, check.Options{Workers: workers}, soup...)
	regions := make([][]string, len(m.Regions))
	for _, f := range m.Findings {
		if f.Region >= 0 {
			i, j := from[f.A.Triangle], from[f.B.Triangle]
			regions[f.Region] = append(regions[f.Region], fmt.Sprint(min(i, j), "-", max(i, j)))
		}
	}
	var out []string
	for _, r := range regions {
		slices.Sort(r)
		out = append(out, strings.Join(r, " "))
	}
	slices.Sort(out)
	return out
}
