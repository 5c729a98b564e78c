package meshopt

import "math/bits"

// slowDecode decodes a stream as the text of the extensions says, a byte at a time, and reports
// whether it is valid. It is the twin of Decode, but for filters.
func slowDecode(data []byte, o Options) ([]byte, bool) {
	if len(data) == 0 || data[0]>>4 != [...]byte{10, 14, 13}[o.Mode] || data[0]&15 > 1 {
		return nil, false
	}
	s := &slow{version: int(data[0] & 15), data: data[1:], ok: true}
	switch o.Mode {
	case Attributes:
		return s.attributes(o.Count, o.Stride), s.ok
	case Triangles:
		return s.indices(s.triangles(o.Count/3), o.Stride), s.ok
	}
	return s.indices(s.sequence(o.Count), o.Stride), s.ok
}

type slow struct {
	version int
	data    []byte
	ok      bool
}

func (s *slow) byte() byte {
	if len(s.data) == 0 {
		s.ok = false
		return 0
	}
	b := s.data[0]
	s.data = s.data[1:]
	return b
}

// tail takes n bytes from the end.
func (s *slow) tail(n int) []byte {
	if len(s.data) < n {
		s.ok = false
		return make([]byte, n)
	}
	at := len(s.data) - n
	tail := s.data[at:]
	s.data = s.data[:at]
	return tail
}

func (s *slow) attributes(count, stride int) []byte {
	var modes []byte
	size, padded := stride, 32
	if s.version == 1 {
		size, padded = stride+stride/4, 24
	}
	tail := s.tail(max(size, padded))
	tail = tail[len(tail)-size:]
	element := append([]byte{}, tail[:stride]...)
	modes = tail[stride:]
	if s.version == 0 {
		modes = make([]byte, stride/4)
	}
	for _, m := range modes {
		if m&15 > 2 || m&15 < 2 && m > 2 {
			s.ok = false
		}
	}
	var out []byte
	for s.ok && count > 0 {
		n := min(count, 8192/stride&^15, 256)
		count -= n
		out = append(out, s.block(n, element, modes)...)
	}
	s.ok = s.ok && len(s.data) == 0
	return out
}

func (s *slow) block(n int, element, modes []byte) (out []byte) {
	controls := make([]byte, len(element)/4)
	if s.version == 1 {
		for i := range controls {
			controls[i] = s.byte()
		}
	}
	var deltas [][]byte
	for k := range element {
		widths := []int{0, 2, 4, 8}
		if s.version == 1 {
			switch c := controls[k/4] >> (k % 4 * 2) & 3; c {
			case 2:
				deltas = append(deltas, make([]byte, n))
				continue
			case 3:
				literal := make([]byte, n)
				for i := range literal {
					literal[i] = s.byte()
				}
				deltas = append(deltas, literal)
				continue
			default:
				widths = []int{0, 1, 2, 4, 8}[c:]
			}
		}
		deltas = append(deltas, s.groups((n+15)/16, widths))
	}
	for i := 0; i < n && s.ok; i++ {
		for k := 0; k < len(element); k += 4 {
			e, d := element[k:k+4], [4]byte{deltas[k][i], deltas[k+1][i], deltas[k+2][i], deltas[k+3][i]}
			switch m := modes[k/4]; m & 15 {
			case 0:
				for j := range e {
					e[j] += d[j]>>1 ^ -(d[j] & 1)
				}
			case 1:
				for j := 0; j < 4; j += 2 {
					x := le.Uint16(d[j:])
					le.PutUint16(e[j:], le.Uint16(e[j:])+(x>>1^-(x&1)))
				}
			default:
				le.PutUint32(e, le.Uint32(e)^bits.RotateLeft32(le.Uint32(d[:]), -int(m>>4)))
			}
		}
		out = append(out, element...)
	}
	return out
}

func (s *slow) groups(n int, widths []int) (out []byte) {
	header := make([]byte, (n+3)/4)
	for i := range header {
		header[i] = s.byte()
	}
	for g := range n {
		width := widths[header[g/4]>>(g%4*2)&3]
		if width == 0 {
			out = append(out, make([]byte, 16)...)
			continue
		}
		packed := make([]byte, 16*width/8)
		for i := range packed {
			packed[i] = s.byte()
		}
		full := byte(1<<width - 1)
		for i := range 16 {
			per := 8 / width
			shift := (per - 1 - i%per) * width
			if width == 1 {
				shift = i % 8
			}
			x := packed[i/per] >> shift & full
			if x == full && width < 8 {
				x = s.byte()
			}
			out = append(out, x)
		}
	}
	return out
}

