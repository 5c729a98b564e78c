package draco

import (
	"encoding/binary"
	"math/bits"
)

// bitReader reads numbers of several bits. In each byte, the lowest bit comes first.
type bitReader struct {
	data []byte
	at   int // in bits
}

// read returns the next n bits, at most 32, and false if there are too few.
func (b *bitReader) read(n int) (uint32, bool) {
	from := b.at >> 3
	var window uint64
	if from+8 <= len(b.data) {
		window = binary.LittleEndian.Uint64(b.data[from:])
	} else if b.at+n > 8*len(b.data) {
		return 0, false
	} else {
		for i, x := range b.data[from:] {
			window |= uint64(x) << (8 * i)
		}
	}
	v := window >> (b.at & 7) & (1<<n - 1)
	b.at += n
	return uint32(v), true
}

// bytes returns the number of bytes that were begun.
func (b *bitReader) bytes() int { return (b.at + 7) / 8 }

// coder is the state of an asymmetric numeral system. Its bytes are read backwards, from the state
// of the encoder at the end. Jarek Duda, "Asymmetric numeral systems", 2013; section "rANS
// Decoding" of the specification.
type coder struct {
	data  []byte // those not read yet
	state uint32
	base  uint32 // the state is at least base
	ended bool   // more was read than there is
}

// newCoder starts at the end of data. Before the state are two bits with the number of its further
// bytes.
func newCoder(data []byte, base uint32) (coder, error) {
	if len(data) == 0 {
		return coder{}, errEnd
	}
	n := int(data[len(data)-1]>>6) + 1
	if n > len(data) {
		return coder{}, errEnd
	}
	var word [4]byte
	front := len(data) - n
	copy(word[:], data[front:])
	state := binary.LittleEndian.Uint32(word[:])&(1<<(8*n-2)-1) + base
	if state >= base<<8 {
		return coder{}, fail("the state of an entropy coder is out of range")
	}
	return coder{data: data[:front], state: state, base: base}, nil
}

// refill returns the state to its range.
func (c *coder) refill() {
	for c.state < c.base {
		n := len(c.data)
		if n == 0 {
			c.ended = true
			c.state = c.base
			return
		}
		c.state = c.state<<8 | uint32(c.data[n-1])
		c.data = c.data[:n-1]
	}
}

// flags reads bits. All zeros have the same probability.
type flags struct {
	coder
	zero uint32 // the probability of zero in 1/256
}

const flagBase = 4096

// flags starts to read flags.
func (r *reader) flags() flags {
	zero := r.byte()
	data := r.sized(uint64(r.count32()))
	if r.err != nil {
		return flags{}
	}
	c, err := newCoder(data, flagBase)
	if err == nil && zero == 0 {
		err = fail("a probability is zero")
	}
	if err != nil {
		r.odd(err)
	}
	return flags{coder: c, zero: uint32(zero)}
}

// next reads a flag.
func (f *flags) next() bool {
	if f.state < flagBase {
		f.refill()
	}
	one := 256 - f.zero
	quotient, rest := f.state>>8, f.state&255
	if rest < one {
		f.state = quotient*one + rest
		return true
	}
	f.state -= quotient*one + one
	return false
}

// err returns an error if more flags were read than there are.
func (f *flags) end() error {
	if f.ended {
		return errEnd
	}
	return nil
}

// signed returns the number that a symbol means: 0, -1, 1, -2 and so on.
func signed(symbol uint32) int32 {
	return int32(symbol>>1) ^ -int32(symbol&1)
}

// bitLength returns the number of bits of a positive number.
func bitLength(x int32) int { return bits.Len32(uint32(x)) }
