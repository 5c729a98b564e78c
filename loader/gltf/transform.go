package gltf

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// transformOf returns the map that scales, then rotates by the quaternion (x, y, z, w), then
// translates.
//
// Let δ be the errors of the components of q, with |q| = 1 up to these. An entry of the rotation is
// e + 2·(a·b ± c·d)/|q|², where e is 1 on the diagonal and 0 elsewhere, and a, b, c and d are
// components of q. Up to terms of second order, the error of the product is at most 2·(|a|·δb +
// |b|·δa + |c|·δd + |d|·δc). The division by |q|² changes the quotient, which is the entry less e,
// by at most its size times 2·(|x|·δx + |y|·δy + |z|·δz + |w|·δw).
func transformOf(t [3]float64, q [4]float64, s [3]float64) geom.Stored {
	out := geom.Stored{Matrix: fromTRS(t, q, s)}
	var d [4]float64
	along := 0.0
	for k := range q {
		d[k] = geom.HalfUlpStored(q[k])
		along += 2 * math.Abs(q[k]) * d[k]
	}
	product := func(a, b int) float64 { return math.Abs(q[a])*d[b] + math.Abs(q[b])*d[a] }
	rotation := fromTRS([3]float64{}, q, [3]float64{1, 1, 1})
	for r := range 3 {
		i, j := (r+1)%3, (r+2)%3
		const w = 3
		errors := [3]float64{}
		errors[r] = 2 * (product(i, i) + product(j, j))
		errors[i] = 2 * (product(r, i) + product(j, w))
		errors[j] = 2 * (product(r, j) + product(i, w))
		for c := range 3 {
			quotient := rotation[r][c]
			if r == c {
				quotient -= 1
			}
			errors[c] += math.Abs(quotient) * along
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
