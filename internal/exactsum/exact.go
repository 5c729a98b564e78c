package exactsum

import (
	"math"
	"math/big"
	"math/bits"
)

// Exact adds numbers of any size exactly, as integers of as many words as necessary, so that the
// order of additions does not matter and small numbers are not lost. The zero value is the empty
// sum. A copy must not be added to.
type Exact struct {
	words []uint64 // least significant first
	low   int      // words[0] counts 2^(64·low-exactBits)
}

// exactBits is a multiple of 64 such that all bits of the least number that split returns are above
// 2^-exactBits.
const exactBits = 1152

// AddTimes adds x the given number of times. It ignores numbers that are not positive; infinity
// counts as the greatest number.
func (s *Exact) AddTimes(x float64, times int) {
	if !(x > 0) || times <= 0 {
		return
	}
	fraction, exponent := split(min(x, math.MaxFloat64))
	at := exponent - 53 + exactBits
	high, low := bits.Mul64(fraction, uint64(times))
	shift := uint(at % 64)
	// A shift by 64 leaves nothing.
	s.add(at/64, low<<shift)
	s.add(at/64+1, high<<shift|low>>(64-shift))
	s.add(at/64+2, high>>(64-shift))
}

// Merge adds the sum o.
func (s *Exact) Merge(o Exact) {
	for k, w := range o.words {
		s.add(o.low+k, w)
	}
}

// MergeTimes adds the sum o the given number of times.
func (s *Exact) MergeTimes(o Exact, times int) {
	for k, w := range o.words {
		high, low := bits.Mul64(w, uint64(max(times, 0)))
		s.add(o.low+k, low)
		s.add(o.low+k+1, high)
	}
}

// add adds a word in its place.
func (s *Exact) add(at int, w uint64) {
	if w == 0 {
		return
	}
	switch {
	case len(s.words) == 0:
		s.low = at
	case at < s.low:
		s.words = append(make([]uint64, s.low-at, s.low-at+len(s.words)), s.words...)
		s.low = at
	}
	carry := uint64(0)
	for k := at - s.low; w != 0 || carry != 0; k++ {
		for k >= len(s.words) {
			s.words = append(s.words, 0)
		}
		s.words[k], carry = bits.Add64(s.words[k], w, carry)
		w = 0
	}
}

// Value returns the sum, rounded once, or infinity if it is above all numbers.
func (s *Exact) Value() float64 {
	sum, word := new(big.Int), new(big.Int)
	for k := len(s.words) - 1; k >= 0; k-- {
		sum.Or(sum.Lsh(sum, 64), word.SetUint64(s.words[k]))
	}
	f := new(big.Float).SetInt(sum)
	v, _ := f.SetMantExp(f, 64*s.low-exactBits).Float64()
	return v
}
