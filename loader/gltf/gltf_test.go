package gltf_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
)

// scaled returns xyz in units of 1/one.
func scaled(xyz []float32, one float32) []float32 {
	out := slices.Clone(xyz)
	for i := range out {
		out[i] *= one
	}
	return out
}

// TestPrimitives has a square in every form that glTF has for it.
func TestPrimitives(t *testing.T) {
	indices16 := func(b *builder) int { return b.Accessor("SCALAR", loadertest.SquareIndices, nil) }
	positions := func(b *builder) int { return b.Accessor("VEC3", loadertest.Square, nil) }
	for _, c := range []struct {
		name  string
		build func(b *builder) object
		want  []float32
		scale float64
	}{
		{"u8 indices", func(b *builder) object {
			return loadertest.Primitive(positions(b), b.Accessor("SCALAR", []uint8{0, 1, 2, 0, 2, 3}, nil), nil)
		}, loadertest.SquareSoup, 1},
		{"u16 indices", func(b *builder) object { return loadertest.Primitive(positions(b), indices16(b), nil) }, loadertest.SquareSoup, 1},
		{"u32 indices", func(b *builder) object {
			return loadertest.Primitive(positions(b), b.Accessor("SCALAR", []uint32{0, 1, 2, 0, 2, 3}, nil), nil)
		}, loadertest.SquareSoup, 1},
		{"no indices", func(b *builder) object {
			return loadertest.Primitive(b.Accessor("VEC3", loadertest.SquareSoup, nil), -1, object{"mode": 4})
		}, loadertest.SquareSoup, 1},
		{"corners left over", func(b *builder) object {
			return loadertest.Primitive(positions(b), b.Accessor("SCALAR", append(slices.Clone(loadertest.SquareIndices), 3, 3), nil), nil)
		}, loadertest.SquareSoup, 1},
		{"fewer than three corners", func(b *builder) object {
			return loadertest.Primitive(positions(b), b.Accessor("SCALAR", []uint16{0, 1}, nil), nil)
		}, nil, 1},
		{"strip", func(b *builder) object {
			return loadertest.Primitive(positions(b), b.Accessor("SCALAR", []uint16{0, 1, 3, 2}, nil), object{"mode": 5})
		}, []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0}, 1},
		{"strip of u8", func(b *builder) object {
			return loadertest.Primitive(positions(b), b.Accessor("SCALAR", []uint8{0, 1, 3, 2}, nil), object{"mode": 5})
		}, []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0}, 1},
		{"strip without indices", func(b *builder) object {
			return loadertest.Primitive(positions(b), -1, object{"mode": 5})
		}, []float32{0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 0, 1, 0, 0, 0, 1, 0}, 1},
		{"strip of two corners", func(b *builder) object {
			return loadertest.Primitive(positions(b), b.Accessor("SCALAR", []uint32{0, 1}, nil), object{"mode": 5})
		}, nil, 1},
		{"fan", func(b *builder) object {
			return loadertest.Primitive(positions(b), b.Accessor("SCALAR", []uint32{0, 1, 2, 3}, nil), object{"mode": 6})
		}, []float32{1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0}, 1},
		{"fan without indices", func(b *builder) object {
			return loadertest.Primitive(positions(b), -1, object{"mode": 6})
		}, []float32{1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0}, 1},
		{"interleaved", func(b *builder) object {
			return loadertest.Primitive(interleaved(b, loadertest.Square), indices16(b), nil)
		}, loadertest.SquareSoup, 1},
		{"not at the start of its view", func(b *builder) object {
			v := b.View(append([]float32{9, 9, 9}, loadertest.Square...), nil)
			return loadertest.Primitive(b.Add("accessors", object{"bufferView": v, "byteOffset": 12, "componentType": 5126, "type": "VEC3", "count": 4}), indices16(b), nil)
		}, loadertest.SquareSoup, 1},
		{"no buffer view: zeros", func(b *builder) object {
			return loadertest.Primitive(b.Add("accessors", object{"componentType": 5126, "type": "VEC3", "count": 4}), indices16(b), nil)
		}, make([]float32, 18), 1},
		{"sparse over a view", func(b *builder) object {
			flat := slices.Clone(loadertest.Square)
			copy(flat[6:9], []float32{7, 7, 7})
			s := loadertest.Sparse(1, b.View([]uint16{2}, nil), 5123, b.View(loadertest.Square[6:9], nil))
			return loadertest.Primitive(b.Accessor("VEC3", flat, object{"sparse": s}), indices16(b), nil)
		}, loadertest.SquareSoup, 1},
		{"sparse over zeros, u8", func(b *builder) object {
			s := loadertest.Sparse(3, b.View([]uint8{1, 2, 3}, nil), 5121, b.View(loadertest.Square[3:], nil))
			return loadertest.Primitive(b.Add("accessors", object{"componentType": 5126, "type": "VEC3", "count": 4, "sparse": s}), indices16(b), nil)
		}, loadertest.SquareSoup, 1},
		{"sparse indices, u32", func(b *builder) object {
			s := loadertest.Sparse(1, b.View([]uint32{5}, nil), 5125, b.View([]uint16{3}, nil))
			return loadertest.Primitive(positions(b), b.Accessor("SCALAR", []uint16{0, 1, 2, 0, 2, 0}, object{"sparse": s}), nil)
		}, loadertest.SquareSoup, 1},
		{"int8", func(b *builder) object {
			return loadertest.Primitive(b.Accessor("VEC3", loadertest.IntegersOf[int8](loadertest.Square, -5), nil), indices16(b), nil)
		}, scaled(loadertest.SquareSoup, -5), 1},
		{"uint8", func(b *builder) object {
			return loadertest.Primitive(b.Accessor("VEC3", loadertest.IntegersOf[uint8](loadertest.Square, 200), nil), indices16(b), nil)
		}, scaled(loadertest.SquareSoup, 200), 1},
		{"int16", func(b *builder) object {
			return loadertest.Primitive(b.Accessor("VEC3", loadertest.IntegersOf[int16](loadertest.Square, -32768), nil), indices16(b), nil)
		}, scaled(loadertest.SquareSoup, -32768), 1},
		{"uint16", func(b *builder) object {
			return loadertest.Primitive(b.Accessor("VEC3", loadertest.IntegersOf[uint16](loadertest.Square, 65535), nil), indices16(b), nil)
		}, scaled(loadertest.SquareSoup, 65535), 1},
		{"int8 normalized, clamped", func(b *builder) object {
			return loadertest.Primitive(b.Accessor("VEC3", loadertest.IntegersOf[int8](loadertest.Square, -128), object{"normalized": true}), indices16(b), nil)
		}, scaled(loadertest.SquareSoup, -127), 1. / 127},
		{"uint8 normalized", func(b *builder) object {
			return loadertest.Primitive(b.Accessor("VEC3", loadertest.IntegersOf[uint8](loadertest.Square, 255), object{"normalized": true}), indices16(b), nil)
		}, scaled(loadertest.SquareSoup, 255), 1. / 255},
		{"int16 normalized, clamped", func(b *builder) object {
			return loadertest.Primitive(b.Accessor("VEC3", loadertest.IntegersOf[int16](loadertest.Square, -32768), object{"normalized": true}), indices16(b), nil)
		}, scaled(loadertest.SquareSoup, -32767), 1. / 32767},
		{"uint16 normalized", func(b *builder) object {
			return loadertest.Primitive(b.Accessor("VEC3", loadertest.IntegersOf[uint16](loadertest.Square, 9), object{"normalized": true}), indices16(b), nil)
		}, scaled(loadertest.SquareSoup, 9), 1. / 65535},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := encode.NewGLTF()
			b.Node(object{"mesh": b.Mesh("m", c.build(b))})
			for format, data := range map[string][]byte{"glb": b.GLB(), "gltf": b.Text(), "off by one": misaligned(b.GLB())} {
				m := loadertest.MustDecode(t, data).Meshes[0]
				if got := loadertest.Soup(m); !slices.Equal(got, normalZeros(c.want)) {
					t.Errorf("%s: corners %v, want %v", format, got, c.want)
				}
				if m.Scale != c.scale {
					t.Errorf("%s: scale %v, want %v", format, m.Scale, c.scale)
				}
			}
		})
	}
}

