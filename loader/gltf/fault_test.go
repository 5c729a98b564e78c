package gltf_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/loader"
)

// TestGLTFFaults has one fault in each row, in a model that is otherwise valid.
func TestGLTFFaults(t *testing.T) {
	set := func(array string, i int, field string, v any) func(b *builder) {
		return func(b *builder) { b.Set(array, i, field, v) }
	}
	primitives := func(b *builder) []object { return b.Doc["meshes"].([]any)[0].(object)["primitives"].([]object) }
	sparseWith := func(indices []uint16, change func(s object)) func(b *builder) {
		return func(b *builder) {
			s := loadertest.Sparse(len(indices), b.View(indices, nil), 5123, b.View(make([]float32, 3*len(indices)), nil))
			if change != nil {
				change(s)
			}
			b.Set("accessors", 0, "sparse", s)
		}
	}
	instancing := func(attributes object) func(b *builder) {
		return func(b *builder) {
			b.Set("nodes", 0, "extensions", object{"EXT_mesh_gpu_instancing": object{"attributes": attributes}})
		}
	}
	const position = "mesh 0 primitive 0 accessor 0"
	for _, c := range []struct {
		name       string
		change     func(b *builder)
		place, err string
	}{
		{"index out of range", func(b *builder) { primitives(b)[0]["indices"] = b.Accessor("SCALAR", []uint16{0, 1, 2, 0, 4, 3}, nil) }, "mesh 0 primitive 0 corner 4", "index 4 is out of range: there are 4 vertices"},
		{"primitive restart, u8", func(b *builder) { primitives(b)[0]["indices"] = b.Accessor("SCALAR", []uint8{0, 1, 255}, nil) }, "mesh 0 primitive 0 corner 2", "index 255 is out of range: there are 4 vertices"},
		{"primitive restart in a strip", func(b *builder) {
			primitives(b)[0]["indices"], primitives(b)[0]["mode"] = b.Accessor("SCALAR", []uint16{0, 1, 2, 65535}, nil), 5
		}, "mesh 0 primitive 0 corner 3", "index 65535 is out of range: there are 4 vertices"},
		{"u32 index out of range", func(b *builder) {
			primitives(b)[0]["indices"] = b.Accessor("SCALAR", []uint32{0, 1, math.MaxUint32}, nil)
		}, "mesh 0 primitive 0 corner 2", "index 4294967295 is out of range"},
		{"index left over out of range", func(b *builder) { primitives(b)[0]["indices"] = b.Accessor("SCALAR", []uint16{0, 1, 2, 9}, nil) }, "mesh 0 primitive 0 corner 3", "index 9 is out of range"},

		{"no such accessor", func(b *builder) { primitives(b)[0]["indices"] = 7 }, "mesh 0 primitive 0", "accessor 7 does not exist: the file has 2"},
		{"negative accessor", func(b *builder) { primitives(b)[0]["indices"] = -1 }, "mesh 0 primitive 0", "accessor -1 does not exist: the file has 2"},
		{"no such position", func(b *builder) { primitives(b)[0]["attributes"] = object{"POSITION": 2} }, "mesh 0 primitive 0", "accessor 2 does not exist: the file has 2"},
		{"no such material", func(b *builder) { primitives(b)[0]["material"] = 0 }, "mesh 0 primitive 0", "material 0 does not exist: the file has 0"},
		{"unknown mode", func(b *builder) { primitives(b)[0]["mode"] = 7 }, "mesh 0", "unknown primitive mode: 7"},
		{"no attributes", func(b *builder) { primitives(b)[0]["attributes"] = object{} }, "mesh 0 primitive 0", "has no attributes"},
		{"no primitives", set("meshes", 0, "primitives", []any{}), "mesh 0", "has no primitives"},
		{"null primitive", set("meshes", 0, "primitives", []any{nil}), "mesh 0 primitive 0", "is null"},
		{"primitives of the wrong type", set("meshes", 0, "primitives", 5), "mesh 0", "cannot use a JSON number"},

		{"positions are scalars", set("accessors", 0, "type", "SCALAR"), "mesh 0 primitive 0", "accessor 0 is SCALAR of float32"},
		{"positions are u32", set("accessors", 0, "componentType", 5125), "mesh 0 primitive 0", "accessor 0 is VEC3 of uint32"},
		{"indices are floats", func(b *builder) { primitives(b)[0]["indices"] = b.Accessor("SCALAR", []float32{0, 1, 2}, nil) }, "mesh 0 primitive 0", "of float32"},
		{"indices are signed", set("accessors", 1, "componentType", 5122), "mesh 0 primitive 0", "of int16"},
		{"unknown component type", set("accessors", 0, "componentType", 5124), position, "unknown component type: 5124"},
		{"no count", set("accessors", 0, "count", 0), position, "count is 0 and must be greater than zero"},
		{"null accessor", func(b *builder) { b.Doc["accessors"].([]any)[0] = nil }, position, "has no componentType"},
		{"count beyond the view", set("accessors", 0, "count", 5), position, "count 5 needs more than the 48 bytes of bufferView 0"},
		{"count that overflows", set("accessors", 0, "count", math.MaxInt64/12*2), position, "bytes of bufferView 0"},
		{"greatest count", set("accessors", 0, "count", math.MaxInt64), position, "bytes of bufferView 0"},
		{"count beyond all integers", set("accessors", 0, "count", 1e30), position, "cannot use"},
		{"offset beyond the view", set("accessors", 0, "byteOffset", 4000), position, "byteOffset 4000 is outside of the 48 bytes"},
		{"negative offset", set("accessors", 0, "byteOffset", -4), position, "byteOffset -4 is outside"},
		{"offset that leaves too little", set("accessors", 0, "byteOffset", 4), position, "count 4 needs more than the 48 bytes"},
		{"no such view", set("accessors", 0, "bufferView", 2), position, "bufferView 2 does not exist: the file has 2"},
		{"negative view", set("accessors", 0, "bufferView", -1), position, "bufferView -1 does not exist: the file has 2"},
		{"zeros without end", func(b *builder) {
			b.Doc["accessors"].([]any)[0] = object{"componentType": 5126, "type": "VEC3", "count": 1_000_000_000}
		}, position, "needs more memory than a file of this size can justify"},

		{"no such buffer", set("bufferViews", 0, "buffer", 1), position + " bufferView 0", "buffer 1 does not exist: the file has 1"},
		{"view beyond its buffer", set("bufferViews", 0, "byteLength", 61), position + " bufferView 0", "byteOffset 0 and byteLength 61 do not fit into the 60 bytes of buffer 0"},
		{"view that overflows", set("bufferViews", 0, "byteLength", math.MaxInt64), position + " bufferView 0", "do not fit"},
		{"view far out", set("bufferViews", 0, "byteOffset", math.MaxInt64), position + " bufferView 0", "do not fit"},
		{"view of negative length", set("bufferViews", 0, "byteLength", -1), position + " bufferView 0", "do not fit"},
		{"view without length", func(b *builder) { delete(b.Doc["bufferViews"].([]any)[0].(object), "byteLength") }, position + " bufferView 0", "byteLength 0 do not fit"},
		{"odd stride", set("bufferViews", 0, "byteStride", 13), position + " bufferView 0", "byteStride 13 is not a multiple of 4"},
		{"negative stride", set("bufferViews", 0, "byteStride", -12), position + " bufferView 0", "byteStride -12"},
		{"huge stride", set("bufferViews", 0, "byteStride", 1024), position + " bufferView 0", "byteStride 1024"},
		{"stride less than an element", set("bufferViews", 0, "byteStride", 8), position, "byteStride 8 is less than the 12 bytes of an element"},
		{"stride beyond the view", set("bufferViews", 0, "byteStride", 16), position, "count 4 needs more than the 48 bytes"},
		{"view of the wrong type", set("bufferViews", 0, "buffer", "zero"), position + " bufferView 0", "cannot use a JSON string"},

		{"sparse indices descend", sparseWith([]uint16{2, 1}, nil), position, "strictly increasing"},
		{"sparse index twice", sparseWith([]uint16{1, 1}, nil), position, "strictly increasing"},
		{"sparse index out of range", sparseWith([]uint16{4}, nil), position, "overflows accessor count"},
		{"sparse without entries", sparseWith([]uint16{1}, func(s object) { s["count"] = 0 }), position + " sparse", "count is 0, but there are 4 elements"},
		{"more sparse entries than elements", sparseWith([]uint16{0, 1, 2, 3, 4}, nil), position + " sparse", "count is 5, but there are 4 elements"},
		{"more sparse entries than indices", sparseWith([]uint16{1}, func(s object) { s["count"] = 3 }), position + " sparse indices", "count 3 needs more than the 2 bytes"},
		{"more sparse entries than values", sparseWith([]uint16{1, 2}, func(s object) { s["values"].(object)["byteOffset"] = 12 }), position + " sparse values", "count 2 needs more than the 24 bytes"},
		{"sparse indices are floats", sparseWith([]uint16{1}, func(s object) { s["indices"].(object)["componentType"] = 5126 }), position + " sparse", "the indices have components of type float32"},

		{"mesh out of range", set("nodes", 0, "mesh", 1), "node 0", "mesh 1 does not exist: the file has 1"},
		{"child out of range", set("nodes", 0, "children", []int{5}), "node 0", "the child node 5 does not exist: the file has 1"},
		{"negative child", set("nodes", 0, "children", []int{-1}), "node 0", "the child node -1 does not exist: the file has 1"},
		{"node is its own child", set("nodes", 0, "children", []int{0}), "node 0", "is its own ancestor"},
		{"cycle below a root", func(b *builder) {
			b.Set("nodes", 0, "children", []int{1})
			b.Node(object{"children": []int{2}})
			b.Node(object{"children": []int{1}})
		}, "node 1", "is its own ancestor"},
		{"matrix that projects", set("nodes", 0, "matrix", []float64{1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}), "node 0", "the last row of the matrix is not 0 0 0 1"},
		{"matrix and scale", func(b *builder) {
			b.Set("nodes", 0, "matrix", []float64{2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1})
			b.Set("nodes", 0, "scale", []float64{1, 2, 1})
		}, "node 0", "has a matrix and also"},
		{"world that overflows", func(b *builder) {
			b.Set("nodes", 0, "scale", []float64{1e200, 1, 1})
			b.Node(object{"children": []int{0}, "scale": []float64{1e200, 1, 1}})
		}, "node 0", `the world matrix of "/node1/seat" is not finite`},
		{"node of the wrong type", set("nodes", 0, "children", "none"), "node 0", "cannot use a JSON string"},
		{"nodes are no array", func(b *builder) { b.Doc["nodes"] = object{} }, "nodes", "is not an array"},

		{"instances without transforms", instancing(object{"_ID": 0}), "node 0 EXT_mesh_gpu_instancing", "has none of TRANSLATION, ROTATION and SCALE"},
		{"instances of scalars", instancing(object{"TRANSLATION": 1}), "node 0 EXT_mesh_gpu_instancing TRANSLATION", "accessor 1 is SCALAR of uint16"},
		{"instances that differ in number", func(b *builder) {
			instancing(object{"TRANSLATION": 0, "SCALE": b.Accessor("VEC3", loadertest.Square[:6], nil)})(b)
		}, "node 0 EXT_mesh_gpu_instancing SCALE", "has 2 elements, but another attribute has 4"},
		{"instances without end", func(b *builder) {
			instancing(object{"TRANSLATION": b.Add("accessors", object{"componentType": 5126, "type": "VEC3", "count": 50_000_000})})(b)
		}, "node 0 EXT_mesh_gpu_instancing TRANSLATION accessor 2", "needs more memory"},
		{"instance that is not a number", func(b *builder) {
			instancing(object{"TRANSLATION": b.Accessor("VEC3", []float32{0, float32(math.NaN()), 0}, nil)})(b)
		}, "node 0", `the world matrix of "/seat[0]" is not finite`},
		{"instancing of the wrong type", set("nodes", 0, "extensions", object{"EXT_mesh_gpu_instancing": []int{1}}), "node 0 EXT_mesh_gpu_instancing", "cannot use a JSON array"},

		{"no version", func(b *builder) { b.Doc["asset"] = object{} }, "asset", "the version is missing"},
		{"version that is none", func(b *builder) { b.Doc["asset"] = object{"version": "two"} }, "asset", `"two" is not a version`},

		{"buffer shorter than it says", func(b *builder) { b.Doc["buffers"] = []any{object{"byteLength": 61}} }, "buffer 0", "byteLength is 61, but there are 60 bytes"},
		{"buffer of a terabyte", func(b *builder) { b.Doc["buffers"] = []any{object{"byteLength": 1 << 40}} }, "buffer 0", "byteLength is 1099511627776, but there are"},
		{"buffer without length", func(b *builder) { b.Doc["buffers"] = []any{object{}} }, "buffer 0", "has no byteLength"},
		{"buffer of negative length", func(b *builder) { b.Doc["buffers"] = []any{object{"byteLength": -5}} }, "buffer 0", "has no byteLength"},
		{"null buffer", func(b *builder) { b.Doc["buffers"] = []any{nil} }, "buffer 0", "has no byteLength"},
		{"second buffer without uri", func(b *builder) {
			idleBuffer(b, object{"byteLength": 60})
			b.Set("bufferViews", 0, "buffer", 1)
		}, "buffer 1", "has no uri, and the file has no binary chunk for it"},
		{"data URI without comma", dataBuffer("data:application/octet-stream;base64"), "buffer 0", "has no comma"},
		{"data URI that is no base64", dataBuffer("data:application/octet-stream;base64,@@@@"), "buffer 0", "is not base64"},
		{"data URI that is short", dataBuffer("data:;base64,AAAA"), "buffer 0", "byteLength is 60, but there are 3 bytes"},
		{"side file without a folder", dataBuffer("side.bin"), "buffer 0", `the side file "side.bin" cannot be read`},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := loadertest.SquareModel()
			c.change(b)
			loadertest.WantFormatError(t, b.GLB(), loader.GLB, c.place, c.err)
		})
	}
}

