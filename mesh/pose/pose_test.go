package pose_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// TestOrder: morph targets first, then joints or the node.
func TestOrder(t *testing.T) {
	mirrored := identity(2)
	mirrored.Scale = geom.Vec{-2, 1, 1}
	r := &pose.Rig{
		// The joint comes before its parents.
		Nodes: []pose.Node{mirrored, at(-1, 1000, 0, 0), at(-1, 0, 10, 0), {Parent: -1, Local: pose.Local{Matrix: &geom.Affine{{1, 0, 0, 5}, {0, 1, 0, 0}, {0, 0, 1, 0}}}}},
		Skins: []pose.Skin{{Joints: []pose.Joint{{Node: 2, InverseBind: noBind}, {Node: 0, InverseBind: noBind}}}},
	}
	target := pose.Target{Vertices: []uint32{1}, Deltas: pose.Floats(3, []float32{0, 0, 4})}
	p := points{{1, 0, 0}, {0, 0, 127}}
	moved := pose.Part{Points: p, Divisor: 127, Targets: []pose.Target{target, {}}, Influences: influences(
		[]pose.Influence{{Joint: 1, Weight: 1}}, []pose.Influence{{Joint: 0, Weight: 1}, {Joint: 1, Weight: 3}},
	)}
	rigid := pose.Part{Points: p, Divisor: 1, Targets: []pose.Target{target, {}}}
	shape := &pose.Shape{Parts: []pose.Part{moved, rigid}}
	r.Objects = []pose.Object{
		{Node: 1, Skin: 0, Weights: []float64{0.5, 9}, Shape: shape},
		{Node: 3, Skin: pose.NoSkin, Within: &geom.Affine{{2, 0, 0, 1}, {0, 2, 0, 0}, {0, 0, 2, 0}}, Weights: []float64{0, 0}, Shape: shape},
	}
	third := 1. / 127
	e := pose.NewEvaluator(r)
	if got, want := positions(e, 0, 4), []geom.Vec{{-2 * third, 10, 0}, {0, 10, 3}, {1001, 0, 0}, {1000, 0, 129}}; !slices.Equal(got, want) {
		t.Errorf("skin: %v, want %v", got, want)
	}
	if got, want := positions(e, 1, 4), []geom.Vec{{2*third + 6, 0, 0}, {6, 0, 2}, {8, 0, 0}, {6, 0, 254}}; !slices.Equal(got, want) {
		t.Errorf("node: %v, want %v", got, want)
	}
}

// TestInfluences: the order of influences changes no bit, those of one joint are added, zeros are left out, and
// without weights a vertex follows its first joint.
func TestInfluences(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	r := random(rng, 6, 1, 1)
	p := &r.Objects[0].Shape.Parts[0]
	p.Targets, r.Objects[0].Weights = nil, nil
	with := func(of ...pose.Influence) geom.Vec {
		p.Influences = influences(of)
		return positions(pose.NewEvaluator(r), 0, 1)[0]
	}
	of := []pose.Influence{{3, 0.1}, {1, 0.2}, {5, 0.3}, {0, 0.35}}
	want := with(slices.Clone(of)...)
	for range 20 {
		rng.Shuffle(len(of), func(i, k int) { of[i], of[k] = of[k], of[i] })
		if got := with(slices.Concat(of, []pose.Influence{{2, 0}, {0, 0}})...); got != want {
			t.Errorf("%v: %v, want %v", of, got, want)
		}
	}
	if got, want := with(pose.Influence{2, 0.25}, pose.Influence{4, 0.5}, pose.Influence{2, 0.25}), with(pose.Influence{2, 0.5}, pose.Influence{4, 0.5}); got != want {
		t.Errorf("a joint twice: %v, want %v", got, want)
	}
	if got, want := with(pose.Influence{4, 0}, pose.Influence{2, 0}), with(pose.Influence{4, 1}); got != want {
		t.Errorf("no weight: %v, want %v", got, want)
	}
	f := pose.NewInfluences(2, 8)
	if sum := f.Add([]pose.Influence{{9, 0}, {1, 0.25}, {1, 0.5}}); sum != 0.75 || f.Joints() != 2 {
		t.Errorf("the sum %v of %d joints", sum, f.Joints())
	}
	if sum := f.Add([]pose.Influence{{7, 0}}); sum != 0 || f.Joints() != 8 {
		t.Errorf("the sum %v of %d joints", sum, f.Joints())
	}
}

