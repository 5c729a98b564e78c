package crate

import (
	"encoding/binary"
	"errors"

	"github.com/pierrec/lz4/v4"
)

// ratio is the greatest number of bytes that a byte of LZ4 unpacks to.
const ratio = 255

// maxChunk is the most that a chunk of packed data unpacks to, as OpenUSD divides it.
const maxChunk = 0x7E000000

var errPacked = errors.New("the packed data is damaged")

// unpack unpacks data that OpenUSD packed with TfFastCompression into dst. It returns the number of
// bytes. They are no more than len(dst).
func unpack(packed, dst []byte) (int, error) {
	if len(packed) == 0 {
		return 0, errPacked
	}
	chunks, packed := int(packed[0]), packed[1:]
	if chunks == 0 {
		return unpackChunk(packed, dst)
	}
	total := 0
	for range chunks {
		if len(packed) < 4 {
			return 0, errPacked
		}
		size := uint64(binary.LittleEndian.Uint32(packed))
		packed = packed[4:]
		if size > uint64(len(packed)) {
			return 0, errPacked
		}
		n, err := unpackChunk(packed[:size], dst[total:min(len(dst), total+maxChunk)])
		if err != nil {
			return 0, err
		}
		total += n
		packed = packed[size:]
	}
	return total, nil
}

func unpackChunk(chunk, dst []byte) (int, error) {
	n, err := lz4.UncompressBlock(chunk, dst)
	if err != nil {
		return 0, errPacked
	}
	return n, nil
}

// packed reads the size of packed data, and returns the data. It fails if the data cannot unpack to
// at least need bytes.
func (c *cursor) packed(need uint64) []byte {
	at := c.at
	data := c.bytes(c.uint64())
	if c.err == nil && need > ratio*uint64(len(data)) {
		c.at = at
		c.fail("%d bytes of packed data cannot hold %d bytes", len(data), need)
	}
	if c.err != nil {
		return nil
	}
	return data
}

// packedCount reads the number of packed integers that follow.
func (c *cursor) packedCount() int { return c.packedFits(c.uint64()) }

// packedFits returns n if the rest of the data can hold so many packed integers, and else fails.
func (c *cursor) packedFits(n uint64) int {
	const perByte = 4 * ratio // two bits each at least
	if left := len(c.data) - c.at; c.err == nil && n > perByte*uint64(left) {
		c.fail("%d packed integers cannot be in the %d bytes that are left", n, left)
	}
	if c.err != nil {
		return 0
	}
	return int(n)
}

// unpackExactly unpacks data to as many bytes as dst has.
func (c *cursor) unpackExactly(packed, dst []byte) {
	if c.err != nil {
		return
	}
	n, err := unpack(packed, dst)
	switch {
	case err != nil:
		c.fail("%w", err)
	case n != len(dst):
		c.fail("packed data unpacks to %d bytes instead of %d", n, len(dst))
	}
}

// keptScratch is the greatest number of bytes of memory for encoded integers that is kept.
const keptScratch = 1 << 16

// scratch returns n bytes of memory for encoded integers. They are valid until the next call.
func (f *file) scratch(n int) ([]byte, error) {
	if n <= cap(f.encoded) {
		return f.encoded[:n], nil
	}
	if err := f.charge(n, 1); err != nil {
		return nil, err
	}
	encoded := make([]byte, n)
	if n <= keptScratch {
		f.encoded = encoded
	}
	return encoded, nil
}

// readInts reads n packed integers, see decodeInts.
func readInts[T int32 | int64](f *file, c *cursor, n int) ([]T, error) {
	size := uint64(binary.Size(T(0)))
	least := size + (uint64(n)+3)/4
	if n == 0 {
		least = 0
	}
	packed := c.packed(least)
	if c.err != nil || n == 0 {
		return nil, c.err
	}
	encoded, err := f.scratch(int(min(ratio*uint64(len(packed)), least+uint64(n)*size)))
	if err != nil {
		return nil, err
	}
	used, err := unpack(packed, encoded)
	if err != nil {
		return nil, c.fail("%w", err)
	}
	if err := f.charge(n, int(size)); err != nil {
		return nil, err
	}
	ints := make([]T, n)
	if !decodeInts(encoded[:used], ints) {
		return nil, c.fail("the packed data ends before the last of %d integers", n)
	}
	return ints, nil
}

// decodeInts decodes integers that are coded as their differences: the most frequent difference, two
// bits for each integer, and then the differences of those that have another, in a quarter, half or all
// of the bytes of the type. It reports whether data was long enough.
func decodeInts[T int32 | int64](data []byte, ints []T) bool {
	size := binary.Size(T(0))
	codes := (len(ints) + 3) / 4
	if len(data) < size+codes {
		return false
	}
	common, differences := signed(data, size), data[size+codes:]
	data = data[size:]
	sum := T(0)
	for i := range ints {
		code := data[i/4] >> (2 * (i % 4)) & 3
		if code == 0 {
			sum += T(common)
		} else {
			n := size >> (3 - code)
			if n > len(differences) {
				return false
			}
			sum += T(signed(differences, n))
			differences = differences[n:]
		}
		ints[i] = sum
	}
	return true
}

// signed returns the integer of size bytes at the beginning of data.
func signed(data []byte, size int) int64 {
	switch size {
	case 1:
		return int64(int8(data[0]))
	case 2:
		return int64(int16(binary.LittleEndian.Uint16(data)))
	case 4:
		return int64(int32(binary.LittleEndian.Uint32(data)))
	}
	return int64(binary.LittleEndian.Uint64(data))
}
