package gltf_test

import (
	"bytes"
	"encoding/binary"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
)

// The types of components in Draco data.
const (
	dracoInt8, dracoUint8, dracoInt16, dracoInt32, dracoFloat32 = 1, 2, 3, 5, 9
)

// dracoStream returns the plainest form of Draco data: listed corners, and attributes of all
// vertices in their own types, with the ids 0, 1 and so on.
func dracoStream(corners []uint8, vertices int, attributes ...any) []byte {
	data := append([]byte("DRACO\x02\x02\x01\x00\x00\x00"), byte(len(corners)/3), byte(vertices), 1)
	data = append(append(data, corners...), 1, byte(len(attributes)))
	for i, a := range attributes {
		kind := byte(0)
		if i > 0 {
			kind = 3
		}
		types := map[reflect.Kind]byte{reflect.Int8: dracoInt8, reflect.Uint8: dracoUint8, reflect.Int16: dracoInt16, reflect.Uint32: dracoInt32, reflect.Float32: dracoFloat32}
		list := reflect.ValueOf(a)
		t := types[list.Type().Elem().Kind()]
		components := 3
		if vertices > 0 {
			components = list.Len() / vertices
		}
		data = append(data, kind, t, byte(components), 0, byte(i))
	}
	data = append(data, make([]byte, len(attributes))...)
	for _, a := range attributes {
		var raw bytes.Buffer
		if err := binary.Write(&raw, binary.LittleEndian, a); err != nil {
			panic(err)
		}
		data = append(data, raw.Bytes()...)
	}
	return data
}

var squareCorners = []uint8{0, 1, 2, 0, 2, 3}

// compress replaces the only primitive of a square model by Draco data.
func compress(b *builder, data []byte, ids object) object {
	p := b.Doc["meshes"].([]any)[0].(object)["primitives"].([]object)[0]
	p["extensions"] = object{"KHR_draco_mesh_compression": object{"bufferView": b.View(data, nil), "attributes": ids}}
	return p
}

// describe removes the data of accessors.
func describe(b *builder) {
	for _, a := range b.Doc["accessors"].([]any) {
		delete(a.(object), "bufferView")
	}
}

func TestDraco(t *testing.T) {
	position := object{"POSITION": 0}
	for _, c := range []struct {
		name     string
		build    func(b *builder)
		want     []float32
		warnings []string
	}{
		{"beside plain data", func(b *builder) {
			compress(b, dracoStream([]uint8{0, 1, 2}, 3, loadertest.Square[3:]), position)
		}, loadertest.Square[3:], []string{
			"mesh 0 primitive 0: accessor 0 has the count 4, but the Draco data has 3",
			"mesh 0 primitive 0: accessor 1 has the count 6, but the Draco data has 3",
		}},
		{"described only", func(b *builder) {
			compress(b, dracoStream(squareCorners, 4, loadertest.Square), position)
			describe(b)
		}, loadertest.SquareSoup, nil},
		{"plain data that is not there", func(b *builder) {
			compress(b, dracoStream(squareCorners, 4, loadertest.Square), position)
			b.Set("accessors", 0, "bufferView", 99)
			b.Set("accessors", 1, "bufferView", 99)
		}, loadertest.SquareSoup, nil},
		{"no indices", func(b *builder) {
			delete(compress(b, dracoStream(squareCorners, 4, loadertest.Square), position), "indices")
		}, loadertest.SquareSoup, nil},
		{"plain positions", func(b *builder) {
			compress(b, dracoStream([]uint8{2, 1, 0, 0, 2, 3}, 4, loadertest.Square), object{"NORMAL": 0})
		}, []float32{1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0}, nil},
		{"attributes that nobody reads", func(b *builder) {
			compress(b, dracoStream(squareCorners, 4, loadertest.Square), object{"POSITION": 0, "NORMAL": 7, "TEXCOORD_0": -1})
		}, loadertest.SquareSoup, nil},
		{"no faces", func(b *builder) {
			compress(b, dracoStream(nil, 0, []float32{}), position)
			b.Set("meshes", 0, "name", "nothing")
		}, nil, []string{"the Draco data has 0", "the Draco data has 0"}},
		{"two of one", func(b *builder) {
			p := compress(b, dracoStream(squareCorners, 4, loadertest.Square), position)
			b.Set("meshes", 0, "primitives", []object{p, p})
		}, slices.Concat(loadertest.SquareSoup, loadertest.SquareSoup), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := loadertest.SquareModel()
			c.build(b)
			s := loadertest.MustDecode(t, b.GLB())
			if got := loadertest.Soup(s.Meshes[0]); !slices.Equal(got, c.want) {
				t.Errorf("corners %v, want %v", got, c.want)
			}
			if len(s.Warnings) != len(c.warnings) {
				t.Errorf("warnings %q, want %q", s.Warnings, c.warnings)
			}
			for i := range min(len(s.Warnings), len(c.warnings)) {
				if !strings.Contains(s.Warnings[i], c.warnings[i]) {
					t.Errorf("warning %q, want %q", s.Warnings[i], c.warnings[i])
				}
			}
		})
	}
}