func dataBuffer(uri string) func(b *builder) {
	return func(b *builder) { b.Doc["buffers"] = []any{object{"byteLength": 60, "uri": uri}} }
}

func TestContainerFaults(t *testing.T) {
	text := []byte(`{"asset":{"version":"2.0"}} `)
	good := encode.Container(2, encode.Chunk("JSON", text))
	longChunk := bytes.Clone(good)
	binary.LittleEndian.PutUint32(longChunk[12:], 1<<31)
	shortFile := bytes.Clone(good)
	binary.LittleEndian.PutUint32(shortFile[8:], 16)
	for _, c := range []struct {
		name       string
		data       []byte
		place, err string
	}{
		{"magic alone", []byte("glTF"), "header", "the file ends at byte 4, inside the header"},
		{"no chunks", encode.Container(2), "chunk 0", "there is no JSON chunk"},
		{"cut in a chunk", good[:30], "header", "the header claims 48 bytes, but the file has 30"},
		{"chunk longer than the file", longChunk, "chunk 0 (byte 12)", "the chunk claims 2147483648 bytes, but has 28"},
		{"file ends in a chunk header", shortFile, "chunk 0 (byte 12)", "ends inside the chunk's header"},
		{"binary chunk first", encode.Container(2, encode.Chunk("BIN\x00", text)), "chunk 0", "the first chunk is not JSON"},
		{"cut second chunk header", encode.Container(2, encode.Chunk("JSON", text), []byte{1, 2, 3}), "chunk 1 (byte 48)", "ends inside the chunk's header"},
		{"JSON cut", encode.Container(2, encode.Chunk("JSON", text[:20])), "JSON byte 20", "unexpected end of JSON input"},
		{"empty JSON", encode.Container(2, encode.Chunk("JSON", nil)), "JSON byte 0", "unexpected end of JSON input"},
		{"JSON that is an array", encode.Container(2, encode.Chunk("JSON", []byte("[]"))), "", "cannot use a JSON array"},
	} {
		t.Run(c.name, func(t *testing.T) { loadertest.WantFormatError(t, c.data, loader.GLB, c.place, c.err) })
	}
	loadertest.WantFormatError(t, []byte(`{"asset": {"version": "2.0"}, }`), loader.GLTF, "JSON byte 28", "invalid character")
	loadertest.WantFormatError(t, []byte(`{"asset":{"version":"2.0"},"nodes":`+strings.Repeat("[", 20_000)), loader.GLTF, "JSON byte 10034", "exceeded max depth")
}

