// Package exactsum adds float64 numbers so that the order of additions does not matter.
package exactsum

import (
	"math"
	"math/bits"
)

// Sum adds numbers in [0, 2^unit) as integers, so that the order of additions does not matter. A
// number out of range is clamped. Of each number it keeps the bits down to 2^(unit-sumBits): all 53
// of those above 2^(unit-75).
type Sum struct {
	words [3]uint64 // least significant first, in units of 2^(unit-sumBits)
	unit  int
}

const sumBits = 128

// New returns the empty sum, for numbers in [0, 2^unit).
func New(unit int) Sum { return Sum{unit: unit} }

// AddTimes adds x the given number of times.
func (s *Sum) AddTimes(x float64, times int) {
	if !(x > 0) {
		return
	}
	fraction, exponent := split(min(x, math.MaxFloat64))
	if exponent > s.unit {
		fraction, exponent = 1<<53-1, s.unit
	}
	shift := exponent - 53 - (s.unit - sumBits)
	if shift < 0 {
		fraction >>= min(-shift, 63)
		shift = 0
	}
	// 53 bits, shifted by at most 75. A shift by 64 or more gives 0, and so does a negative number,
	// which is a large unsigned one.
	low, high := fraction<<uint(shift), fraction>>uint(64-shift)|fraction<<uint(shift-64)
	if times > 1 {
		s.addWords(multiplied([3]uint64{low, high}, uint64(times)))
		return
	}
	var carry uint64
	s.words[0], carry = bits.Add64(s.words[0], low, 0)
	s.words[1], carry = bits.Add64(s.words[1], high, carry)
	s.words[2] += carry
}

// split returns a positive number as an integer times 2^(exponent-53). The integer is at least 2^52
// and below 2^53.
func split(x float64) (integer uint64, exponent int) {
	const digits = 52
	bits := math.Float64bits(x)
	if bits>>digits == 0 { // subnormal
		fraction, exponent := math.Frexp(x)
		return uint64(fraction * (1 << 53)), exponent
	}
	return bits&(1<<digits-1) | 1<<digits, int(bits>>digits) - 1022
}

// multiplied returns y times n.
func multiplied(y [3]uint64, n uint64) (z [3]uint64) {
	var above, carry uint64
	for k := range y {
		high, low := bits.Mul64(y[k], n)
		z[k], carry = bits.Add64(low, above, 0)
		above = high + carry
	}
	return z
}

// Merge adds the sum o; both must have the same unit.
func (s *Sum) Merge(o Sum) { s.addWords(o.words) }

func (s *Sum) addWords(y [3]uint64) {
	var carry uint64
	for k := range s.words {
		s.words[k], carry = bits.Add64(s.words[k], y[k], carry)
	}
}

// Value returns the sum, rounded.
func (s *Sum) Value() float64 {
	var v float64
	for k := len(s.words) - 1; k >= 0; k-- {
		v += math.Ldexp(float64(s.words[k]), 64*k+s.unit-sumBits)
	}
	return v
}
