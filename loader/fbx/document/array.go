package document

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// arrayHeader is the size of the header of an array: count, encoding and number of bytes.
const arrayHeader = 12

// Encodings of arrays.
const (
	plain    = 0
	deflated = 1
)

// mostDeflated is the greatest ratio by which DEFLATE compresses.
const mostDeflated = 1032

// array is the header of an array.
type array struct {
	count, encoding, packed int
	size                    int // of an element
}

// elementSize returns the number of bytes of an element of an array of a binary file, 0 for other
// kinds of values.
func elementSize(kind byte) int {
	switch kind {
	case 'b', 'c':
		return 1
	case 'i', 'f':
		return 4
	case 'l', 'd':
		return 8
	}
	return 0
}

// readArray reads the header of an array of a kind.
func readArray(order binary.ByteOrder, kind byte, b []byte) array {
	return array{int(order.Uint32(b)), int(order.Uint32(b[4:])), int(order.Uint32(b[8:])), elementSize(kind)}
}

// check fails if the array cannot have as many elements as it claims.
func (a array) check() error {
	unpacked := int64(a.count) * int64(a.size)
	switch {
	case a.encoding != plain && a.encoding != deflated:
		return fmt.Errorf("the encoding %d of an array is not known", a.encoding)
	case a.encoding == plain && unpacked != int64(a.packed), a.encoding == deflated && unpacked > mostDeflated*int64(a.packed):
		return fmt.Errorf("an array of %d elements of %d bytes cannot have %d bytes in the file", a.count, a.size, a.packed)
	}
	return nil
}

// usuallyDeflated is a ratio by which DEFLATE rarely compresses arrays.
const usuallyDeflated = 64

// believed returns the number of elements for which memory is taken before they are unpacked.
func (a array) believed() int {
	return min(a.count, usuallyDeflated*a.packed/a.size)
}

// inflater has what it takes to read the elements of an array, to be used again.
type inflater struct {
	source bytes.Reader
	zlib   io.ReadCloser
	chunk  [1 << 15]byte
}

// open returns a reader of the elements.
func (f *inflater) open(packed []byte, encoding int) (io.Reader, error) {
	f.source.Reset(packed)
	if encoding == plain {
		return &f.source, nil
	}
	if f.zlib == nil {
		var err error
		f.zlib, err = zlib.NewReader(&f.source)
		return f.zlib, err
	}
	return f.zlib, f.zlib.(zlib.Resetter).Reset(&f.source, nil)
}

// elements calls take with the elements of an array, chunk by chunk.
func (d *Document) elements(v Value, a array, take func(chunk []byte) error) error {
	f, _ := d.inflaters.Get().(*inflater)
	if f == nil {
		f = new(inflater)
	}
	defer d.inflaters.Put(f)
	r, err := f.open(v.raw[arrayHeader:], a.encoding)
	if err != nil {
		return damaged(err)
	}
	for left := a.count * a.size; left > 0; {
		if err := d.poll(); err != nil {
			return err
		}
		chunk := f.chunk[:min(left, len(f.chunk))]
		if _, err := io.ReadFull(r, chunk); err != nil {
			return damaged(err)
		}
		if err := take(chunk); err != nil {
			return err
		}
		left -= len(chunk)
	}
	// Only a read at the end compares the checksum.
	switch _, err := io.ReadFull(r, f.chunk[:1]); {
	case err == nil:
		return malformed(fmt.Errorf("an array unpacks to more than its %d elements", a.count))
	case !errors.Is(err, io.EOF):
		return damaged(err)
	}
	return nil
}

// damaged returns an error of the decompressor in plain words.
func damaged(err error) error {
	switch {
	case errors.Is(err, zlib.ErrChecksum):
		return malformed(errors.New("the checksum of an array is wrong"))
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return malformed(errors.New("an array unpacks to fewer elements than it claims"))
	}
	return malformed(errors.New("the compressed data of an array is damaged"))
}
