package gltf

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// transformOf returns the map that scales, then rotates by the quaternion (x, y, z, w), then
// translates.
func transformOf(t [3]float64, q [4]float64, s [3]float64) geom.Stored {
	out := geom.Stored{Matrix: fromTRS(t, q, s)}
	var off [4]float64
	for k := range q {
		off[k] = geom.HalfUlpStored(q[k])
	}
	rotation := fromTRS([3]float64{}, q, [3]float64{1, 1, 1})
	for r, errors := range geom.RotationErrors(&rotation, &q, &off) {
		for c := range 3 {
			out.Rounding[r][c] = errors[c]*math.Abs(s[c]) + math.Abs(rotation[r][c])*geom.HalfUlpStored(s[c])
		}
		out.Rounding[r][3] = geom.HalfUlpStored(t[r])
	}
	return out
}

// fromTRS returns the map that scales, then rotates by the quaternion (x, y, z, w), then
// translates. The quaternion is normalized first, since a rounded unit quaternion is stored; a zero
// one does not rotate. Products and sums are rounded to float64 one by one, so that they are the
// same on every machine.
func fromTRS(t [3]float64, q [4]float64, s [3]float64) geom.Affine {
	length := math.Sqrt(float64(q[0]*q[0]) + float64(q[1]*q[1]) + float64(q[2]*q[2]) + float64(q[3]*q[3]))
	if length > 0 {
		for i := range q {
			q[i] /= length
		}
	}
	x, y, z, w := q[0], q[1], q[2], q[3]
	double := func(a, b, c, d, sign float64) float64 { return 2 * (float64(a*b) + sign*float64(c*d)) }
	rot := [3][3]float64{
		{1 - double(y, y, z, z, 1), double(x, y, z, w, -1), double(x, z, y, w, 1)},
		{double(x, y, z, w, 1), 1 - double(x, x, z, z, 1), double(y, z, x, w, -1)},
		{double(x, z, y, w, -1), double(y, z, x, w, 1), 1 - double(x, x, y, y, 1)},
	}
	var a geom.Affine
	for row := range a {
		a[row] = [4]float64{rot[row][0] * s[0], rot[row][1] * s[1], rot[row][2] * s[2], t[row]}
	}
	return a
}
