package uv

import (
	"context"
	"math"
	"math/big"

	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/plane"
)

// windings say which islands are mirrored: those with most of their area in UV mirrored. If both
// parts have the same area, the one with more triangles decides; if the numbers are equal too, the
// island is not mirrored.
type windings struct {
	mirrored []bool // of each island
	ties     int    // islands whose parts have exactly equal areas
}

// windingsOf finds which islands are mirrored.
func windingsOf(ctx context.Context, l *layout, is *islands, workers int) (*windings, error) {
	w := &windings{mirrored: make([]bool, is.count())}
	tie := make([]bool, is.count())
	err := parallel.Ranges(ctx, workers, is.count(), chunk, func(lo, hi int) {
		for island := lo; island < hi; island++ {
			w.mirrored[island], tie[island] = majority(l, is.members(uint32(island)))
		}
	})
	w.ties = countTrue(tie)
	return w, err
}

// majority reports whether most of the area of the triangles is mirrored, and whether both parts
// have the same area.
func majority(l *layout, members []uint32) (mirrored, tie bool) {
	sum, size, more := 0.0, 0.0, 0
	for _, i := range members {
		area := 2 * l.triangles[i].Area()
		size += area
		if l.mirrored[i] {
			sum, more = sum+area, more+1
		} else {
			sum, more = sum-area, more-1
		}
	}
	n := len(members)
	if more == n || more == -n {
		return more > 0, false
	}
	// Each area is off by at most 8 roundings of the product of the triangle's sides, which exceeds the
	// area of flat triangles; each of the n additions by one rounding of the sum.
	bound := float64(n) * 0x1p-50 * size
	for _, i := range members {
		bound += 0x1p-50 * sides(&l.triangles[i])
	}
	sign := 0
	if math.Abs(sum) > bound && bound > 0x1p-900 {
		sign = int(math.Copysign(1, sum))
	} else {
		sign = exactMajority(l, members)
	}
	if sign == 0 {
		return more > 0, true
	}
	return sign > 0, false
}

// sides bounds the products whose difference is the area of a triangle.
func sides(t *plane.Triangle) float64 {
	x, y := t[1][0]-t[0][0], t[1][1]-t[0][1]
	u, v := t[2][0]-t[0][0], t[2][1]-t[0][1]
	return math.Abs(float64(x*v)) + math.Abs(float64(y*u))
}

// exactMajority returns the exact sign of the area of the mirrored triangles minus that of the
// others.
func exactMajority(l *layout, members []uint32) int {
	// Sums of products of any float64 numbers fit into so many bits, so that nothing is rounded.
	const enough = 1 << 13
	number := func(x float64) *big.Float { return new(big.Float).SetPrec(enough).SetFloat64(x) }
	minus := func(x, y float64) *big.Float { return number(x).Sub(number(x), number(y)) }
	sum := number(0)
	for _, i := range members {
		t := l.triangles[i] // counter-clockwise
		if !l.mirrored[i] {
			t[1], t[2] = t[2], t[1]
		}
		x, y := minus(t[1][0], t[0][0]), minus(t[1][1], t[0][1])
		x.Mul(x, minus(t[2][1], t[0][1]))
		y.Mul(y, minus(t[2][0], t[0][0]))
		sum.Add(sum, x.Sub(x, y))
	}
	return sum.Sign()
}

// flipped reports whether the winding of a triangle is opposite to that of its island.
func (w *windings) flipped(l *layout, is *islands, i int) bool {
	return l.mirrored[i] != w.mirrored[is.of[i]]
}

func countTrue(list []bool) (n int) {
	for _, b := range list {
		if b {
			n++
		}
	}
	return n
}
