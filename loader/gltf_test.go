package loader_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// squareSoup is the two triangles of square.
var squareSoup = []float32{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0}

func mustDecode(t testing.TB, data []byte) *mesh.Scene {
	t.Helper()
	s, _, err := decode(t, data)
	if err != nil {
		t.Fatal(err)
	}
	if tt, ok := t.(*testing.T); ok {
		checkScene(tt, s)
	}
	return s
}

// scaled returns xyz in units of 1/one.
func scaled(xyz []float32, one float32) []float32 {
	out := slices.Clone(xyz)
	for i := range out {
		out[i] *= one
	}
	return out
}

func integersOf[T int8 | uint8 | int16 | uint16](xyz []float32, one float32) []T {
	out := make([]T, len(xyz))
	for i, x := range xyz {
		out[i] = T(x * one)
	}
	return out
}

// TestPrimitives has one square in every way that glTF can store it.
func TestPrimitives(t *testing.T) {
	indices16 := func(b *builder) int { return b.accessor("SCALAR", squareIndices, nil) }
	positions := func(b *builder) int { return b.accessor("VEC3", square, nil) }
	for _, c := range []struct {
		name  string
		build func(b *builder) object
		want  []float32
		scale float64
	}{
		{"u8 indices", func(b *builder) object {
			return primitive(positions(b), b.accessor("SCALAR", []uint8{0, 1, 2, 0, 2, 3}, nil), nil)
		}, squareSoup, 1},
		{"u16 indices", func(b *builder) object { return primitive(positions(b), indices16(b), nil) }, squareSoup, 1},
		{"u32 indices", func(b *builder) object {
			return primitive(positions(b), b.accessor("SCALAR", []uint32{0, 1, 2, 0, 2, 3}, nil), nil)
		}, squareSoup, 1},
		{"no indices", func(b *builder) object {
			return primitive(b.accessor("VEC3", squareSoup, nil), -1, object{"mode": 4})
		}, squareSoup, 1},
		{"corners left over", func(b *builder) object {
			return primitive(positions(b), b.accessor("SCALAR", append(slices.Clone(squareIndices), 3, 3), nil), nil)
		}, squareSoup, 1},
		{"fewer than three corners", func(b *builder) object {
			return primitive(positions(b), b.accessor("SCALAR", []uint16{0, 1}, nil), nil)
		}, nil, 1},
		{"strip", func(b *builder) object {
			return primitive(positions(b), b.accessor("SCALAR", []uint16{0, 1, 3, 2}, nil), object{"mode": 5})
		}, []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0}, 1},
		{"strip of u8", func(b *builder) object {
			return primitive(positions(b), b.accessor("SCALAR", []uint8{0, 1, 3, 2}, nil), object{"mode": 5})
		}, []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0}, 1},
		{"strip without indices", func(b *builder) object {
			return primitive(positions(b), -1, object{"mode": 5})
		}, []float32{0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 0, 1, 0, 0, 0, 1, 0}, 1},
		{"strip of two corners", func(b *builder) object {
			return primitive(positions(b), b.accessor("SCALAR", []uint32{0, 1}, nil), object{"mode": 5})
		}, nil, 1},
		{"fan", func(b *builder) object {
			return primitive(positions(b), b.accessor("SCALAR", []uint32{0, 1, 2, 3}, nil), object{"mode": 6})
		}, []float32{1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0}, 1},
		{"fan without indices", func(b *builder) object {
			return primitive(positions(b), -1, object{"mode": 6})
		}, []float32{1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0}, 1},
		{"interleaved", func(b *builder) object {
			return primitive(interleaved(b, square), indices16(b), nil)
		}, squareSoup, 1},
		{"not at the start of its view", func(b *builder) object {
			v := b.view(append([]float32{9, 9, 9}, square...), nil)
			return primitive(b.add("accessors", object{"bufferView": v, "byteOffset": 12, "componentType": 5126, "type": "VEC3", "count": 4}), indices16(b), nil)
		}, squareSoup, 1},
		{"no buffer view: zeros", func(b *builder) object {
			return primitive(b.add("accessors", object{"componentType": 5126, "type": "VEC3", "count": 4}), indices16(b), nil)
		}, make([]float32, 18), 1},
		{"sparse over a view", func(b *builder) object {
			flat := slices.Clone(square)
			copy(flat[6:9], []float32{7, 7, 7})
			s := sparse(1, b.view([]uint16{2}, nil), 5123, b.view(square[6:9], nil))
			return primitive(b.accessor("VEC3", flat, object{"sparse": s}), indices16(b), nil)
		}, squareSoup, 1},
		{"sparse over zeros, u8", func(b *builder) object {
			s := sparse(3, b.view([]uint8{1, 2, 3}, nil), 5121, b.view(square[3:], nil))
			return primitive(b.add("accessors", object{"componentType": 5126, "type": "VEC3", "count": 4, "sparse": s}), indices16(b), nil)
		}, squareSoup, 1},
		{"sparse indices, u32", func(b *builder) object {
			s := sparse(1, b.view([]uint32{5}, nil), 5125, b.view([]uint16{3}, nil))
			return primitive(positions(b), b.accessor("SCALAR", []uint16{0, 1, 2, 0, 2, 0}, object{"sparse": s}), nil)
		}, squareSoup, 1},
		{"int8", func(b *builder) object {
			return primitive(b.accessor("VEC3", integersOf[int8](square, -5), nil), indices16(b), nil)
		}, scaled(squareSoup, -5), 1},
		{"uint8", func(b *builder) object {
			return primitive(b.accessor("VEC3", integersOf[uint8](square, 200), nil), indices16(b), nil)
		}, scaled(squareSoup, 200), 1},
		{"int16", func(b *builder) object {
			return primitive(b.accessor("VEC3", integersOf[int16](square, -32768), nil), indices16(b), nil)
		}, scaled(squareSoup, -32768), 1},
		{"uint16", func(b *builder) object {
			return primitive(b.accessor("VEC3", integersOf[uint16](square, 65535), nil), indices16(b), nil)
		}, scaled(squareSoup, 65535), 1},
		{"int8 normalized, clamped", func(b *builder) object {
			return primitive(b.accessor("VEC3", integersOf[int8](square, -128), object{"normalized": true}), indices16(b), nil)
		}, scaled(squareSoup, -127), 1. / 127},
		{"uint8 normalized", func(b *builder) object {
			return primitive(b.accessor("VEC3", integersOf[uint8](square, 255), object{"normalized": true}), indices16(b), nil)
		}, scaled(squareSoup, 255), 1. / 255},
		{"int16 normalized, clamped", func(b *builder) object {
			return primitive(b.accessor("VEC3", integersOf[int16](square, -32768), object{"normalized": true}), indices16(b), nil)
		}, scaled(squareSoup, -32767), 1. / 32767},
		{"uint16 normalized", func(b *builder) object {
			return primitive(b.accessor("VEC3", integersOf[uint16](square, 9), object{"normalized": true}), indices16(b), nil)
		}, scaled(squareSoup, 9), 1. / 65535},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBuilder()
			b.node(object{"mesh": b.mesh("m", c.build(b))})
			for format, data := range map[string][]byte{"glb": b.glb(t), "gltf": b.gltf(t), "off by one": misaligned(b.glb(t))} {
				m := mustDecode(t, data).Meshes[0]
				if got := soupOf(m); !slices.Equal(got, normalZeros(c.want)) {
					t.Errorf("%s: corners %v, want %v", format, got, c.want)
				}
				if m.Scale != c.scale {
					t.Errorf("%s: scale %v, want %v", format, m.Scale, c.scale)
				}
			}
		})
	}
}

