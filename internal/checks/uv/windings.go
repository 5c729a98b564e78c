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
	for _, t := range tie {
		if t {
			w.ties++
		}
	}
	return w, err
}

// majority reports whether most of the area of the triangles is mirrored, and whether both parts
// have the same area.
func majority(l *layout, members []uint32) (mirrored, tie bool) {
	sum, size, more := 0.0, 0.0, 0
	for _, i := range members {
		area := doubleArea(&l.triangles[i])
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

// doubleArea returns twice the area of a counter-clockwise triangle.
func doubleArea(t *plane.Triangle) float64 { return 2 * t.Area() }

// sides bounds the products whose difference is the area of a triangle.
func sides(t *plane.Triangle) float64 {
	x, y := t[1][0]-t[0][0], t[1][1]-t[0][1]
	u, v := t[2][0]-t[0][0], t[2][1]-t[0][1]
	return math.Abs(float64(x*v)) + math.Abs(float64(y*u))
}

// exactMajority returns the exact sign of the area of the mirrored triangles minus that of the
// others. All coordinates are integers times a common power of two.
func exactMajority(l *layout, members []uint32) int {
	lowest := math.MaxInt
	for _, i := range members {
		for _, p := range l.triangles[i] {
			for _, x := range p {
				if _, e := math.Frexp(x); x != 0 {
					lowest = min(lowest, e-53)
				}
			}
		}
	}
	sum := new(big.Int)
	for _, i := range members {
		area := exactDoubleArea(&l.triangles[i], lowest)
		if l.mirrored[i] {
			sum.Add(sum, area)
		} else {
			sum.Sub(sum, area)
		}
	}
	return sum.Sign()
}

// exactDoubleArea returns twice the area of a counter-clockwise triangle in units of 4^lowest.
func exactDoubleArea(t *plane.Triangle, lowest int) *big.Int {
	var at [3][2]*big.Int
	for k, p := range t {
		for axis, x := range p {
			fraction, e := math.Frexp(x)
			at[k][axis] = big.NewInt(int64(fraction * (1 << 53)))
			if x != 0 {
				at[k][axis].Lsh(at[k][axis], uint(e-53-lowest))
			}
		}
	}
	for k := range 2 {
		for axis := range 2 {
			at[1+k][axis].Sub(at[1+k][axis], at[0][axis])
		}
	}
	x, y := at[1][0].Mul(at[1][0], at[2][1]), at[1][1].Mul(at[1][1], at[2][0])
	return x.Sub(x, y)
}

// flipped reports whether the winding of a triangle is opposite to that of its island.
func (w *windings) flipped(l *layout, is *islands, i int) bool {
	return l.mirrored[i] != w.mirrored[is.of[i]]
}
