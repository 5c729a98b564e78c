package parts

import "sync/atomic"

// bitset is a set of small numbers that several goroutines may add to.
type bitset []uint32

func newBitset(n int) bitset { return make(bitset, (n+31)/32) }

func (b bitset) set(i uint32) {
	if word := &b[i/32]; atomic.LoadUint32(word)&(1<<(i%32)) == 0 {
		atomic.OrUint32(word, 1<<(i%32))
	}
}

// has reports whether i is in the set; nothing is in a nil set.
func (b bitset) has(i uint32) bool { return b != nil && b[i/32]&(1<<(i%32)) != 0 }