// normalZeros turns -0, which scaling has made, into 0.
func normalZeros(xyz []float32) []float32 {
	out := slices.Clone(xyz)
	for i := range out {
		out[i] += 0
	}
	return out
}

// interleaved stores positions with 8 bytes of something behind each.
func interleaved(b *builder, xyz []float32) int {
	var mixed []float32
	for i := 0; i < len(xyz); i += 3 {
		mixed = append(mixed, xyz[i], xyz[i+1], xyz[i+2], 77, 88)
	}
	mixed = mixed[:len(mixed)-2] // the last element may end with the view
	v := b.view(mixed, object{"byteStride": 20})
	return b.add("accessors", object{"bufferView": v, "componentType": 5126, "type": "VEC3", "count": len(xyz) / 3})
}

func sparse(count, indices, component, values int) object {
	return object{
		"count":   count,
		"indices": object{"bufferView": indices, "componentType": component},
		"values":  object{"bufferView": values},
	}
}

// misaligned returns data at an odd address, where no number can be viewed.
func misaligned(data []byte) []byte {
	buf := make([]byte, len(data)+1)
	if uintptr(unsafe.Pointer(&buf[0]))%2 == 0 {
		copy(buf[1:], data)
		return buf[1:]
	}
	copy(buf, data)
	return buf[:len(data)]
}

