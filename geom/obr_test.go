package geom_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/oracle"
)

type plane = [2]float64

// TestRectanglesApart has pairs whose answer is plain. With a gap of 0 they touch.
func TestRectanglesApart(t *testing.T) {
	square := [2]plane{{1, 0}, {0, 1}}
	diamond := [2]plane{{1, 1}, {-1, 1}}
	slanted := [2]plane{{1, 0}, {3, 1}}
	segment := [2]plane{{1, 1}, {}}
	for _, row := range []struct {
		why    string
		r, q   [2]plane
		center plane
		gap    float64
	}{
		{"one in the other", square, square, plane{}, -1},
		{"corners touch", square, square, plane{2, 2}, 0},
		{"a hair off", square, square, plane{2 + 0x1p-45, 0}, 0x1p-45},
		{"a side of the first is between", square, diamond, plane{3.5, 0}, 0.5},
		{"a side of the second is between", square, diamond, plane{2.25, 2.25}, 0.25 * math.Sqrt2},
		{"a tip touches a side", square, diamond, plane{3, 0}, 0},
		{"slanted, boxes overlap", slanted, slanted, plane{4, 0.5}, 0.5 / math.Sqrt(10)},
		{"slanted sides touch", slanted, slanted, plane{2, 0}, 0},
		{"segments that cross", segment, [2]plane{{-1, 1}, {}}, plane{0.5, 0.5}, -1},
		{"parallel segments", segment, segment, plane{1, -1}, math.Sqrt2},
		{"segments in one line", segment, [2]plane{{}, {1, 1}}, plane{3, 3}, math.Sqrt2},
		{"points", [2]plane{}, [2]plane{}, plane{3, 4}, 5},
		{"one point", [2]plane{}, [2]plane{}, plane{}, 0},
	} {
		r, q := &geom.OBR{Half: row.r}, &geom.OBR{Center: row.center, Half: row.q}
		for range 2 {
			if got := r.Apart(q); got != (row.gap > 0) {
				t.Errorf("%s: apart %v", row.why, got)
			}
			if got := r.Gap(q); got > max(row.gap, 0) || got < row.gap-1e-12 {
				t.Errorf("%s: gap %v, want %v", row.why, got, row.gap)
			}
			r, q = q, r
		}
	}
}

// TestRectanglesEqualOracle decides the same in space, where a rectangle is a box one
// thick.
func TestRectanglesEqualOracle(t *testing.T) {
	var apart, meet, open int
	for seed := range samples(t, 4000) {
		r := rand.New(rand.NewPCG(seed, 14))
		random := func() plane { return plane{r.NormFloat64(), r.NormFloat64()} }
		a := geom.OBR{Center: random(), Half: [2]plane{random(), random()}}
		b := geom.OBR{Center: random(), Half: [2]plane{random(), random()}}
		switch seed % 4 {
		case 0: // a side in a side, but for a rounding
			b.Half[0] = a.Half[0]
			along := r.Float64()
			for k := range b.Center {
				b.Center[k] = a.Center[k] + a.Half[1][k] + b.Half[1][k] + a.Half[0][k]*along
			}
		case 1: // a grid
			for k := range 2 {
				a.Center[k], b.Center[k] = float64(r.IntN(5)), float64(r.IntN(5))
				for i := range 2 {
					a.Half[i][k], b.Half[i][k] = float64(r.IntN(5)-2), float64(r.IntN(5)-2)
				}
			}
		}
		got := a.Apart(&b)
		if got != b.Apart(&a) || got != (a.Gap(&b) > 0) || a.Gap(&b) != b.Gap(&a) {
			t.Fatalf("seed %d: %v and %v: apart %v, gap %g, and %v, %g the other way round", seed, a, b, got, a.Gap(&b), b.Apart(&a), b.Gap(&a))
		}
		truth, known := rectanglesMeet(a, b, 1)
		switch {
		case !known:
		case truth:
			meet++
			if got {
				t.Fatalf("seed %d: %v and %v meet", seed, a, b)
			}
		case got:
			apart++
		default:
			open++
			if still, _ := rectanglesMeet(a, b, 1+margin); !still {
				t.Fatalf("seed %d: %v and %v are apart", seed, a, b)
			}
		}
	}
	t.Log("apart:", apart, "meet:", meet, "too near to tell:", open)
	if apart == 0 || meet == 0 || open == 0 {
		t.Error("a case is missing")
	}
}

// rectanglesMeet asks the oracle, which knows nothing of flat boxes.
func rectanglesMeet(a, b geom.OBR, scale float64) (meet, known bool) {
	var o [2]geom.OBB
	for i, r := range []geom.OBR{a, b} {
		o[i].Center = geom.Vec{r.Center[0], r.Center[1], 0}
		o[i].Half[2] = geom.Vec{0, 0, 1}
		for k, h := range r.Half {
			o[i].Half[k] = geom.Vec{h[0] * scale, h[1] * scale, 0}
		}
		if volume(&o[i]) == 0 {
			return false, false
		}
	}
	return oracle.BoxesMeet(&o[0], &o[1]), true
}
