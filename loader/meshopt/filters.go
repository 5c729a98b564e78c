package meshopt

import "math"

// Converting products to float32 keeps compilers from fusing them with sums, which would round once
// instead of twice.

// apply transforms decoded elements. Their stride fits the filter.
func (f Filter) apply(data []byte, stride int) {
	switch {
	case f == Octahedral && stride == 4:
		octahedral8(data)
	case f == Octahedral:
		octahedral16(data)
	case f == Quaternion:
		quaternions(data)
	case f == Exponential:
		exponential(data)
	case f == Color && stride == 4:
		colors8(data)
	case f == Color:
		colors16(data)
	}
}

// octahedral8 converts octahedral coordinates of unit vectors, 8-bit integers, to the vectors. The
// third of four bytes is the integer that means 1; the fourth does not change.
func octahedral8(data []byte) {
	for ; len(data) >= 4; data = data[4:] {
		v := data[:4]
		x, y, z := unitVector(int32(int8(v[0])), int32(int8(v[1])), int32(int8(v[2])), 127)
		v[0], v[1], v[2] = byte(x), byte(y), byte(z)
	}
}

// octahedral16 is octahedral8 for 16-bit integers.
func octahedral16(data []byte) {
	for ; len(data) >= 8; data = data[8:] {
		v := le.Uint64(data)
		x, y, z := unitVector(int32(int16(v)), int32(int16(v>>16)), int32(int16(v>>32)), 32767)
		v = v&^0xffffffffffff | uint64(uint16(x)) | uint64(uint16(y))<<16 | uint64(uint16(z))<<32
		le.PutUint64(data, v)
	}
}

// unitVector returns the unit vector of octahedral coordinates, where one means 1, times most. It
// is zero if there is no such vector. Cigolle et al., A Survey of Efficient Representations for
// Independent Unit Vectors, JCGT 3 (2014).
func unitVector(x, y, one int32, most float32) (int32, int32, int32) {
	signX, signY := x>>31, y>>31
	z := one - (x ^ signX - signX) - (y ^ signY - signY)
	// The lower half of the octahedron is folded over its edges.
	t := min(z, 0)
	x += t ^ signX - signX
	y += t ^ signY - signY
	if x|y|z == 0 {
		return 0, 0, 0
	}
	u, v, w := float32(x), float32(y), float32(z) // exactly
	s := most / squareRoot(float32(float32(u*u)+float32(v*v))+float32(w*w))
	return rounded(u, s, x), rounded(v, s, y), rounded(w, s, z)
}

// quaternions converts three components of unit quaternions, with the index of the fourth and
// greatest one and the integer that means 1, to all four, as 16-bit integers.
func quaternions(data []byte) {
	const scale = 32767 / float32(math.Sqrt2)
	for ; len(data) >= 8; data = data[8:] {
		q := le.Uint64(data)
		a, b, c := int32(int16(q)), int32(int16(q>>16)), int32(int16(q>>32))
		x, y, z := float32(a), float32(b), float32(c)
		last := int16(q >> 48)
		one := float32(last | 3)
		ww := float32(float32(one*one)*2) - float32(x*x) - float32(y*y) - float32(z*z)
		w := squareRoot(max(ww, 0))
		s := scale / one
		out := uint64(uint16(rounded(w, s, 0))) | uint64(uint16(rounded(x, s, a)))<<16 |
			uint64(uint16(rounded(y, s, b)))<<32 | uint64(uint16(rounded(z, s, c)))<<48
		by := uint(last&3) * 16
		le.PutUint64(data, out<<by|out>>(64-by))
	}
}

// exponential converts integers with an exponent of 8 bits and a mantissa of 24 to floats.
func exponential(data []byte) {
	for ; len(data) >= 4; data = data[4:] {
		v := le.Uint32(data)
		power := math.Float32frombits(uint32(int32(v)>>24+127) << 23)
		f := power * float32(int32(v<<8)>>8)
		bits := math.Float32bits(f)
		if f != f {
			bits = 0x7fc00000 // machines differ in the NaN
		}
		le.PutUint32(data, bits)
	}
}

// colors8 converts colors in the YCoCg model, with an alpha that begins with a 1, to red, green,
// blue and alpha, as 8-bit integers. Malvar and Sullivan, YCoCg-R: A Color Space with RGB
// Reversibility and Low Dynamic Range, JVT-I014 (2003).
func colors8(data []byte) {
	for ; len(data) >= 4; data = data[4:] {
		c := data[:4]
		r, g, b, a := rgba(int32(c[0]), int32(int8(c[1])), int32(int8(c[2])), int32(c[3]), 255)
		c[0], c[1], c[2], c[3] = byte(r), byte(g), byte(b), byte(a)
	}
}

// colors16 is colors8 for 16-bit integers.
func colors16(data []byte) {
	for ; len(data) >= 8; data = data[8:] {
		c := le.Uint64(data)
		r, g, b, a := rgba(int32(uint16(c)), int32(int16(c>>16)), int32(int16(c>>32)), int32(c>>48), 65535)
		le.PutUint64(data, uint64(uint16(r))|uint64(uint16(g))<<16|uint64(uint16(b))<<32|uint64(uint16(a))<<48)
	}
}

func rgba(y, co, cg, alpha int32, most float32) (r, g, b, a int32) {
	// All bits below the highest of alpha, which mean 1.
	one := alpha
	one |= one >> 1
	one |= one >> 2
	one |= one >> 4
	one |= one >> 8
	s := most / float32(one)
	up := func(x int32) int32 { return truncated(float32(float32(x)*s) + 0.5) }
	return up(y + co - cg), up(y + cg), up(y - co - cg), up(alpha<<1&one | alpha&1)
}

// rounded returns x times s, rounded to the nearest integer, with halves rounded in the direction
// of the sign of n.
func rounded(x, s float32, n int32) int32 {
	half := math.Float32frombits(math.Float32bits(0.5) | uint32(n)&(1<<31))
	return int32(float32(x*s) + half)
}

// truncated returns the integer part, or 0 if it does not fit into an int32.
func truncated(x float32) int32 {
	if !(x > -1<<31 && x < 1<<31) {
		return 0
	}
	return int32(x)
}

func squareRoot(x float32) float32 { return float32(math.Sqrt(float64(x))) }
