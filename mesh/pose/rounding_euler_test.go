package pose_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// eulerRig returns a chain of nodes with Euler angles and pivots, moved by curves of all kinds, and an object at its
// end. A second rig has numbers that are off by as much as rounding may be.
func eulerRig(rng *rand.Rand) (r, off *pose.Rig) {
	x := func() float64 { return float64(float32(4*rng.Float64() - 2)) }
	vec := func() geom.Vec { return geom.Vec{x(), x(), x()} }
	near := func(v geom.Vec, by func(x float64) float64) geom.Vec { return geom.Vec{by(v[0]), by(v[1]), by(v[2])} }
	stored := func(x float64) float64 { return nudged(rng, x) }
	// Three angles together are off by less than the bound for a rotation.
	angle := func(x float64) float64 { return x + (2*rng.Float64()-1)*0x1p-24*180/math.Pi }
	r = &pose.Rig{Objects: []pose.Object{{Node: 2, Skin: pose.NoSkin}}, Clips: []pose.Clip{{}}}
	off = &pose.Rig{Objects: r.Objects, Clips: []pose.Clip{{}}}
	for k := range 3 {
		e := &pose.Euler{Axes: [3]uint8{2, 0, 1}, RotationOffset: vec(), RotationPivot: vec(), ScalingPivot: vec()}
		l := pose.Local{Translation: vec(), Scale: vec(), Angles: vec().Scale(90), Euler: e}
		r.Nodes = append(r.Nodes, pose.Node{Parent: int32(k - 1), Local: l})
		l.Translation, l.Scale, l.Angles = near(l.Translation, stored), near(l.Scale, stored), near(l.Angles, angle)
		off.Nodes = append(off.Nodes, pose.Node{Parent: int32(k - 1), Local: l})
		for _, p := range []pose.Property{pose.Translation, pose.Angles, pose.Scale} {
			by := stored
			if p == pose.Angles {
				by = angle
			}
			s, t := &pose.Sampler{Width: 3}, &pose.Sampler{Width: 3}
			for range 3 {
				c := pose.Curve{Times: []float64{0, 1}, Values: []float64{x(), x()}}
				if rng.IntN(2) == 0 {
					c.Segments = []pose.Segment{{Kind: pose.SegmentKind(rng.IntN(4)), Leave: pose.Control{Time: 0.25, Value: x()}, Arrive: pose.Control{Time: 0.5, Value: x()}}}
				}
				d := c
				d.Values = slices.Clone(c.Values)
				for i := range d.Values {
					d.Values[i] = by(d.Values[i])
				}
				s.Curves, t.Curves = append(s.Curves, c), append(t.Curves, d)
			}
			r.Clips[0].Channels = append(r.Clips[0].Channels, pose.Channel{Node: k, Property: p, Sampler: s})
			off.Clips[0].Channels = append(off.Clips[0].Channels, pose.Channel{Node: k, Property: p, Sampler: t})
		}
	}
	return r, off
}

// TestEulerRounding: numbers that are off by as much as rounding may be move no entry of a matrix farther than the bound.
func TestEulerRounding(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	greatest := 0.
	for range 300 {
		r, off := eulerRig(rng)
		e, f := pose.NewEvaluator(r), pose.NewEvaluator(off)
		for _, at := range []float64{-1, 0, 0.3, 0.7, 1} {
			if at >= 0 && (e.Pose(0, at) != nil || f.Pose(0, at) != nil) {
				t.Fatal("no pose")
			}
			bound, m, n := e.PlacementRounding(0), e.Placement(0), f.Placement(0)
			for r := range m {
				for c := range m[r] {
					moved := math.Abs(m[r][c] - n[r][c])
					if moved > bound[r][c] {
						t.Fatalf("at %v: entry %d, %d is off by %v, the bound is %v", at, r, c, moved, bound[r][c])
					}
					greatest = max(greatest, moved/bound[r][c])
				}
			}
		}
	}
	if t.Logf("%.2f of the bound", greatest); greatest < 0.1 {
		t.Error("the bound is too wide")
	}
}
