package usd

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// orient returns the rotation of an op that is a quaternion, with the real part first. As in OpenUSD, the
// real part, limited to 1, is the cosine of half the angle, whatever the length of the imaginary part,
// which is the axis. One without an imaginary part does not rotate.
func orient(q [4]float64, half func(float64) float64, inverse bool) *geom.Stored {
	s := &geom.Stored{Matrix: geom.Identity()}
	length := math.Sqrt(float64(q[1]*q[1]) + float64(q[2]*q[2]) + float64(q[3]*q[3]))
	const least = 1e-10
	if length <= least {
		return s
	}
	w := max(-1, min(1, q[0]))
	angle := math.Acos(w)
	sin := math.Sin(angle)
	// The errors of half the angle and of the axis.
	offAngle, offAxis := 0.0, 0.0
	if d := half(q[0]); d > 0 {
		offAngle = d / max(math.Abs(sin), math.Sqrt(2*d))
	}
	for _, x := range q[1:] {
		offAxis = max(offAxis, 2*half(x)/length)
	}
	unit, off := [4]float64{w}, [4]float64{half(q[0])}
	for k := 1; k < 4; k++ {
		axis := q[k] / length
		unit[k] = axis * sin
		off[k] = math.Abs(axis*w)*offAngle + math.Abs(sin)*offAxis
		if inverse {
			unit[k] = -unit[k]
		}
	}
	s.Matrix = rotationOf(unit)
	s.Rounding = rotationErrors(unit, off)
	return s
}

// rotationOf returns the matrix of a quaternion, with the real part first, as it is: one that is not of
// length 1 gives no rotation.
func rotationOf(q [4]float64) geom.Affine {
	w, x, y, z := q[0], q[1], q[2], q[3]
	twice := func(a, b, c, d, sign float64) float64 { return 2 * (float64(a*b) + sign*float64(c*d)) }
	return geom.Affine{
		{1 - twice(y, y, z, z, 1), twice(x, y, z, w, -1), twice(x, z, y, w, 1)},
		{twice(x, y, z, w, 1), 1 - twice(x, x, z, z, 1), twice(y, z, x, w, -1)},
		{twice(x, z, y, w, -1), twice(y, z, x, w, 1), 1 - twice(x, x, y, y, 1)},
	}
}

// rotationErrors bounds the errors of the entries of rotationOf, up to terms of second order, given those
// of the quaternion. An entry is e + 2·(a·b ± c·d).
func rotationErrors(q, off [4]float64) (out geom.Affine) {
	product := func(a, b int) float64 { return 2 * (math.Abs(q[a])*off[b] + math.Abs(q[b])*off[a]) }
	for r := range 3 {
		i, j := (r+1)%3, (r+2)%3
		out[r][r] = product(1+i, 1+i) + product(1+j, 1+j)
		out[r][i] = product(1+r, 1+i) + product(1+j, 0)
		out[r][j] = product(1+r, 1+j) + product(1+i, 0)
	}
	return out
}
