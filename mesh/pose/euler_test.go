package pose_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// constant returns a sampler of numbers that do not change.
func constant(numbers ...float64) *pose.Sampler {
	s := &pose.Sampler{Width: len(numbers)}
	for _, x := range numbers {
		s.Curves = append(s.Curves, pose.Curve{Default: x})
	}
	return s
}

// TestEuler: multiples of 90 degrees are exact, in the order of the axes, and pivots stay where they are.
func TestEuler(t *testing.T) {
	node := pose.Node{Parent: -1, Local: pose.Local{
		Scale: geom.Vec{2, 1, 1}, Euler: &pose.Euler{Axes: [3]uint8{2, 0, 1}, RotationPivot: geom.Vec{1, 0, 0}, ScalingPivot: geom.Vec{0.5, 0, 0}},
	}}
	r := &pose.Rig{Nodes: []pose.Node{node}}
	for _, c := range []struct {
		angles, from, want geom.Vec
	}{
		{geom.Vec{}, geom.Vec{3, 1, 1}, geom.Vec{5.5, 1, 1}},
		{geom.Vec{0, 0, 90}, geom.Vec{0.75, 0, 0}, geom.Vec{1, 0, 0}},
		{geom.Vec{0, 0, 90}, geom.Vec{0.75, 2, 0}, geom.Vec{-1, 0, 0}},
		{geom.Vec{90, 0, 90}, geom.Vec{1.25, 0, 0}, geom.Vec{1, 0, 1}},
		{geom.Vec{-270, 720, 450}, geom.Vec{1.25, 0, 0}, geom.Vec{1, 0, 1}},
		{geom.Vec{0, 180, 0}, geom.Vec{0.75, 0, 3}, geom.Vec{1, 0, -3}},
	} {
		r.Clips = []pose.Clip{{Channels: []pose.Channel{{Node: 0, Property: pose.Angles, Sampler: constant(c.angles[:]...)}}}}
		e := pose.NewEvaluator(r)
		if err := e.Pose(0, 0); err != nil {
			t.Fatal(err)
		}
		m := e.World(0)
		if got := m.Apply(c.from); got != c.want {
			t.Errorf("angles %v: %v, want %v", c.angles, got, c.want)
		}
		e.Rest()
		m = e.World(0)
		if got := m.Apply(geom.Vec{3, 1, 1}); got != (geom.Vec{5.5, 1, 1}) {
			t.Errorf("at rest after angles %v: %v", c.angles, got)
		}
	}
}

// TestAngles compares rotations with sines and cosines of package math.
func TestAngles(t *testing.T) {
	rng := rand.New(rand.NewPCG(35, 3))
	r := &pose.Rig{Nodes: []pose.Node{{Parent: -1, Local: pose.Local{Scale: geom.Vec{1, 1, 1}, Euler: &pose.Euler{Axes: [3]uint8{0, 1, 2}}}}}}
	for range 10000 {
		degrees := 2000*rng.Float64() - 1000
		r.Nodes[0].Angles = geom.Vec{degrees, 0, 0}
		m := pose.NewEvaluator(r).World(0)
		sin, cos := math.Sincos(math.Mod(degrees, 360) * math.Pi / 180)
		if math.Abs(m[2][1]-sin) > 2e-15 || math.Abs(m[1][1]-cos) > 2e-15 || m[1][2] != -m[2][1] || m[2][2] != m[1][1] {
			t.Fatalf("%v degrees: %v, want %v and %v", degrees, m, sin, cos)
		}
	}
}

// TestInherit: how the scaling of a parent reaches a child that is turned by a quarter and moved, and a grandchild.
func TestInherit(t *testing.T) {
	for inherit, want := range map[pose.Inherit][2]geom.Affine{
		pose.InheritAll:     {{{0, -6, 0, 2}, {1, 0, 0, 0}, {0, 0, 1, 0}}, {{0, -6, 0, 2}, {1, 0, 0, 1}, {0, 0, 1, 0}}},
		pose.InheritScaling: {{{0, -3, 0, 2}, {2, 0, 0, 0}, {0, 0, 1, 0}}, {{0, -3, 0, 2}, {2, 0, 0, 2}, {0, 0, 1, 0}}},
		pose.InheritParents: {{{0, -3, 0, 2}, {1, 0, 0, 0}, {0, 0, 1, 0}}, {{0, -3, 0, 2}, {1, 0, 0, 1}, {0, 0, 1, 0}}},
	} {
		local := func(scale, angles, move geom.Vec, inherit pose.Inherit) pose.Local {
			return pose.Local{Scale: scale, Angles: angles, Translation: move, Euler: &pose.Euler{Axes: [3]uint8{0, 1, 2}, Inherit: inherit}}
		}
		e := pose.NewEvaluator(&pose.Rig{Nodes: []pose.Node{
			{Parent: 1, Local: local(geom.Vec{1, 3, 1}, geom.Vec{0, 0, 90}, geom.Vec{1, 0, 0}, inherit)},
			{Parent: -1, Local: local(geom.Vec{2, 1, 1}, geom.Vec{}, geom.Vec{}, pose.InheritScaling)},
			{Parent: 0, Local: local(geom.Vec{1, 1, 1}, geom.Vec{}, geom.Vec{1, 0, 0}, pose.InheritAll)},
			{Parent: 0, Local: pose.Local{Scale: geom.Vec{1, 1, 1}, Rotation: pose.Quaternion{3: 1}}},
		}})
		for i, node := range []int{0, 2} {
			if got := e.World(node); got != want[i] {
				t.Errorf("%v, node %d:\n%v, want\n%v", inherit, node, got, want[i])
			}
		}
		if e.World(3) != e.World(0) {
			t.Errorf("%v: a node without Euler angles is at %v", inherit, e.World(3))
		}
	}
}

// TestDistinctFloat64: displacements may be float64 numbers.
func TestDistinctFloat64(t *testing.T) {
	deltas := pose.Values{F64: []float64{0.1, 0, 0, 0.1, 0, 0, 0.2, 0, 0}, Stride: 3, Divisor: 1}
	s := &pose.Shape{Parts: []pose.Part{{Points: points{{}, {}, {}}, Divisor: 1, Targets: []pose.Target{{Deltas: deltas}}}}}
	distinct, number := s.Distinct()
	if distinct.Len() != 2 || number[0] != 0 || number[1] != 0 || number[2] != 1 {
		t.Fatalf("%d vertices, %v", distinct.Len(), number)
	}
	r := &pose.Rig{Nodes: []pose.Node{{Parent: -1, Local: pose.Local{Scale: geom.Vec{1, 1, 1}, Rotation: pose.Quaternion{3: 1}}}}}
	r.Objects = []pose.Object{{Skin: pose.NoSkin, Weights: []float64{1}, Shape: distinct}}
	if got := positions(pose.NewEvaluator(r), 0, 2); got[0] != (geom.Vec{0.1, 0, 0}) || got[1] != (geom.Vec{0.2, 0, 0}) {
		t.Errorf("%v", got)
	}
}