func (s *slow) number() (x uint32) {
	for i := range 5 {
		b := s.byte()
		x |= uint32(b&127) << (7 * i)
		if b < 128 {
			return x
		}
	}
	s.ok = false
	return 0
}

func (s *slow) sequence(n int) (out []uint32) {
	s.tail(4)
	var last [2]uint32
	for i := 0; i < n && s.ok; i++ {
		x := s.number()
		d := x >> 2
		if x&2 != 0 {
			d = ^d
		}
		last[x&1] += d
		out = append(out, last[x&1])
	}
	s.ok = s.ok && len(s.data) == 0
	return out
}

func (s *slow) indices(x []uint32, size int) (out []byte) {
	for _, v := range x {
		out = append(out, le.AppendUint32(nil, v)[:size]...)
	}
	return out
}

// slowState is that of a list of triangles, the last edges and vertices at the end.
type slowState struct {
	*slow
	edges      [][2]uint32
	vertices   []uint32
	next, last uint32
}

func (s *slow) triangles(n int) (out []uint32) {
	table := s.tail(16)
	for i, x := range table {
		s.ok = s.ok && x>>4 < 15 && x&15 < 15 && (i < 14 || x == 0)
	}
	codes := make([]byte, min(n, len(s.data)))
	s.ok = s.ok && len(codes) == n
	for i := range codes {
		codes[i] = s.byte()
	}
	t := &slowState{slow: s}
	for _, code := range codes {
		if !s.ok {
			return nil
		}
		if code < 0xf0 {
			out = append(out, t.beside(int(code>>4), int(code&15))...)
		} else {
			out = append(out, t.apart(code, table)...)
		}
	}
	s.ok = s.ok && len(s.data) == 0
	return out
}

func (t *slowState) beside(x, y int) []uint32 {
	if x >= min(len(t.edges), 16) {
		t.ok = false
		return nil
	}
	edge := t.edges[len(t.edges)-1-x]
	var c uint32
	isNew := true
	switch {
	case y == 0:
		c = t.new()
	case y == 15:
		c = t.index()
	case y >= 13 && t.version == 1:
		t.last += uint32(2*y - 27)
		c = t.last
	default:
		c, isNew = t.vertex(y), false
	}
	if isNew {
		t.vertices = append(t.vertices, c)
	}
	t.edges = append(t.edges, [2]uint32{c, edge[1]}, [2]uint32{edge[0], c})
	return []uint32{edge[0], edge[1], c}
}

func (t *slowState) apart(code byte, table []byte) []uint32 {
	pair := table[code&15]
	if code >= 0xfe {
		if pair = t.byte(); pair == 0 {
			t.next = 0
		}
	}
	// All that is no number comes first.
	corners, numbers := make([]uint32, 3), make([]bool, 3)
	for i, y := range []int{0, int(pair >> 4), int(pair & 15)} {
		switch {
		case i == 0 && code == 0xff || y == 15:
			numbers[i] = true
		case y == 0:
			corners[i] = t.new()
		default:
			corners[i] = t.vertex(y - 1)
		}
	}
	for i := range corners {
		if numbers[i] {
			corners[i] = t.index()
		}
	}
	for i, y := range []int{0, int(pair >> 4), int(pair & 15)} {
		if y == 0 || y == 15 {
			t.vertices = append(t.vertices, corners[i])
		}
	}
	a, b, c := corners[0], corners[1], corners[2]
	t.edges = append(t.edges, [2]uint32{b, a}, [2]uint32{c, b}, [2]uint32{a, c})
	return corners
}

func (t *slowState) new() uint32 {
	t.next++
	return t.next - 1
}

func (t *slowState) vertex(i int) uint32 {
	if i >= len(t.vertices) {
		t.ok = false
		return 0
	}
	return t.vertices[len(t.vertices)-1-i]
}

func (t *slowState) index() uint32 {
	x := t.number()
	d := x >> 1
	if x&1 != 0 {
		d = ^d
	}
	t.last += d
	return t.last
}
