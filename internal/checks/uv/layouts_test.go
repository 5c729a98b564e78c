package uv_test

import (
	"math"
	"math/rand/v2"

	"github.com/meshcheck/meshcheck/mesh"
)

// corner is a vertex of a mesh, by the number of its place, with coordinates.
type corner struct {
	vertex int
	uv     [2]float64
}

// chart is triangles of one mesh.
type chart [][3]corner

// layoutGenerator makes random sheets.
type layoutGenerator struct {
	*rand.Rand
	vertices int // used so far
}

// snap brings a coordinate to a grid, so that edges and corners fall together; grid 0 is none.
func (g *layoutGenerator) snap(x, grid float64) float64 {
	if grid == 0 {
		return x
	}
	return math.Round(x*grid) / grid
}

// pick returns one of its arguments.
func pick[T any](g *layoutGenerator, list ...T) T { return list[g.IntN(len(list))] }

// soup returns triangles that each have vertices of their own, or all of a few.
func (g *layoutGenerator) soup(n int, grid, size float64) (c chart) {
	pool := 0
	if g.IntN(3) == 0 {
		pool = 4 + g.IntN(8)
	}
	at := make([][2]float64, pool)
	for k := range at {
		at[k] = [2]float64{g.snap(size*g.Float64(), grid), g.snap(size*g.Float64(), grid)}
	}
	for range n {
		var t [3]corner
		for k := range t {
			t[k] = corner{g.vertices + g.IntN(3*n), [2]float64{g.snap(size*g.Float64(), grid), g.snap(size*g.Float64(), grid)}}
			if pool > 0 && g.IntN(5) > 0 {
				v := g.IntN(pool)
				t[k] = corner{g.vertices + v, at[v]}
			}
		}
		c = append(c, t)
	}
	g.vertices += 3 * n
	return c
}

// sheet returns a grid of quads whose inner corners are moved by up to jitter of a quad: by more
// than a half it folds.
func (g *layoutGenerator) sheet(columns, rows int, jitter, grid float64) (c chart) {
	side := 0.5 / float64(max(columns, rows))
	at := func(x, y int) corner {
		u, v := float64(x)*side, float64(y)*side
		return corner{g.vertices + y*(columns+1) + x, [2]float64{u, v}}
	}
	moved := map[int][2]float64{}
	for y := range rows + 1 {
		for x := range columns + 1 {
			p := at(x, y)
			for k := range 2 {
				p.uv[k] = g.snap(p.uv[k]+jitter*side*(2*g.Float64()-1), grid)
			}
			moved[p.vertex] = p.uv
		}
	}
	cornerAt := func(x, y int) corner {
		p := at(x, y)
		p.uv = moved[p.vertex]
		return p
	}
	for y := range rows {
		for x := range columns {
			p, q, r, s := cornerAt(x, y), cornerAt(x+1, y), cornerAt(x+1, y+1), cornerAt(x, y+1)
			if g.IntN(2) == 0 {
				p, q, r, s = q, r, s, p
			}
			c = append(c, [3]corner{p, r, q}, [3]corner{p, s, r})
		}
	}
	g.vertices += (columns + 1) * (rows + 1)
	return c
}

// copied returns a copy of a chart with its own vertices: stacked, cut differently, mirrored, moved
// within the tile or to another one.
func (g *layoutGenerator) copied(c chart, grid float64) (out chart) {
	step := g.vertices
	g.vertices += step
	mirror, cut := g.IntN(3) == 0, g.IntN(3) == 0
	move := pick(g, [2]float64{}, [2]float64{}, [2]float64{1, 0}, [2]float64{g.snap(g.Float64(), grid), g.snap(g.Float64(), grid)})
	place := func(p corner) corner {
		p.vertex += step
		if mirror {
			p.uv[0] = 0.5 - p.uv[0]
		}
		return corner{p.vertex, [2]float64{p.uv[0] + move[0], p.uv[1] + move[1]}}
	}
	for i, t := range c {
		for k := range t {
			t[k] = place(t[k])
		}
		// Two triangles p r q and p s r are cut from q to s instead.
		if n := len(out); cut && i%2 == 1 && out[n-1][0] == t[0] && out[n-1][1] == t[2] {
			p, q, r, s := t[0], out[n-1][2], t[2], t[1]
			out[n-1], t = [3]corner{p, s, q}, [3]corner{s, r, q}
		}
		out = append(out, t)
	}
	return out
}

