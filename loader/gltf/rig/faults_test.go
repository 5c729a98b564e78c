package rig_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// The nodes of the arm, which is the rigged model, and some of its accessors.
const (
	armHand, armNode                = 1, 2
	armJoints, armWeights, armTimes = 2, 3, 6
)

func arm() *encode.GLTF { return loadertest.RiggedModel() }

// member returns an object of the first animation, from its channels or samplers.
func member(b *encode.GLTF, list string, i int) object {
	return b.Doc["animations"].([]any)[0].(object)[list].([]any)[i].(object)
}

func primitive(b *encode.GLTF) object {
	return b.Doc["meshes"].([]any)[0].(object)["primitives"].([]object)[0]
}

// load loads a model with poses. It fails if the model does not load.
func load(t *testing.T, data []byte) *mesh.Scene {
	t.Helper()
	s, _, err := loader.Decode(t.Context(), data, nil, loader.Options{Poses: true, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestFaults has one fault in each row. The file loads all the same, and says what keeps its poses from being known.
func TestFaults(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	set := func(array string, i int, field string, v any) func(b *encode.GLTF) {
		return func(b *encode.GLTF) { b.Set(array, i, field, v) }
	}
	times := func(t ...float32) func(b *encode.GLTF) {
		return func(b *encode.GLTF) {
			x := b.Accessor("SCALAR", t, nil)
			member(b, "samplers", 0)["input"], member(b, "samplers", 1)["input"] = x, x
		}
	}
	output := func(sampler int, typ string, v ...float32) func(b *encode.GLTF) {
		return func(b *encode.GLTF) { member(b, "samplers", sampler)["output"] = b.Accessor(typ, v, nil) }
	}
	target := func(channel int, field string, v any) func(b *encode.GLTF) {
		return func(b *encode.GLTF) { member(b, "channels", channel)["target"].(object)[field] = v }
	}
	attribute := func(name string, accessor func(b *encode.GLTF) int) func(b *encode.GLTF) {
		return func(b *encode.GLTF) { primitive(b)["attributes"].(object)[name] = accessor(b) }
	}
	weights := func(v ...float32) func(b *encode.GLTF) {
		return attribute("WEIGHTS_0", func(b *encode.GLTF) int { return b.Accessor("VEC4", v, nil) })
	}
	for _, c := range []struct {
		name       string
		change     func(b *encode.GLTF)
		place, err string
	}{
		{"two parents", set("nodes", armNode, "children", []int{armHand}), "node 1", "has two parents, node 0 and node 2"},
		{"rotation of length 0", set("nodes", armHand, "rotation", []int{0, 0, 0, 0}), "node 1", "the rotation 0 0 0 0 has no length"},
		{"rotation too long", set("nodes", armHand, "rotation", []float64{0, 0, 0, 1e200}), "node 1", "the rotation 0 0 0 1e+200 has no length"},
		{"no such skin", set("nodes", armNode, "skin", 1), "node 2", "skin 1 does not exist: the file has 1"},
		{"weights of the node", set("nodes", armNode, "weights", []int{1, 2}), "node 2", "has 2 weights for 1 morph target"},
		{"weights of the mesh", set("meshes", 0, "weights", []int{1, 2}), "mesh 0", "has 2 weights for 1 morph target"},

		{"skins are no array", func(b *encode.GLTF) { b.Doc["skins"] = 1 }, "skins", "is not an array"},
		{"no joints", set("skins", 0, "joints", []int{}), "skin 0", "has no joints"},
		{"joint is no node", set("skins", 0, "joints", []int{0, 3}), "skin 0 joint 1", "node 3 does not exist: the file has 3"},
		{"joint is negative", set("skins", 0, "joints", []int{-1, 0}), "skin 0 joint 0", "node -1 does not exist"},
		{"joint is text", set("skins", 0, "joints", []string{"root"}), "skin 0", "cannot use a JSON string"},
		{"too few matrices", set("skins", 0, "joints", []int{0, 1, 1}), "skin 0", "has 2 inverse bind matrices for 3 joints"},
		{"matrices are vectors", set("skins", 0, "inverseBindMatrices", 3), "skin 0 inverseBindMatrices", "must be MAT4 of float32; accessor 3 is VEC4"},
		{"no such matrices", set("skins", 0, "inverseBindMatrices", 33), "skin 0 inverseBindMatrices", "accessor 33 does not exist"},
		{"matrix that is not finite", func(b *encode.GLTF) {
			m := make([]float32, 32)
			m[20] = inf
			b.Set("skins", 0, "inverseBindMatrices", b.Add("accessors", object{"bufferView": b.View(m, nil), "componentType": 5126, "type": "MAT4", "count": 2}))
		}, "skin 0 joint 1", "the inverse bind matrix is not finite"},

		{"joint past the skin's", set("skins", 0, "joints", []int{0}), "node 2", "mesh 0 primitive 0 has joint 1, but skin 0 has 1 joint"},
		{"joints without weights", attribute("JOINTS_1", func(*encode.GLTF) int { return armJoints }), "mesh 0 primitive 0", "has JOINTS_1 without WEIGHTS_1"},
		{"weights without joints", attribute("WEIGHTS_1", func(*encode.GLTF) int { return armWeights }), "mesh 0 primitive 0", "has WEIGHTS_1 without JOINTS_1"},
		{"joints are floats", attribute("JOINTS_0", func(*encode.GLTF) int { return armWeights }), "mesh 0 primitive 0 JOINTS_0", "must be VEC4 of uint8 or uint16"},
		{"joints are normalized", set("accessors", armJoints, "normalized", true), "mesh 0 primitive 0 JOINTS_0", "not normalized"},
		{"joints are pairs", set("accessors", armJoints, "type", "VEC2"), "mesh 0 primitive 0 JOINTS_0", "accessor 2 is VEC2 of uint8"},
		{"weights for fewer vertices", weights(1, 0, 0, 0), "mesh 0 primitive 0 WEIGHTS_0", "has 1 elements for 4 vertices"},
		{"weight that is no number", weights(1, 0, 0, 0, 1, nan, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0), "mesh 0 primitive 0", "the weight of vertex 1 is not finite"},
		{"infinite weight", weights(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, inf, 1, 0, 0, 0), "mesh 0 primitive 0", "the weight of vertex 2 is not finite"},

		{"target for fewer vertices", func(b *encode.GLTF) {
			primitive(b)["targets"] = []any{object{"POSITION": b.Accessor("VEC3", make([]float32, 9), nil)}}
		}, "mesh 0 primitive 0 target 0", "has 3 elements for 4 vertices"},
		{"target that is not finite", func(b *encode.GLTF) {
			primitive(b)["targets"] = []any{object{"POSITION": b.Accessor("VEC3", []float32{7: nan, 11: 0}, nil)}}
		}, "mesh 0 primitive 0 target 0", "the displacement of vertex 2 is not finite"},
		{"sparse target that is not finite", func(b *encode.GLTF) {
			s := loadertest.Sparse(2, b.View([]uint8{1, 3}, nil), 5121, b.View([]float32{0, 0, 0, 0, inf, 0}, nil))
			primitive(b)["targets"] = []any{object{"POSITION": b.Add("accessors", object{"componentType": 5126, "type": "VEC3", "count": 4, "sparse": s})}}
		}, "mesh 0 primitive 0 target 0", "the displacement of vertex 3 is not finite"},
		{"sparse target of vertices in disorder", func(b *encode.GLTF) {
			s := loadertest.Sparse(2, b.View([]uint8{3, 3}, nil), 5121, b.View(make([]float32, 6), nil))
			primitive(b)["targets"] = []any{object{"POSITION": b.Add("accessors", object{"componentType": 5126, "type": "VEC3", "count": 4, "sparse": s})}}
		}, "mesh 0 primitive 0 target 0 accessor 9 sparse", "index 3 is not after the one before it"},
		{"sparse target past the vertices", func(b *encode.GLTF) {
			s := loadertest.Sparse(1, b.View([]uint8{4}, nil), 5121, b.View(make([]float32, 3), nil))
			primitive(b)["targets"] = []any{object{"POSITION": b.Add("accessors", object{"componentType": 5126, "type": "VEC3", "count": 4, "sparse": s})}}
		}, "mesh 0 primitive 0 target 0 accessor 9 sparse", "index 4 is out of range"},
		{"targets of one primitive only", func(b *encode.GLTF) {
			b.Set("meshes", 0, "primitives", []any{primitive(b), object{"attributes": object{"POSITION": 0}}})
		}, "mesh 0 primitive 1", "has 0 morph targets, but another primitive of the mesh has 1"},

		{"animations are no array", func(b *encode.GLTF) { b.Doc["animations"] = object{} }, "animations", "is not an array"},
		{"no sampler", func(b *encode.GLTF) { delete(member(b, "channels", 1), "sampler") }, "animation 0 channel 1", "has no sampler"},
		{"no such sampler", func(b *encode.GLTF) { member(b, "channels", 1)["sampler"] = 2 }, "animation 0 channel 1", "sampler 2 does not exist: the animation has 2"},
		{"no such node", target(0, "node", 3), "animation 0 channel 0", "node 3 does not exist: the file has 3"},
		{"node with a matrix", func(b *encode.GLTF) {
			b.Doc["nodes"].([]any)[armHand] = object{"matrix": []int{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1}}
		}, "animation 0 channel 0", "node 1 has a matrix, which cannot be animated"},
		{"one property twice", func(b *encode.GLTF) {
			member(b, "channels", 1)["target"] = object{"node": armHand, "path": "rotation"}
			member(b, "channels", 1)["sampler"] = 0
		}, "animation 0 channel 1", "node 1 has another channel for its rotation"},
		{"weights without a mesh", target(1, "node", armHand), "animation 0 channel 1", "animates the weights of node 1, which has no mesh"},
		{"weights without targets", func(b *encode.GLTF) { delete(primitive(b), "targets") }, "animation 0 channel 1", "animates the weights of mesh 0, which has no morph targets"},
		{"unknown interpolation", func(b *encode.GLTF) { member(b, "samplers", 0)["interpolation"] = "SPLINE" }, "animation 0 sampler 0", `interpolation "SPLINE" is unknown`},
		{"no input", func(b *encode.GLTF) { delete(member(b, "samplers", 1), "input") }, "animation 0 sampler 1", "has no input or no output"},
		{"no such output", func(b *encode.GLTF) { member(b, "samplers", 1)["output"] = 99 }, "animation 0 sampler 1 output", "accessor 99 does not exist"},
		{"no keys", set("accessors", armTimes, "count", 0), "animation 0 sampler 0 input accessor 6", "count is 0 and must be greater than zero"},
		{"times stand still", times(1, 1), "animation 0 sampler 0 input", "the time of key 1 is not after the one before it"},
		{"times fall", times(0, 2, 1), "animation 0 sampler 0 input", "the time of key 2 is not after the one before it"},
		{"time below zero", times(-1, 1), "animation 0 sampler 0 input", "the time of key 0 is negative"},
		{"time that is no number", times(0, nan), "animation 0 sampler 0 input", "the time of key 1 is not finite"},
		{"infinite time", times(0, inf), "animation 0 sampler 0 input", "the time of key 1 is not finite"},
		{"too few values", output(0, "VEC4", 0, 0, 0, 1), "animation 0 sampler 0 output", "has 1 value for 2 keys, which need 2"},
		{"too many values", output(1, "SCALAR", 0, 1, 2), "animation 0 sampler 1 output", "has 3 values for 2 keys, which need 2"},
		{"values without tangents", func(b *encode.GLTF) { member(b, "samplers", 0)["interpolation"] = "CUBICSPLINE" }, "animation 0 sampler 0 output", "has 2 values for 2 keys, which need 6"},
		{"values of another type", output(0, "VEC3", 0, 0, 0, 0, 0, 1), "animation 0 sampler 0 output", "must be VEC4"},
		{"value that is no number", output(1, "SCALAR", 0, nan), "animation 0 sampler 1 output", "value 1 is not finite"},
		{"key of length 0", output(0, "VEC4", 0, 0, 0, 1, 0, 0, 0, 0), "animation 0 sampler 0 output", "the rotation of key 1 has the length 0"},
		{"a billion zeros", func(b *encode.GLTF) {
			const n = 1_000_000_000
			x := b.Add("accessors", object{"componentType": 5126, "type": "SCALAR", "count": n})
			member(b, "samplers", 1)["output"] = x
			member(b, "samplers", 1)["input"] = x
		}, "animation 0 sampler 1 input accessor 9", "needs more memory than a file of this size can justify"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := arm()
			c.change(b)
			s := load(t, b.GLB())
			var format *loader.FormatError
			if !errors.As(s.RigError, &format) || format.Place != c.place || !strings.Contains(format.Error(), c.err) {
				t.Errorf("%v, want %s: %s", s.RigError, c.place, c.err)
			}
			if s.Rig != nil {
				t.Error("there is a rig as well")
			}
			if plain, _, err := loader.Decode(t.Context(), b.GLB(), nil, loader.Options{}); err != nil || !slices.Equal(plain.Warnings, s.Warnings) {
				t.Errorf("without poses: %v, the warnings %q, want %q", err, plain.Warnings, s.Warnings)
			}
		})
	}
}

// TestWarnings has one thing in each row that is interpreted rather than refused.
func TestWarnings(t *testing.T) {
	weights := func(v ...float32) func(b *encode.GLTF) {
		return func(b *encode.GLTF) {
			primitive(b)["attributes"].(object)["WEIGHTS_0"] = b.Accessor("VEC4", v, nil)
		}
	}
	channel := func(target object) func(b *encode.GLTF) {
		return func(b *encode.GLTF) { member(b, "channels", 0)["target"] = target }
	}
	pointer := func(to string) func(b *encode.GLTF) {
		return channel(object{"path": "pointer", "extensions": object{"KHR_animation_pointer": object{"pointer": to}}})
	}
	for _, c := range []struct {
		name         string
		change       func(b *encode.GLTF)
		warnings     string
		notEvaluated string
		channels     int
		keys         int // lists of times
	}{
		{"nothing", func(*encode.GLTF) {}, "", "", 2, 1},
		{"sums", weights(1, 0, 0, 0, 0.5, 0, 0, 0, 1, 1, 0, 0, 1, 0.0005, 0, 0), "mesh 0 primitive 0: the weights of 2 vertices add up to 0.5 to 2 instead of 1; they are divided by the sum", "", 2, 1},
		{"no weight", weights(0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0), "mesh 0 primitive 0: the weights of 1 vertex are 0; they follow their first joint", "", 2, 1},
		{"negative", weights(2, -1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0), "mesh 0 primitive 0: has negative weights", "", 2, 1},
		{"unused vertex", func(b *encode.GLTF) {
			weights(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 9, 0, 0, 0)(b)
			primitive(b)["indices"] = b.Accessor("SCALAR", []uint8{0, 1, 2}, nil)
		}, "", "", 2, 1},
		{"channel without a node", channel(object{"path": "rotation"}), "animation 0 channel 0: animates no node, and is ignored", "", 1, 1},
		{"unknown path", channel(object{"node": 1, "path": "shear"}), "", `channel 0 animates "shear"`, 1, 1},
		{"pointer to a node", pointer("/nodes/1/rotation"), "", `channel 0 animates "/nodes/1/rotation"`, 1, 1},
		{"pointer to a material", pointer("/materials/0/alphaCutoff"), "", "", 1, 1},
		{"other keys", func(b *encode.GLTF) { member(b, "samplers", 0)["input"] = b.Accessor("SCALAR", []float32{2, 3}, nil) }, "", "", 2, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := arm()
			c.change(b)
			s := load(t, b.GLB())
			if s.RigError != nil {
				t.Fatal(s.RigError)
			}
			clip := s.Rig.Clips[0]
			if got := strings.Join(s.Rig.Warnings, "\n"); got != c.warnings {
				t.Errorf("warnings %q, want %q", got, c.warnings)
			}
			if got := strings.Join(clip.NotEvaluated, "\n"); got != c.notEvaluated {
				t.Errorf("not evaluated: %q, want %q", got, c.notEvaluated)
			}
			if len(clip.Channels) != c.channels || len(clip.Keys) != c.keys {
				t.Errorf("%d channels, %d lists of keys, want %d and %d", len(clip.Channels), len(clip.Keys), c.channels, c.keys)
			}
		})
	}
}

// TestRefused: each refused fixture of the corpus, with the place of its fault.
func TestRefused(t *testing.T) {
	corpus := os.Getenv(loadertest.CorpusEnv)
	if corpus == "" {
		t.Skipf("%s does not name a folder of real files", loadertest.CorpusEnv)
	}
	refused := map[string]string{
		"bad_joint.gltf":         "gltf: node 2: mesh 0 primitive 0 has joint 7, but skin 0 has 2 joints",
		"bad_weight_nan.gltf":    "gltf: mesh 0 primitive 0: the weight of vertex 1 is not finite",
		"bad_times.gltf":         "gltf: animation 0 sampler 0 input: the time of key 1 is not after the one before it",
		"bad_cycle.gltf":         "gltf: node 0: is its own ancestor",
		"bad_accessor.gltf":      "gltf: animation 0 sampler 0 output: accessor 99 does not exist: the file has 7",
		"bad_ibm_count.gltf":     "gltf: skin 0: has 1 inverse bind matrices for 2 joints",
		"bad_count.gltf":         "gltf: animation 0 sampler 0 output: has 1 value for 2 keys, which need 2",
		"bad_matrix_target.gltf": "gltf: animation 0 channel 0: node 1 has a matrix, which cannot be animated",
		"bad_twice.gltf":         "gltf: animation 0 channel 1: node 1 has another channel for its translation",
		"bad_joint_node.gltf":    "gltf: skin 0 joint 1: node 44 does not exist: the file has 3",
	}
	files, err := filepath.Glob(filepath.Join(corpus, "poses", "fixtures", "bad_*"))
	if err != nil || len(files) != len(refused) {
		t.Fatalf("%d files, %v; want %d", len(files), err, len(refused))
	}
	for _, file := range files {
		m, err := loader.Open(t.Context(), file, loader.Options{Poses: true})
		if err == nil {
			err = m.Scene.RigError
		}
		if want := refused[filepath.Base(file)]; fmt.Sprint(err) != want {
			t.Errorf("%s: %v, want %s", filepath.Base(file), err, want)
		}
	}
}