// normalZeros replaces -0, which scaling has made, by 0.
func normalZeros(xyz []float32) []float32 {
	out := slices.Clone(xyz)
	for i := range out {
		out[i] += 0
	}
	return out
}

// interleaved stores positions with 8 other bytes after each.
func interleaved(b *builder, xyz []float32) int {
	var mixed []float32
	for i := 0; i < len(xyz); i += 3 {
		mixed = append(mixed, xyz[i], xyz[i+1], xyz[i+2], 77, 88)
	}
	mixed = mixed[:len(mixed)-2] // the last element may end with the view
	v := b.View(mixed, object{"byteStride": 20})
	return b.Add("accessors", object{"bufferView": v, "componentType": 5126, "type": "VEC3", "count": len(xyz) / 3})
}

// misaligned returns data at an odd address, where numbers cannot be viewed.
func misaligned(data []byte) []byte {
	buf := make([]byte, len(data)+1)
	if uintptr(unsafe.Pointer(&buf[0]))%2 == 0 {
		copy(buf[1:], data)
		return buf[1:]
	}
	copy(buf, data)
	return buf[:len(data)]
}

// TestViews checks that floats and indices are not copied where they can be viewed, and that copies
// are the same.
func TestViews(t *testing.T) {
	within := func(data []byte, p unsafe.Pointer) bool {
		return uintptr(p)-uintptr(unsafe.Pointer(&data[0])) < uintptr(len(data))
	}
	b := encode.NewGLTF()
	soup := loadertest.RandomSoup(30)
	indices := []uint32{5, 7, 11, 89, 1, 0}
	tight := loadertest.Primitive(b.Accessor("VEC3", soup, nil), b.Accessor("SCALAR", []uint16{5, 7, 11, 89, 1, 0}, nil), nil)
	strided := loadertest.Primitive(interleaved(b, soup), b.Accessor("SCALAR", indices, nil), nil)
	b.Mesh("m", tight, strided)
	data := b.GLB()
	inPlace, copied := loadertest.MustDecode(t, data).Meshes[0], loadertest.MustDecode(t, misaligned(data)).Meshes[0]
	for i, stride := range []int{3, 5} {
		p := inPlace.Parts[i]
		if p.Positions.Stride != stride || !within(data, unsafe.Pointer(&p.Positions.F32[0])) {
			t.Errorf("part %d: positions with a stride of %d are not a view", i, p.Positions.Stride)
		}
	}
	if !within(data, unsafe.Pointer(&inPlace.Parts[0].Indices.U16[0])) || !within(data, unsafe.Pointer(&inPlace.Parts[1].Indices.U32[0])) {
		t.Error("indices are not a view")
	}
	if !loadertest.SameBits(loadertest.Soup(inPlace), loadertest.Soup(copied)) || len(loadertest.Soup(inPlace)) != 36 {
		t.Error("the copy differs from the view")
	}
}

