// Package seedhash has hash functions for tables of numbers that come from files. Which of them
// collide depends on a seed that each process draws anew, so that no file can be made whose numbers
// fall together in a table. No result may depend on the seed.
package seedhash

import (
	"math/bits"
	"math/rand/v2"
)

// Seed chooses a hash function. Seeds can be compared; New never returns the zero value.
type Seed struct{ a, b, c uint64 }

// ofProcess is drawn when the process starts.
var ofProcess = New(rand.Uint64)

// OfProcess returns the seed of this process.
func OfProcess() Seed { return ofProcess }

// New returns the seed that a source of random numbers gives.
func New(random func() uint64) Seed {
	// The factors are odd so that a product tells all bits of a number.
	return Seed{random() | 1, random() | 1, random() | 1}
}

// Hash returns a hash of three numbers. All of its bits are equally good.
func (s Seed) Hash(x, y, z uint64) uint32 {
	// The lower bits of a product depend on those of the factors only, and float64 tend to have zeros
	// there.
	x, y, z = x^x>>32, y^y>>32, z^z>>32
	h := x*s.a ^ bits.RotateLeft64(y*s.b, 21) ^ bits.RotateLeft64(z*s.c, 43)
	h ^= h >> 32
	return uint32(h * s.a >> 32)
}
