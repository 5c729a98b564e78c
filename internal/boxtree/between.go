package boxtree

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// Between returns the transform from b's coordinates to a's, given the maps of both to the
// world, for geometry within the bounds a and b. If two triangles meet in the world, where
// their corners were mapped by Apply, then the box of the one and the transformed box of
// the other meet. Unit is for lengths in the world.
//
// If toWorldA has no inverse in float64, the margin is infinite.
//
// Let A·p + t and B·q + u be the maps to the world, δ and η the rounding errors of Apply
// (for a point of a triangle, a mean of those of the corners), D the world position of p
// minus that of q, and X any matrix, near the inverse of A. Then
//
//	p - (C·q + c) = (I - X·A)·p + (X·B - C)·q + (X·(u - t) - c) + X·(η - δ) + X·D,
//
// and all but the last term are bounded by the bounds of p and q. With D = 0 this is the
// margin. |X|·|D| is at least the distance of p from C·q + c with the margin around it,
// so 1/|X| is the unit. Neither requires X to be an accurate inverse.
func Between(a, b geom.Box, toWorldA, toWorldB geom.Affine) Transform {
	if toWorldA == geom.Identity() && toWorldB == toWorldA {
		return Identity()
	}
	x := inverse(&toWorldA)
	p, q := maxAbs(a), maxAbs(b)
	var c Transform
	if u := (1 - 0x1p-40) / norm(&x); u > 0 {
		c.Unit = u
	}
	for r, row := range &x {
		m := 0.0
		for k := range 3 {
			xa, xaSize := column(&row, &toWorldA, k)
			if r == k {
				xa--
			}
			xb, xbSize := column(&row, &toWorldB, k)
			c.Map[r][k] = xb
			m += (math.Abs(xa)+roundings*(xaSize+1))*p[k] + roundings*xbSize*q[k]
			d := toWorldB[k][3] - toWorldA[k][3]
			c.Map[r][3] += float64(row[k] * d)
			m += math.Abs(row[k]) * (roundings*math.Abs(d) + rounding(&toWorldA, k, &p) + rounding(&toWorldB, k, &q))
		}
		// The additions cover the roundings of the sum itself, and underflow.
		if c.Margin[r] = m*(1+0x1p-40) + 0x1p-900; !(c.Margin[r] <= math.MaxFloat64) {
			return Transform{Margin: geom.Vec{math.Inf(1), math.Inf(1), math.Inf(1)}}
		}
	}
	return c
}

// Within returns the transform with a margin for objects up to a distance apart: the boxes of
// triangles nearer to each other meet. The distance is in the unit of c.Unit, that of the world for
// transforms of Between.
func (c Transform) Within(distance float64) Transform {
	if distance > 0 {
		for r := range c.Margin {
			c.Margin[r] += distance / c.Unit * (1 + 0x1p-40)
		}
	}
	return c
}

// roundings is more than the relative error of one coordinate, with at most five roundings of each
// term.
const roundings = 0x1p-50

// maxAbs returns the greatest absolute value in b on each axis.
func maxAbs(b geom.Box) (v geom.Vec) {
	if !b.Empty() {
		for k := range v {
			v[k] = max(math.Abs(b.Min[k]), math.Abs(b.Max[k]))
		}
	}
	return v
}

// rounding bounds the error of Apply on axis k for points whose coordinates are at most
// limit in absolute value.
func rounding(m *geom.Affine, k int, limit *geom.Vec) float64 {
	row := &m[k]
	size := math.Abs(row[0])*limit[0] + math.Abs(row[1])*limit[1] + math.Abs(row[2])*limit[2] + math.Abs(row[3])
	return roundings*size + 0x1p-1070
}

// column returns the product of a row and column k of m, and the sum of the absolute
// values of its terms.
func column(row *geom.Vec, m *geom.Affine, k int) (product, size float64) {
	for i, x := range row {
		p := float64(x * m[i][k])
		product += p
		size += math.Abs(p)
	}
	return product, size
}

// inverse returns the inverse of the linear part of m, computed from its cofactors in
// float64.
func inverse(m *geom.Affine) (x [3]geom.Vec) {
	var rows [3]geom.Vec
	for r, row := range m {
		rows[r] = geom.Vec{row[0], row[1], row[2]}
	}
	for k := range 3 {
		across := rows[(k+1)%3].Cross(rows[(k+2)%3])
		s := 1 / rows[k].Dot(across)
		for r := range 3 {
			x[r][k] = across[r] * s
		}
	}
	return x
}

// norm returns a number that is, up to rounding, at least the greatest factor by which x lengthens
// a vector, and equal to it if x is a rotation of a scaling along the axes: the square of the
// factor is the greatest eigenvalue of X·Xᵀ and of Xᵀ·X, at most the greatest sum of absolute
// values of a row (Gershgorin).
func norm(x *[3]geom.Vec) float64 {
	var t [3]geom.Vec
	for r := range 3 {
		for k := range 3 {
			t[r][k] = x[k][r]
		}
	}
	// Products that underflow are far below the addition.
	return math.Sqrt(min(rowSum(x), rowSum(&t)) + 0x1p-900)
}

// rowSum returns the greatest row sum of X·Xᵀ, plus its possible loss to rounding.
func rowSum(x *[3]geom.Vec) (most float64) {
	lengths := [3]float64{x[0].Norm(), x[1].Norm(), x[2].Norm()}
	for r := range 3 {
		sum := 0.0
		for k := range 3 {
			sum += math.Abs(x[r].Dot(x[k])) + roundings*(lengths[r]*lengths[k])
		}
		most = max(most, sum)
	}
	return most
}
