package draco

// symbols reads numbers that are coded by their frequency.
type symbols struct {
	coder
	precision int
	slots     []uint32 // the symbol of each remainder
	table     []frequency
}

// frequency is the frequency of a symbol, and the sum of those before it.
type frequency struct {
	count, before uint32
}

// symbolScheme is the coding of a list of symbols.
type symbolScheme byte

const (
	schemeTagged symbolScheme = 0 // plain bits, their number coded by frequency
	schemeDirect symbolScheme = 1 // coded by frequency
)

// readSymbols fills out with symbols. Its length is a multiple of components.
func readSymbols[T int32 | uint32](d *decoder, out []T, components int) error {
	if len(out) == 0 {
		return nil
	}
	scheme, s, err := d.symbolTable()
	if err != nil {
		return err
	}
	if scheme == schemeTagged {
		err = readTagged(d, s, out, components)
	} else {
		readDirect(s, out)
	}
	if s.ended {
		return errEnd
	}
	return err
}

// skipSymbols skips n symbols.
func (d *decoder) skipSymbols(n, components int) error {
	if n == 0 {
		return nil
	}
	scheme, s, err := d.symbolTable()
	if err != nil || scheme == schemeDirect {
		return err
	}
	// They take no memory, but time.
	if err := d.charge(n, 1); err != nil {
		return err
	}
	sum := 0
	for ; n > 0; n -= components {
		sum += int(s.next()) * components
	}
	if s.ended {
		return errEnd
	}
	d.bytes((sum + 7) / 8)
	return d.err
}

// symbolTable reads the table of symbols and starts to read them.
func (d *decoder) symbolTable() (symbolScheme, *symbols, error) {
	scheme := symbolScheme(d.byte())
	length := 5 // of symbols, in bits
	switch {
	case d.err != nil:
		return 0, nil, d.err
	case scheme == schemeDirect:
		length = int(d.byte())
	case scheme != schemeTagged:
		return 0, nil, fail("the coding of symbols %d is unknown", scheme)
	}
	if length < 1 || length > 18 {
		return 0, nil, fail("symbols of %d bits are not allowed", length)
	}
	s := &symbols{precision: min(max(3*length/2, 12), 20)}
	if err := d.frequencies(s); err != nil {
		return 0, nil, err
	}
	var err error
	data := d.sized(d.varint64())
	if d.err != nil {
		return 0, nil, d.err
	}
	s.coder, err = newCoder(data, 4<<s.precision)
	return scheme, s, err
}

// frequencies reads the frequencies of all symbols. Their sum is 1 in units of the precision.
func (d *decoder) frequencies(s *symbols) error {
	n := int(d.varint())
	if n == 0 || n/64 > len(d.data) {
		return fail("a table of %d symbols is not allowed", n)
	}
	if err := d.charge(n, 8); err != nil {
		return err
	}
	s.table = make([]frequency, n)
	whole := uint32(1) << s.precision
	// Filling the table takes time, whether it is new or not.
	if err := d.charge(int(whole), 1); err != nil {
		return err
	}
	if cap(d.slots) < int(whole) {
		if err := d.charge(int(whole), 4); err != nil {
			return err
		}
		d.slots = make([]uint32, whole)
	}
	s.slots = d.slots[:whole]
	before := uint32(0)
	for i := 0; i < n; i++ {
		count, skipped := d.frequency()
		i += skipped
		if d.err != nil {
			return d.err
		}
		if i >= n || count > whole-before {
			return fail("the frequencies of symbols do not add up")
		}
		s.table[i] = frequency{count, before}
		fill(s.slots[before:before+count], uint32(i))
		before += count
	}
	if before != whole {
		return fail("the frequencies of symbols do not add up")
	}
	return nil
}

// frequency reads the frequency of a symbol, or the number of symbols after this one that do not
// occur either.
func (r *reader) frequency() (count uint32, skipped int) {
	head := r.byte()
	extra := int(head & 3)
	count = uint32(head >> 2)
	if extra == 3 {
		return 0, int(count)
	}
	for i := range extra {
		count |= uint32(r.byte()) << (8*i + 6)
	}
	return count, 0
}

func fill(s []uint32, v uint32) {
	for i := range s {
		s[i] = v
	}
}

// next reads a symbol.
func (s *symbols) next() uint32 {
	if s.state < s.base {
		s.refill()
	}
	rest := s.state & (1<<s.precision - 1)
	symbol := s.slots[rest]
	f := s.table[symbol]
	s.state = s.state>>s.precision*f.count + rest - f.before
	return symbol
}

// readDirect fills out with symbols. It is next with its variables in registers.
func readDirect[T int32 | uint32](s *symbols, out []T) {
	state, slots, table := s.state, s.slots, s.table
	mask, shift := uint32(1)<<s.precision-1, s.precision&31
	for i := range out {
		if state < s.base {
			s.state = state
			s.refill()
			state = s.state
		}
		rest := state & mask
		symbol := slots[rest]
		f := table[symbol]
		state = state>>shift*f.count + rest - f.before
		out[i] = T(symbol)
	}
	s.state = state
}

// readTagged reads numbers in plain bits. For each value, s has the number of bits of its
// components.
func readTagged[T int32 | uint32](d *decoder, s *symbols, out []T, components int) error {
	plain := bitReader{data: d.data}
	for at := 0; at < len(out); at += components {
		n := int(s.next())
		if n > 32 {
			return fail("a number of %d bits is not allowed", n)
		}
		for i := range components {
			x, ok := plain.read(n)
			if !ok {
				return errEnd
			}
			out[at+i] = T(x)
		}
	}
	d.bytes(plain.bytes())
	return d.err
}