func TestUnsupported(t *testing.T) {
	for _, c := range []struct {
		name    string
		change  func(b *builder)
		place   string
		feature string
	}{
		{"several, each once", func(b *builder) {
			b.Doc["extensionsRequired"] = []string{"ACME_gravity", "KHR_materials_unlit", "EXT_meshopt", "ACME_gravity", "ACME_light"}
		}, "extensionsRequired", "ACME_gravity, EXT_meshopt, ACME_light"},
		{"name that begins like a harmless one", func(b *builder) { b.Doc["extensionsRequired"] = []string{"KHR_mesh_quantization_2"} }, "extensionsRequired", "KHR_mesh_quantization_2"},
		{"version 1", func(b *builder) { b.Doc["asset"] = object{"version": "1.0"} }, "asset", "glTF 1.0"},
		{"version 1.1 with objects for arrays", func(b *builder) {
			for key := range b.Doc {
				b.Doc[key] = object{"a": object{}}
			}
			b.Doc["asset"] = object{"version": "1.1"}
		}, "asset", "glTF 1.0"},
		{"no version and objects for arrays", func(b *builder) { b.Doc["asset"], b.Doc["meshes"] = object{}, object{} }, "asset", "glTF 1.0"},
		{"version 3", func(b *builder) { b.Doc["asset"] = object{"version": "3.0"} }, "asset", "glTF 3.0"},
		{"least version 2.1", func(b *builder) { b.Doc["asset"] = object{"version": "2.1", "minVersion": "2.1"} }, "asset", "glTF 2.1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := loadertest.SquareModel()
			c.change(b)
			wantUnsupported(t, b.GLB(), c.place, c.feature)
		})
	}
	wantUnsupported(t, encode.Container(1, encode.Chunk("\x00\x00\x00\x00", []byte("{}"))), "header", "glTF 1.0")
	wantUnsupported(t, encode.Container(3, encode.Chunk("JSON", []byte("{}"))), "header", "glTF 3.0")
}

