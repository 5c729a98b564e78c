package meshopt

// The functions of this file convert the deltas of four bytes of the elements to these bytes, eight
// elements at a time, two in each of four words: element i in the lower half of word i, element i+4
// in the upper.

// words returns the deltas of the eight elements from i on, with a byte of each plane for an
// element.
func (p *planes) words(i int) (a, b, c, d uint64) {
	i &= blockLimit - 8
	a, b, c, d = le.Uint64(p[0][i:]), le.Uint64(p[1][i:]), le.Uint64(p[2][i:]), le.Uint64(p[3][i:])
	a, b = exchange(a, b, 8, 0x00ff00ff00ff00ff)
	c, d = exchange(c, d, 8, 0x00ff00ff00ff00ff)
	a, c = exchange(a, c, 16, 0x0000ffff0000ffff)
	b, d = exchange(b, d, 16, 0x0000ffff0000ffff)
	return a, b, c, d
}

// exchange swaps the bits of a above the mask with the bits of b in the mask.
func exchange(a, b uint64, shift uint8, mask uint64) (uint64, uint64) {
	t := (a>>shift ^ b) & mask
	return a ^ t<<shift, b ^ t
}

// addBytes writes n elements whose deltas are differences of bytes. last has the bytes of the
// element before them.
func (p *planes) addBytes(out []byte, stride, n int, last uint32) {
	const even = 0x00ff00ff00ff00ff
	// Every second byte has 16 bits of room, so that sums need no separate carries.
	low, high := uint64(last)&even, uint64(last>>8)&even
	for i := 0; i < n; i += 8 {
		a, b, c, d := p.words(i)
		a, b, c, d = signedBytes(a), signedBytes(b), signedBytes(c), signedBytes(d)
		l0, h0 := a&even+low, a>>8&even+high
		l1, h1 := l0+b&even, h0+b>>8&even
		l2, h2 := l1+c&even, h1+c>>8&even
		l3, h3 := l2+d&even, h2+d>>8&even
		// The elements of the upper halves follow the last of the lower halves.
		l, h := l3<<32, h3<<32
		a = (l0+l)&even | (h0+h)&even<<8
		b = (l1+l)&even | (h1+h)&even<<8
		c = (l2+l)&even | (h2+h)&even<<8
		low, high = (l3+l)&even, (h3+h)&even
		d = low | high<<8
		low, high = low>>32, high>>32
		out = store(out, stride, n-i, a, b, c, d)
	}
}

// signedBytes returns eight bytes that are 2x for x >= 0 and -2x-1 for x < 0 as x.
func signedBytes(x uint64) uint64 {
	return x>>1&0x7f7f7f7f7f7f7f7f ^ x&ones*0xff
}

// addShorts is addBytes for differences of 16-bit integers.
func (p *planes) addShorts(out []byte, stride, n int, last uint32) {
	const even = 0x0000ffff0000ffff
	low, high := uint64(last)&even, uint64(last>>16)&even
	for i := 0; i < n; i += 8 {
		a, b, c, d := p.words(i)
		a, b, c, d = signedShorts(a), signedShorts(b), signedShorts(c), signedShorts(d)
		l0, h0 := a&even+low, a>>16&even+high
		l1, h1 := l0+b&even, h0+b>>16&even
		l2, h2 := l1+c&even, h1+c>>16&even
		l3, h3 := l2+d&even, h2+d>>16&even
		l, h := l3<<32, h3<<32
		a = (l0+l)&even | (h0+h)&even<<16
		b = (l1+l)&even | (h1+h)&even<<16
		c = (l2+l)&even | (h2+h)&even<<16
		low, high = (l3+l)&even, (h3+h)&even
		d = low | high<<16
		low, high = low>>32, high>>32
		out = store(out, stride, n-i, a, b, c, d)
	}
}

// signedShorts is signedBytes for four 16-bit integers.
func signedShorts(x uint64) uint64 {
	return x>>1&0x7fff7fff7fff7fff ^ x&0x0001000100010001*0xffff
}

// flipBits is addBytes for deltas that are the differing bits of 32-bit integers, rotated to the
// left by the given number of bits.
func (p *planes) flipBits(out []byte, stride, n int, last uint32, rotation int) {
	left, right := uint(32-rotation)&31, uint(rotation)&31
	// The bits that stay in their half of a word.
	keepLeft := uint64(0xffffffff<<left&0xffffffff) * (1<<32 + 1)
	keepRight := ^uint64(0)
	if right > 0 {
		keepRight = ^keepLeft
	}
	before := uint64(last)
	for i := 0; i < n; i += 8 {
		a, b, c, d := p.words(i)
		a = a<<left&keepLeft | a>>right&keepRight
		b = b<<left&keepLeft | b>>right&keepRight
		c = c<<left&keepLeft | c>>right&keepRight
		d = d<<left&keepLeft | d>>right&keepRight
		a ^= before
		b ^= a
		c ^= b
		d ^= c
		x := d << 32
		a, b, c, d = a^x, b^x, c^x, d^x
		before = d >> 32
		out = store(out, stride, n-i, a, b, c, d)
	}
}

// store writes the eight elements of four words, or n if there are fewer, and returns the rest of
// the output.
func store(out []byte, stride, n int, a, b, c, d uint64) []byte {
	if n <= 8 {
		storeFew(out, stride, n, a, b, c, d)
		return nil
	}
	le.PutUint32(out, uint32(a))
	le.PutUint32(out[stride:], uint32(b))
	le.PutUint32(out[2*stride:], uint32(c))
	le.PutUint32(out[3*stride:], uint32(d))
	out = out[4*stride:]
	le.PutUint32(out, uint32(a>>32))
	le.PutUint32(out[stride:], uint32(b>>32))
	le.PutUint32(out[2*stride:], uint32(c>>32))
	le.PutUint32(out[3*stride:], uint32(d>>32))
	return out[4*stride:]
}

func storeFew(out []byte, stride, n int, words ...uint64) {
	for i := range min(n, 8) {
		le.PutUint32(out[i*stride:], uint32(words[i&3]>>(i>>2*32)))
	}
}
