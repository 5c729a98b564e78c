package text

import "math"

// scale10 returns m·10^e, where m has the first digits of a number, so precisely that it rounds to
// the same float32 as the number. ok is false if that is uncertain: near a midpoint between two
// normal float32 values, or beyond these.
//
// Dropping further digits, converting m, the table of powers and the operation each contribute a
// relative error of at most 2^-53, so the result is off by fewer than 8 units in its last place. It
// lies on the same side of every midpoint between two float32 values as the number does, unless it
// is within 8 units of one. Then ok is false: for one in about 30 million numbers, and more often
// only for large ones of few digits.
func scale10(m uint64, e int) (d float64, ok bool) {
	switch {
	case m == 0:
		return 0, true
	case e >= len(pow10) || -e >= len(pow10):
		return 0, false
	case e < 0:
		d = float64(m) / pow10[-e]
	default:
		d = float64(m) * pow10[e]
	}
	// A float64 has 29 bits more than a float32. At a midpoint they are 1 and then zeros. Below the
	// smallest normal float32 there are more.
	const margin = 8
	low := math.Float64bits(d) & (1<<29 - 1)
	if low-(1<<28-margin) <= 2*margin || d < 0x1.1p-126 || d > 0x1.ffp127 {
		return 0, false
	}
	return d, true
}

// pow10 are powers of ten, each rounded to the nearest float64.
var pow10 = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7,
	1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
	1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22, 1e23,
	1e24, 1e25, 1e26, 1e27, 1e28, 1e29, 1e30, 1e31,
	1e32, 1e33, 1e34, 1e35, 1e36, 1e37, 1e38, 1e39,
	1e40, 1e41, 1e42, 1e43, 1e44, 1e45, 1e46, 1e47,
	1e48, 1e49, 1e50, 1e51, 1e52, 1e53, 1e54, 1e55,
	1e56, 1e57, 1e58, 1e59, 1e60, 1e61, 1e62, 1e63,
	1e64,
}

// exact10 are the powers of ten that are exact in float64.
var exact10 = pow10[:23]