func wantUnsupported(t *testing.T, data []byte, place, feature string) {
	t.Helper()
	s, format, err := loadertest.Decode(t, data)
	var ue *loader.UnsupportedError
	if !errors.As(err, &ue) {
		t.Fatalf("Decode = %v, want an UnsupportedError", err)
	}
	if s != nil || format != loader.GLB || ue.Format != format || ue.Place != place || ue.Feature != feature {
		t.Errorf("Decode = %v, %q, %#v; want %q at %q", s, format, ue, feature, place)
	}
	if want := fmt.Sprintf("glb: %s: %s is not supported", place, feature); err.Error() != want {
		t.Errorf("Error() = %q, want %q", err, want)
	}
}

// TestMutatedFields changes a few fields of a rich model. The result is an error or a scene, as for
// any bytes.
func TestMutatedFields(t *testing.T) {
	text := loadertest.RichModel()
	source := text.JSON("")
	const seed = 7
	rounds := longtest.Rounds(t, 200, 2000)
	r := rand.New(rand.NewPCG(seed, seed))
	loaded := 0
	for range rounds {
		var doc any
		if err := json.Unmarshal(source, &doc); err != nil {
			t.Fatal(err)
		}
		for range 1 + r.IntN(2) {
			mutate(r, doc)
		}
		changed, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		loadertest.DecodeFuzzed(t, encode.GLB(changed, text.Bin))
		if t.Failed() {
			t.Fatalf("seed %d: %s", seed, changed)
		}
		if _, _, err := loadertest.Decode(t, encode.GLB(changed, text.Bin)); err == nil {
			loaded++
		}
	}
	if loaded == 0 || loaded == rounds {
		t.Errorf("%d of %d mutants load", loaded, rounds)
	}
}

