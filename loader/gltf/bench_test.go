package gltf_test

import (
	"testing"

	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
)

const benchTriangles = 200_000

func benchModel(floats bool) *builder {
	b := encode.NewGLTF()
	const vertices = benchTriangles / 2
	idx := make([]uint32, 3*benchTriangles)
	for i := range idx {
		idx[i] = uint32(i*7919) % vertices
	}
	var p int
	if floats {
		p = b.Accessor("VEC3", loadertest.RandomSoup(vertices/3 + 1)[:3*vertices], nil)
	} else {
		p = b.Accessor("VEC3", make([]uint16, 3*vertices), object{"normalized": true})
	}
	b.Node(object{"mesh": b.Mesh("m", loadertest.Primitive(p, b.Accessor("SCALAR", idx, nil), nil))})
	return b
}

func BenchmarkGLB(b *testing.B) {
	b.Run("views", func(b *testing.B) { loadertest.BenchmarkDecode(b, benchModel(true).GLB(), benchTriangles, 0) })
	b.Run("quantized", func(b *testing.B) { loadertest.BenchmarkDecode(b, benchModel(false).GLB(), benchTriangles, 0) })
	b.Run("embedded", func(b *testing.B) { loadertest.BenchmarkDecode(b, benchModel(true).Text(), benchTriangles, 0) })
}

// BenchmarkUVs loads the same file without and with two sets of texture coordinates, one of which
// is a view of the file.
func BenchmarkUVs(b *testing.B) {
	m := benchModel(true)
	const vertices = benchTriangles / 2
	a := m.Accessor("VEC2", make([]float32, 2*vertices), nil)
	n := m.Accessor("VEC2", make([]uint16, 2*vertices), object{"normalized": true})
	p := m.Doc["meshes"].([]any)[0].(object)["primitives"].([]object)[0]
	p["attributes"].(object)["TEXCOORD_0"], p["attributes"].(object)["TEXCOORD_1"] = a, n
	data := m.GLB()
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

// BenchmarkDocument decodes a document that is nothing but structure: 10,000 nodes with extras, and
// as many meshes.
func BenchmarkDocument(b *testing.B) {
	const n = 10_000
	m := encode.NewGLTF()
	p, x := m.Accessor("VEC3", loadertest.Square[:9], nil), m.Accessor("SCALAR", []uint16{0, 1, 2}, nil)
	for i := range n {
		m.Node(object{
			"name": "node", "mesh": m.Mesh("mesh", loadertest.Primitive(p, x, nil)), "translation": []float64{0.125 * float64(i), 0.1, 1e-3},
			"rotation": []float64{0, 0.6, 0, 0.8}, "extras": object{"id": i, "kind": "bolt"},
		})
	}
	loadertest.BenchmarkDecode(b, m.GLB(), 1, 0)
}