// Integers remain integers, and are divided only if another primitive is stored differently.
func TestDracoIntegers(t *testing.T) {
	stored := []int16{0, 0, 0, 32767, 0, 0, -32768, 5, 0}
	build := func(normalized bool) *builder {
		b := loadertest.SquareModel()
		compress(b, dracoStream([]uint8{0, 1, 2}, 3, stored), object{"POSITION": 0})
		b.Set("accessors", 0, "normalized", normalized)
		return b
	}
	plain := loadertest.MustDecode(t, build(false).GLB()).Meshes[0]
	if p := plain.Parts[0].Positions; plain.Scale != 1 || p.Step != 1 || !slices.Equal(p.F32, []float32{0, 0, 0, 32767, 0, 0, -32768, 5, 0}) {
		t.Errorf("scale %v, %+v", plain.Scale, p)
	}
	normalized := loadertest.MustDecode(t, build(true).GLB()).Meshes[0]
	if p := normalized.Parts[0].Positions; normalized.Scale != 1.0/32767 || p.Step != 1 || !slices.Equal(p.F32, []float32{0, 0, 0, 32767, 0, 0, -32767, 5, 0}) {
		t.Errorf("normalized: scale %v, %+v", normalized.Scale, p)
	}
	b := build(true)
	first := b.Doc["meshes"].([]any)[0].(object)["primitives"].([]object)[0]
	second := loadertest.Primitive(b.Accessor("VEC3", loadertest.Square, nil), b.Accessor("SCALAR", loadertest.SquareIndices, nil), nil)
	b.Set("meshes", 0, "primitives", []object{first, second})
	mixed := loadertest.MustDecode(t, b.GLB()).Meshes[0]
	if p := mixed.Parts[0].Positions; mixed.Scale != 1 || p.Step != 1.0/32767 || !slices.Equal(p.F64, []float64{0, 0, 0, 1, 0, 0, -1, 5.0 / 32767, 0}) {
		t.Errorf("beside floats: scale %v, %+v", mixed.Scale, p)
	}
}

func TestDracoUVs(t *testing.T) {
	b := loadertest.SquareModel()
	p := compress(b, dracoStream(squareCorners, 4, loadertest.Square, []int8{0, 1, 2, 3, -128, 5, 6, 127}), object{"POSITION": 0, "TEXCOORD_0": 1})
	p["attributes"].(object)["TEXCOORD_0"] = b.Add("accessors", object{"componentType": 5120, "type": "VEC2", "count": 4, "normalized": true})
	p["attributes"].(object)["TEXCOORD_1"] = b.Accessor("VEC2", []float32{1, 2, 3, 4, 5, 6, 7, 8}, nil)
	scene, _, err := loader.Decode(t.Context(), b.GLB(), nil, loader.Options{UVs: true})
	if err != nil {
		t.Fatal(err)
	}
	part := scene.Meshes[0].Parts[0]
	if u := part.UV(0); u.Format.String() != "i8n" || !slices.Equal(u.F32, []float32{0, 1, 2, 3, -127, 5, 6, 127}) {
		t.Errorf("the compressed set: %+v", u)
	}
	if u := part.UV(1); u.Format.String() != "f32" || !slices.Equal(u.F32, []float32{1, 2, 3, 4, 5, 6, 7, 8}) {
		t.Errorf("the plain set: %+v", u)
	}
}

