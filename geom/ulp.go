package geom

import "math"

// HalfUlp32 returns half the distance between x rounded to float32 and its neighbour away from
// zero: how far a number may have been from x before it was stored as float32. It is 0 for 0, which
// is assumed to be exact.
func HalfUlp32(x float64) float64 {
	x = math.Abs(x)
	if x == 0 {
		return 0
	}
	_, e := math.Frexp(x) // x < 2^e
	return math.Ldexp(1, max(e-24, -149)-1)
}
