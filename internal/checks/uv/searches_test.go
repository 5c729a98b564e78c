package uv_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/checks/uv"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// crowds are layouts in which many boxes meet, or many islands are near each other.
var crowds = []struct {
	name string
	make func(g *layoutGenerator, n int) []chart
}{
	{"triangles that meet in one corner", func(g *layoutGenerator, n int) []chart {
		return []chart{g.around(n, [2]float64{0.5, 0.5}, 0.4, pick(g, 0, 0, 0.3))}
	}},
	{"triangles that meet in several corners", func(g *layoutGenerator, n int) (list []chart) {
		for range 4 {
			list = append(list, g.around(n/4, [2]float64{g.snap(g.Float64(), 8), g.snap(g.Float64(), 8)}, 0.4, 0))
		}
		return list
	}},
	{"cones", func(g *layoutGenerator, n int) (list []chart) {
		for range 3 {
			c := g.around(n/3, [2]float64{g.Float64(), 0.5}, 0.4, 0)
			for i := range c {
				c[i][0].vertex = c[0][0].vertex // one tip in space as well
			}
			list = append(list, c)
		}
		return list
	}},
	{"slivers beside each other", func(g *layoutGenerator, n int) []chart {
		a := 2 * math.Pi * g.Float64()
		return []chart{g.slivers(n, a, 0.8), g.slivers(n/2, a+0.3, pick(g, 0.8, 1.7))}
	}},
	{"small triangles in rows", func(g *layoutGenerator, n int) []chart {
		side := int(math.Sqrt(float64(n)))
		var c chart
		for k := range side * side {
			x, y := float64(k%side)/float64(side), float64(k/side)/float64(side)
			s := pick(g, 0.5, 0.5, 1) / float64(side)
			c = append(c, g.alone([2]float64{x, y}, [2]float64{x + s, y}, [2]float64{x, y + s}))
		}
		return []chart{c}
	}},
	{"rows with corners in common and stacks", func(g *layoutGenerator, n int) []chart {
		c := g.sheet(8, max(1, n/32), 0, 0)
		for k := range c {
			if k%4 > 1 { // every other quad: the others meet at corners alone
				for i := range 3 {
					c[k][i].vertex += 1_000_000
				}
			}
		}
		return []chart{c, g.copied(c[:len(c)/2], 64), g.copied(c[:2], 64)}
	}},
	{"any", func(g *layoutGenerator, n int) []chart { return g.charts(pick(g, 0.0, 4, 8)) }},
}

// alone returns a triangle with vertices of its own.
func (g *layoutGenerator) alone(p, q, r [2]float64) [3]corner {
	g.vertices += 3
	return [3]corner{{g.vertices - 3, p}, {g.vertices - 2, q}, {g.vertices - 1, r}}
}

// around returns triangles around a point, each with its own vertices, beside each other or overlapping by
// some amount.
func (g *layoutGenerator) around(n int, at [2]float64, radius, into float64) (c chart) {
	on := func(a float64) [2]float64 {
		return [2]float64{float64(float32(at[0] + radius*math.Cos(a))), float64(float32(at[1] + radius*math.Sin(a)))}
	}
	step := 2 * math.Pi / float64(n)
	for k := range n {
		a := float64(k) * step
		c = append(c, g.alone(at, on(a), on(a+step*(1+into*g.Float64()))))
	}
	return c
}

// slivers returns long triangles beside each other in a direction, as wide as a fraction of their distance.
func (g *layoutGenerator) slivers(n int, angle, width float64) (c chart) {
	s, k := math.Sincos(angle)
	turned := func(x, y float64) [2]float64 {
		return [2]float64{float64(float32(0.5 + k*x - s*y)), float64(float32(0.5 + s*x + k*y))}
	}
	for i := range n {
		y := float64(i) * 1e-3
		c = append(c, g.alone(turned(-1, y), turned(1, y), turned(0, y+width*1e-3)))
	}
	return c
}

// TestSearches compares the two searches for the same pairs; one is for many near pairs, for which the other
// would take long.
func TestSearches(t *testing.T) {
	for _, row := range crowds {
		overlaps, near := 0, int64(0)
		for round := range longtest.Rounds(t, 4, 16) {
			g := &layoutGenerator{Rand: rand.New(rand.NewPCG(uint64(round), 23))}
			list := row.make(g, 16+g.IntN(200))
			s := &mesh.Scene{Meshes: []*mesh.Mesh{{}}}
			for _, c := range list {
				s.Meshes[0].Parts = append(s.Meshes[0].Parts, g.part(c, 0, -1))
			}
			w := world.New(s, 2)
			w.Expect(world.UVs, 0)
			limits := []float64{pick(g, 0.25, 1, 3), pick(g, 8.0, 40, 1000)}
			n, m, err := uv.CompareSearches(t.Context(), w, limits, pick(g, 1, 3, 1000), pick(g, 1, 2, 5))
			if err != nil {
				t.Fatalf("%s, round %d: %v", row.name, round, err)
			}
			overlaps, near = overlaps+n, near+m
		}
		t.Logf("%s: %d overlaps, %d near pairs", row.name, overlaps, near)
		if near == 0 {
			t.Errorf("%s: nothing is near", row.name)
		}
	}
}

// TestManyNear: islands that all meet or are near are counted, and listed up to the limit, without visiting or
// storing each pair.
func TestManyNear(t *testing.T) {
	n := longtest.Size(t, 500, 40_000)
	g := &layoutGenerator{Rand: rand.New(rand.NewPCG(1, 29))}
	pairs := int64(n) * int64(n-1) / 2
	padded := check.UVOptions{Padding: []check.PaddingLimit{{Texels: 4, Width: 1024, Height: 1024}}}
	p := &checkScene(t, plain(g, []chart{g.around(n, [2]float64{0.5, 0.5}, 0.4, 0)}), padded).Sheets[0].Padding[0]
	if p.Pairs != pairs || p.Touching != pairs || p.Least != 0 || p.Listed[1].Islands != [2]uint32{0, 2} {
		t.Errorf("around a corner: %d of %d pairs, %d touch, least %v", p.Pairs, pairs, p.Touching, p.Least)
	}
	// Slivers whose boxes all meet: the next one, and the four after it, are near.
	s := &checkScene(t, plain(g, []chart{g.slivers(n, math.Pi/4, 0.5)}), check.UVOptions{Padding: []check.PaddingLimit{{Texels: 4.75, Width: 1000, Height: 1000}}}).Sheets[0]
	if want := int64(5*n - 15); s.Overlap != 0 || s.Padding[0].Pairs != want {
		t.Errorf("slivers: %d overlap, %d pairs are near, want %d", s.Overlap, s.Padding[0].Pairs, want)
	}
	padded.Padding[0].Texels = 3000
	c := crowds[4].make(g, n)
	n = len(c[0])
	p = &checkScene(t, plain(g, c), padded).Sheets[0].Padding[0]
	if p.Pairs != int64(n)*int64(n-1)/2 || p.Touching >= p.Pairs {
		t.Errorf("rows: %d pairs of %d triangles, %d touch", p.Pairs, n, p.Touching)
	}
}