// TestMixedNormalization has primitives of a mesh that are stored in different ways. Normalized
// integers are then divided, in float64.
func TestMixedNormalization(t *testing.T) {
	b := encode.NewGLTF()
	norm := object{"normalized": true}
	tri := []float32{-1, 0, 0, 1, 0, 0, 0, 1, 0}
	m := b.Mesh("mixed",
		loadertest.Primitive(b.Accessor("VEC3", loadertest.IntegersOf[int8](tri, 128), norm), -1, nil),
		loadertest.Primitive(b.Accessor("VEC3", scaled(tri, 0.1), nil), -1, nil),
		loadertest.Primitive(b.Accessor("VEC3", loadertest.IntegersOf[int16](tri, 3), nil), -1, nil),
		loadertest.Primitive(b.Accessor("VEC3", loadertest.IntegersOf[uint16](loadertest.Square[:9], 2), norm), -1, nil),
	)
	// Integers of two sizes that are not normalized are stored in the same way.
	b.Mesh("alike",
		loadertest.Primitive(b.Accessor("VEC3", loadertest.IntegersOf[int8](tri, 5), nil), -1, nil),
		loadertest.Primitive(b.Accessor("VEC3", loadertest.IntegersOf[int16](tri, 5), nil), -1, nil),
		loadertest.Primitive(b.Accessor("VEC3", tri, nil), -1, nil))
	s := loadertest.MustDecode(t, b.GLB())
	if got := s.Meshes[m]; got.Scale != 1 {
		t.Errorf("scale %v", got.Scale)
	}
	tenth := float64(float32(0.1))
	for i, want := range [][]float64{
		{-1, 0, 0, -1, 0, 0, 0, -1, 0}, // 128 wraps to -128, which is clamped
		{-tenth, 0, 0, tenth, 0, 0, 0, tenth, 0},
		{-3, 0, 0, 3, 0, 0, 0, 3, 0},
		{0, 0, 0, 2. / 65535, 0, 0, 2. / 65535, 2. / 65535, 0},
	} {
		p := s.Meshes[m].Parts[i].Positions
		var got []float64
		for k := range p.Len() {
			v := p.At(k)
			got = append(got, v[:]...)
		}
		if !slices.Equal(got, want) || p.Step != []float64{1. / 127, 0, 1, 1. / 65535}[i] {
			t.Errorf("primitive %d: %v with steps of %v, want %v", i, got, p.Step, want)
		}
	}
	for i, p := range s.Meshes[1].Parts {
		if p.Positions.F32 == nil {
			t.Errorf("mesh of unnormalized primitives: primitive %d was widened", i)
		}
	}
}

