package pose_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// eulerRig returns a chain of nodes with Euler angles that inherit scalings in all ways, and a clip that animates some
// numbers of them by cubic curves.
func eulerRig(rng *rand.Rand) *pose.Rig {
	vec := func(size float64) (v geom.Vec) {
		for k := range v {
			v[k] = float64(float32(size * (2*rng.Float64() - 1)))
		}
		return v
	}
	r := &pose.Rig{}
	clip := pose.Clip{}
	for i := range 4 {
		e := &pose.Euler{
			Axes: [3]uint8{uint8(i % 3), uint8((i + 1) % 3), uint8((i + 2) % 3)}, Inherit: pose.Inherit(rng.IntN(3)),
			RotationOffset: vec(2), RotationPivot: vec(2), ScalingOffset: vec(2), ScalingPivot: vec(2),
		}
		r.Nodes = append(r.Nodes, pose.Node{Parent: int32(i - 1), Local: pose.Local{
			Translation: vec(3), Angles: vec(400), Scale: vec(2), Rotation: pose.Quaternion{3: 1}, Euler: e,
		}})
		for _, p := range []pose.Property{pose.Translation, pose.Angles, pose.Scale} {
			if rng.IntN(2) == 0 {
				continue
			}
			size := map[pose.Property]float64{pose.Translation: 3, pose.Angles: 400, pose.Scale: 2}[p]
			s := &pose.Sampler{Width: 3}
			for range 3 {
				from, to := vec(size), vec(1)
				s.Curves = append(s.Curves, pose.Curve{Times: []float64{0, 1, 2}, Values: from[:], Segments: []pose.Segment{
					{Kind: pose.Bezier, Leave: pose.Control{Time: 0.5, Value: to[0]}, Arrive: pose.Control{Time: 0.25, Value: to[1]}}, {},
				}})
			}
			clip.Channels = append(clip.Channels, pose.Channel{Node: i, Property: p, Sampler: s})
		}
	}
	r.Clips = []pose.Clip{clip}
	r.Objects = []pose.Object{{Node: 3, Skin: pose.NoSkin, Shape: &pose.Shape{Parts: []pose.Part{{Points: points{{1, 1, 1}}, Divisor: 1}}}}}
	return r
}

// coarseEuler returns a copy of a rig with other numbers.
func coarseEuler(r *pose.Rig, change func(x float64) float64) *pose.Rig {
	all := func(v *geom.Vec) {
		for k := range v {
			v[k] = change(v[k])
		}
	}
	out := &pose.Rig{Objects: r.Objects}
	for _, n := range r.Nodes {
		e := *n.Euler
		n.Euler = &e
		for _, v := range []*geom.Vec{&n.Translation, &n.Angles, &n.Scale, &e.RotationOffset, &e.RotationPivot, &e.ScalingOffset, &e.ScalingPivot} {
			all(v)
		}
		out.Nodes = append(out.Nodes, n)
	}
	clip := pose.Clip{}
	for _, c := range r.Clips[0].Channels {
		s := &pose.Sampler{Width: 3}
		for _, curve := range c.Sampler.Curves {
			v := geom.Vec(curve.Values)
			all(&v)
			curve.Values = v[:]
			s.Curves = append(s.Curves, curve)
		}
		c.Sampler = s
		clip.Channels = append(clip.Channels, c)
	}
	out.Clips = []pose.Clip{clip}
	return out
}

// TestEulerRounding: numbers that are off by half a unit in the last place move no entry of a matrix farther than the
// bound. An Exact object has none.
func TestEulerRounding(t *testing.T) {
	rng := rand.New(rand.NewPCG(35, 2))
	greatest := 0.
	for range 300 {
		r := eulerRig(rng)
		e, f := pose.NewEvaluator(r), pose.NewEvaluator(coarseEuler(r, func(x float64) float64 { return nudged(rng, x) }))
		for _, at := range []float64{-1, 0, 0.3, 0.7, 1, 1.6} {
			if at >= 0 && (e.Pose(0, at) != nil || f.Pose(0, at) != nil) {
				t.Fatal("no pose")
			}
			bound, m, n := e.PlacementRounding(0), e.Placement(0), f.Placement(0)
			for i := range m {
				for c := range m[i] {
					off := math.Abs(m[i][c] - n[i][c])
					if !(off <= bound[i][c]+1e-12) {
						t.Fatalf("entry %d %d at %v is off by %v, not within %v", i, c, at, off, bound[i][c])
					}
					greatest = max(greatest, off/bound[i][c])
				}
			}
		}
		r.Objects[0].Exact = true
		if bound := e.PlacementRounding(0); bound != (geom.Affine{}) {
			t.Fatalf("%v of an exact object", bound)
		}
	}
	if greatest < 0.05 {
		t.Errorf("no entry is off by more than %v of its bound", greatest)
	}
	t.Logf("off by %.3f of the bound at most", greatest)
}
