package accessor_test

import (
	"bytes"
	"errors"
	"maps"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
)

// object and builder have short names, since tests write them so often.
type (
	object  = loadertest.Object
	builder = loadertest.Builder
)

const khrMeshopt = "KHR_meshopt_compression"

// pack makes a buffer view a compressed one. The view is then in buffer 1, which has no data, and
// the data is in buffer 0.
func pack(b *builder, view int, data []byte, stride int, says object) {
	at := b.View(data, nil)
	source := b.Doc["bufferViews"].([]any)[at].(object)
	v := b.Doc["bufferViews"].([]any)[view].(object)
	length := v["byteLength"].(int)
	x := object{"buffer": 0, "byteOffset": source["byteOffset"], "byteLength": len(data), "byteStride": stride, "count": length / stride, "mode": "ATTRIBUTES"}
	maps.Copy(x, says)
	v["buffer"], v["byteOffset"], v["extensions"] = 1, 0, object{khrMeshopt: x}
}

// packed returns the document as a GLB whose buffer 1 is a fallback buffer.
func packed(t testing.TB, b *builder) []byte {
	b.Doc["buffers"] = []any{object{"byteLength": len(b.Bin)}, object{"byteLength": 1 << 20, "extensions": object{khrMeshopt: object{"fallback": true}}}}
	return b.GLB()
}

// packedSquare is the square model with compressed positions.
func packedSquare(says object) *builder {
	b := loadertest.SquareModel()
	pack(b, 0, encode.MeshoptAttributes(loadertest.Raw(loadertest.Square), 12), 12, says)
	return b
}

func TestMeshopt(t *testing.T) {
	moved := []float32{5, 0, 0, 6, 0, 0, 6, 1, 0, 5, 1, 0}
	for _, c := range []struct {
		name  string
		build func() *builder
		want  []float32
	}{
		{"positions", func() *builder { return packedSquare(nil) }, loadertest.SquareSoup},
		{"no filter, by name", func() *builder { return packedSquare(object{"filter": "NONE"}) }, loadertest.SquareSoup},
		{"powers of two", func() *builder {
			// The mantissas of 0 and 1 as floats.
			b := loadertest.SquareModel()
			numbers := make([]uint32, len(loadertest.Square))
			for i, x := range loadertest.Square {
				numbers[i] = uint32(x)
			}
			pack(b, 0, encode.MeshoptAttributes(loadertest.Raw(numbers), 12), 12, object{"filter": "EXPONENTIAL"})
			return b
		}, loadertest.SquareSoup},
		{"triangles", func() *builder {
			b := loadertest.SquareModel()
			pack(b, 1, encode.MeshoptTriangles([]uint32{0, 1, 2, 0, 2, 3}), 2, object{"mode": "TRIANGLES"})
			return b
		}, loadertest.SquareSoup},
		{"indices", func() *builder {
			b := loadertest.SquareModel()
			pack(b, 1, encode.MeshoptIndices([]uint32{0, 1, 2, 0, 2, 3}), 2, object{"mode": "INDICES"})
			return b
		}, loadertest.SquareSoup},
		{"indices of 8 bits", func() *builder {
			// The stride is that of attributes, not of indices.
			b := encode.NewGLTF()
			p := b.Accessor("VEC3", loadertest.Square, nil)
			x := b.Accessor("SCALAR", []uint8{0, 1, 2, 0, 2, 3, 0, 0}, object{"count": 6})
			b.Node(object{"mesh": b.Mesh("chair", loadertest.Primitive(p, x, nil))})
			pack(b, 1, encode.MeshoptAttributes([]byte{0, 1, 2, 0, 2, 3, 0, 0}, 4), 4, nil)
			return b
		}, loadertest.SquareSoup},
		{"another stride", func() *builder {
			// The stride of the data is not that of the accessor, which the extension of Khronos
			// allows.
			b := loadertest.SquareModel()
			b.Set("bufferViews", 0, "byteStride", 12)
			pack(b, 0, encode.MeshoptAttributes(loadertest.Raw(loadertest.Square), 4), 4, nil)
			return b
		}, loadertest.SquareSoup},
		{"sparse", func() *builder {
			b := loadertest.SquareModel()
			indices, values := b.View([]uint16{0, 1, 2, 3}, nil), b.View(moved, nil)
			b.Set("accessors", 0, "sparse", loadertest.Sparse(4, indices, 5123, values))
			pack(b, indices, encode.MeshoptIndices([]uint32{0, 1, 2, 3}), 2, object{"mode": "INDICES"})
			pack(b, values, encode.MeshoptAttributes(loadertest.Raw(moved), 12), 12, nil)
			return b
		}, []float32{5, 0, 0, 6, 0, 0, 6, 1, 0, 5, 0, 0, 6, 1, 0, 5, 1, 0}},
		{"plain bytes of a buffer that is there", func() *builder {
			b := packedSquare(nil)
			v := b.Doc["bufferViews"].([]any)[0].(object)
			v["buffer"], v["byteOffset"] = 0, 0
			clear(b.Bin[:48])
			return b
		}, loadertest.SquareSoup},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := c.build()
			b.Doc["extensionsRequired"] = []string{khrMeshopt}
			s := loadertest.MustDecode(t, packed(t, b))
			if got := loadertest.Soup(s.Meshes[0]); !slices.Equal(got, c.want) || len(s.Warnings) > 0 {
				t.Errorf("corners %v, want %v; warnings %q", got, c.want, s.Warnings)
			}
		})
	}
}

