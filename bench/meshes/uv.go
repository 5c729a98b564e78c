package main

import (
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// atlases are meshes with texture coordinates, by name: the number of charts along each side of
// the image, and whether they overlap.
var atlases = map[string]struct {
	charts int
	mess   bool
}{
	"uv_clean_20k": {10, false}, "uv_clean_100k": {22, false}, "uv_clean_1m": {71, false},
	"uv_mess_20k": {10, true}, "uv_mess_100k": {22, true}, "uv_mess_1m": {71, true},
}

// chartSide is the number of quads along each side of a chart.
const chartSide = 10

// atlas returns a document with one mesh of charts × charts wavy charts. In a mess one vertex in 400
// stands in the wrong place, so that triangles around it cover others.
func atlas(charts int, mess bool) *gltf.Document {
	rng := meshgen.Rand(1)
	var positions [][3]float32
	var uvs [][2]float32
	var indices []uint32
	for c := range charts * charts {
		first := uint32(len(positions))
		for y := range chartSide + 1 {
			for x := range chartSide + 1 {
				jitter := func() float64 { return 0.3 * (rng.Float64() - 0.5) }
				u, v := (float64(x)+0.2+jitter())/(chartSide+2), (float64(y)+0.2+jitter())/(chartSide+2)
				if mess && rng.IntN(400) == 0 {
					u += 1.5 / chartSide
				}
				positions = append(positions, [3]float32{float32(2*float64(c%charts) + u), float32(2*float64(c/charts) + v), float32(jitter())})
				uvs = append(uvs, [2]float32{float32((float64(c%charts) + u) / float64(charts)), float32((float64(c/charts) + v) / float64(charts))})
			}
		}
		for y := range uint32(chartSide) {
			for x := range uint32(chartSide) {
				a := first + y*(chartSide+1) + x
				b := a + chartSide + 1
				indices = append(indices, a, b+1, a+1, a, b, b+1)
			}
		}
	}
	doc := gltf.NewDocument()
	attributes := gltf.PrimitiveAttributes{gltf.POSITION: modeler.WritePosition(doc, positions), gltf.TEXCOORD_0: modeler.WriteTextureCoord(doc, uvs)}
	// Some tools look only at primitives with a material.
	doc.Materials = []*gltf.Material{{Name: "paint"}}
	primitive := &gltf.Primitive{Attributes: attributes, Indices: gltf.Index(modeler.WriteIndices(doc, indices)), Material: gltf.Index(0)}
	doc.Meshes = []*gltf.Mesh{{Primitives: []*gltf.Primitive{primitive}}}
	doc.Nodes = []*gltf.Node{{Mesh: gltf.Index(0)}}
	doc.Scenes[0].Nodes = []int{0}
	return doc
}
