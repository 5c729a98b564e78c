package oracle

import (
	"math/big"

	"github.com/meshcheck/meshcheck/geom"
)

// Point is a point or a vector of rational numbers, which must not be changed.
type Point [3]*big.Rat

// PointOf returns v without rounding.
func PointOf(v geom.Vec) Point {
	var p Point
	for k, x := range v {
		p[k] = new(big.Rat).SetFloat64(x)
	}
	return p
}

// Float64 returns p with each coordinate rounded once.
func (p Point) Float64() geom.Vec {
	var v geom.Vec
	for k, x := range p {
		v[k], _ = x.Float64()
	}
	return v
}

// Map is an affine map of rational numbers: three rows of a linear part and a translation.
// Its numbers must not be changed.
type Map [3][4]*big.Rat

// Identity returns the identity map.
func Identity() Map { return Turn([4]int64{0, 0, 0, 1}) }

// Turn returns the rotation by the quaternion x, y, z, w, which need not have length 1:
// multiples have the same rational matrix.
func Turn(q [4]int64) Map {
	var length int64
	for _, x := range q {
		length += x * x
	}
	x, y, z, w := q[0], q[1], q[2], q[3]
	linear := [3][3]int64{
		{length - 2*(y*y+z*z), 2 * (x*y - z*w), 2 * (x*z + y*w)},
		{2 * (x*y + z*w), length - 2*(x*x+z*z), 2 * (y*z - x*w)},
		{2 * (x*z - y*w), 2 * (y*z + x*w), length - 2*(x*x+y*y)},
	}
	var m Map
	for r := range m {
		for c := range 3 {
			m[r][c] = big.NewRat(linear[r][c], length)
		}
		m[r][3] = new(big.Rat)
	}
	return m
}

// Stretch returns the map that scales along the axes.
func Stretch(s Point) Map {
	m := Identity()
	for k := range m {
		m[k][k] = s[k]
	}
	return m
}

// Move returns the map that moves by t.
func Move(t Point) Map {
	m := Identity()
	for k := range m {
		m[k][3] = t[k]
	}
	return m
}

// Mul returns the map that applies n first and then m.
func (m Map) Mul(n Map) Map {
	var out Map
	for c := range 4 {
		column := m.linear(Point{n[0][c], n[1][c], n[2][c]})
		for r := range out {
			if out[r][c] = column[r]; c == 3 {
				out[r][c] = column[r].Add(column[r], m[r][3])
			}
		}
	}
	return out
}

// Apply returns the image of p.
func (m Map) Apply(p Point) Point {
	q := m.linear(p)
	for r := range q {
		q[r].Add(q[r], m[r][3])
	}
	return q
}

// linear returns the image of p under the linear part of m, in new numbers.
func (m Map) linear(p Point) Point {
	var q Point
	for r := range q {
		q[r] = new(big.Rat)
		for k := range p {
			q[r].Add(q[r], new(big.Rat).Mul(m[r][k], p[k]))
		}
	}
	return q
}

// Determinant returns the determinant of m's linear part.
func (m Map) Determinant() *big.Rat {
	sum := new(big.Rat)
	for k := range 3 {
		i, j := (k+1)%3, (k+2)%3
		minor := new(big.Rat).Mul(m[1][i], m[2][j])
		minor.Sub(minor, new(big.Rat).Mul(m[1][j], m[2][i]))
		sum.Add(sum, minor.Mul(minor, m[0][k]))
	}
	return sum
}
