package geom

import (
	"math"
	"math/big"
	"math/bits"
)

// orient3DInt128 works if all coordinates are integers of at most 124 bits times a common power of
// two, as with rounding noise of 1e-17 among coordinates of 1. Differences then have 125 bits,
// minors 251, and the determinant fewer than 379, which fits 384-bit arithmetic.
func orient3DInt128(a, b, c, d Vec) (sign int, ok bool) {
	lowest, width := common(a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2], d[0], d[1], d[2])
	if width > 124 {
		return 0, false
	}
	var u, v, w [3]magnitude
	for k := range 3 {
		o := fixed(a[k], lowest)
		u[k] = fixed(b[k], lowest).minus(o)
		v[k] = fixed(c[k], lowest).minus(o)
		w[k] = fixed(d[k], lowest).minus(o)
	}
	var det [6]uint64
	for k := range 3 {
		i, j := next[k], next[next[k]]
		m := wideMinor(u[i], v[j], u[j], v[i])
		negative := int64(m[3]) < 0
		if negative {
			negate(m[:])
		}
		var p [6]uint64
		multiply(p[:], m[:], w[k].abs[:])
		if negative != w[k].negative {
			negate(p[:])
		}
		add(det[:], p[:])
	}
	return signOf(det[:]), true
}

// orient2DInt128 works if all coordinates are integers of at most 124 bits times a common power of
// two.
func orient2DInt128(a, b, c Vec2) (sign int, ok bool) {
	lowest, width := common(a[0], a[1], b[0], b[1], c[0], c[1])
	if width > 124 {
		return 0, false
	}
	x, y := fixed(a[0], lowest), fixed(a[1], lowest)
	m := wideMinor(fixed(b[0], lowest).minus(x), fixed(c[1], lowest).minus(y),
		fixed(b[1], lowest).minus(y), fixed(c[0], lowest).minus(x))
	return signOf(m[:]), true
}

// fixed returns x·2^-lowest, an integer of at most 124 bits.
func fixed(x float64, lowest int) int128 {
	if x == 0 {
		return int128{}
	}
	fraction, exponent := math.Frexp(x)
	m := int64(fraction * (1 << 53))
	shift := exponent - 53 - lowest
	if shift < 0 {
		return extend(m >> -shift) // only zeros are shifted out
	}
	z := extend(m)
	if shift >= 64 {
		z = int128{int64(z.lo), 0}
		shift -= 64
	}
	return int128{z.hi<<shift | int64(z.lo>>(64-shift)), z.lo << shift}
}

func extend(m int64) int128 { return int128{m >> 63, uint64(m)} }

// magnitude is an integer as sign and absolute value, least significant word first.
type magnitude struct {
	abs      [2]uint64
	negative bool
}

func (x int128) minus(y int128) magnitude {
	lo, borrow := bits.Sub64(x.lo, y.lo, 0)
	hi, _ := bits.Sub64(uint64(x.hi), uint64(y.hi), borrow)
	m := magnitude{abs: [2]uint64{lo, hi}, negative: int64(hi) < 0}
	if m.negative {
		negate(m.abs[:])
	}
	return m
}

// wideMinor returns p·q - r·s in two's complement.
func wideMinor(p, q, r, s magnitude) [4]uint64 {
	var m, n [4]uint64
	multiply(m[:], p.abs[:], q.abs[:])
	if p.negative != q.negative {
		negate(m[:])
	}
	multiply(n[:], r.abs[:], s.abs[:])
	if r.negative == s.negative {
		negate(n[:])
	}
	add(m[:], n[:])
	return m
}

// multiply sets the zeroed z to x·y, all unsigned; z has the words of both.
func multiply(z, x, y []uint64) {
	for i, yi := range y {
		var carry uint64
		for j, xj := range x {
			hi, lo := bits.Mul64(xj, yi)
			var c uint64
			lo, c = bits.Add64(lo, carry, 0)
			hi += c
			z[i+j], c = bits.Add64(z[i+j], lo, 0)
			carry = hi + c
		}
		z[i+len(x)] = carry
	}
}

// add adds y to z, modulo the width of z.
func add(z, y []uint64) {
	var carry uint64
	for i := range z {
		z[i], carry = bits.Add64(z[i], y[i], carry)
	}
}

// negate replaces z by its two's complement.
func negate(z []uint64) {
	carry := uint64(1)
	for i := range z {
		z[i], carry = bits.Add64(^z[i], 0, carry)
	}
}

func signOf(z []uint64) int {
	if int64(z[len(z)-1]) < 0 {
		return -1
	}
	for _, w := range z {
		if w != 0 {
			return 1
		}
	}
	return 0
}

// orient3DBig works for all finite coordinates. It allocates.
func orient3DBig(a, b, c, d Vec) int {
	x := bigInts(a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2], d[0], d[1], d[2])
	var u, v, w [3]*big.Int
	for k := range 3 {
		u[k], v[k], w[k] = x[3+k].Sub(x[3+k], x[k]), x[6+k].Sub(x[6+k], x[k]), x[9+k].Sub(x[9+k], x[k])
	}
	det := new(big.Int)
	for k := range 3 {
		i, j := next[k], next[next[k]]
		m := bigMinor(u[i], v[j], u[j], v[i])
		det.Add(det, m.Mul(m, w[k]))
	}
	return det.Sign()
}

// orient2DBig works for all finite coordinates. It allocates.
func orient2DBig(a, b, c Vec2) int {
	x := bigInts(a[0], a[1], b[0], b[1], c[0], c[1])
	for k := 2; k < 6; k++ {
		x[k].Sub(x[k], x[k%2])
	}
	return bigMinor(x[2], x[5], x[3], x[4]).Sign()
}

// bigMinor returns p·q - r·s.
func bigMinor(p, q, r, s *big.Int) *big.Int {
	m, n := new(big.Int).Mul(p, q), new(big.Int).Mul(r, s)
	return m.Sub(m, n)
}

// bigInts returns the integers xs·2^-lowest.
func bigInts(xs ...float64) []*big.Int {
	lowest, _ := common(xs...)
	out := make([]*big.Int, len(xs))
	for i, x := range xs {
		out[i] = new(big.Int)
		if x == 0 {
			continue
		}
		fraction, exponent := math.Frexp(x)
		out[i].SetInt64(int64(fraction * (1 << 53)))
		if shift := exponent - 53 - lowest; shift >= 0 {
			out[i].Lsh(out[i], uint(shift))
		} else {
			out[i].Rsh(out[i], uint(-shift)) // only zeros are shifted out
		}
	}
	return out
}
