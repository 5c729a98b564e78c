package rig_test

import (
	"testing"

	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// TestRules: rules of the specification of glTF, by where a vertex of the arm is. At rest its hand, joint 1, is at
// (1, 0, 0). The clip turns it about z, by half a turn in a second, and lets the weight of the morph target jump from
// 0 to 1 at the end.
func TestRules(t *testing.T) {
	const rest = -1
	vec := func(x, y, z float64) geom.Vec { return geom.Vec{x, y, z} }
	plain := func(*encode.GLTF) {}
	attributes := func(b *encode.GLTF) object { return primitive(b)["attributes"].(object) }
	for _, c := range []struct {
		name   string
		change func(b *encode.GLTF)
		time   float64 // or rest
		vertex int
		at     geom.Vec
	}{
		{"joint 0 stays", plain, 0.5, 0, vec(0, 0, 0)},
		{"joint 1 at rest", plain, rest, 2, vec(2, 1, 0)},
		{"joint 1 moves", plain, 1, 2, vec(0, -1, 0)},
		{"joint 1 halfway", plain, 0.5, 2, vec(0, 1, 0)},
		{"two joints", plain, rest, 1, vec(1.5, 0, 0)},
		{"the last key holds", plain, 99, 2, vec(0, -1, 0)},
		{"no inverse bind matrices", func(b *encode.GLTF) { delete(b.Doc["skins"].([]any)[0].(object), "inverseBindMatrices") }, 1, 2, vec(0, -1, 0)},
		{"more matrices than joints", func(b *encode.GLTF) {
			b.Set("skins", 0, "joints", []int{0})
			attributes(b)["JOINTS_0"] = b.Accessor("VEC4", make([]uint8, 16), nil)
		}, 1, 2, vec(1, 1, 0)},
		{"the skeleton is no joint", func(b *encode.GLTF) { b.Set("skins", 0, "skeleton", armNode) }, 1, 2, vec(0, -1, 0)},
		{"the skinned node's own transform", func(b *encode.GLTF) { b.Set("nodes", armNode, "translation", []int{100, 0, 0}) }, 1, 2, vec(0, -1, 0)},
		{"that of a node above it", func(b *encode.GLTF) { b.Node(object{"children": []int{armNode}, "scale": []int{9, 9, 9}}) }, 1, 2, vec(0, -1, 0)},
		{"no skin", func(b *encode.GLTF) {
			delete(b.Doc["nodes"].([]any)[armNode].(object), "skin")
			b.Set("nodes", armNode, "translation", []int{100, 0, 0})
		}, 1, 2, vec(101, 1, 0)},
		{"a joint with a matrix", func(b *encode.GLTF) {
			b.Doc["nodes"].([]any)[0] = object{"children": []int{armHand}, "matrix": []int{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 5, 1}}
		}, 1, 2, vec(0, -1, 5)},
		{"a joint with negative scale", func(b *encode.GLTF) { b.Set("nodes", 0, "scale", []int{-1, 1, 1}) }, 1, 2, vec(0, -1, 0)},
		{"and at rest", func(b *encode.GLTF) { b.Set("nodes", 0, "scale", []int{-1, 1, 1}) }, rest, 2, vec(-2, 1, 0)},
		{"a second set of influences", func(b *encode.GLTF) {
			attributes(b)["JOINTS_1"] = b.Accessor("VEC4", []uint8{0: 1, 15: 0}, nil)
			attributes(b)["WEIGHTS_1"] = b.Accessor("VEC4", []float32{0: 3, 15: 0}, nil)
		}, rest, 0, vec(0.75, 0, 0)},
		{"a joint past the skin's, with no weight", func(b *encode.GLTF) {
			attributes(b)["JOINTS_0"] = b.Accessor("VEC4", []uint16{0, 1, 999, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0}, nil)
		}, 1, 2, vec(0, -1, 0)},
		{"a sparse target", func(b *encode.GLTF) {
			s := loadertest.Sparse(1, b.View([]uint16{3}, nil), 5123, b.View([]float32{0, 0, 7}, nil))
			primitive(b)["targets"] = []any{object{"POSITION": b.Add("accessors", object{"componentType": 5126, "type": "VEC3", "count": 4, "sparse": s})}}
		}, 1, 3, vec(0, 1, 7)},
		{"its other vertices", func(b *encode.GLTF) {
			s := loadertest.Sparse(1, b.View([]uint16{3}, nil), 5123, b.View([]float32{0, 0, 7}, nil))
			primitive(b)["targets"] = []any{object{"POSITION": b.Add("accessors", object{"componentType": 5126, "type": "VEC3", "count": 4, "sparse": s})}}
		}, 1, 0, vec(0, 0, 0)},
		{"a target before the joints", func(b *encode.GLTF) {
			primitive(b)["targets"] = []any{object{"POSITION": b.Accessor("VEC3", []float32{6: 0, 7: 4, 11: 0}, nil)}}
		}, 1, 2, vec(0, -5, 0)},
		{"a target of normalized integers", func(b *encode.GLTF) {
			primitive(b)["targets"] = []any{object{"POSITION": b.Accessor("VEC3", []int8{9: 0, 10: -128, 11: 127}, object{"normalized": true})}}
		}, 1, 3, vec(0, 0, 1)},
		{"a target without positions", func(b *encode.GLTF) { primitive(b)["targets"] = []any{object{"NORMAL": 0}} }, 1, 3, vec(0, 1, 0)},
		{"weights of the mesh", func(b *encode.GLTF) {
			primitive(b)["targets"] = []any{object{"POSITION": 0}}
			b.Set("meshes", 0, "weights", []float64{0.5})
		}, rest, 3, vec(0, 1.5, 0)},
		{"weights of the node", func(b *encode.GLTF) {
			primitive(b)["targets"] = []any{object{"POSITION": 0}}
			b.Set("meshes", 0, "weights", []float64{0.5})
			b.Set("nodes", armNode, "weights", []float64{-1})
		}, rest, 3, vec(0, 0, 0)},
		{"animated weights", func(b *encode.GLTF) {
			primitive(b)["targets"] = []any{object{"POSITION": 0}}
			b.Set("meshes", 0, "weights", []float64{0.5})
		}, 1, 3, vec(0, 2, 0)},
		{"animated weights, before the step", func(b *encode.GLTF) {
			primitive(b)["targets"] = []any{object{"POSITION": 0}}
		}, 0.999, 3, vec(0, 1, 0)},
		{"positions of normalized integers", func(b *encode.GLTF) {
			attributes(b)["POSITION"] = b.Accessor("VEC3", []uint16{0, 0, 0, 65535, 0, 0, 65535, 65535, 0, 0, 65535, 0}, object{"normalized": true})
		}, 1, 2, vec(0, -1, 0)},
		{"positions of plain integers", func(b *encode.GLTF) {
			attributes(b)["POSITION"] = b.Accessor("VEC3", []int8{0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0}, nil)
		}, 1, 2, vec(-1, -2, 0)},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := arm()
			c.change(b)
			s := load(t, b.GLB())
			if s.RigError != nil {
				t.Fatal(s.RigError)
			}
			e := pose.NewEvaluator(s.Rig)
			if c.time != rest {
				if err := e.Pose(0, c.time); err != nil {
					t.Fatal(err)
				}
			}
			out := make([]geom.Vec, 4)
			e.Positions(0, out)
			if out[c.vertex].Sub(c.at).Norm() > 1e-15 {
				t.Errorf("vertex %d is at %v, want %v", c.vertex, out[c.vertex], c.at)
			}
		})
	}
}