// charts returns the triangles of a sheet, up to a few dozen.
func (g *layoutGenerator) charts(grid float64) (list []chart) {
	g.vertices = 0
	for range 1 + g.IntN(4) {
		switch g.IntN(5) {
		case 0:
			list = append(list, g.soup(1+g.IntN(8), grid, pick(g, 0.5, 1, 2.5)))
		case 1, 2:
			list = append(list, g.sheet(1+g.IntN(3), 1+g.IntN(2), pick(g, 0, 0, 0.3, 0.9), grid))
		default:
			if len(list) > 0 {
				list = append(list, g.copied(list[g.IntN(len(list))], grid))
			} else {
				list = append(list, g.sheet(1, 1, 0, grid))
			}
		}
	}
	if g.IntN(8) == 0 {
		last := list[len(list)-1]
		last[g.IntN(len(last))][0].uv[g.IntN(2)] = pick(g, math.NaN(), math.Inf(1), 0)
	}
	return list
}

// formats are those that sets can be stored in, with what a coordinate of 1 is stored as.
var formats = []struct {
	format mesh.UVFormat
	one    float64
	least  float64
	most   float64
}{
	{mesh.UVFormat{}, 1, -math.MaxFloat32, math.MaxFloat32},
	{mesh.UVFormat{Component: mesh.Uint8, One: 255}, 64, 0, 255},
	{mesh.UVFormat{Component: mesh.Uint16, One: 65535}, 32768, 0, 65535},
	{mesh.UVFormat{Component: mesh.Int16, One: 32767}, 8192, -32767, 32767},
	{mesh.UVFormat{Component: mesh.Uint8}, 8, 0, 255},
}

// part stores triangles: each vertex once, or each corner by itself.
func (g *layoutGenerator) part(triangles chart, format int, material int) mesh.Part {
	f := &formats[format]
	p := mesh.Part{MaterialIndex: material, UVs: []mesh.UVSet{{Format: f.format}}}
	var xyz []float32
	known, share := map[corner]uint32{}, g.IntN(3) > 0
	for _, t := range triangles {
		for _, c := range t {
			i, ok := known[c]
			if !ok || !share {
				i = uint32(len(xyz) / 3)
				known[c] = i
				v := c.vertex
				xyz = append(xyz, float32(v%7), float32(v*v%11), float32(v*v*v%13+v/7))
				for _, x := range c.uv {
					x *= f.one
					if f.one != 1 {
						x = min(max(math.Round(x), f.least), f.most)
					}
					p.UVs[0].F32 = append(p.UVs[0].F32, float32(x))
				}
			}
			p.Indices.U32 = append(p.Indices.U32, i)
		}
	}
	p.Positions = mesh.Tight(xyz)
	return p
}

// transforms are those of materials.
func (g *layoutGenerator) transform() mesh.UVTransform {
	return mesh.UVTransform{
		Offset:   pick(g, [2]float64{}, [2]float64{0.25, -0.5}, [2]float64{1, 0}),
		Rotation: pick(g, 0, 0, 0.5, math.Pi/2),
		Scale:    pick(g, [2]float64{1, 1}, [2]float64{0.5, 0.5}, [2]float64{-1, 1}, [2]float64{1, 2}),
	}
}

// scene returns a scene of one sheet: of one image, or, of one mesh, of none.
func (g *layoutGenerator) scene(list []chart) *mesh.Scene {
	s := &mesh.Scene{Images: []mesh.Image{{Width: 64, Height: 64}}}
	format, mixed, materials := g.IntN(len(formats)), g.IntN(6) == 0, 1
	if g.IntN(2) == 0 {
		format = 0
	}
	common := mesh.IdentityUV
	if g.IntN(4) == 0 {
		common = g.transform()
	}
	if g.IntN(4) == 0 {
		materials = 3
	}
	for k := range materials {
		if k > 0 {
			common = g.transform()
		}
		s.Materials = append(s.Materials, mesh.Material{Textures: []mesh.TextureUse{{Slot: "baseColorTexture", Transform: common}}})
	}
	meshes := pick(g, 1, 1, 2)
	for range meshes {
		s.Meshes = append(s.Meshes, &mesh.Mesh{})
	}
	plain := meshes == 1 && materials == 1 && g.IntN(4) == 0
	for _, c := range list {
		if mixed {
			format = g.IntN(len(formats))
		}
		// A chart may continue in a second part.
		cut := len(c)
		if g.IntN(3) == 0 {
			cut = g.IntN(len(c) + 1)
		}
		m := s.Meshes[g.IntN(meshes)]
		for _, piece := range []chart{c[:cut], c[cut:]} {
			material := g.IntN(materials)
			if plain {
				material = -1
			}
			if len(piece) > 0 {
				m.Parts = append(m.Parts, g.part(piece, format, material))
			}
		}
	}
	return s
}
