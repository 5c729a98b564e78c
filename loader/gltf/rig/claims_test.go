package rig_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// TestClaims has a number in each row that is larger than the file, or a thing that is not there. Nothing is
// allocated for what a file only claims.
func TestClaims(t *testing.T) {
	const many = 10_000_000
	sampler := func(field string, accessor object) func(b *encode.GLTF) {
		return func(b *encode.GLTF) { member(b, "samplers", 0)[field] = b.Add("accessors", accessor) }
	}
	scalars := func(view int) object {
		return object{"bufferView": view, "componentType": 5126, "type": "SCALAR", "count": many}
	}
	for _, c := range []struct {
		name   string
		change func(b *encode.GLTF)
		err    string // "" for none
	}{
		{"keys past the buffer", sampler("input", scalars(0)), "animation 0 sampler 0 input accessor 9"},
		{"keys of no view", sampler("input", object{"componentType": 5126, "type": "SCALAR", "count": many}), "memory"},
		{"values past the buffer", sampler("output", object{"bufferView": 0, "componentType": 5126, "type": "VEC4", "count": many}), "animation 0 sampler 0 output accessor 9"},
		{"sparse keys over zeros", func(b *encode.GLTF) {
			s := loadertest.Sparse(1, b.View([]uint8{1}, nil), 5121, b.View([]float32{1}, nil))
			sampler("input", object{"componentType": 5126, "type": "SCALAR", "count": 3, "sparse": s})(b)
		}, "the time of key 2 is not after the one before it"},
		{"many sparse keys", func(b *encode.GLTF) {
			s := loadertest.Sparse(1, b.View([]uint8{1}, nil), 5121, b.View([]float32{1}, nil))
			sampler("input", object{"componentType": 5126, "type": "SCALAR", "count": many, "sparse": s})(b)
		}, "memory"},
		{"matrices past the buffer", func(b *encode.GLTF) {
			b.Set("skins", 0, "inverseBindMatrices", b.Add("accessors", object{"bufferView": 0, "componentType": 5126, "type": "MAT4", "count": many}))
		}, "skin 0 inverseBindMatrices"},
		{"weights past the buffer", func(b *encode.GLTF) {
			primitive(b)["attributes"].(object)["WEIGHTS_0"] = b.Add("accessors", object{"bufferView": 0, "componentType": 5126, "type": "VEC4", "count": many})
		}, "mesh 0 primitive 0 WEIGHTS_0"},
		{"a joint past the skin's without weight", func(b *encode.GLTF) {
			primitive(b)["attributes"].(object)["JOINTS_0"] = b.Accessor("VEC4", []uint8{0, 1, 200, 0, 0, 1, 0, 200, 0, 1, 0, 0, 0, 1, 0, 0}, nil)
		}, ""},
		{"a clip without channels", func(b *encode.GLTF) { b.Doc["animations"] = []any{object{}} }, ""},
		{"a clip that is null", func(b *encode.GLTF) { b.Doc["animations"] = []any{nil} }, ""},
		{"a channel that is null", func(b *encode.GLTF) {
			b.Doc["animations"].([]any)[0].(object)["channels"].([]any)[0] = nil
		}, "animation 0 channel 0: has no sampler"},
		{"a sampler that is null", func(b *encode.GLTF) {
			b.Doc["animations"].([]any)[0].(object)["samplers"].([]any)[0] = nil
		}, "animation 0 channel 0: sampler 0 does not exist"},
		{"a node below itself", func(b *encode.GLTF) { b.Set("nodes", armHand, "children", []int{0}) }, "its own ancestor"},
		{"a skeleton that does not exist", func(b *encode.GLTF) { b.Set("skins", 0, "skeleton", 99) }, ""},
		{"a long name", func(b *encode.GLTF) {
			b.Doc["animations"].([]any)[0].(object)["name"] = strings.Repeat("x", 1<<16)
		}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := arm()
			c.change(b)
			data := b.GLB()
			used := loadertest.Allocated(func() {
				s, _, err := loader.Decode(t.Context(), data, nil, loader.Options{Poses: true, Workers: 1})
				if err == nil {
					err = s.RigError
					loadertest.CheckRig(t, s)
				}
				var format *loader.FormatError
				switch {
				case c.err == "" && err != nil:
					t.Errorf("refused: %v", err)
				case c.err != "" && (!errors.As(err, &format) || !strings.Contains(err.Error(), c.err)):
					t.Errorf("%v, want %s", err, c.err)
				}
			})
			if limit := loadertest.AllocationLimit(len(data)); used > limit {
				t.Errorf("%d bytes allocated for a file of %d", used, len(data))
			}
		})
	}
}

// TestDeepSkeleton: an object far below the root is where all nodes above it put it, and its rounding is that of all.
func TestDeepSkeleton(t *testing.T) {
	const depth = 20_000
	b := arm()
	first := len(b.Doc["nodes"].([]any))
	for k := range depth {
		n := object{"translation": []float64{0x1p-10, 0, 0}}
		if k+1 < depth {
			n["children"] = []int{first + k + 1}
		} else {
			n["mesh"] = 0
		}
		b.Node(n)
	}
	b.Set("nodes", armHand, "children", []int{first})
	s := load(t, b.GLB())
	if s.RigError != nil {
		t.Fatal(s.RigError)
	}
	e := pose.NewEvaluator(s.Rig)
	for i, o := range s.Rig.Objects {
		if o.Skin != pose.NoSkin {
			continue
		}
		place, rounding := e.Placement(i), e.PlacementRounding(i)
		if x := place[0][3]; x != 1+depth*0x1p-10 || rounding[0][3] != depth*geom.HalfUlp32(0x1p-10) {
			t.Errorf("at %v, off by %v", x, rounding[0][3])
		}
	}
	loadertest.CheckRig(t, s)
}