func TestDracoFaults(t *testing.T) {
	whole := dracoStream(squareCorners, 4, loadertest.Square)
	const extension = "mesh 0 primitive 0 KHR_draco_mesh_compression"
	for _, c := range []struct {
		name       string
		build      func(b *builder)
		place, why string
	}{
		{"no view", func(b *builder) {
			delete(compress(b, whole, object{"POSITION": 0})["extensions"].(object)["KHR_draco_mesh_compression"].(object), "bufferView")
		}, extension, "has no bufferView or no attributes"},
		{"no attributes", func(b *builder) { compress(b, whole, object{}) }, extension, "has no bufferView or no attributes"},
		{"of another kind", func(b *builder) { compress(b, whole, object{"POSITION": "0"}) }, extension, "cannot use a JSON string"},
		{"a negative id", func(b *builder) { compress(b, whole, object{"POSITION": -1}) }, "mesh 0 primitive 0 bufferView 2", "POSITION: the Draco data has no attribute -1"},
		{"an id of 33 bits", func(b *builder) { compress(b, whole, object{"POSITION": 1 << 32}) }, "mesh 0 primitive 0 bufferView 2", "has no attribute 4294967296"},
		{"a fan", func(b *builder) { compress(b, whole, object{"POSITION": 0})["mode"] = 6 }, "mesh 0 primitive 0", "KHR_draco_mesh_compression is only allowed for triangles"},
		{"pairs", func(b *builder) {
			compress(b, dracoStream(squareCorners, 4, loadertest.Square[:8]), object{"POSITION": 0})
		}, "mesh 0 primitive 0", "attribute 0 of the Draco data has 2 components"},
		{"too few plain positions", func(b *builder) {
			compress(b, dracoStream(squareCorners, 5, slices.Concat(loadertest.Square, loadertest.Square[:3])), object{"NORMAL": 0})
		}, "mesh 0 primitive 0", "there are 4 positions for 5 points of the Draco data"},
		{"an index past the end", func(b *builder) {
			compress(b, dracoStream([]uint8{0, 1, 4}, 4, loadertest.Square), object{"POSITION": 0})
		}, "mesh 0 primitive 0 bufferView 2", "face 0: index 4 is out of range: there are 4 points"},
		{"an accessor past the end", func(b *builder) {
			compress(b, whole, object{"POSITION": 0})["attributes"] = object{"POSITION": 9}
		}, "mesh 0 primitive 0", "accessor 9 does not exist: the file has 2"},
		{"an accessor of pairs", func(b *builder) {
			compress(b, whole, object{"POSITION": 0})
			b.Set("accessors", 0, "type", "VEC2")
		}, "mesh 0 primitive 0", "accessor 0 must be VEC3; it is VEC2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := loadertest.SquareModel()
			c.build(b)
			loadertest.WantFormatError(t, b.GLB(), loader.GLB, c.place, c.why)
		})
	}
	b := loadertest.SquareModel()
	compress(b, dracoStream(squareCorners, 4, make([]uint32, 12)), object{"POSITION": 0})
	wantUnsupported(t, b.GLB(), "mesh 0 primitive 0", "KHR_draco_mesh_compression with components that are neither float32 nor integers of 8 or 16 bits")
}

// A few bytes cannot claim more triangles than the budget allows.
func TestDracoClaims(t *testing.T) {
	claim := "\x80\x80\x80\x20" // 2^26
	for name, data := range map[string]string{
		"listed":      "DRACO\x02\x02\x01\x00\x00\x00" + claim + "\x01" + "\x00" + "\x01\x01\x01\x01\x40\x01\x00",
		"by valence":  "DRACO\x02\x02\x01\x01\x00\x00\x02" + "\x03" + claim + "\x00" + claim + "\x00" + "\x00" + "\x80\x01\x00",
		"many points": "DRACO\x02\x02\x01\x00\x00\x00\x01" + claim + "\x01" + "\x00\x00\x00\x00",
	} {
		t.Run(name, func(t *testing.T) {
			b := loadertest.SquareModel()
			compress(b, []byte(data), object{"POSITION": 0})
			loadertest.WantFormatError(t, b.GLB(), loader.GLB, "mesh 0 primitive 0 bufferView 2", "")
		})
	}
}
