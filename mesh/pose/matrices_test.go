package pose_test

import (
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// TestMatrices: a channel of matrices is linear in each entry. A node with a matrix has that until a clip animates its
// translation, rotation or scale, and again in the default pose. Numbers may be float64.
func TestMatrices(t *testing.T) {
	half := geom.Affine{{0, 0, 0.5, 7}, {0.5, 0, 0, 8}, {0, 0.5, 0, 9}}
	values := make([]float64, 24)
	for i := range 12 {
		values[i], values[12+i] = half[i/4][i%4], 3*half[i/4][i%4]
	}
	fixed := identity(-1)
	fixed.Matrix = &half
	times := pose.Doubles(1, []float64{0.1, 0.3})
	linear := func(v pose.Values) *pose.Sampler {
		return &pose.Sampler{Interpolation: pose.Linear, Times: times, Values: v, Width: v.Stride}
	}
	e := pose.NewEvaluator(&pose.Rig{
		Nodes: []pose.Node{identity(-1), fixed, identity(1)},
		Clips: []pose.Clip{
			{Channels: []pose.Channel{{Node: 0, Property: pose.Matrix, Sampler: linear(pose.Doubles(12, values))}}},
			{Channels: []pose.Channel{{Node: 1, Property: pose.Translation, Sampler: linear(pose.Doubles(3, []float64{1, 2, 3, 1, 2, 3}))}}},
			{Channels: []pose.Channel{
				{Node: 1, Property: pose.Matrix, Sampler: linear(pose.Doubles(12, values))},
				{Node: 0, Property: pose.Matrix, Sampler: linear(pose.Doubles(12, values))},
			}},
		},
	})
	twice := half
	for r := range twice {
		for c := range twice[r] {
			twice[r][c] *= 2
		}
	}
	one := geom.Identity()
	moved := geom.Translation(geom.Vec{1, 2, 3})
	for _, c := range []struct {
		name  string
		clip  int
		time  float64
		world [3]geom.Affine
	}{
		{"the default pose", -1, 0, [3]geom.Affine{one, half, half}},
		{"before the first key", 0, 0, [3]geom.Affine{half, half, half}},
		{"in the middle", 0, 0.2, [3]geom.Affine{twice, half, half}},
		{"a translation", 1, 0.2, [3]geom.Affine{one, moved, moved}},
		{"two matrices", 2, 0.2, [3]geom.Affine{twice, twice, twice}},
		{"a translation again", 1, 0.2, [3]geom.Affine{one, moved, moved}},
		{"the default pose again", -1, 0, [3]geom.Affine{one, half, half}},
	} {
		if c.clip < 0 {
			e.Rest()
		} else if err := e.Pose(c.clip, c.time); err != nil {
			t.Fatal(err)
		}
		for i, want := range c.world {
			got := e.World(i)
			for r := range got {
				for k := range got[r] {
					if d := got[r][k] - want[r][k]; d > 1e-14 || d < -1e-14 {
						t.Errorf("%s: node %d is %v, want %v", c.name, i, got, want)
					}
				}
			}
		}
	}
}

// TestVisibility: an object is shown if its node is, and all above it.
func TestVisibility(t *testing.T) {
	blinks := func(shown ...float32) *pose.Sampler {
		return &pose.Sampler{Times: pose.Floats(1, []float32{1, 2, 3}), Values: pose.Floats(1, shown), Width: 1}
	}
	hidden := identity(-1)
	hidden.Hidden = true
	e := pose.NewEvaluator(&pose.Rig{
		Nodes:   []pose.Node{identity(-1), identity(0), hidden, identity(2)},
		Objects: []pose.Object{{Node: 0}, {Node: 1}, {Node: 3}},
		Clips: []pose.Clip{{}, {Channels: []pose.Channel{
			{Node: 0, Property: pose.Visibility, Sampler: blinks(1, 0, 1)},
			{Node: 1, Property: pose.Visibility, Sampler: blinks(1, 1, 0)},
			{Node: 2, Property: pose.Visibility, Sampler: blinks(0, 1, 1)},
		}}},
	})
	check := func(name string, want ...bool) {
		t.Helper()
		for i, w := range want {
			if e.Shown(i) != w {
				t.Errorf("%s: object %d is shown: %v, want %v", name, i, !w, w)
			}
		}
	}
	check("the default pose", true, true, false)
	for _, c := range []struct {
		time  float64
		shown []bool
	}{{0, []bool{true, true, false}}, {1.99, []bool{true, true, false}}, {2, []bool{false, false, true}}, {9, []bool{true, false, true}}} {
		if err := e.Pose(1, c.time); err != nil {
			t.Fatal(err)
		}
		check("the clip", c.shown...)
	}
	if err := e.Pose(0, 0); err != nil {
		t.Fatal(err)
	}
	check("another clip", true, true, false)
}
