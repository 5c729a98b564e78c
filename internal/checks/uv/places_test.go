package uv_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/mesh"
)

// placeGenerator makes sheets in units of the step in which their coordinates are stored. What is in them is
// known by how they are made, before coordinates are rounded.
type placeGenerator struct {
	layoutGenerator
	turn, shift [2]float64
}

// at returns a place in the sheet, turned as the whole scene is.
func (g *placeGenerator) at(x, y float64) [2]float64 {
	return [2]float64{g.shift[0] + g.turn[0]*x - g.turn[1]*y, g.shift[1] + g.turn[1]*x + g.turn[0]*y}
}

// triangle returns a triangle with vertices of its own.
func (g *placeGenerator) triangle(a, b, c [2]float64) [3]corner {
	return g.alone(g.at(a[0], a[1]), g.at(b[0], b[1]), g.at(c[0], c[1]))
}

// cells returns a sheet from (x, y) of cells with sides w and h, all of one island.
func (g *placeGenerator) cells(x, y, w, h float64, columns, rows, diagonal int) (c chart) {
	first := g.vertices
	g.vertices += (columns + 1) * (rows + 1)
	at := func(i, j int) corner {
		return corner{first + j*(columns+1) + i, g.at(x+float64(i)*w, y+float64(j)*h)}
	}
	for j := range rows {
		for i := range columns {
			p, q, r, s := at(i, j), at(i+1, j), at(i+1, j+1), at(i, j+1)
			if diagonal == 1 || diagonal == 2 && (i+j)%2 == 1 {
				p, q, r, s = q, r, s, p
			}
			c = append(c, [3]corner{p, r, q}, [3]corner{p, s, r})
		}
	}
	return c
}

// cut cuts triangles n times at the middles of their edges, into separate islands.
func (g *placeGenerator) cut(c chart, times int) chart {
	for range times {
		var finer chart
		middle := func(a, b corner) [2]float64 { return [2]float64{(a.uv[0] + b.uv[0]) / 2, (a.uv[1] + b.uv[1]) / 2} }
		for _, t := range c {
			p, q, r := middle(t[0], t[1]), middle(t[1], t[2]), middle(t[2], t[0])
			finer = append(finer, g.alone(t[0].uv, p, r), g.alone(p, t[1].uv, q), g.alone(r, q, t[2].uv), g.alone(p, q, r))
		}
		c = finer
	}
	return c
}

// rim returns the points of a side of a cell from a to b: its ends, and others in between, some of them near
// each other.
func (g *placeGenerator) rim(a, b [2]float64) (points [][2]float64) {
	points = append(points, a)
	at, length := 0.0, math.Hypot(b[0]-a[0], b[1]-a[1])
	for {
		if at += pick(&g.layoutGenerator, 4, 8, 0.2*length, 0.5*length) + 0.1*length*g.Float64(); at > length-4 {
			return points
		}
		s := at / length
		points = append(points, [2]float64{a[0] + s*(b[0]-a[0]), a[1] + s*(b[1]-a[1])})
	}
}

// patch returns a square island with additional vertices on its sides.
func (g *placeGenerator) patch(x, y, side float64) (c chart) {
	corners := [][2]float64{{x, y}, {x + side, y}, {x + side, y + side}, {x, y + side}}
	var points [][2]float64
	for k, a := range corners {
		points = append(points, g.rim(a, corners[(k+1)%4])...)
	}
	first := g.vertices
	g.vertices += len(points) + 1
	middle := corner{first + len(points), g.at(x+side*(0.4+0.2*g.Float64()), y+side*(0.4+0.2*g.Float64()))}
	for k, p := range points {
		n := (k + 1) % len(points)
		c = append(c, [3]corner{{first + k, g.at(p[0], p[1])}, {first + n, g.at(points[n][0], points[n][1])}, middle})
	}
	return c
}

// exactly makes the scene one whose places are whole numbers of steps.
func (g *placeGenerator) exactly() { g.turn, g.shift = [2]float64{1, 0}, [2]float64{8, 16} }

