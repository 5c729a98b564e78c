package boxtree

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestApplyEqualsGo compares the assembly with its Go twin bit for bit, on bounds and maps of every
// size, with zeros of both signs, numbers that round to zero and missing children.
func TestApplyEqualsGo(t *testing.T) {
	skipWithoutAVX2(t)
	r := rand.New(rand.NewPCG(7, 8))
	number := func() float64 {
		x := math.Ldexp(r.NormFloat64(), []int{0, -160, -60, 20, 120}[r.IntN(5)])
		return []float64{0, math.Copysign(0, -1), 1, -1, x, x, x, x}[r.IntN(8)]
	}
	for range 50_000 {
		in := randomNode(r)
		if r.IntN(2) == 0 {
			for k := range 3 {
				for c := range Width {
					in.min[k][c], in.max[k][c] = float32(number()), float32(number())
				}
			}
		}
		var m bounding
		for k := range 3 {
			m.linear[k] = [3]float64{number(), number(), number()}
			m.low[k], m.high[k] = number(), number()
		}
		var got, want node
		applyAVX2(&m, &in, &got)
		m.applyGo(&in, &want)
		for c := range Width {
			g, w := got.box(c), want.box(c)
			for k := range g {
				if math.Float32bits(g[k]) != math.Float32bits(w[k]) && !(g[k] != g[k] && w[k] != w[k]) {
					t.Fatalf("%v, want %v: %v under %+v", g, w, in.box(c), m)
				}
			}
		}
	}
}

func BenchmarkApply(b *testing.B) {
	r := rand.New(rand.NewPCG(7, 8))
	in, out := fullNode(r), node{}
	m := bounding{linear: [3][3]float64{{0.8, -0.6, 0}, {0.6, 0.8, 0}, {0, 0, 1}}, low: [3]float64{1, 2, 3}, high: [3]float64{1, 2, 3}}
	b.Run("go", func(b *testing.B) {
		for b.Loop() {
			m.applyGo(&in, &out)
		}
	})
	b.Run("here", func(b *testing.B) {
		for b.Loop() {
			m.applyTo(&in, &out)
		}
	})
}