func TestMeshoptUVsAndInstances(t *testing.T) {
	b := packedSquare(nil)
	uvs, places := loadertest.Raw(loadertest.Square[:8]), []float32{0, 0, 0, 7, 0, 0}
	uv := b.Accessor("VEC2", loadertest.Square[:8], nil)
	pack(b, b.Doc["accessors"].([]any)[uv].(object)["bufferView"].(int), encode.MeshoptAttributes(uvs, 8), 8, nil)
	b.Doc["meshes"].([]any)[0].(object)["primitives"].([]object)[0]["attributes"].(object)["TEXCOORD_0"] = uv
	at := b.Accessor("VEC3", places, nil)
	pack(b, b.Doc["accessors"].([]any)[at].(object)["bufferView"].(int), encode.MeshoptAttributes(loadertest.Raw(places), 12), 12, nil)
	b.Set("nodes", 0, "extensions", object{"EXT_mesh_gpu_instancing": object{"attributes": object{"TRANSLATION": at}}})
	s, _, err := loader.Decode(t.Context(), packed(t, b), nil, loader.Options{UVs: true})
	if err != nil {
		t.Fatal(err)
	}
	if set := s.Meshes[0].Parts[0].UVs[0]; !slices.Equal(set.F32, loadertest.Square[:8]) {
		t.Errorf("texture coordinates %v", set.F32)
	}
	if len(s.Instances) != 2 || s.Instances[1].World[0][3] != 7 {
		t.Errorf("instances %+v", s.Instances)
	}
}

// If there is a fallback, only the compressed data is read. The fallback buffer may be missing.
func TestMeshoptSideFiles(t *testing.T) {
	for _, marked := range []bool{true, false} {
		b := packedSquare(nil)
		plain := object{"byteLength": 48, "uri": "plain.bin"}
		if marked {
			plain["extensions"] = object{khrMeshopt: object{"fallback": true}}
		}
		b.Doc["buffers"] = []any{object{"byteLength": len(b.Bin), "uri": "data.bin"}, plain}
		var read []string
		o := loader.Options{Side: func(f loader.SideFile) { read = append(read, f.Name) }}
		s, _, err := loader.Decode(t.Context(), b.JSON(""), fstest.MapFS{"data.bin": {Data: b.Bin}}, o)
		if err != nil || !slices.Equal(loadertest.Soup(s.Meshes[0]), loadertest.SquareSoup) || !slices.Equal(read, []string{"data.bin"}) {
			t.Errorf("marked %v: %v, read %q", marked, err, read)
		}
	}
}

