// Package seedhash has hash functions for tables of numbers from files. The collisions depend on a
// random seed of the process, so no file can be crafted to cause them. No result may depend on the
// seed.
package seedhash

import (
	"math/bits"
	"math/rand/v2"
)

// Seed selects a hash function. Seeds are comparable; New never returns the zero value.
type Seed struct{ a, b, c uint64 }

// ofProcess is drawn when the process starts.
var ofProcess = New(rand.Uint64)

// OfProcess returns the seed of this process.
func OfProcess() Seed { return ofProcess }

// New returns a seed from a source of random numbers.
func New(random func() uint64) Seed {
	// Odd factors make the products depend on all bits of a number.
	return Seed{random() | 1, random() | 1, random() | 1}
}

// Hash returns a hash of three numbers. All of its bits are equally good.
func (s Seed) Hash(x, y, z uint64) uint32 {
	// The lower bits of a product depend only on those of the factors, which are often zero in a
	// float64.
	x, y, z = x^x>>32, y^y>>32, z^z>>32
	h := x*s.a ^ bits.RotateLeft64(y*s.b, 21) ^ bits.RotateLeft64(z*s.c, 43)
	h ^= h >> 32
	return uint32(h * s.a >> 32)
}
