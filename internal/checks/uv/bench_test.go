package uv_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/checks/uv"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// atlas returns a scene of charts × charts wavy charts of side × side quads each, whose shapes are
// all the same if equal. There are no overlaps, but in a mess, where one vertex in 400 stands in
// the wrong place: about one triangle in 100 overlaps.
func atlas(charts, side int, equal, mess bool, place func(chart int) (u, v float64)) *mesh.Scene {
	rng := rand.New(rand.NewPCG(1, 2))
	var part mesh.Part
	var xyz, uvs []float32
	for c := range charts * charts {
		if equal {
			rng = rand.New(rand.NewPCG(1, 2))
		}
		u0, v0 := place(c)
		first := uint32(len(xyz) / 3)
		for y := range side + 1 {
			for x := range side + 1 {
				jitter := func() float64 { return 0.3 * (rng.Float64() - 0.5) }
				fx, fy := (float64(x)+0.2+jitter())/float64(side+2), (float64(y)+0.2+jitter())/float64(side+2)
				if mess && rng.IntN(400) == 0 {
					fx += 1.5 / float64(side)
				}
				xyz = append(xyz, float32(float64(c)*2+fx), float32(fy), float32(jitter()))
				uvs = append(uvs, float32(u0+fx/float64(charts)), float32(v0+fy/float64(charts)))
			}
		}
		for y := range side {
			for x := range side {
				a := first + uint32(y*(side+1)+x)
				b := a + uint32(side+1)
				part.Indices.U32 = append(part.Indices.U32, a, a+1, b+1, a, b+1, b)
			}
		}
	}
	part.Positions, part.MaterialIndex = mesh.Tight(xyz), -1
	part.UVs = []mesh.UVSet{{F32: uvs}}
	return &mesh.Scene{Meshes: []*mesh.Mesh{{Parts: []mesh.Part{part}}}}
}

// quads returns a scene of n quads that are islands each, in a grid with gaps between them; or all in
// one place, cut in two ways.
func quads(n int, stacked bool) *mesh.Scene {
	columns := int(math.Ceil(math.Sqrt(float64(n))))
	var part mesh.Part
	var xyz, uvs []float32
	for c := range n {
		x, y := float64(c%columns), float64(c/columns)
		first := uint32(len(xyz) / 3)
		for k := range 4 {
			dx, dy := 0.8*float64(k%2), 0.8*float64(k/2)
			xyz = append(xyz, float32(x+dx), float32(y+dy), 0)
			if stacked {
				uvs = append(uvs, float32(dx), float32(dy))
			} else {
				uvs = append(uvs, float32((x+dx)/float64(columns)), float32((y+dy)/float64(columns)))
			}
		}
		cut := []uint32{0, 1, 3, 0, 3, 2}
		if stacked && c%2 == 1 {
			cut = []uint32{0, 1, 2, 1, 3, 2}
		}
		for _, k := range cut {
			part.Indices.U32 = append(part.Indices.U32, first+k)
		}
	}
	part.Positions, part.MaterialIndex = mesh.Tight(xyz), -1
	part.UVs = []mesh.UVSet{{F32: uvs}}
	return &mesh.Scene{Meshes: []*mesh.Mesh{{Parts: []mesh.Part{part}}}}
}

// fan returns a scene of n triangles that are islands each and meet at one corner.
func fan(n int) *mesh.Scene {
	xyz, uvs := []float32{0, 0, 0}, []float32{0.5, 0.5}
	var part mesh.Part
	for c := range 2 * n {
		sin, cos := math.Sincos(float64(c) * math.Pi / float64(n))
		xyz = append(xyz, float32(cos), float32(sin), float32(c))
		uvs = append(uvs, float32(0.5+0.4*cos), float32(0.5+0.4*sin))
		if c%2 == 0 {
			part.Indices.U32 = append(part.Indices.U32, 0, uint32(c+1), uint32(c+2))
		}
	}
	part.Positions, part.MaterialIndex = mesh.Tight(xyz), -1
	part.UVs = []mesh.UVSet{{F32: uvs}}
	return &mesh.Scene{Meshes: []*mesh.Mesh{{Parts: []mesh.Part{part}}}}
}

func BenchmarkCheck(b *testing.B) {
	for _, charts := range []int{7, 22, 71} {
		grid := func(c int) (u, v float64) {
			return float64(c%charts) / float64(charts), float64(c/charts) / float64(charts)
		}
		origin := func(int) (u, v float64) { return 0, 0 }
		benchmark(b, "clean", atlas(charts, 10, false, false, grid), check.UVOptions{})
		benchmark(b, "mess", atlas(charts, 10, false, true, grid), check.UVOptions{})
		benchmark(b, "stacked", atlas(charts, 10, true, false, origin), check.UVOptions{})
	}
	padding := check.UVOptions{Padding: []check.PaddingLimit{{Texels: 4, Width: 4096, Height: 4096}}}
	for _, n := range []int{1e4, 1e5, 1e6} {
		benchmark(b, "quads", quads(n, false), check.UVOptions{})
		benchmark(b, "quads padded", quads(n, false), padding)
		benchmark(b, "quads stacked", quads(n, true), padding)
	}
	benchmark(b, "fan padded", fan(1e4), padding)
}

func benchmark(b *testing.B, name string, s *mesh.Scene, o check.UVOptions) {
	b.Run(fmt.Sprintf("%s/%d", name, s.Triangles()), func(b *testing.B) {
		for b.Loop() {
			w := world.New(s, 2)
			w.Expect(world.Drawing, 0)
			_, err := uv.Find(context.Background(), w, &o, check.Settings{Workers: 2, MaxFindings: 100})
			if err != nil {
				b.Fatal(err)
			}
		}
	})
}