func TestPointsLinesAndMissingPositions(t *testing.T) {
	b := encode.NewGLTF()
	p := b.Accessor("VEC3", loadertest.Square[:9], nil)
	b.Add("materials", object{"name": "oak", "alphaCutoff": "nonsense that concerns no triangle"})
	bare := loadertest.Primitive(p, -1, nil)
	bare["attributes"] = object{"NORMAL": 99}
	b.Mesh("x", loadertest.Primitive(p, -1, object{"mode": 0}), loadertest.Primitive(p, -1, object{"material": 0}), loadertest.Primitive(p, 98, object{"mode": 3}), bare)
	b.Mesh("", loadertest.Primitive(p, -1, object{"mode": 1}))
	s := loadertest.MustDecode(t, b.GLB())
	want := []string{
		`mesh 0 "x": 2 primitives of points or lines skipped`,
		`mesh 0 "x": 1 primitive without positions skipped`,
		`mesh 1: 1 primitive of points or lines skipped`,
	}
	if !slices.Equal(s.Warnings, want) {
		t.Errorf("warnings %q, want %q", s.Warnings, want)
	}
	if parts := s.Meshes[0].Parts; len(parts) != 1 || parts[0].Index != 1 || parts[0].Material != "oak" || parts[0].Triangles() != 1 {
		t.Errorf("parts %+v", parts)
	}
	if len(s.Meshes) != 2 || len(s.Meshes[1].Parts) != 0 || s.Unit != "m" || len(s.Instances) != 0 {
		t.Errorf("scene %+v", s)
	}
}

func TestManyWarningsAreCut(t *testing.T) {
	b := encode.NewGLTF()
	p := b.Accessor("VEC3", loadertest.Square, nil)
	for range 150 {
		b.Mesh("", loadertest.Primitive(p, -1, object{"mode": 1}))
	}
	if w := loadertest.MustDecode(t, b.GLB()).Warnings; len(w) != 101 || w[100] != "50 more warnings" {
		t.Errorf("%d warnings, the last %q", len(w), w[len(w)-1])
	}
}