// placeFamilies are scenes that fail, or pass because rounding alone makes triangles overlap.
var placeFamilies = []struct {
	name  string
	fails bool
	make  func(g *placeGenerator) []chart
}{
	{"two sheets, cut differently", true, func(g *placeGenerator) []chart {
		w, h := pick(&g.layoutGenerator, 2.0, 3, 5, 8, 20), pick(&g.layoutGenerator, 2.0, 3, 4, 40)
		size := 40 + 80*g.Float64()
		return []chart{
			g.cells(0, 0, w, w, int(size/w), int(size/w), g.IntN(3)),
			g.cells(g.Float64(), -g.Float64(), h, h, int(size/h), int(size/h), g.IntN(3)),
		}
	}},
	{"two sheets of cells of a step", true, func(g *placeGenerator) []chart {
		g.exactly()
		return []chart{g.cells(0, 0, 1, 1, 30, 30, 0), g.cells(float64(g.IntN(9)), 0, 1, 1, 30, 30, 1)}
	}},
	{"a small island in a large triangle", true, func(g *placeGenerator) []chart {
		n, w := 10+g.IntN(20), pick(&g.layoutGenerator, 1.5, 2, 3)
		return []chart{{g.triangle([2]float64{-300, -200}, [2]float64{500, -200}, [2]float64{0, 700})}, g.cells(0, 0, w, w, n, n, g.IntN(3))}
	}},
	{"staggered strips over a sheet", true, func(g *placeGenerator) (list []chart) {
		h := pick(&g.layoutGenerator, 2.0, 3, 6, 12)
		for k := range 24 {
			list = append(list, g.cells(-50*g.Float64(), float64(k)*h, pick(&g.layoutGenerator, 50.0, 150, 300), h, 1+g.IntN(2), 1, g.IntN(3)))
		}
		w := pick(&g.layoutGenerator, 3.0, 10, 100)
		return append(list, g.cells(5, 7, w, w, int(200/w), int(200/w), g.IntN(3)))
	}},
	{"loose triangles over a sheet", true, func(g *placeGenerator) []chart {
		w := pick(&g.layoutGenerator, 3.0, 4, 6)
		var loose chart
		for _, t := range g.cells(0, 0, w, w, 20, 20, g.IntN(3)) {
			loose = append(loose, g.alone(t[0].uv, t[1].uv, t[2].uv))
		}
		return []chart{loose, g.cells(-20, -30, 200, 200, 1, 1, g.IntN(2))}
	}},
	{"a folded sheet", true, func(g *placeGenerator) []chart {
		w := pick(&g.layoutGenerator, 2.0, 3, 5)
		c := g.cells(0, 0, w, w, 40, 12, g.IntN(3))
		back := g.at(20*w+0.3, 0)
		for i := range c {
			for k := range c[i] {
				p := &c[i][k].uv
				if along := (p[0]-back[0])*g.turn[0] + (p[1]-back[1])*g.turn[1]; along > 0 {
					p[0], p[1] = p[0]-2*along*g.turn[0], p[1]-2*along*g.turn[1]
				}
			}
		}
		return []chart{c}
	}},
	{"needles over a sheet", true, func(g *placeGenerator) []chart {
		var c chart
		for k := range 60 {
			y := 2 * float64(k)
			c = append(c, g.triangle([2]float64{0, 60}, [2]float64{400, y}, [2]float64{400, y + 2}))
		}
		w := pick(&g.layoutGenerator, 2.0, 5, 60)
		return []chart{c, g.cells(250, 20, w, w, int(120/w), int(80/w), g.IntN(3))}
	}},
	{"a narrow band, cut into rows", true, func(g *placeGenerator) (list []chart) {
		g.exactly()
		h := float64(1 + g.IntN(2))
		for k := range 20 {
			list = append(list, g.cells(float64(g.IntN(40)), float64(k)*h, 200, h, 1, 1, g.IntN(2)))
		}
		return append(list, g.cells(0, 20*h-6-float64(g.IntN(4)), 300, 100, 1, 1, 0))
	}},
	{"two triangles, cut", true, func(g *placeGenerator) []chart {
		g.exactly()
		times := 3 + g.IntN(3)
		s := float64(int(1) << 6)
		t := func() chart {
			return chart{g.triangle([2]float64{0, 0}, [2]float64{s * float64(2+g.IntN(3)), 0}, [2]float64{s * float64(g.IntN(3)), s * float64(1+g.IntN(3))})}
		}
		a, b := t(), t()
		x, y := float64(g.IntN(8)), float64(g.IntN(8))
		for k := range 3 {
			b[0][k].uv[0], b[0][k].uv[1] = b[0][k].uv[0]+x, b[0][k].uv[1]+y
		}
		return []chart{g.cut(a, times), g.cut(b, min(times, g.IntN(5)))}
	}},
	{"patches beside each other", false, func(g *placeGenerator) (list []chart) {
		side := pick(&g.layoutGenerator, 60.0, 200, 900)
		for k := range 9 {
			list = append(list, g.patch(side*float64(k%3), side*float64(k/3), side))
		}
		return list
	}},
	{"patches of different sizes beside each other", false, func(g *placeGenerator) (list []chart) {
		side := pick(&g.layoutGenerator, 80.0, 300)
		list = append(list, g.patch(0, 0, 3*side))
		for k := range 3 {
			list = append(list, g.patch(3*side, side*float64(k), side), g.patch(side*float64(k), 3*side, side))
		}
		return list
	}},
	{"sheets of cells beside each other", false, func(g *placeGenerator) []chart {
		w := 16 + 40*g.Float64()
		return []chart{
			g.cells(0, 0, w, w, 6, 6, g.IntN(3)), g.cells(6*w, 0, w*6/7, w*6/5, 7, 5, g.IntN(3)),
			g.cells(0, 6*w, w*6/5, w, 5, 3, g.IntN(3)), g.cells(6*w, 6*w, w*2, w*2, 2, 2, g.IntN(3)),
		}
	}},
	{"corners that rest on an edge", false, func(g *placeGenerator) (list []chart) {
		list = append(list, g.cells(0, -300, 1000, 300, 1, 1, g.IntN(2)))
		for k := range 4 {
			x, a := 250*float64(k)+100*g.Float64(), math.Pi*(0.1+0.3*g.Float64())
			b := a + math.Pi*0.4
			list = append(list, chart{g.triangle([2]float64{x, 0}, [2]float64{x + 90*math.Cos(a), 90 * math.Sin(a)}, [2]float64{x + 90*math.Cos(b), 90 * math.Sin(b)})})
		}
		return list
	}},
}

