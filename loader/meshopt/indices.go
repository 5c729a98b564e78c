package meshopt

// sequenceTail is the number of bytes after the last index of a sequence.
const sequenceTail = 4

// decodeIndices decodes a sequence of indices into out. Its version and size were checked. Each
// index is stored by its distance to one of two earlier ones.
func decodeIndices(out, data []byte, size int) error {
	data = data[1 : len(data)-sequenceTail]
	var last [2]uint32
	for ; len(out) > 0; out = out[size:] {
		x, n := number(data)
		if n <= 0 {
			return numberError(n)
		}
		data = data[n:]
		base := &last[x&1]
		*base += signed(x >> 1)
		if size == 2 {
			le.PutUint16(out, uint16(*base))
		} else {
			le.PutUint32(out, *base)
		}
	}
	if len(data) > 0 {
		return errExtra
	}
	return nil
}

// signed returns a number that is 2x for x >= 0 and -2x-1 for x < 0 as x.
func signed(x uint32) uint32 { return x>>1 ^ -(x & 1) }

// number reads a number with seven bits in each byte, the low ones first, and returns it with the
// number of its bytes: 0 if the data is too short, -1 if there are more than five. Bits after the
// 32nd are ignored.
func number(data []byte) (uint32, int) {
	if len(data) > 0 && data[0] < 0x80 {
		return uint32(data[0]), 1
	}
	return longNumber(data)
}

func longNumber(data []byte) (x uint32, n int) {
	for i, b := range data {
		if i == 5 {
			return 0, -1
		}
		x |= uint32(b&0x7f) << (7 * i)
		if b < 0x80 {
			return x, i + 1
		}
	}
	if len(data) >= 5 {
		return 0, -1
	}
	return 0, 0
}

// numberError returns the error for a size of number that is not positive.
func numberError(n int) error {
	if n < 0 {
		return fail("a number has more than five bytes")
	}
	return errEnd
}
