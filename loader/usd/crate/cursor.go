package crate

import (
	"encoding/binary"
	"errors"
	"math"
)

// cursor reads from data, which begins at the beginning of the file. After an error all numbers are 0.
type cursor struct {
	data []byte
	at   int
	err  error
}

var errEnd = errors.New("the data ends too early")

// fail sets the error, unless there is one, and returns it.
func (c *cursor) fail(format string, args ...any) error {
	if c.err == nil {
		c.err = failAt(c.at, format, args...)
	}
	return c.err
}

// seek moves the cursor to an offset.
func (c *cursor) seek(at uint64) {
	if at > uint64(len(c.data)) {
		c.fail("the offset %d is outside of the file", at)
		return
	}
	c.at = int(at)
}

// bytes returns the next n bytes, or nil if there are fewer.
func (c *cursor) bytes(n uint64) []byte {
	if c.err != nil {
		return nil
	}
	if n > uint64(len(c.data)-c.at) {
		c.err = &Error{Where: failAt(c.at, "").(*Error).Where, Err: errEnd}
		return nil
	}
	b := c.data[c.at : c.at+int(n) : c.at+int(n)]
	c.at += int(n)
	return b
}

func (c *cursor) byte() byte {
	if b := c.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

func (c *cursor) uint32() uint32 {
	if b := c.bytes(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (c *cursor) uint64() uint64 {
	if b := c.bytes(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

func (c *cursor) float64() float64 { return math.Float64frombits(c.uint64()) }

// count reads the number of elements that follow, of at least size bytes each.
func (c *cursor) count(size int) int {
	return c.fits(c.uint64(), size)
}

// fits returns n if so many elements of size bytes each follow, and else fails.
func (c *cursor) fits(n uint64, size int) int {
	if c.err == nil && n > uint64((len(c.data)-c.at)/size) {
		c.fail("%d elements cannot be in the %d bytes that are left", n, len(c.data)-c.at)
	}
	if c.err != nil {
		return 0
	}
	return int(n)
}

// follow reads a distance and moves the cursor that far from where the distance is.
func (c *cursor) follow() {
	start := c.at
	distance := c.uint64()
	// Nothing is written before the distance: going back could only read the same again, without end.
	if c.err == nil && (distance < 8 || distance > uint64(len(c.data)-start)) {
		c.at = start
		c.fail("the distance %d leads nowhere", int64(distance))
	}
	if c.err == nil {
		c.at = start + int(distance)
	}
}