// placeStores are ways to store steps: as float32 numbers between a half and 1, or as integers.
var placeStores = []struct {
	name   string
	format mesh.UVFormat
	store  func(x float64) float64
	most   float64
}{
	{"float32", mesh.UVFormat{}, func(x float64) float64 { return 0.5 + x*0x1p-24 }, 1 << 22},
	{"float32, greater", mesh.UVFormat{}, func(x float64) float64 { return 2 + x*0x1p-22 }, 1 << 22},
	{"uint16", mesh.UVFormat{Component: mesh.Uint16, One: 65535}, math.Round, 65535},
}

// placeScene stores charts in one part, with vertices that stand apart in space.
func placeScene(list []chart, store func(x float64) float64, format mesh.UVFormat) *mesh.Scene {
	p := mesh.Part{MaterialIndex: -1, UVs: []mesh.UVSet{{Format: format}}}
	var xyz []float32
	for _, c := range list {
		for _, t := range c {
			for _, v := range t {
				p.Indices.U32 = append(p.Indices.U32, uint32(len(xyz)/3))
				rng := rand.New(rand.NewPCG(uint64(v.vertex), 1))
				xyz = append(xyz, float32(v.vertex), rng.Float32(), rng.Float32())
				p.UVs[0].F32 = append(p.UVs[0].F32, float32(store(v.uv[0])), float32(store(v.uv[1])))
			}
		}
	}
	p.Positions = mesh.Tight(xyz)
	return &mesh.Scene{Meshes: []*mesh.Mesh{{Parts: []mesh.Part{p}}}}
}

// failing returns the number of triangles that fail.
func failing(r *check.UVResult) int {
	return r.Counts[check.UVOverlap][check.Error] + r.Counts[check.UVFold][check.Error]
}

// TestPlaces: what overlaps fails however finely it is cut, and what rounding makes overlap passes; neither the
// order of triangles and corners nor a power of two make a difference, nor do swapped axes to what fails.
func TestPlaces(t *testing.T) {
	for _, family := range placeFamilies {
		rounding := 0
		for round := range longtest.Rounds(t, 1, 8) {
			g := &placeGenerator{layoutGenerator: layoutGenerator{Rand: rand.New(rand.NewPCG(uint64(round), 31))}}
			s, c := math.Sincos(2 * math.Pi * g.Float64())
			g.turn, g.shift = [2]float64{c, s}, [2]float64{5000 + g.Float64(), 4000 + g.Float64()}
			store := placeStores[g.IntN(len(placeStores))]
			list := family.make(g)
			sheet := checkScene(t, placeScene(list, store.store, store.format), check.UVOptions{})
			rounding += sheet.Sheets[0].Overlap + sheet.Sheets[0].Fold
			if (failing(sheet) > 0) != family.fails {
				t.Errorf("%s, round %d, %s: %d triangles fail; %+v", family.name, round, store.name, failing(sheet), sheet.Sheets[0].Wide)
				continue
			}
			for _, law := range []struct {
				name   string
				list   []chart
				factor float64
				counts bool // are the same, too
			}{
				{"another order", shuffled(&g.layoutGenerator, list), 1, true},
				{"swapped axes", changed(list, func(p [2]float64) [2]float64 { return [2]float64{p[1], p[0]} }), 1, false},
				{"four times as large", list, 4, true},
			} {
				if law.factor != 1 && store.format != (mesh.UVFormat{}) {
					continue
				}
				scaled := func(x float64) float64 { return law.factor * float64(float32(store.store(x))) }
				got := checkScene(t, placeScene(law.list, scaled, store.format), check.UVOptions{})
				if (failing(got) > 0) != family.fails || law.counts && got.Sheets[0].Wide != sheet.Sheets[0].Wide {
					t.Errorf("%s, round %d, %s, %s: %+v, not %+v", family.name, round, store.name, law.name, got.Sheets[0].Wide, sheet.Sheets[0].Wide)
				}
			}
		}
		if rounding == 0 {
			t.Errorf("%s: nothing overlaps", family.name)
		}
	}
}
