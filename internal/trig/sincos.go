// Package trig has the correctly rounded sine and cosine of a float64 number. Those of package math
// may be off by a unit in the last place, and differ from those of other programs.
package trig

import (
	"math"
	"math/big"
	"sync"
)

const (
	// fractionBits is the number of bits after the point. Near a multiple of π/2, no sine or cosine
	// of a float64 number is below 2^-62, so at least 250 significant bits are left: V. Lefèvre and
	// J.-M. Muller ("Worst Cases for Correct Rounding of the Elementary Functions in Double
	// Precision", ARITH 2001) expect no case that needs more than half of them.
	fractionBits = 320
	// piBits is the number of bits of π: the greatest number has 1024 bits before the point, which
	// magnify the error of π.
	piBits = fractionBits + 1024 + 64
)

// Sincos returns the sine and the cosine of x, correctly rounded to the nearest float64, with ties
// to even. They are NaN for infinities and NaN.
func Sincos(x float64) (sin, cos float64) {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return math.NaN(), math.NaN()
	case math.Abs(x) < 0x1p-27:
		// x³/6 and x²/2 are less than half the distance to the next number towards zero.
		return x, 1
	}
	quarters, rest := reduced(math.Abs(x))
	s, c := series(rest)
	switch quarters {
	case 1:
		s, c = c, s.Neg(s)
	case 2:
		s, c = s.Neg(s), c.Neg(c)
	case 3:
		s, c = c.Neg(c), s
	}
	if x < 0 {
		s.Neg(s)
	}
	return rounded(s), rounded(c)
}

// reduced divides x, which is at least 2^-27, by a quarter of a circle. It returns the number of
// quarters modulo four, and the remainder times 2^fractionBits.
func reduced(x float64) (quarters int, rest *big.Int) {
	fraction, exponent := math.Frexp(x)
	scaled := big.NewInt(int64(fraction * (1 << 53)))
	scaled.Lsh(scaled, uint(piBits+exponent-53))
	quarter := new(big.Int).Rsh(pi(), 1)
	n, r := scaled.DivMod(scaled, quarter, new(big.Int))
	quarters = int(n.Bit(0) + 2*n.Bit(1))
	return quarters, r.Rsh(r, piBits-fractionBits)
}

// series returns the sine and the cosine of x by their Taylor series. All are scaled by
// 2^fractionBits.
func series(x *big.Int) (sin, cos *big.Int) {
	sin, cos = new(big.Int), new(big.Int)
	term := new(big.Int).Lsh(big.NewInt(1), fractionBits)
	for n := int64(0); term.Sign() != 0; n++ {
		sum := cos
		if n%2 == 1 {
			sum = sin
		}
		if n%4 < 2 {
			sum.Add(sum, term)
		} else {
			sum.Sub(sum, term)
		}
		term.Mul(term, x).Rsh(term, fractionBits).Quo(term, big.NewInt(n+1))
	}
	return sin, cos
}

// rounded returns x / 2^fractionBits.
func rounded(x *big.Int) float64 {
	f := new(big.Float).SetInt(x)
	v, _ := f.SetMantExp(f, -fractionBits).Float64()
	return v
}

// pi is π times 2^piBits, rounded down by a few units, from J. Machin's 16 arctan(1/5) - 4 arctan(1/239).
var pi = sync.OnceValue(func() *big.Int {
	const guard = 32
	a, b := arctan(5, piBits+guard), arctan(239, piBits+guard)
	a.Lsh(a, 4).Sub(a, b.Lsh(b, 2))
	return a.Rsh(a, guard)
})

// arctan returns the arc tangent of 1/n times 2^bits, off by less than a unit for each term.
func arctan(n int64, bits uint) *big.Int {
	power := new(big.Int).Lsh(big.NewInt(1), bits)
	power.Quo(power, big.NewInt(n))
	sum, square, term := new(big.Int), big.NewInt(n*n), new(big.Int)
	for k := int64(1); power.Sign() != 0; k += 2 {
		term.Quo(power, big.NewInt(k))
		if k%4 == 1 {
			sum.Add(sum, term)
		} else {
			sum.Sub(sum, term)
		}
		power.Quo(power, square)
	}
	return sum
}