func TestHarmlessDocuments(t *testing.T) {
	for name, change := range map[string]func(b *builder){
		"materials and such required": func(b *builder) {
			b.Doc["extensionsRequired"] = []string{"KHR_materials_unlit", "KHR_texture_basisu", "KHR_texture_transform", "KHR_lights_punctual",
				"EXT_texture_webp", "KHR_animation_pointer", "KHR_mesh_quantization", "KHR_xmp_json_ld", "KHR_node_visibility", "MSFT_texture_dds"}
		},
		"unknown extension in use":    func(b *builder) { b.Doc["extensionsUsed"] = []string{"ACME_gravity"} },
		"minor version":               func(b *builder) { b.Doc["asset"] = object{"version": "2.1", "minVersion": "2.0"} },
		"faulty camera and animation": func(b *builder) { b.Doc["cameras"], b.Doc["animations"] = []any{object{}}, "none" },
		"missing image":               func(b *builder) { b.Doc["images"] = []any{object{"uri": "../../etc/passwd"}} },
		"missing buffer that is idle": func(b *builder) { idleBuffer(b, object{"uri": "gone.bin", "byteLength": 1 << 40}) },
		"unsafe buffer that is idle":  func(b *builder) { idleBuffer(b, object{"uri": "https://example.com/", "byteLength": 5}) },
		"accessor nobody needs":       func(b *builder) { b.Add("accessors", object{"componentType": 1, "count": -5}) },
		"view nobody needs":           func(b *builder) { b.Add("bufferViews", object{"buffer": 77, "byteLength": -1}) },
		"draco required by nothing":   func(b *builder) { b.Doc["extensionsRequired"] = []string{"KHR_draco_mesh_compression"} },
		"meshopt required by nothing": func(b *builder) {
			b.Doc["extensionsRequired"] = []string{"EXT_meshopt_compression", "KHR_meshopt_compression"}
		},
		"index buffer with its stride": func(b *builder) { b.Set("accessors", 1, "normalized", true) },
		"scene that does not exist":    func(b *builder) { b.Doc["scene"] = 12 },
		"no nodes":                     func(b *builder) { delete(b.Doc, "nodes") },
	} {
		t.Run(name, func(t *testing.T) {
			b := loadertest.SquareModel()
			change(b)
			if s := loadertest.MustDecode(t, b.GLB()); !slices.Equal(loadertest.Soup(s.Meshes[0]), loadertest.SquareSoup) || len(s.Warnings) > 0 {
				t.Errorf("corners %v, warnings %q", loadertest.Soup(s.Meshes[0]), s.Warnings)
			}
		})
	}
}

func idleBuffer(b *builder, buf object) {
	b.Doc["buffers"] = []any{object{"byteLength": len(b.Bin)}, buf}
}

func TestTextAndContainerLeniency(t *testing.T) {
	b := loadertest.SquareModel()
	text := b.Text()
	for name, data := range map[string][]byte{
		"byte order mark":      append([]byte("\ufeff"), text...),
		"two of them":          append([]byte("\ufeff\ufeff \r\n"), text...),
		"white space around":   slices.Concat([]byte("\n\t "), text, []byte("\n\n")),
		"JSON chunk of zeros":  encode.Container(2, encode.Chunk("JSON", append(b.JSON(""), 0, 0, 0)), encode.Chunk("BIN\x00", b.Bin)),
		"chunks of odd length": encode.Container(2, encode.Chunk("JSON", append(b.JSON(""), ' ')), encode.Chunk("BIN\x00", b.Bin)),
		"unknown last chunk":   encode.Container(2, encode.Chunk("JSON", b.JSON("")), encode.Chunk("BIN\x00", b.Bin), encode.Chunk("ACME", []byte("12345678"))),
		"long binary chunk":    encode.Container(2, encode.Chunk("JSON", b.JSON("")), encode.Chunk("BIN\x00", append(bytes.Clone(b.Bin), 1, 2, 3, 4, 5))),
	} {
		if got := loadertest.Soup(loadertest.MustDecode(t, data).Meshes[0]); !slices.Equal(got, loadertest.SquareSoup) {
			t.Errorf("%s: %v", name, got)
		}
	}
	s := loadertest.MustDecode(t, append(b.GLB(), "stray"...))
	if len(s.Warnings) != 1 || s.Warnings[0] != "5 stray bytes after the end of the GLB" {
		t.Errorf("warnings %q", s.Warnings)
	}
}