// TestClips: each pose is the same whatever was posed before it.
func TestClips(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	r := random(rng, 5, 20, 3)
	still := r.Clips[0]
	still.Channels = still.Channels[3:7]
	r.Clips = append(r.Clips, still, pose.Clip{})
	used := pose.NewEvaluator(r)
	for range 100 {
		fresh := pose.NewEvaluator(r)
		clip, time := rng.IntN(len(r.Clips)+1), 2.2*rng.Float64()
		if clip == len(r.Clips) {
			used.Rest()
		} else if used.Pose(clip, time) != nil || fresh.Pose(clip, time) != nil {
			t.Fatal("no pose")
		}
		if got, want := positions(used, 0, 20), positions(fresh, 0, 20); !slices.Equal(got, want) {
			t.Errorf("clip %d at %v: %v, want %v", clip, time, got, want)
		}
		if got, want := used.Weights(0), fresh.Weights(0); !slices.Equal(got, want) {
			t.Errorf("clip %d at %v: weights %v, want %v", clip, time, got, want)
		}
	}
}

// TestConcurrent: evaluators of one rig may be used at the same time.
func TestConcurrent(t *testing.T) {
	const vertices = 50
	r := random(rand.New(rand.NewPCG(7, 1)), 8, vertices, 4)
	want := pose.NewEvaluator(r)
	if err := want.Pose(0, 0.75); err != nil {
		t.Fatal(err)
	}
	at := positions(want, 0, vertices)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			e := pose.NewEvaluator(r)
			for k := range 20 {
				if err := e.Pose(0, float64(k)/16); err != nil {
					t.Error(err)
				}
				if got := positions(e, 0, vertices); k == 12 && !slices.Equal(got, at) {
					t.Error("other positions")
				}
			}
		})
	}
	group.Wait()
}

// TestCycle: a node that is its own ancestor breaks an invariant.
func TestCycle(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	pose.NewEvaluator(&pose.Rig{Nodes: []pose.Node{identity(-1), identity(2), identity(1)}})
}

// TestAllocations: a pose takes no memory once its clip has been posed.
func TestAllocations(t *testing.T) {
	r := random(rand.New(rand.NewPCG(3, 1)), 20, 100, 4)
	e, out, time := pose.NewEvaluator(r), make([]geom.Vec, 100), 0.0
	if n := testing.AllocsPerRun(50, func() {
		time = math.Mod(time+0.1, 2)
		if err := e.Pose(0, time); err != nil {
			t.Fatal(err)
		}
		e.Positions(0, out)
	}); n != 0 {
		t.Errorf("%v allocations for a pose", n)
	}
}

// BenchmarkPose poses 100 joints.
func BenchmarkPose(b *testing.B) {
	e := pose.NewEvaluator(random(rand.New(rand.NewPCG(4, 1)), 100, 1, 1))
	b.ReportAllocs()
	for k := 0; b.Loop(); k++ {
		if err := e.Pose(0, float64(k%200)/100); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPositions moves vertices by one joint and by several.
func BenchmarkPositions(b *testing.B) {
	for name, each := range map[string]int{"1": 1, "2": 2, "4": 4, "8": 8} {
		b.Run(name, func(b *testing.B) {
			const vertices = 10_000
			r := random(rand.New(rand.NewPCG(5, 1)), 50, vertices, each)
			r.Objects[0].Weights = []float64{0, 0}
			e, out := pose.NewEvaluator(r), make([]geom.Vec, vertices)
			b.ReportAllocs()
			for b.Loop() {
				e.Positions(0, out)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/vertices, "ns/vertex")
		})
	}
}