// TestViews sees to it that floats and indices are not copied where they can be
// looked at in place, and that both ways give the same.
func TestViews(t *testing.T) {
	within := func(data []byte, p unsafe.Pointer) bool {
		return uintptr(p)-uintptr(unsafe.Pointer(&data[0])) < uintptr(len(data))
	}
	b := newBuilder()
	soup := randomSoup(30)
	indices := []uint32{5, 7, 11, 89, 1, 0}
	tight := primitive(b.accessor("VEC3", soup, nil), b.accessor("SCALAR", []uint16{5, 7, 11, 89, 1, 0}, nil), nil)
	strided := primitive(interleaved(b, soup), b.accessor("SCALAR", indices, nil), nil)
	b.mesh("m", tight, strided)
	data := b.glb(t)
	inPlace, copied := mustDecode(t, data).Meshes[0], mustDecode(t, misaligned(data)).Meshes[0]
	for i, stride := range []int{3, 5} {
		p := inPlace.Parts[i]
		if p.Positions.Stride != stride || !within(data, unsafe.Pointer(&p.Positions.F32[0])) {
			t.Errorf("part %d: positions with a stride of %d are not a view", i, p.Positions.Stride)
		}
	}
	if !within(data, unsafe.Pointer(&inPlace.Parts[0].Indices.U16[0])) || !within(data, unsafe.Pointer(&inPlace.Parts[1].Indices.U32[0])) {
		t.Error("indices are not a view")
	}
	if !sameBits(soupOf(inPlace), soupOf(copied)) || len(soupOf(inPlace)) != 36 {
		t.Error("the copy differs from the view")
	}
}

// TestMixedNormalization has primitives of one mesh that are stored in different
// ways: normalized integers are divided then, in float64.
func TestMixedNormalization(t *testing.T) {
	b := newBuilder()
	norm := object{"normalized": true}
	tri := []float32{-1, 0, 0, 1, 0, 0, 0, 1, 0}
	m := b.mesh("mixed",
		primitive(b.accessor("VEC3", integersOf[int8](tri, 128), norm), -1, nil),
		primitive(b.accessor("VEC3", scaled(tri, 0.1), nil), -1, nil),
		primitive(b.accessor("VEC3", integersOf[int16](tri, 3), nil), -1, nil),
		primitive(b.accessor("VEC3", integersOf[uint16](square[:9], 2), norm), -1, nil),
	)
	// Two sizes of integers that are not normalized are stored alike.
	b.mesh("alike",
		primitive(b.accessor("VEC3", integersOf[int8](tri, 5), nil), -1, nil),
		primitive(b.accessor("VEC3", integersOf[int16](tri, 5), nil), -1, nil),
		primitive(b.accessor("VEC3", tri, nil), -1, nil))
	s := mustDecode(t, b.glb(t))
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
	b := newBuilder()
	p := b.accessor("VEC3", square[:9], nil)
	b.add("materials", object{"name": "oak", "alphaCutoff": "nonsense that concerns no triangle"})
	bare := primitive(p, -1, nil)
	bare["attributes"] = object{"NORMAL": 99}
	b.mesh("x", primitive(p, -1, object{"mode": 0}), primitive(p, -1, object{"material": 0}), primitive(p, 98, object{"mode": 3}), bare)
	b.mesh("", primitive(p, -1, object{"mode": 1}))
	s := mustDecode(t, b.glb(t))
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
	b := newBuilder()
	p := b.accessor("VEC3", square, nil)
	for range 150 {
		b.mesh("", primitive(p, -1, object{"mode": 1}))
	}
	if w := mustDecode(t, b.glb(t)).Warnings; len(w) != 101 || w[100] != "50 more warnings" {
		t.Errorf("%d warnings, the last %q", len(w), w[len(w)-1])
	}
}

