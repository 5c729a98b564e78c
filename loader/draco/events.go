package draco

import "math"

// readEvents reads the topology splits.
func (e *builder) readEvents(r *reader) error {
	n := r.varint()
	if r.err != nil {
		return r.err
	}
	if int64(n) > int64(e.faces) || int(n) > len(r.data)/2 {
		return fail("%d topology splits are too many", n)
	}
	if err := e.d.charge(int(n), 12+64); err != nil {
		return err
	}
	e.events = make([]event, n)
	last := uint64(0)
	for i := range e.events {
		last += uint64(r.varint())
		back := uint64(r.varint())
		if last > math.MaxUint32 || back > last {
			return fail("a topology split has no symbol")
		}
		e.events[i] = event{source: uint32(last), split: uint32(last - back)}
	}
	if n == 0 {
		return nil
	}
	return e.readEdges(r)
}

// readEdges reads which edges of their faces the splits touch.
func (e *builder) readEdges(r *reader) error {
	width := 1
	if r.minor < 2 {
		width = 2
	}
	edges := bitReader{data: r.data}
	for i := range e.events {
		x, ok := edges.read(width)
		if !ok {
			return errEnd
		}
		e.events[i].right = x&1 != 0
	}
	r.bytes(edges.bytes())
	return r.err
}

// oldEvents reads the events of versions before 2.2. They are after the connectivity, and are
// skipped there.
func (e *builder) oldEvents() error {
	size := e.d.varint()
	behind := e.d.reader
	if behind.sized(uint64(size)); behind.err != nil {
		return behind.err
	}
	all := len(behind.data)
	if err := e.readEvents(&behind); err != nil {
		return err
	}
	if e.d.minor < 1 {
		for n := behind.varint(); n > 0 && behind.err == nil; n-- {
			behind.varint() // a hole, which is not needed
		}
	}
	e.oldEventBytes = all - len(behind.data)
	return behind.err
}
