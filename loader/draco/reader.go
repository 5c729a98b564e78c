package draco

import (
	"encoding/binary"
	"math"
)

// reader reads numbers from the beginning of data. After an error they are all 0.
type reader struct {
	data  []byte
	minor byte // version of the bitstream
	err   error
	// skipping reports that numbers are only read to find what follows.
	skipping bool
}

// fail sets the error, unless there is one.
func (r *reader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.data = nil
}

// odd is fail for numbers that are invalid, which does not matter where they are skipped.
func (r *reader) odd(err error) {
	if !r.skipping {
		r.fail(err)
	}
}

// bytes returns the next n bytes, or nil if there are too few.
func (r *reader) bytes(n int) []byte {
	if n < 0 || n > len(r.data) {
		r.fail(errEnd)
		return nil
	}
	b := r.data[:n:n]
	r.data = r.data[n:]
	return b
}

func (r *reader) byte() byte {
	if len(r.data) == 0 {
		r.fail(errEnd)
		return 0
	}
	b := r.data[0]
	r.data = r.data[1:]
	return b
}

func (r *reader) uint16() uint16 {
	if b := r.bytes(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

func (r *reader) uint32() uint32 {
	if b := r.bytes(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (r *reader) uint64() uint64 {
	if b := r.bytes(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

func (r *reader) float32() float32 { return math.Float32frombits(r.uint32()) }

// varint reads a number of up to 32 bits, with seven bits in each byte, the low ones first.
func (r *reader) varint() uint32 {
	v := r.varint64()
	if v > math.MaxUint32 {
		r.fail(fail("a number does not fit into 32 bits"))
		return 0
	}
	return uint32(v)
}

func (r *reader) varint64() uint64 {
	v, n := binary.Uvarint(r.data)
	switch {
	case n == 0:
		r.fail(errEnd)
		return 0
	case n < 0:
		r.fail(fail("a number does not fit into 64 bits"))
		return 0
	}
	r.data = r.data[n:]
	return v
}

// count32 reads a number that is a varint since version 2.2.
func (r *reader) count32() uint32 {
	if r.minor < 2 {
		return r.uint32()
	}
	return r.varint()
}

// sized returns bytes whose number is before them.
func (r *reader) sized(n uint64) []byte {
	if n > uint64(len(r.data)) {
		r.fail(errEnd)
		return nil
	}
	return r.bytes(int(n))
}

// metadata skips the metadata of attributes and of the mesh.
func (r *reader) metadata() {
	for n := r.varint(); n > 0 && r.err == nil; n-- {
		r.varint() // the attribute
		r.metadataTree()
	}
	r.metadataTree()
}

// metadataTree skips named values and the nested ones that follow.
func (r *reader) metadataTree() {
	pending := r.metadataEntries()
	for ; pending > 0 && r.err == nil; pending-- {
		r.bytes(int(r.byte())) // the name
		pending += r.metadataEntries()
	}
}

// metadataEntries skips named values and returns the number of nested ones.
func (r *reader) metadataEntries() uint64 {
	for n := r.varint(); n > 0 && r.err == nil; n-- {
		r.bytes(int(r.byte()))
		r.sized(uint64(r.varint()))
	}
	return uint64(r.varint())
}
