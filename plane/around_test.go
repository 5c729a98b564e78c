package plane_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/plane"
)

// TestOverlapsAround compares the pairs of triangles at one corner with those that Overlap finds.
func TestOverlapsAround(t *testing.T) {
	found := 0
	for seed := range uint64(longtest.Rounds(t, 500, 1000)) {
		rng := rand.New(rand.NewPCG(seed, 6))
		point := anywhere
		if rng.IntN(2) == 0 {
			point = onGrid
		}
		p, n := point(rng), 2+rng.IntN(12)
		var triangles []plane.Triangle
		var wedges []plane.Wedge
		for len(triangles) < n {
			u := counterClockwise(plane.Triangle{p, point(rng), point(rng)})
			if u.Winding() == 0 || slices.ContainsFunc(triangles, func(v plane.Triangle) bool { return v[1] == u[1] && v[2] == u[2] }) {
				if rng.IntN(20) == 0 {
					n-- // a small grid has few triangles
				}
				continue
			}
			k := slices.Index(u[:], p)
			triangles = append(triangles, plane.Triangle{p, u[(k+1)%3], u[(k+2)%3]})
			wedges = append(wedges, plane.Wedge{From: u[(k+1)%3], To: u[(k+2)%3]})
		}
		var got, want [][2]int
		plane.OverlapsAround(p, wedges, func(i, j int) bool { got = append(got, [2]int{i, j}); return true })
		for i := range triangles {
			for j := range i {
				if plane.Overlap(&triangles[j], &triangles[i]) {
					want = append(want, [2]int{j, i})
				}
			}
		}
		order := func(a, b [2]int) int { return slices.Compare(a[:], b[:]) }
		slices.SortFunc(got, order)
		slices.SortFunc(want, order)
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: %v around %v: %v, want %v", seed, triangles, p, got, want)
		}
		found += len(want)
		if len(want) > 0 {
			calls := 0
			plane.OverlapsAround(p, wedges, func(int, int) bool { calls++; return false })
			if calls != 1 {
				t.Fatalf("seed %d: %d calls after the end", seed, calls)
			}
		}
	}
	if found == 0 {
		t.Error("nothing overlaps")
	}
}
