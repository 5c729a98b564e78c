package fan

import (
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// TestTwoApart compares with the differences of all pairs of sectors, both ways round.
func TestTwoApart(t *testing.T) {
	apart := 0
	for seed := range uint64(20_000) {
		rng := meshgen.Rand(seed)
		signs := make([]int, rng.IntN(12))
		for k := range signs {
			signs[k] = rng.IntN(3) - 1
		}
		if seed%2 == 0 && len(signs) > 0 { // most often of a closed surface
			signs[0] = 0
			for _, s := range signs[1:] {
				signs[0] -= s
			}
		}
		want := slowlyTwoApart(signs)
		if got := twoApart(signs); got != want {
			t.Fatalf("%v: %v, want %v", signs, got, want)
		}
		if want {
			apart++
		}
	}
	if apart == 0 {
		t.Error("none differ by two")
	}
}

func slowlyTwoApart(signs []int) bool {
	n := len(signs)
	for from := range n {
		for to := range n {
			up, down := 0, 0
			for k := from; k != to; k = (k + 1) % n {
				up += signs[k]
			}
			for k := to; k != from; k = (k + 1) % n {
				down -= signs[k]
			}
			if min(max(up, -up), max(down, -down)) >= 2 {
				return true
			}
		}
	}
	return false
}

// TestHalfPlanes: triangles in one half plane are one sign at most, and the order is that of angles,
// however the triangles are listed and along whichever part of the line the edge is.
func TestHalfPlanes(t *testing.T) {
	angles := []struct {
		apex geom.Vec
		sign int
	}{{geom.Vec{1, 0, 0}, 1}, {geom.Vec{3, 0, 9}, 1}, {geom.Vec{1, 0x1p-40, 2}, -1}, {geom.Vec{0, 5, -1}, 1}, {geom.Vec{-2, 0, 0}, -1},
		{geom.Vec{-1, 0, 4}, 1}, {geom.Vec{-1, -0x1p-40, 0}, -1}, {geom.Vec{0, -1, 0}, 1}}
	want := []int{1, -1, 1, 0, -1, 1}
	for seed := range uint64(200) {
		rng := meshgen.Rand(seed)
		var around []Radial
		for _, k := range rng.Perm(len(angles)) {
			around = append(around, Radial{angles[k].apex, angles[k].sign})
		}
		from := float64(rng.IntN(9) - 4)
		got := halfPlanes(line{{0, 0, from}, {0, 0, from + 1}}, around)
		if !slices.Equal(rotated(got), rotated(want)) {
			t.Fatalf("seed %d: %v, want %v", seed, got, want)
		}
	}
}

// rotated returns the least rotation of a list.
func rotated(list []int) []int {
	least := slices.Clone(list)
	for k := range list {
		if r := slices.Concat(list[k:], list[:k]); slices.Compare(r, least) < 0 {
			least = r
		}
	}
	return least
}
