package json

import "math"

// numbers remembers the texts of numbers: neighbouring findings have the corners of triangles and the ends
// of segments in common, and copying a text takes a fraction of the time of making one. The zero value
// is empty. It is not safe for concurrent use.
type numbers [1 << numberBits]struct {
	bits uint64
	size uint8 // 0 for none
	text [23]byte
}

const numberBits = 9

// forgetful appends numbers and remembers none.
var forgetful *numbers

// append is appendNumber.
func (n *numbers) append(b []byte, x float64) []byte {
	if n == nil {
		return appendNumber(b, x)
	}
	const odd = 0x9e3779b97f4a7c15 // 2^64 over the golden ratio
	bits := math.Float64bits(x)
	known := &n[bits*odd>>(64-numberBits)]
	if known.size > 0 && known.bits == bits {
		return append(b, known.text[:known.size]...)
	}
	start := len(b)
	b = appendNumber(b, x)
	if text := b[start:]; len(text) <= len(known.text) {
		known.bits, known.size = bits, uint8(copy(known.text[:], text))
	}
	return b
}
