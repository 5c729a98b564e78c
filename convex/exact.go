package convex

import (
	"math"
	"math/big"

	"github.com/meshcheck/meshcheck/geom"
)

// whole is a vector of integers: a point divided by a power of two common to all points.
type whole [3]*big.Int

// unitOf returns the exponent of a power of two of which all coordinates are multiples.
func unitOf(points ...geom.Vec) int {
	unit := math.MaxInt
	for _, p := range points {
		for _, x := range p {
			if x != 0 {
				_, e := math.Frexp(x)
				unit = min(unit, max(e-53, -1074))
			}
		}
	}
	return unit
}

// wholeOf returns p divided by 2^unit, exactly.
func wholeOf(p geom.Vec, unit int) (w whole) {
	for k, x := range p {
		w[k] = new(big.Int)
		if x != 0 {
			fraction, e := math.Frexp(x)
			// Of a subnormal number the last digits are 0, and may be shifted out.
			w[k].SetInt64(int64(math.Ldexp(fraction, 53)))
			if shift := e - 53 - unit; shift >= 0 {
				w[k].Lsh(w[k], uint(shift))
			} else {
				w[k].Rsh(w[k], uint(-shift))
			}
		}
	}
	return w
}

func (v whole) sub(w whole) (d whole) {
	for k := range d {
		d[k] = new(big.Int).Sub(v[k], w[k])
	}
	return d
}

func (v whole) cross(w whole) (n whole) {
	for k := range n {
		i, j := (k+1)%3, (k+2)%3
		n[k] = new(big.Int).Mul(v[i], w[j])
		n[k].Sub(n[k], new(big.Int).Mul(v[j], w[i]))
	}
	return n
}

func (v whole) dot(w whole) *big.Int {
	sum := new(big.Int)
	for k := range v {
		sum.Add(sum, new(big.Int).Mul(v[k], w[k]))
	}
	return sum
}

// volumeSignExact returns the sign of the signed volume.
func (p *Polyhedron) volumeSignExact() int {
	points := make([]geom.Vec, len(p.used))
	for k, v := range p.used {
		points[k] = p.vertices[v]
	}
	unit := unitOf(points...)
	places := make([]whole, len(p.vertices))
	for _, v := range p.used {
		places[v] = wholeOf(p.vertices[v], unit)
	}
	sum := new(big.Int)
	for _, f := range p.faces {
		sum.Add(sum, places[f[0]].dot(places[f[1]].cross(places[f[2]])))
	}
	return sum.Sign()
}

// digits is the precision of numbers that are finally rounded to float64.
const digits = 128

func rounded128(x *big.Int) *big.Float { return new(big.Float).SetPrec(digits).SetInt(x) }

// normalWhole returns the corner t[0] in units of 2^unit and the normal (t[1]-t[0])×(t[2]-t[0]) in
// squares of these units.
func normalWhole(t *geom.Triangle, unit int) (corner, normal whole) {
	corner = wholeOf(t[0], unit)
	return corner, wholeOf(t[1], unit).sub(corner).cross(wholeOf(t[2], unit).sub(corner))
}

// unitNormalExact returns the unit normal of t, which is not degenerate, with each coordinate
// rounded from more digits than float64 has.
func unitNormalExact(t *geom.Triangle) (unit geom.Vec) {
	_, n := normalWhole(t, unitOf(t[0], t[1], t[2]))
	length := new(big.Float).Sqrt(rounded128(n.dot(n)))
	for k := range unit {
		unit[k], _ = new(big.Float).Quo(rounded128(n[k]), length).Float64()
	}
	return unit
}

// heightExact returns the height of v above the plane of t, which is not degenerate, rounded
// likewise.
func heightExact(t *geom.Triangle, v geom.Vec) float64 {
	unit := unitOf(t[0], t[1], t[2], v)
	corner, n := normalWhole(t, unit)
	height := rounded128(n.dot(wholeOf(v, unit).sub(corner)))
	height.Quo(height, new(big.Float).Sqrt(rounded128(n.dot(n))))
	out, _ := height.SetMantExp(height, unit).Float64()
	return out
}
