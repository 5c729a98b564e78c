package geom

import (
	"math"
	"math/bits"
)

// common returns the power of two that makes integers of all xs, and the number of bits of the
// largest one. If all are zero, width is 0.
func common(xs ...float64) (lowest, width int) {
	lowest, highest := math.MaxInt, math.MinInt
	for _, x := range xs {
		if x == 0 {
			continue
		}
		b := math.Float64bits(x) &^ (1 << 63)
		e, m := int(b>>52), b&(1<<52-1)
		if e == 0 {
			e = 1 // subnormal: no hidden bit
		} else {
			m |= 1 << 52
		}
		e -= 1075
		lowest = min(lowest, e+bits.TrailingZeros64(m))
		highest = max(highest, e+bits.Len64(m))
	}
	if highest == math.MinInt {
		return 0, 0
	}
	return lowest, highest - lowest
}

// pow2 returns 2^e, which must be a normal float64.
func pow2(e int) float64 { return math.Float64frombits(uint64(e+1023) << 52) }

// scalable reports whether multiplying by 2^-lowest is a single exact multiplication.
func scalable(lowest int) bool { return -1022 <= -lowest && -lowest <= 1023 }

// orient3DInt64 works if all coordinates are integers of at most 60 bits times a common power of
// two. Differences then have 61 bits, their 2×2 minors 123, and the determinant fewer than 187,
// which fits 192-bit arithmetic.
func orient3DInt64(a, b, c, d Vec) (sign int, ok bool) {
	lowest, width := common(a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2], d[0], d[1], d[2])
	if width > 60 || !scalable(lowest) {
		return 0, false
	}
	s := pow2(-lowest)
	var o, u, v, w [3]int64
	for k := range 3 {
		o[k] = int64(a[k] * s)
		u[k] = int64(b[k]*s) - o[k]
		v[k] = int64(c[k]*s) - o[k]
		w[k] = int64(d[k]*s) - o[k]
	}
	var det int192
	det.addMul(minor(u[1], v[2], u[2], v[1]), w[0])
	det.addMul(minor(u[2], v[0], u[0], v[2]), w[1])
	det.addMul(minor(u[0], v[1], u[1], v[0]), w[2])
	return det.sign(), true
}

// orient2DInt64 works if all coordinates are integers of at most 60 bits times a common power of
// two.
func orient2DInt64(a, b, c [2]float64) (sign int, ok bool) {
	lowest, width := common(a[0], a[1], b[0], b[1], c[0], c[1])
	if width > 60 || !scalable(lowest) {
		return 0, false
	}
	s := pow2(-lowest)
	x, y := int64(a[0]*s), int64(a[1]*s)
	return minor(int64(b[0]*s)-x, int64(c[1]*s)-y, int64(b[1]*s)-y, int64(c[0]*s)-x).sign(), true
}

// int128 is a two's complement integer.
type int128 struct {
	hi int64
	lo uint64
}

// minor returns p·q - r·s. The factors have at most 61 bits and a sign.
func minor(p, q, r, s int64) int128 {
	m, n := mul64(p, q), mul64(r, s)
	lo, borrow := bits.Sub64(m.lo, n.lo, 0)
	hi, _ := bits.Sub64(uint64(m.hi), uint64(n.hi), borrow)
	return int128{int64(hi), lo}
}

// mul64 returns p·q.
func mul64(p, q int64) int128 {
	hi, lo := bits.Mul64(uint64(p), uint64(q))
	// The unsigned product of two's complement numbers is too large by 2^64 times
	// the other factor for each negative one.
	return int128{int64(hi) - (p>>63)&q - (q>>63)&p, lo}
}

func (x int128) sign() int {
	switch {
	case x.hi < 0:
		return -1
	case x.hi > 0 || x.lo != 0:
		return 1
	}
	return 0
}

// int192 is a two's complement integer, least significant word first.
type int192 [3]uint64

// addMul adds x·y.
func (z *int192) addMul(x int128, y int64) {
	// x·y = x.lo·y + 2^64·x.hi·y, with x.lo unsigned and y signed.
	h0, l0 := bits.Mul64(x.lo, uint64(y))
	h0 -= uint64(y>>63) & x.lo
	m := mul64(x.hi, y)
	mid, carry := bits.Add64(h0, m.lo, 0)
	top, _ := bits.Add64(uint64(int64(h0)>>63), uint64(m.hi), carry)
	var k uint64
	z[0], k = bits.Add64(z[0], l0, 0)
	z[1], k = bits.Add64(z[1], mid, k)
	z[2], _ = bits.Add64(z[2], top, k)
}

func (z *int192) sign() int {
	switch {
	case int64(z[2]) < 0:
		return -1
	case z[0]|z[1]|z[2] != 0:
		return 1
	}
	return 0
}