// instances lists path, mesh and matrix.
func instances(s *mesh.Scene) []string {
	var out []string
	for _, in := range s.Instances {
		for r := range in.World {
			for c := range in.World[r] {
				in.World[r][c] += 0 // -0 is as good as 0
			}
		}
		out = append(out, fmt.Sprintf("%s %d %v", in.Path, in.Mesh, in.World))
	}
	return out
}

func wantInstances(t *testing.T, s *mesh.Scene, want ...string) {
	t.Helper()
	if got := instances(s); !slices.Equal(got, want) {
		t.Errorf("instances\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

func TestNodes(t *testing.T) {
	b := newBuilder()
	p := primitive(b.accessor("VEC3", square, nil), -1, nil)
	seat, leg := b.mesh("seat", p), b.mesh("leg", p)
	b.mesh("in no scene", p)
	// Children stand before their parents here, and out of order.
	b.node(object{"name": "leg", "mesh": leg, "translation": []float64{1, 2, 3}})
	b.node(object{"mesh": leg, "matrix": []float64{0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1}})
	b.node(object{"name": "chair", "mesh": seat, "children": []int{1, 0}, "scale": []float64{-2, 1, 0.5}, "translation": []float64{10, 0, 0}})
	b.node(object{"name": "empty", "extras": object{"deep": []any{1, 2, 3}}})
	b.node(object{"name": "skinned", "mesh": seat, "skin": 0, "translation": []float64{9, 9, 9}})
	b.node(object{"mesh": seat, "rotation": []float64{0, 0, 2, 2}})
	s := mustDecode(t, b.glb(t))
	if len(s.Meshes) != 3 {
		t.Errorf("%d meshes", len(s.Meshes))
	}
	wantInstances(t, s,
		"/chair 0 [[-2 0 0 10] [0 1 0 0] [0 0 0.5 0]]",
		"/chair/node1 1 [[0 2 0 0] [1 0 0 6] [0 0 0.5 3.5]]",
		"/chair/leg 1 [[-2 0 0 8] [0 1 0 2] [0 0 0.5 1.5]]",
		"/skinned 0 [[1 0 0 0] [0 1 0 0] [0 0 1 0]]",
		fmt.Sprintf("/node5 0 %v", aboutZ(2, 2)),
	)
}

// An instance carries its node's own name, which may hold slashes.
func TestNodeNames(t *testing.T) {
	b := newBuilder()
	m := b.mesh("m", primitive(b.accessor("VEC3", square, nil), -1, nil))
	b.node(object{"name": "a/b", "mesh": m, "children": []int{1, 2, 3}})
	b.node(object{"mesh": m})
	b.node(object{"name": "c/", "mesh": m})
	b.node(object{"name": "/d", "mesh": m, "extensions": object{"EXT_mesh_gpu_instancing": object{
		"attributes": object{"TRANSLATION": b.accessor("VEC3", []float32{1, 2, 3}, nil)}}}})
	var got []string
	for _, in := range mustDecode(t, b.glb(t)).Instances {
		got = append(got, in.Path+" "+in.Name)
	}
	if want := []string{"/a/b a/b", "/a/b/node1 node1", "/a/b/c/ c/", "/a/b//d[0] /d[0]"}; !slices.Equal(got, want) {
		t.Errorf("paths and names %q, want %q", got, want)
	}
}

// aboutZ is the rotation by the quaternion (0, 0, z, w) after normalization.
func aboutZ(z, w float64) geom.Affine {
	l := math.Sqrt(z*z + w*w)
	z, w = z/l, w/l
	c, s := 1-2*z*z, 2*z*w
	return geom.Affine{{c, -s, 0, 0}, {s, c, 0, 0}, {0, 0, 1, 0}}
}

func TestSharedSubtree(t *testing.T) {
	b := newBuilder()
	m := b.mesh("m", primitive(b.accessor("VEC3", square[:9], nil), -1, nil))
	b.node(object{"name": "a", "children": []int{2}})
	b.node(object{"name": "b", "children": []int{2}, "translation": []float64{1, 0, 0}})
	b.node(object{"name": "c", "mesh": m})
	s := mustDecode(t, b.glb(t))
	wantInstances(t, s, "/a/c 0 [[1 0 0 0] [0 1 0 0] [0 0 1 0]]", "/b/c 0 [[1 0 0 1] [0 1 0 0] [0 0 1 0]]")
	if len(s.Warnings) != 1 || s.Warnings[0] != `node 2 "c": has 2 parents, and is shown below each of them` {
		t.Errorf("warnings %q", s.Warnings)
	}
}

func TestDeepNodes(t *testing.T) {
	b := newBuilder()
	m := b.mesh("m", primitive(b.accessor("VEC3", square, nil), -1, nil))
	const depth = 20_000
	for i := range depth {
		b.node(object{"children": []int{i + 1}, "translation": []float64{1, 0, 0}})
	}
	b.node(object{"mesh": m})
	s := mustDecode(t, b.glb(t))
	if len(s.Instances) != 1 || s.Instances[0].World[0][3] != depth || strings.Count(s.Instances[0].Path, "/") != depth+1 {
		t.Errorf("%d instances", len(s.Instances))
	}
}

func TestSingularNodes(t *testing.T) {
	b := squareModel()
	b.node(object{"name": "flat", "mesh": 0, "scale": []float64{1, 0, 1}})
	b.node(object{"mesh": 0, "rotation": []float64{0, 0, 0, 0}})
	s := mustDecode(t, b.glb(t))
	want := []string{
		`node 2: the rotation is zero and is ignored`,
		`node 1: the world matrix of "/flat" is singular and flattens mesh 0 "chair"`,
	}
	if !slices.Equal(s.Warnings, want) || len(s.Instances) != 3 {
		t.Errorf("warnings %q, want %q", s.Warnings, want)
	}
}

func TestGPUInstancing(t *testing.T) {
	half := int16(math.Round(32767 * math.Sqrt2 / 2))
	for _, c := range []struct {
		name  string
		build func(b *builder) object
		want  []string
	}{
		{"translation", func(b *builder) object {
			return object{"TRANSLATION": b.accessor("VEC3", []float32{1, 2, 3, 4, 5, 6}, nil)}
		}, []string{"/seat[0] 0 [[1 0 0 101] [0 1 0 2] [0 0 1 3]]", "/seat[1] 0 [[1 0 0 104] [0 1 0 5] [0 0 1 6]]"}},
		{"scale and translation", func(b *builder) object {
			return object{"SCALE": b.accessor("VEC3", []float32{2, -3, 4}, nil), "TRANSLATION": b.accessor("VEC3", []float32{1, 2, 3}, nil)}
		}, []string{"/seat[0] 0 [[2 0 0 101] [0 -3 0 2] [0 0 4 3]]"}},
		{"normalized rotation", func(b *builder) object {
			return object{"ROTATION": b.accessor("VEC4", []int16{0, 0, half, half, 0, 0, 0, 32767}, object{"normalized": true})}
		}, []string{rotated("/seat[0]"), "/seat[1] 0 [[1 0 0 100] [0 1 0 0] [0 0 1 0]]"}},
		{"normalized rotation in bytes", func(b *builder) object {
			return object{"ROTATION": b.accessor("VEC4", []int8{0, 0, -128, 0}, object{"normalized": true}), "_ID": 999}
		}, []string{"/seat[0] 0 [[-1 0 0 100] [0 -1 0 0] [0 0 1 0]]"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := squareModel()
			attributes := c.build(b)
			b.set("nodes", 0, "translation", []float64{100, 0, 0})
			b.set("nodes", 0, "extensions", object{"EXT_mesh_gpu_instancing": object{"attributes": attributes}})
			b.doc["extensionsRequired"] = []string{"EXT_mesh_gpu_instancing"}
			wantInstances(t, mustDecode(t, b.glb(t)), c.want...)
		})
	}
}

func rotated(path string) string {
	a := aboutZ(1, 1)
	a[0][3] = 100
	return fmt.Sprintf("%s 0 %v", path, a)
}

func TestHarmlessDocuments(t *testing.T) {
	for name, change := range map[string]func(b *builder){
		"materials and such required": func(b *builder) {
			b.doc["extensionsRequired"] = []string{"KHR_materials_unlit", "KHR_texture_basisu", "KHR_texture_transform", "KHR_lights_punctual",
				"EXT_texture_webp", "KHR_animation_pointer", "KHR_mesh_quantization", "KHR_xmp_json_ld", "KHR_node_visibility", "MSFT_texture_dds"}
		},
		"unknown extension in use":    func(b *builder) { b.doc["extensionsUsed"] = []string{"ACME_gravity"} },
		"minor version":               func(b *builder) { b.doc["asset"] = object{"version": "2.1", "minVersion": "2.0"} },
		"faulty camera and animation": func(b *builder) { b.doc["cameras"], b.doc["animations"] = []any{object{}}, "none" },
		"missing image":               func(b *builder) { b.doc["images"] = []any{object{"uri": "../../etc/passwd"}} },
		"missing buffer that is idle": func(b *builder) { idleBuffer(b, object{"uri": "gone.bin", "byteLength": 1 << 40}) },
		"unsafe buffer that is idle":  func(b *builder) { idleBuffer(b, object{"uri": "https://example.com/", "byteLength": 5}) },
		"accessor nobody needs":       func(b *builder) { b.add("accessors", object{"componentType": 1, "count": -5}) },
		"view nobody needs":           func(b *builder) { b.add("bufferViews", object{"buffer": 77, "byteLength": -1}) },
		"draco required by nothing":   func(b *builder) { b.doc["extensionsRequired"] = []string{"KHR_draco_mesh_compression"} },
		"meshopt required by nothing": func(b *builder) {
			b.doc["extensionsRequired"] = []string{"EXT_meshopt_compression", "KHR_meshopt_compression"}
		},
		"index buffer with its stride": func(b *builder) { b.set("accessors", 1, "normalized", true) },
		"scene that does not exist":    func(b *builder) { b.doc["scene"] = 12 },
		"no nodes":                     func(b *builder) { delete(b.doc, "nodes") },
	} {
		t.Run(name, func(t *testing.T) {
			b := squareModel()
			change(b)
			if s := mustDecode(t, b.glb(t)); !slices.Equal(soupOf(s.Meshes[0]), squareSoup) || len(s.Warnings) > 0 {
				t.Errorf("corners %v, warnings %q", soupOf(s.Meshes[0]), s.Warnings)
			}
		})
	}
}

func idleBuffer(b *builder, buf object) {
	b.doc["buffers"] = []any{object{"byteLength": len(b.bin)}, buf}
}

func TestTextAndContainerLeniency(t *testing.T) {
	b := squareModel()
	text := b.gltf(t)
	for name, data := range map[string][]byte{
		"byte order mark":      append([]byte("\ufeff"), text...),
		"two of them":          append([]byte("\ufeff\ufeff \r\n"), text...),
		"white space around":   slices.Concat([]byte("\n\t "), text, []byte("\n\n")),
		"JSON chunk of zeros":  container(2, chunkOf("JSON", append(b.json(t, ""), 0, 0, 0)), chunkOf("BIN\x00", b.bin)),
		"chunks of odd length": container(2, chunkOf("JSON", append(b.json(t, ""), ' ')), chunkOf("BIN\x00", b.bin)),
		"unknown last chunk":   container(2, chunkOf("JSON", b.json(t, "")), chunkOf("BIN\x00", b.bin), chunkOf("ACME", []byte("12345678"))),
		"long binary chunk":    container(2, chunkOf("JSON", b.json(t, "")), chunkOf("BIN\x00", append(bytes.Clone(b.bin), 1, 2, 3, 4, 5))),
	} {
		if got := soupOf(mustDecode(t, data).Meshes[0]); !slices.Equal(got, squareSoup) {
			t.Errorf("%s: %v", name, got)
		}
	}
	s := mustDecode(t, append(b.glb(t), "stray"...))
	if len(s.Warnings) != 1 || s.Warnings[0] != "5 stray bytes after the end of the GLB" {
		t.Errorf("warnings %q", s.Warnings)
	}
}

func TestDataURIs(t *testing.T) {
	b := squareModel()
	whole := string(b.gltf(t))
	_, base64, _ := strings.Cut(whole, ";base64,")
	base64, _, _ = strings.Cut(base64, `"`)
	var escaped strings.Builder
	for _, c := range b.bin {
		fmt.Fprintf(&escaped, "%%%02X", c)
	}
	for _, uri := range []string{
		"data:application/gltf-buffer;base64," + base64,
		"data:;base64," + base64,
		"data:text/plain;charset=x;base64," + strings.TrimRight(base64, "="),
		"DATA:application/octet-stream;BASE64," + strings.ReplaceAll(base64, "=", "%3D"),
		"data:application/octet-stream," + escaped.String(),
	} {
		if got := soupOf(mustDecode(t, b.json(t, uri)).Meshes[0]); !slices.Equal(got, squareSoup) {
			t.Errorf("%.60s: %v", uri, got)
		}
	}
}

// TestMisalignedOffset has data at offsets that the specification forbids and
// that mean but one thing.
func TestMisalignedOffset(t *testing.T) {
	b := newBuilder()
	var raw []byte
	raw = append(raw, 99)
	for _, x := range squareSoup {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(x))
	}
	v := b.view(raw, nil)
	p := b.add("accessors", object{"bufferView": v, "byteOffset": 1, "componentType": 5126, "type": "VEC3", "count": 6})
	b.mesh("m", primitive(p, -1, nil))
	s := mustDecode(t, b.glb(t))
	if !slices.Equal(soupOf(s.Meshes[0]), squareSoup) || len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], "accessor 0: byteOffset is not a multiple") {
		t.Errorf("corners %v, warnings %q", soupOf(s.Meshes[0]), s.Warnings)
	}
}