func TestMeshoptFaults(t *testing.T) {
	const view, extension = "mesh 0 primitive 0 accessor 0 bufferView 0", "mesh 0 primitive 0 accessor 0 bufferView 0 " + khrMeshopt
	zero := slices.Concat([]byte{0xa1}, []byte{0xaa, 0xaa, 0xaa}, make([]byte, 24))
	for _, c := range []struct {
		name       string
		build      func() *builder
		place, why string
	}{
		{"no object", func() *builder {
			b := packedSquare(nil)
			b.Set("bufferViews", 0, "extensions", object{khrMeshopt: 1})
			return b
		}, extension, "cannot use a JSON number"},
		{"no buffer", func() *builder { return packedSquare(object{"buffer": nil}) }, extension, "has no buffer"},
		{"another buffer", func() *builder { return packedSquare(object{"buffer": 2}) }, extension, "buffer 2 does not exist: the file has 2"},
		{"the fallback buffer", func() *builder { return packedSquare(object{"buffer": 1}) }, extension, "buffer 1 is a fallback buffer of " + khrMeshopt},
		{"past the buffer", func() *builder { return packedSquare(object{"byteOffset": 1 << 40}) }, extension, "do not fit"},
		{"no mode", func() *builder { return packedSquare(object{"mode": nil}) }, extension, `mode "" is unknown`},
		{"another mode", func() *builder { return packedSquare(object{"mode": "attributes"}) }, extension, `mode "attributes" is unknown`},
		{"another filter", func() *builder { return packedSquare(object{"filter": "LINEAR"}) }, extension, `filter "LINEAR" is unknown`},
		{"a filter of another stride", func() *builder { return packedSquare(object{"filter": "COLOR"}) }, extension, "byteStride 12 does not fit the filter COLOR"},
		{"no count", func() *builder { return packedSquare(object{"count": nil}) }, extension, "count is 0"},
		{"a huge count", func() *builder { return packedSquare(object{"count": 1 << 60}) }, extension, "is not the byteLength 48"},
		{"a count that fits a huge view", func() *builder {
			b := packedSquare(object{"count": 1 << 40})
			b.Set("bufferViews", 0, "byteLength", 12<<40)
			return b
		}, view, "do not fit into the 1048576 bytes of buffer 1"},
		{"many elements of few bytes", func() *builder {
			b := loadertest.SquareModel()
			b.Set("bufferViews", 0, "byteLength", 12*257)
			pack(b, 0, zero, 12, nil)
			return b
		}, extension, "the meshopt data ends too early"},
		{"triangles of four indices", func() *builder { return packedSquare(object{"mode": "TRIANGLES", "byteStride": 4, "count": 4}) }, extension, "count 4 is not a multiple of 3"},
		{"no fallback buffer", func() *builder { b := packedSquare(nil); b.Set("bufferViews", 0, "buffer", 2); return b }, view, "buffer 2 does not exist: the file has 2"},
		{"past the fallback buffer", func() *builder { b := packedSquare(nil); b.Set("bufferViews", 0, "byteOffset", 1<<20-47); return b }, view, "do not fit into the 1048576 bytes of buffer 1"},
		{"a plain view of a fallback buffer", func() *builder {
			b := packedSquare(nil)
			delete(b.Doc["bufferViews"].([]any)[0].(object), "extensions")
			return b
		}, view, "buffer 1 is a fallback buffer of " + khrMeshopt + ", which only compressed buffer views may refer to"},
		{"a member twice", func() *builder {
			b := packedSquare(nil)
			b.Set("bufferViews", 0, "extensions", object{khrMeshopt: twice{}})
			return b
		}, extension, "duplicate"},
	} {
		t.Run(c.name, func(t *testing.T) { loadertest.WantFormatError(t, packed(t, c.build()), loader.GLB, c.place, c.why) })
	}
}