// mutate replaces a value below v.
func mutate(r *rand.Rand, v any) {
	evil := []any{nil, 0, 1, 2, 3, -1, 255, 256, 65535, 1 << 31, 1 << 32, math.MaxInt64, -math.MaxInt64, 1e300, 0.5, "", "x", true, []any{}, object{}, []any{0, 1}}
	value := evil[r.IntN(len(evil))]
	switch v := v.(type) {
	case map[string]any:
		keys := slices.Sorted(maps.Keys(v))
		if len(keys) == 0 {
			return
		}
		k := keys[r.IntN(len(keys))]
		if down(r, v[k]) {
			mutate(r, v[k])
			return
		}
		v[k] = value
	case []any:
		if len(v) == 0 {
			return
		}
		i := r.IntN(len(v))
		if down(r, v[i]) {
			mutate(r, v[i])
			return
		}
		v[i] = value
	}
}

// down reports whether to descend into v.
func down(r *rand.Rand, v any) bool {
	switch v.(type) {
	case map[string]any, []any:
		return r.IntN(20) > 0
	}
	return false
}

// TestSmallFilesStaySmall has small files that claim, multiply or nest far more than they contain.
// They may load or be refused, but must not cost much.
func TestSmallFilesStaySmall(t *testing.T) {
	zeros := object{"componentType": 5121, "type": "VEC3", "count": 1_000_000_000, "normalized": true}
	for name, build := range map[string]func(b *builder){
		"zeros": func(b *builder) { b.Mesh("m", loadertest.Primitive(b.Add("accessors", zeros), -1, nil)) },
		"zeros, sparse": func(b *builder) {
			s := loadertest.Sparse(1, b.View([]uint8{1}, nil), 5121, b.View([]uint8{1, 2, 3}, nil))
			b.Mesh("m", loadertest.Primitive(b.Add("accessors", object{"componentType": 5121, "type": "VEC3", "count": 1_000_000_000, "sparse": s}), -1, nil))
		},
		"zero indices": func(b *builder) {
			x := b.Add("accessors", object{"componentType": 5125, "type": "SCALAR", "count": 4_000_000_000})
			b.Mesh("m", loadertest.Primitive(b.Accessor("VEC3", loadertest.Square, nil), x, object{"mode": 5}))
		},
		"one strip many times": func(b *builder) {
			v := b.View(make([]uint8, 100_000), nil)
			p := b.Accessor("VEC3", loadertest.Square, nil)
			for range 1000 {
				x := b.Add("accessors", object{"bufferView": v, "componentType": 5121, "type": "SCALAR", "count": 100_000})
				b.Mesh("m", loadertest.Primitive(p, x, object{"mode": 5}))
			}
		},
		"doubling nodes": func(b *builder) {
			m := b.Mesh("m", loadertest.Primitive(b.Accessor("VEC3", loadertest.Square, nil), -1, nil))
			for i := range 64 {
				b.Node(object{"children": []int{i + 1, i + 1}})
			}
			b.Node(object{"mesh": m})
		},
		"doubling nodes without a mesh": func(b *builder) {
			for i := range 64 {
				b.Node(object{"children": []int{i + 1, i + 1}})
			}
			b.Node(object{})
		},
		"long paths": func(b *builder) {
			m := b.Mesh("m", loadertest.Primitive(b.Accessor("VEC3", loadertest.Square, nil), -1, nil))
			for i := range 2000 {
				b.Node(object{"name": strings.Repeat("n", 200), "mesh": m, "children": []int{i + 1}})
			}
			b.Node(object{})
		},
		"long names in warnings": func(b *builder) {
			p := b.Accessor("VEC3", loadertest.Square, nil)
			m := b.Mesh(strings.Repeat("n", 100_000), loadertest.Primitive(p, -1, nil))
			for range 1000 {
				b.Node(object{"mesh": m, "scale": []int{0, 0, 0}})
			}
		},
		"empty nodes": func(b *builder) {
			b.Doc["nodes"] = make([]object, 50_000)
		},
		"shapes of no known type": func(b *builder) {
			shapes := slices.Repeat([]any{object{"type": "x"}}, 20_000)
			b.Doc["extensions"] = object{"KHR_implicit_shapes": object{"shapes": shapes}}
		},
		"colliders": func(b *builder) {
			b.Doc["extensions"] = object{"OMI_collider": object{"colliders": []any{object{"type": "box"}}}}
			for range 10_000 {
				b.Node(object{"extensions": object{"OMI_collider": object{"collider": 0}}})
			}
		},
		"bodies": func(b *builder) {
			for range 10_000 {
				b.Node(object{"extensions": object{"OMI_physics_body": object{"type": "x"}}})
			}
		},
		"colliders of doubling nodes": func(b *builder) {
			b.Mesh("m", loadertest.Primitive(b.Accessor("VEC3", loadertest.Square, nil), -1, nil))
			geometry := object{"geometry": object{"node": 0}}
			for i := range 64 {
				b.Node(object{"children": []int{i + 1, i + 1}})
			}
			b.Node(object{"mesh": 0})
			b.Node(object{"extensions": object{"KHR_physics_rigid_bodies": object{"collider": geometry}}})
			b.Add("scenes", object{"nodes": []int{65}})
		},
		"many colliders of a large geometry": func(b *builder) {
			b.Mesh("m", loadertest.Primitive(b.Accessor("VEC3", loadertest.Square, nil), -1, nil))
			geometry := object{"geometry": object{"node": 0, "convexHull": true}}
			children := make([]int, 2000)
			for i := range children {
				children[i] = i + 1
			}
			b.Node(object{"children": children})
			for range children {
				b.Node(object{"mesh": 0, "extensions": object{"KHR_physics_rigid_bodies": object{"collider": geometry}}})
			}
		},
		"long paths of bodies": func(b *builder) {
			b.Doc["extensions"] = object{"OMI_physics_shape": object{"shapes": []any{object{"type": "box"}}}}
			says := object{"OMI_physics_body": object{"motion": object{}, "collider": object{"shape": 0}, "trigger": object{"shape": 0}}}
			for i := range 2000 {
				b.Node(object{"name": strings.Repeat("n", 200), "extensions": says, "children": []int{i + 1}})
			}
			b.Node(object{})
		},
		"deep extras": func(b *builder) {
			b.Mesh("m", object{"attributes": object{"POSITION": b.Accessor("VEC3", loadertest.Square, nil)}})
			b.Node(object{"extras": slices.Repeat([]any{[]any{}}, 20_000)})
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := encode.NewGLTF()
			build(b)
			data := b.GLB()
			got := loadertest.Allocated(func() { _, _, _ = loadertest.Decode(t, data) })
			if limit := loadertest.AllocationLimit(len(data)); got > limit {
				t.Errorf("%d bytes allocated for a file of %d, more than %d", got, len(data), limit)
			}
		})
	}
	for _, n := range []uint32{math.MaxUint32, 1 << 31, 1000} {
		data := loadertest.BinarySTL("", nil)
		binary.LittleEndian.PutUint32(data[80:], n)
		if got := loadertest.Allocated(func() { _, _, _ = loadertest.Decode(t, data) }); got > 1<<20 {
			t.Errorf("a header that claims %d facets allocates %d bytes", n, got)
		}
	}
}
