package loader_test

import (
	"testing"

	"github.com/meshcheck/meshcheck/loader"
)

func benchmarkDecode(b *testing.B, data []byte, triangles, workers int) {
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		s, _, err := loader.Decode(b.Context(), data, nil, loader.Options{Workers: workers})
		if err != nil || s.Meshes[0].Triangles() != triangles {
			b.Fatal(err)
		}
	}
}

const benchTriangles = 200_000

func BenchmarkBinarySTL(b *testing.B) {
	data := binarySTL("bench", randomSoup(benchTriangles))
	b.Run("workers=1", func(b *testing.B) { benchmarkDecode(b, data, benchTriangles, 1) })
	b.Run("workers=all", func(b *testing.B) { benchmarkDecode(b, data, benchTriangles, 0) })
}

// The verbs are the ones that programs in the field write with.
func BenchmarkTextSTL(b *testing.B) {
	for _, verb := range []string{"%.6e", "%f", "%.9g", "%.17g"} {
		data := textSTL("bench", verb, randomSoup(benchTriangles/4))
		b.Run(verb[1:], func(b *testing.B) { benchmarkDecode(b, data, benchTriangles/4, 0) })
	}
}

func benchModel(floats bool) *builder {
	b := newBuilder()
	const vertices = benchTriangles / 2
	idx := make([]uint32, 3*benchTriangles)
	for i := range idx {
		idx[i] = uint32(i*7919) % vertices
	}
	var p int
	if floats {
		p = b.accessor("VEC3", randomSoup(vertices/3 + 1)[:3*vertices], nil)
	} else {
		p = b.accessor("VEC3", make([]uint16, 3*vertices), object{"normalized": true})
	}
	b.node(object{"mesh": b.mesh("m", primitive(p, b.accessor("SCALAR", idx, nil), nil))})
	return b
}

func BenchmarkGLB(b *testing.B) {
	b.Run("views", func(b *testing.B) { benchmarkDecode(b, benchModel(true).glb(b), benchTriangles, 0) })
	b.Run("quantized", func(b *testing.B) { benchmarkDecode(b, benchModel(false).glb(b), benchTriangles, 0) })
	b.Run("embedded", func(b *testing.B) { benchmarkDecode(b, benchModel(true).gltf(b), benchTriangles, 0) })
}

// BenchmarkUVs loads the same file without and with texture coordinates: two sets of which one is a
// view of the file and the other is made.
func BenchmarkUVs(b *testing.B) {
	m := benchModel(true)
	const vertices = benchTriangles / 2
	a := m.accessor("VEC2", make([]float32, 2*vertices), nil)
	n := m.accessor("VEC2", make([]uint16, 2*vertices), object{"normalized": true})
	p := m.doc["meshes"].([]any)[0].(object)["primitives"].([]object)[0]
	p["attributes"].(object)["TEXCOORD_0"], p["attributes"].(object)["TEXCOORD_1"] = a, n
	data := m.glb(b)
	for name, uvs := range map[string]bool{"without": false, "with": true} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := loader.Decode(b.Context(), data, nil, loader.Options{UVs: uvs}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// A document that is nothing but structure: 10,000 nodes with extras, and as many meshes.
func BenchmarkDocument(b *testing.B) {
	const n = 10_000
	m := newBuilder()
	p, x := m.accessor("VEC3", square[:9], nil), m.accessor("SCALAR", []uint16{0, 1, 2}, nil)
	for i := range n {
		m.node(object{
			"name": "node", "mesh": m.mesh("mesh", primitive(p, x, nil)), "translation": []float64{0.125 * float64(i), 0.1, 1e-3},
			"rotation": []float64{0, 0.6, 0, 0.8}, "extras": object{"id": i, "kind": "bolt"},
		})
	}
	benchmarkDecode(b, m.glb(b), 1, 0)
}