// twice is JSON with a duplicate name.
type twice struct{}

func (twice) MarshalJSON() ([]byte, error) { return []byte(`{"filter":"NONE","filter":"COLOR"}`), nil }

// The older extension has no filter for colors, and requires that view and data have the same
// stride.
func TestMeshoptOlder(t *testing.T) {
	const older = "EXT_meshopt_compression"
	rename := func(b *builder) *builder {
		x := b.Doc["bufferViews"].([]any)[0].(object)["extensions"].(object)
		x[older] = x[khrMeshopt]
		delete(x, khrMeshopt)
		return b
	}
	if s := loadertest.MustDecode(t, packed(t, rename(packedSquare(nil)))); !slices.Equal(loadertest.Soup(s.Meshes[0]), loadertest.SquareSoup) {
		t.Errorf("corners %v", loadertest.Soup(s.Meshes[0]))
	}
	const place = "mesh 0 primitive 0 accessor 0 bufferView 0 " + older
	loadertest.WantFormatError(t, packed(t, rename(packedSquare(object{"filter": "COLOR"}))), loader.GLB, place, `filter "COLOR" is unknown`)
	b := packedSquare(object{"byteStride": 4, "count": 12})
	b.Set("bufferViews", 0, "byteStride", 12)
	loadertest.WantFormatError(t, packed(t, rename(b)), loader.GLB, place, "byteStride is 4, but that of the buffer view is 12")
}

// What is made from decoded bytes is limited by the budget.
func TestMeshoptBudget(t *testing.T) {
	const n = 1 << 20
	b := loadertest.SquareModel()
	zero := slices.Concat([]byte{0xa1}, bytes.Repeat([]byte{0xaa, 0xaa}, n/256), make([]byte, 24))
	b.Set("bufferViews", 0, "byteLength", 8*n)
	pack(b, 0, zero, 8, nil)
	b.Doc["accessors"].([]any)[0] = object{"bufferView": 0, "componentType": 5123, "type": "VEC3", "count": n}
	b.Set("bufferViews", 0, "byteStride", 8)
	b.Doc["buffers"] = []any{object{"byteLength": len(b.Bin)}, object{"byteLength": 8 * n}}
	data := b.GLB()
	if s := loadertest.MustDecode(t, data); len(s.Meshes) != 1 {
		t.Error("no mesh")
	}
	_, _, err := loader.Decode(t.Context(), data, nil, loader.Options{MaxMemory: 8 * n})
	var limit *loader.LimitError
	if !errors.As(err, &limit) || limit.What != "bytes" {
		t.Errorf("with less memory than the decoded bytes take: %v", err)
	}
}

// Several views of the same bytes cannot claim more together than one view of them.
func TestMeshoptOverlapping(t *testing.T) {
	const n, count = 1 << 16, 100
	b := encode.NewGLTF()
	zero := slices.Concat([]byte{0xa1}, bytes.Repeat([]byte{0xaa, 0xaa, 0xaa}, n/256), make([]byte, 24))
	b.Bin = zero
	for range count {
		view := b.Add("bufferViews", object{"buffer": 1, "byteLength": 12 * n, "extensions": object{khrMeshopt: object{
			"buffer": 0, "byteLength": len(zero), "byteStride": 12, "count": n, "mode": "ATTRIBUTES",
		}}})
		p := b.Add("accessors", object{"bufferView": view, "componentType": 5126, "type": "VEC3", "count": n})
		b.Mesh("", object{"attributes": object{"POSITION": p}})
	}
	const place = "mesh 7 primitive 0 accessor 7 bufferView 7 " + khrMeshopt
	loadertest.WantFormatError(t, packed(t, b), loader.GLB, place, "needs more memory than a file of this size can justify")
}
