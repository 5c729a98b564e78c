package draco

// symbol says how a face is added to the surface.
type symbol uint8

// The symbols of the edgebreaker encoding: the new face closes the fan of a vertex (C), joins two
// gates (S), has a new vertex and continues at its left or right edge (R, L), or touches no other
// face (E).
const (
	symbolC symbol = iota
	symbolS
	symbolL
	symbolR
	symbolE
	symbolInvalid
)

// traversalKind is the coding of the symbols.
type traversalKind uint8

const (
	traversalStandard   traversalKind = 0 // as bits
	traversalPredictive traversalKind = 1 // as bits where a prediction fails, before 2.2
	traversalValence    traversalKind = 2 // by frequency, by the valence of the next vertex
)

// traversal reads the symbols, and the kinds of the first faces of components.
type traversal struct {
	kind   traversalKind
	bits   bitReader
	short  bool // more bits were read than there are
	starts startFaces
	seams  []flags // by attribute

	valences []int32    // by vertex, so far
	context  int        // of the next symbol, none for the first
	contexts [6][]int32 // symbols by the valence, from 2 to 7, the last ones first
}

// startFaces reads for each component, the last one first, whether its first face is an interior
// one.
type startFaces struct {
	flags
	bits  bitReader // in versions before 2.2
	plain bool
	short bool
}

func (s *startFaces) next() bool {
	if !s.plain {
		return s.flags.next()
	}
	x, ok := s.bits.read(1)
	s.short = s.short || !ok
	return x != 0
}

// start finds the beginnings of all data, and skips it.
func (t *traversal) start(d *decoder, vertices, symbols, faces, parts int) error {
	switch {
	case t.kind > traversalValence, t.kind == traversalPredictive && d.minor == 2:
		return fail("the edgebreaker traversal %d is unknown", t.kind)
	case t.kind != traversalStandard && d.minor < 2:
		return &UnsupportedError{"an edgebreaker traversal of versions before 2.2 other than the standard one"}
	case t.kind == traversalStandard:
		t.bits.data = d.sizedBits()
		if symbols > 8*len(t.bits.data) {
			return errEnd
		}
	}
	if t.starts.plain = d.minor < 2; t.starts.plain {
		t.starts.bits.data = d.sizedBits()
	} else {
		t.starts.flags = d.flags()
	}
	if err := d.charge(parts, 64); err != nil {
		return err
	}
	for range parts {
		t.seams = append(t.seams, d.flags())
	}
	if t.kind == traversalValence {
		return t.startValences(d, vertices, faces)
	}
	return d.err
}

// sizedBits returns bits whose number of bytes is before them.
func (r *reader) sizedBits() []byte {
	if r.minor < 2 {
		return r.sized(r.uint64())
	}
	return r.sized(r.varint64())
}

// startValences reads the symbols by valence.
func (t *traversal) startValences(d *decoder, vertices, faces int) error {
	if d.err != nil {
		return d.err
	}
	if err := d.charge(vertices, 4); err != nil {
		return err
	}
	t.valences = make([]int32, vertices)
	t.context = none
	for i := range t.contexts {
		n := d.varint()
		if d.err != nil {
			return d.err
		}
		if int64(n) > int64(faces) {
			return fail("%d symbols are too many for %d faces", n, faces)
		}
		if err := d.charge(int(n), 4); err != nil {
			return err
		}
		t.contexts[i] = make([]int32, n)
		if err := readSymbols(d, t.contexts[i], 1); err != nil {
			return err
		}
	}
	return nil
}

// symbol returns the next symbol.
func (t *traversal) symbol() symbol {
	switch {
	case t.kind == traversalStandard:
		return t.plain()
	case t.context == none:
		return symbolE // the first symbol is always E
	}
	return t.pop()
}

// plain reads a symbol of one or three bits.
func (t *traversal) plain() symbol {
	x, ok := t.bits.read(1)
	if ok && x == 0 {
		return symbolC
	}
	x, ok = t.bits.read(2)
	if !ok {
		t.short = true
		return symbolInvalid
	}
	return symbolS + symbol(x)
}

// pop takes the next symbol of the context.
func (t *traversal) pop() symbol {
	rest := t.contexts[t.context]
	if len(rest) == 0 {
		return symbolInvalid
	}
	t.contexts[t.context] = rest[:len(rest)-1]
	if x := uint32(rest[len(rest)-1]); x < uint32(symbolInvalid) {
		return symbol(x)
	}
	return symbolInvalid
}

// reached records the vertices at the corners of the new gate: the opposite, the next and the
// previous one.
func (t *traversal) reached(s symbol, v, next, previous int32) {
	switch s {
	case symbolC, symbolS:
		t.count(v, 0, next, 1, previous, 1)
	case symbolR:
		t.count(v, 1, next, 1, previous, 2)
	case symbolL:
		t.count(v, 1, next, 2, previous, 1)
	case symbolE:
		t.count(v, 2, next, 2, previous, 2)
	}
	t.context = int(min(max(t.valences[next], 2), 7)) - 2
}

// count adds to the valences of three vertices.
func (t *traversal) count(v, a, w, b, x, c int32) {
	t.valences[v] += a
	t.valences[w] += b
	t.valences[x] += c
}

// merge records that vertex n was merged into p.
func (t *traversal) merge(p, n int32) {
	if t.valences != nil {
		t.valences[p] += t.valences[n]
	}
}

// end returns an error if more was read than there is.
func (t *traversal) end() error {
	if t.short || t.starts.short || t.starts.ended {
		return errEnd
	}
	return nil
}
