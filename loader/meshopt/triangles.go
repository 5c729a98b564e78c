package meshopt

// tableSize is the number of bytes after the last triangle: a table of pairs of codes.
const tableSize = 16

// triangles is a list of triangles that is being decoded. Most triangles share an edge with a
// recent one, and have the next new vertex or a recent one as their third.
type triangles struct {
	data  []byte // what is not in the codes: codes of pairs, and numbers
	table [tableSize]byte
	// numbers is the code from which on the third vertex of a triangle beside another is stored by
	// its distance to the last number.
	numbers int
	// edges and vertices are rings of recent edges and vertices, after edgeCount and vertexCount
	// were put into them.
	edges       [16]uint64
	vertices    [16]uint32
	edgeCount   int
	vertexCount int
	next        uint32 // the next new vertex
	last        uint32 // the last vertex that was stored as a number
	err         error
}

var errUnknown = &FormatError{"a triangle refers to an earlier one that is not there"}

// decodeTriangles decodes a list of triangles into out. Its version and size were checked.
func decodeTriangles(out, data []byte, version, size int) error {
	n := len(out) / (3 * size)
	table := [tableSize]byte(data[len(data)-tableSize:])
	if err := checkTable(&table); err != nil {
		return err
	}
	codes := data[1 : 1+n]
	t := &triangles{data: data[1+n : len(data)-tableSize], table: table, numbers: 13}
	if version == 0 {
		t.numbers = 15
	}
	if size == 4 {
		t.decode(out, codes)
	} else {
		var wide [12 * 256]byte
		for len(codes) > 0 && t.err == nil {
			n := min(len(codes), len(wide)/12)
			t.decode(wide[:12*n], codes[:n])
			narrow(out[:6*n], wide[:12*n])
			out, codes = out[6*n:], codes[n:]
		}
	}
	if t.err == nil && len(t.data) > 0 {
		return errExtra
	}
	return t.err
}

// narrow converts 32-bit numbers to 16-bit ones.
func narrow(out, wide []byte) {
	for ; len(out) >= 2 && len(wide) >= 4; out, wide = out[2:], wide[4:] {
		le.PutUint16(out, le.Uint16(wide))
	}
}

// decode writes a triangle for each code into out, as 32-bit numbers, until an error.
func (t *triangles) decode(out, codes []byte) {
	for {
		n := t.run(out, codes)
		if out, codes = out[12*n:], codes[n:]; len(codes) == 0 {
			return
		}
		var v [3]uint32
		if code := codes[0]; code < 0xf0 {
			v = t.beside(int(code>>4), int(code&15))
		} else {
			v = t.apart(code)
		}
		if t.err != nil {
			return
		}
		le.PutUint32(out, v[0])
		le.PutUint32(out[4:], v[1])
		le.PutUint32(out[8:], v[2])
		out, codes = out[12:], codes[1:]
	}
}

// checkTable returns an error for a table with entries that are not allowed.
func checkTable(table *[tableSize]byte) error {
	for i, x := range table {
		if x>>4 == 15 || x&15 == 15 || i >= 14 && x != 0 {
			return fail("the table of the meshopt data has the entry %#x at %d, which is not allowed", x, i)
		}
	}
	return nil
}

// run writes triangles into out as long as each has an edge of an earlier one and needs no number,
// and returns how many. It does nothing as long as there are too few edges and vertices to refer
// to.
func (t *triangles) run(out, codes []byte) int {
	edges, vertices, next := t.edgeCount, t.vertexCount, t.next
	if edges < len(t.edges) || vertices < len(t.vertices) {
		return 0
	}
	i := 0
	for ; i < len(codes) && 12*i+12 <= len(out); i++ {
		edge, code := int(codes[i]>>4), int(codes[i]&15)
		if edge == 15 || code >= t.numbers {
			break
		}
		e := t.edges[(edges-1-edge)&15]
		// Whether the vertex is new cannot be predicted, so there is no branch.
		isNew := uint32(code-1) >> 31
		c := t.vertices[(vertices-1-code)&15]
		c ^= (c ^ next) & -isNew
		next += isNew
		t.vertices[vertices&15] = c
		vertices += int(isNew)
		t.edges[edges&15] = uint64(c) | e>>32<<32
		t.edges[(edges+1)&15] = e&0xffffffff | uint64(c)<<32
		edges += 2
		triangle := out[12*i : 12*i+12]
		le.PutUint64(triangle, e)
		le.PutUint32(triangle[8:], c)
	}
	t.edgeCount, t.vertexCount, t.next = edges, vertices, next
	return i
}

// beside returns a triangle with an edge of an earlier one.
func (t *triangles) beside(edge, code int) (v [3]uint32) {
	if edge >= t.edgeCount || code > 0 && code < t.numbers && code >= t.vertexCount {
		t.err = errUnknown
		return v
	}
	e := t.edges[(t.edgeCount-1-edge)&15]
	a, b := uint32(e), uint32(e>>32)
	var c uint32
	switch {
	case code == 0:
		c = t.vertex(0)
	case code < t.numbers:
		c = t.vertex(code + 1)
	case code < 15:
		t.last += uint32(2*code - 27) // one less or more
		c = t.last
	default:
		c = t.number()
	}
	if code == 0 || code >= t.numbers {
		t.put(c)
	}
	t.putEdge(c, b)
	t.putEdge(a, c)
	return [3]uint32{a, b, c}
}

// apart returns a triangle that shares no edge with a recent one.
func (t *triangles) apart(code byte) (v [3]uint32) {
	pair := t.table[code&15]
	if code >= 0xfe {
		if len(t.data) == 0 {
			t.err = errEnd
			return v
		}
		pair = t.data[0]
		t.data = t.data[1:]
		if pair == 0 {
			t.next = 0
		}
	}
	codeB, codeC := int(pair>>4), int(pair&15)
	if codeB < 15 && codeB > t.vertexCount || codeC < 15 && codeC > t.vertexCount {
		t.err = errUnknown
		return v
	}
	// New and earlier vertices are found before numbers are read and vertices put.
	var a uint32
	if code != 0xff {
		a = t.next
		t.next++
	}
	b, c := t.vertex(codeB), t.vertex(codeC)
	if code == 0xff {
		a = t.number()
	}
	if codeB == 15 {
		b = t.number()
	}
	if codeC == 15 {
		c = t.number()
	}
	t.put(a)
	if codeB == 0 || codeB == 15 {
		t.put(b)
	}
	if codeC == 0 || codeC == 15 {
		t.put(c)
	}
	t.putEdge(b, a)
	t.putEdge(c, b)
	t.putEdge(a, c)
	return [3]uint32{a, b, c}
}

// vertex returns the next new vertex for the code 0, or else the vertex that was put that many
// times ago.
func (t *triangles) vertex(code int) uint32 {
	if code > 0 {
		return t.vertices[(t.vertexCount-code)&15]
	}
	t.next++
	return t.next - 1
}

// number returns a vertex that is stored by its distance to the last one.
func (t *triangles) number() uint32 {
	x, n := number(t.data)
	if n <= 0 {
		t.err = numberError(n)
		return 0
	}
	t.data = t.data[n:]
	t.last += signed(x)
	return t.last
}

func (t *triangles) put(v uint32) {
	t.vertices[t.vertexCount&15] = v
	t.vertexCount++
}

func (t *triangles) putEdge(a, b uint32) {
	t.edges[t.edgeCount&15] = uint64(a) | uint64(b)<<32
	t.edgeCount++
}
