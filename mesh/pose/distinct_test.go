package pose_test

import (
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// TestDistinct: which vertices are one in every pose.
func TestDistinct(t *testing.T) {
	hand := func() []pose.Influence { return []pose.Influence{{Joint: 1, Weight: 0.25}, {Joint: 2, Weight: 0.75}} }
	other := []pose.Influence{{Joint: 1, Weight: 0.75}, {Joint: 2, Weight: 0.25}}
	turned := []pose.Influence{{Joint: 2, Weight: 0.75}, {Joint: 1, Weight: 0.25}}
	sparse := func(at uint32, z float32) pose.Target {
		return pose.Target{Vertices: []uint32{at}, Deltas: pose.Floats(3, []float32{0, 0, z})}
	}
	negative := geom.Vec{1, 0, 0}
	negative[1] = -negative[1]
	s := &pose.Shape{Parts: []pose.Part{
		{
			Points: points{{127, 0, 0}, {127, 0, 0}, {127, 0, 0}, {0, 127, 0}}, Divisor: 127,
			Influences: influences(hand(), turned, other, hand()), Targets: []pose.Target{{}, sparse(3, 5)},
		},
		{ // its vertices are those of the first part, stored in another way
			Points: points{negative, {1, 0, 0}, {0, 1, 0}, {0, 1, 0}}, Divisor: 1,
			Influences: influences(hand(), other, hand(), hand()),
			Targets:    []pose.Target{{Vertices: []uint32{0}, Deltas: pose.Floats(3, make([]float32, 3))}, {Deltas: pose.Floats(3, []float32{8: 5, 11: 6})}},
		},
		{Points: points{{1, 0, 0}, {1, 0, 0}}, Divisor: 1, Targets: []pose.Target{{}, sparse(1, 5)}},
	}}
	distinct, number := s.Distinct()
	if want := []uint32{0, 0, 1, 2, 0, 1, 2, 3, 4, 5}; !slices.Equal(number, want) {
		t.Errorf("%v, want %v", number, want)
	}
	var vertices []int
	for _, p := range distinct.Parts {
		vertices = append(vertices, p.Points.Len())
	}
	if want := []int{3, 1, 2}; !slices.Equal(vertices, want) {
		t.Errorf("%v vertices, want %v", vertices, want)
	}
	if p := distinct.Parts[0]; p.Points.At(2) != (geom.Vec{0, 1, 0}) || !slices.Equal(p.Targets[1].Vertices, []uint32{2}) || p.Targets[1].Deltas.At(0, 2) != 5 {
		t.Errorf("the first part is %+v", p)
	}
}
