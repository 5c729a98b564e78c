package pose_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// nudged returns a number that is stored as x, or nearly so: up to half a unit in the last place away.
func nudged(rng *rand.Rand, x float64) float64 {
	return x + (2*rng.Float64()-1)*geom.HalfUlpStored(x)
}

// coarse returns a copy of a rig with other numbers.
func coarse(r *pose.Rig, change func(x float64) float64) *pose.Rig {
	out := &pose.Rig{Objects: r.Objects, Skins: r.Skins}
	for _, n := range r.Nodes {
		for k := range 3 {
			n.Translation[k], n.Scale[k] = change(n.Translation[k]), change(n.Scale[k])
		}
		for k := range n.Rotation {
			n.Rotation[k] = change(n.Rotation[k])
		}
		n.Rotation.Normalize()
		out.Nodes = append(out.Nodes, n)
	}
	for _, c := range r.Clips {
		channels := make([]pose.Channel, len(c.Channels))
		for i, ch := range c.Channels {
			s := *ch.Sampler
			f := make([]float32, len(s.Values.F32))
			for k, x := range s.Values.F32 {
				f[k] = float32(change(float64(x)))
			}
			s.Values = pose.Floats(s.Width, f)
			ch.Sampler = &s
			channels[i] = ch
		}
		c.Channels = channels
		out.Clips = append(out.Clips, c)
	}
	return out
}

// rigidRig returns a chain of nodes with an object at its end that only nodes move.
func rigidRig(rng *rand.Rand) *pose.Rig {
	r := random(rng, 4, 1, 1)
	r.Objects[0].Skin = pose.NoSkin
	r.Objects[0].Node = 3
	return r
}

// TestPlacementRounding: numbers that are off by up to half a unit in the last place move no entry of a matrix farther
// than the bound. As keys are float32, they are off by many times as much, and the bound is as many times wider.
func TestPlacementRounding(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	const factor = 1 << 8 // how much coarser than float32
	greatest := 0.
	for range 300 {
		r := rigidRig(rng)
		other := coarse(r, func(x float64) float64 { return x + (nudged(rng, x)-x)*factor })
		e, f := pose.NewEvaluator(r), pose.NewEvaluator(other)
		for k := range 10 {
			if k > 0 {
				at := 2.2*rng.Float64() - 0.1
				if k%3 == 0 {
					at = []float64{0, 0.5, 1.25, 2}[k/3]
				}
				if e.Pose(0, at) != nil || f.Pose(0, at) != nil {
					t.Fatal("no pose")
				}
			}
			bound, m, n := e.PlacementRounding(0), e.Placement(0), f.Placement(0)
			for r := range m {
				for c := range m[r] {
					off := math.Abs(m[r][c] - n[r][c])
					if limit := factor * bound[r][c]; off > limit*1.02+1e-7 {
						t.Fatalf("pose %d: entry %d, %d is off by %v, the bound is %v", k, r, c, off, limit)
					}
					greatest = max(greatest, off/(factor*bound[r][c]))
				}
			}
		}
	}
	if t.Logf("%.2f of the bound", greatest); greatest < 0.2 {
		t.Error("the bound is too wide")
	}
}

// TestNoRounding: zeros and ones are exact.
func TestNoRounding(t *testing.T) {
	r := &pose.Rig{Nodes: []pose.Node{identity(-1), identity(0)}, Objects: []pose.Object{{Node: 1, Skin: pose.NoSkin, Within: &geom.Affine{{1}, {0, 0, -1}, {0, 1}}}}}
	e := pose.NewEvaluator(r)
	if b := e.PlacementRounding(0); b != (geom.Affine{}) {
		t.Errorf("%v", b)
	}
	r.Nodes[0].Translation[1] = 3
	if b := pose.NewEvaluator(r).PlacementRounding(0); b != (geom.Affine{{}, {0, 0, 0, geom.HalfUlp32(3)}, {}}) {
		t.Errorf("%v", b)
	}
}

// inverse returns the inverse of a map.
func inverse(m geom.Affine) (out geom.Affine) {
	det := m.Determinant()
	for r := range 3 {
		for c := range 3 {
			i, j, k, l := (c+1)%3, (c+2)%3, (r+1)%3, (r+2)%3
			out[r][c] = (m[i][k]*m[j][l] - m[i][l]*m[j][k]) / det
		}
	}
	for r := range 3 {
		out[r][3] = -(out[r][0]*m[0][3] + out[r][1]*m[1][3] + out[r][2]*m[2][3])
	}
	return out
}

// TestCarriers: nodes with the same carrier keep their places in each other.
func TestCarriers(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	still := 0
	for range 100 {
		r := random(rng, 6, 1, 1)
		for k := range r.Nodes {
			r.Nodes[k].Parent = int32(rng.IntN(k+1)) - 1
			r.Nodes[k].Scale = geom.Vec{1, -1, 2}
		}
		c := &r.Clips[0]
		rng.Shuffle(len(c.Channels), func(i, j int) { c.Channels[i], c.Channels[j] = c.Channels[j], c.Channels[i] })
		c.Channels = c.Channels[:rng.IntN(6)]
		carriers := r.Carriers(0)
		rest, moved := pose.NewEvaluator(r), pose.NewEvaluator(r)
		if moved.Pose(0, 0.3) != nil {
			t.Fatal("no pose")
		}
		for i := range r.Nodes {
			for j := range r.Nodes {
				if carriers[i] != carriers[j] {
					continue
				}
				still++
				place := moved.World(i)
				within := inverse(rest.World(i))
				place = place.Mul(within.Mul(rest.World(j)))
				for r, row := range moved.World(j) {
					for c := range row {
						if math.Abs(place[r][c]-row[c]) > 1e-9 {
							t.Fatalf("%d is at %v, want %v as %d", j, moved.World(j), place, i)
						}
					}
				}
			}
		}
	}
	if still < 500 {
		t.Errorf("only %d pairs", still)
	}
}