func TestEmptyDocument(t *testing.T) {
	s, format, err := decode(t, []byte(`{"asset":{"version":"2.0"}}`))
	if err != nil || format != loader.GLTF || len(s.Meshes) != 0 {
		t.Errorf("Decode = %+v, %q, %v", s, format, err)
	}
}

// TestLeftOver: corners behind the last whole triangle are ignored, and not in silence.
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
		b := newBuilder()
		vertices, indices := 6, -1
		if c.listed {
			list := []uint8{0, 1, 2, 3, 4, 5}
			indices = b.accessor("SCALAR", list[:c.corners], nil)
		} else {
			vertices = c.corners
		}
		plain := primitive(b.accessor("VEC3", randomSoup(2)[:9], nil), -1, nil)
		b.mesh("torn", plain, primitive(b.accessor("VEC3", randomSoup(2)[:3*vertices], nil), indices, object{"mode": c.mode}))
		s := mustDecode(t, b.glb(t))
		var want []string
		if c.warning != "" {
			want = []string{`mesh 0 "torn" primitive 1: ` + c.warning + " left over, too few for a triangle"}
		}
		if got := s.Meshes[0].Parts[1].Triangles(); got != c.triangles || !slices.Equal(s.Warnings, want) {
			t.Errorf("mode %d with %d corners: %d triangles, warnings %q", c.mode, c.corners, got, s.Warnings)
		}
	}
}