func TestDataURIs(t *testing.T) {
	b := loadertest.SquareModel()
	whole := string(b.Text())
	_, base64, _ := strings.Cut(whole, ";base64,")
	base64, _, _ = strings.Cut(base64, `"`)
	var escaped strings.Builder
	for _, c := range b.Bin {
		fmt.Fprintf(&escaped, "%%%02X", c)
	}
	for _, uri := range []string{
		"data:application/gltf-buffer;base64," + base64,
		"data:;base64," + base64,
		"data:text/plain;charset=x;base64," + strings.TrimRight(base64, "="),
		"DATA:application/octet-stream;BASE64," + strings.ReplaceAll(base64, "=", "%3D"),
		"data:application/octet-stream," + escaped.String(),
	} {
		if got := loadertest.Soup(loadertest.MustDecode(t, b.JSON(uri)).Meshes[0]); !slices.Equal(got, loadertest.SquareSoup) {
			t.Errorf("%.60s: %v", uri, got)
		}
	}
}

// TestMisalignedOffset has offsets that the specification forbids but whose meaning is clear.
func TestMisalignedOffset(t *testing.T) {
	b := encode.NewGLTF()
	var raw []byte
	raw = append(raw, 99)
	for _, x := range loadertest.SquareSoup {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(x))
	}
	v := b.View(raw, nil)
	p := b.Add("accessors", object{"bufferView": v, "byteOffset": 1, "componentType": 5126, "type": "VEC3", "count": 6})
	b.Mesh("m", loadertest.Primitive(p, -1, nil))
	s := loadertest.MustDecode(t, b.GLB())
	if !slices.Equal(loadertest.Soup(s.Meshes[0]), loadertest.SquareSoup) || len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], "accessor 0: byteOffset is not a multiple") {
		t.Errorf("corners %v, warnings %q", loadertest.Soup(s.Meshes[0]), s.Warnings)
	}
}

func TestEmptyDocument(t *testing.T) {
	s, format, err := loadertest.Decode(t, []byte(`{"asset":{"version":"2.0"}}`))
	if err != nil || format != loader.GLTF || len(s.Meshes) != 0 {
		t.Errorf("Decode = %+v, %q, %v", s, format, err)
	}
}

// TestLeftOver: corners after the last triangle are ignored with a warning.
func TestLeftOver(t *testing.T) {
	for _, c := range []struct {
		mode, corners int
		listed        bool
		triangles     int
		warning       string
	}{
		{4, 1, true, 0, "1 of 1 indices"}, {4, 2, true, 0, "2 of 2 indices"}, {4, 3, true, 1, ""},
		{4, 4, true, 1, "1 of 4 indices"}, {4, 5, true, 1, "2 of 5 indices"}, {4, 6, true, 2, ""},
		{4, 4, false, 1, "1 of 4 vertices"}, {4, 6, false, 2, ""},
		{5, 1, true, 0, "1 of 1 indices"}, {5, 2, true, 0, "2 of 2 indices"}, {5, 3, true, 1, ""}, {5, 4, true, 2, ""},
		{6, 2, true, 0, "2 of 2 indices"}, {6, 4, true, 2, ""}, {6, 2, false, 0, "2 of 2 vertices"}, {5, 5, false, 3, ""},
	} {
		b := encode.NewGLTF()
		vertices, indices := 6, -1
		if c.listed {
			list := []uint8{0, 1, 2, 3, 4, 5}
			indices = b.Accessor("SCALAR", list[:c.corners], nil)
		} else {
			vertices = c.corners
		}
		plain := loadertest.Primitive(b.Accessor("VEC3", loadertest.RandomSoup(2)[:9], nil), -1, nil)
		b.Mesh("torn", plain, loadertest.Primitive(b.Accessor("VEC3", loadertest.RandomSoup(2)[:3*vertices], nil), indices, object{"mode": c.mode}))
		s := loadertest.MustDecode(t, b.GLB())
		var want []string
		if c.warning != "" {
			want = []string{`mesh 0 "torn" primitive 1: ` + c.warning + " left over, too few for a triangle"}
		}
		if got := s.Meshes[0].Parts[1].Triangles(); got != c.triangles || !slices.Equal(s.Warnings, want) {
			t.Errorf("mode %d with %d corners: %d triangles, warnings %q", c.mode, c.corners, got, s.Warnings)
		}
	}
}
