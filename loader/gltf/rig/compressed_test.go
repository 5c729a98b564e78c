package rig_test

import (
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// allPositions returns the positions of all objects in some poses of all clips.
func allPositions(t *testing.T, s *mesh.Scene) (all []geom.Vec) {
	t.Helper()
	if s.RigError != nil {
		t.Fatal(s.RigError)
	}
	e := pose.NewEvaluator(s.Rig)
	for clip := range s.Rig.Clips {
		for _, time := range []float64{0, 0.3, 0.7, 1} {
			if err := e.Pose(clip, time); err != nil {
				t.Fatal(err)
			}
			for i, o := range s.Rig.Objects {
				out := make([]geom.Vec, o.Shape.Len())
				e.Positions(i, out)
				all = append(all, out...)
			}
		}
	}
	return all
}

// TestCompressed: buffer views that meshoptimizer compressed have the same poses.
func TestCompressed(t *testing.T) {
	const extension = "EXT_meshopt_compression"
	compressed := 0
	for seed := range uint64(rigs) {
		plain, b := randomRig(seed), randomRig(seed)
		bin := b.Bin
		b.Bin = nil
		for i, v := range b.Doc["bufferViews"].([]any) {
			view := v.(object)
			offset, _ := view["byteOffset"].(int)
			length := view["byteLength"].(int)
			data, stride := bin[offset:offset+length], 4
			if s, ok := view["byteStride"].(int); ok {
				stride = s
			}
			if length%stride != 0 {
				b.Bin = append(b.Bin, make([]byte, -len(b.Bin)&3)...)
				view["byteOffset"], b.Bin = len(b.Bin), append(b.Bin, data...)
				continue
			}
			packed := encode.MeshoptAttributes(data, stride)
			b.Set("bufferViews", i, "extensions", object{extension: object{
				"buffer": 0, "byteOffset": len(b.Bin), "byteLength": len(packed), "byteStride": stride, "count": length / stride, "mode": "ATTRIBUTES",
			}})
			view["buffer"], b.Bin = 1, append(b.Bin, packed...)
			compressed++
		}
		b.Doc["buffers"] = []any{
			object{"byteLength": len(b.Bin)}, object{"byteLength": 1 << 20, "extensions": object{extension: object{"fallback": true}}},
		}
		if got, want := allPositions(t, load(t, b.GLB())), allPositions(t, load(t, plain.GLB())); !slices.Equal(got, want) {
			t.Errorf("rig %d: other positions", seed)
		}
	}
	if compressed < 30*rigs {
		t.Errorf("only %d views are compressed", compressed)
	}
}