// TestIdentityMatrixBesideParts: the specification forbids to have both, and other readers
// take the matrix.
func TestIdentityMatrixBesideParts(t *testing.T) {
	b := squareModel()
	b.set("nodes", 0, "matrix", []int{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1})
	b.set("nodes", 0, "scale", []int{1, 1, 1})
	if s := mustDecode(t, b.glb(t)); len(s.Warnings) != 0 {
		t.Errorf("warnings %q of what says nothing", s.Warnings)
	}
	b.set("nodes", 0, "scale", []int{2, 1, 1})
	s := mustDecode(t, b.glb(t))
	if s.Instances[0].World[0][0] != 2 || len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], `node 0 "seat": has an identity matrix and also`) {
		t.Errorf("%v, warnings %q", s.Instances[0].World, s.Warnings)
	}
}

// TestVectorsOfWrongLength: numbers that are missing are not filled in.
func TestVectorsOfWrongLength(t *testing.T) {
	for name, v := range map[string][]float64{"translation": {1, 2}, "rotation": {0, 0, 1}, "scale": {1, 1, 1, 1}, "matrix": {1, 0, 0, 0}} {
		b := squareModel()
		b.set("nodes", 0, name, v)
		wantFormatError(t, b.glb(t), loader.GLB, "node 0", `"`+name+`": too `)
	}
}
