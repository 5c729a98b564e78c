package rig_test

import (
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// TestManyKeys: the keys of a clip are read where they are in the file, and whoever has a limit on samples need not
// wait for them.
func TestManyKeys(t *testing.T) {
	n := longtest.Size(t, 200_000, 10_000_000)
	times, weights := make([]float32, n), make([]float32, n)
	for k := range times {
		times[k], weights[k] = float32(k), float32(k%2)
	}
	b := arm()
	member(b, "samplers", 1)["input"], member(b, "samplers", 1)["output"] = b.Accessor("SCALAR", times, nil), b.Accessor("SCALAR", weights, nil)
	data := b.GLB()
	var clip pose.Clip
	used := loadertest.Allocated(func() {
		s := load(t, data)
		if s.RigError != nil {
			t.Fatal(s.RigError)
		}
		clip = s.Rig.Clips[0]
		if _, ok := clip.Samples(30, 100_000); ok {
			t.Error("more samples than the limit")
		}
		e := pose.NewEvaluator(s.Rig)
		if err := e.Pose(0, float64(n-2)-0.25); err != nil || e.Weights(0)[0] != float64((n-3)%2) {
			t.Errorf("%v, the weights %v", err, e.Weights(0))
		}
	})
	if used > 1<<20 {
		t.Errorf("%d bytes allocated for %d keys", used, n)
	}
	if samples, ok := clip.Samples(0, n); !ok || len(samples) != n {
		t.Errorf("%d samples of %d keys", len(samples), n)
	}
}

// TestManyClips: a thousand clips, with channels that share their samplers, are read as what they are.
func TestManyClips(t *testing.T) {
	const clips, nodes = 1000, 100
	b := arm()
	var moved []int
	for range nodes {
		moved = append(moved, b.Node(object{}))
	}
	b.Set("nodes", 0, "children", slices.Concat([]int{1}, moved))
	animation := b.Doc["animations"].([]any)[0].(object)
	channels := animation["channels"].([]any)
	for _, n := range moved {
		channels = append(channels, object{"sampler": 0, "target": object{"node": n, "path": "rotation"}})
	}
	animation["channels"] = channels
	b.Doc["animations"] = slices.Repeat([]any{animation}, clips)
	s := load(t, b.GLB())
	if s.RigError != nil || len(s.Rig.Clips) != clips || len(s.Rig.Clips[clips-1].Channels) != nodes+2 {
		t.Fatal(s.RigError)
	}
	loadertest.CheckRig(t, s)
}

// TestMemory: a rig takes little more than the file, and one that takes more than the limit is an error of the rig.
func TestMemory(t *testing.T) {
	b := arm()
	const vertices = 50_000
	p := primitive(b)
	positions, joints, weights := make([]float32, 3*vertices), make([]uint8, 4*vertices), make([]uint8, 4*vertices)
	for i := range weights {
		weights[i], joints[i] = 64, uint8(i%2)
	}
	p["attributes"] = object{
		"POSITION": b.Accessor("VEC3", positions, nil), "JOINTS_0": b.Accessor("VEC4", joints, nil),
		"WEIGHTS_0": b.Accessor("VEC4", weights, object{"normalized": true}),
	}
	delete(p, "indices")
	p["targets"] = []any{object{}}
	// Two primitives share their vertices, as exporters write them for several materials.
	b.Set("meshes", 0, "primitives", []object{p, p})
	data := b.GLB()
	decode := func(o loader.Options) (used int64) {
		return loadertest.Allocated(func() {
			s, _, err := loader.Decode(t.Context(), data, nil, o)
			if err != nil || s.RigError != nil {
				t.Fatal(err, s.RigError)
			}
			if s.Rig != nil && s.Rig.Objects[0].Shape.Parts[0].Influences != s.Rig.Objects[0].Shape.Parts[1].Influences {
				t.Error("the influences are there twice")
			}
		})
	}
	// For each vertex: the joints and weights as numbers, the same joints and weights for poses, and which are used.
	if more := decode(loader.Options{Workers: 1, Poses: true}) - decode(loader.Options{Workers: 1}); more > 150*vertices {
		t.Errorf("%d bytes more with poses, %.0f for each vertex", more, float64(more)/vertices)
	} else {
		t.Logf("%.0f bytes for each vertex", float64(more)/vertices)
	}
	s, _, err := loader.Decode(t.Context(), data, nil, loader.Options{Workers: 1, Poses: true, MaxMemory: int64(len(data)) + 1<<20})
	if err != nil || s.RigError == nil {
		t.Errorf("with little memory: %v, the rig %v", err, s.RigError)
	}
}
