package document

import (
	"encoding/binary"
	"math"
	"strings"
)

// Kinds of values: in binary files the letters of the format, in text files these.
const (
	kindNumber = 'n'
	kindString = '"'
	kindWord   = 'w'
	kindArray  = '*' // raw is "24 { a: 1,2,3"
	kindList   = ',' // raw is "1,2,3"
)

// Value is one value of a node. Its zero value is nothing: all of its methods return false.
type Value struct {
	kind byte
	big  bool
	raw  []byte
}

// scalarSize returns the number of bytes of a number of a binary file, 0 for other kinds.
func scalarSize(kind byte) int {
	switch kind {
	case 'B', 'C', 'Z':
		return 1
	case 'Y':
		return 2
	case 'I', 'F':
		return 4
	case 'L', 'D':
		return 8
	}
	return 0
}

// order returns the byte order of a value of a binary file.
func (v Value) order() binary.ByteOrder {
	if v.big {
		return binary.BigEndian
	}
	return binary.LittleEndian
}

// bits returns the bytes of a number of a binary file as an unsigned integer.
func (v Value) bits() uint64 {
	switch len(v.raw) {
	case 1:
		return uint64(v.raw[0])
	case 2:
		return uint64(v.order().Uint16(v.raw))
	case 4:
		return uint64(v.order().Uint32(v.raw))
	}
	return v.order().Uint64(v.raw)
}

// Int returns the value of a number that is an integer of 64 bits. Truth values of binary files are
// the number that is stored.
func (v Value) Int() (int64, bool) {
	switch v.kind {
	case 'B', 'C', 'Z':
		return int64(v.bits()), true
	case 'Y':
		return int64(int16(v.bits())), true
	case 'I':
		return int64(int32(v.bits())), true
	case 'L':
		return int64(v.bits()), true
	case 'F', 'D':
		f, _ := v.Float()
		return integer(f)
	case kindNumber:
		return parseInt(v.raw)
	}
	return 0, false
}

// integer returns a number that is an integer of 64 bits.
func integer(f float64) (int64, bool) {
	if f != math.Trunc(f) || !(f >= -1<<63 && f < 1<<63) {
		return 0, false
	}
	return int64(f), true
}

// Float returns the value of a number as float64. The text of a number is rounded once.
func (v Value) Float() (float64, bool) {
	switch v.kind {
	case 'F':
		return float64(math.Float32frombits(uint32(v.bits()))), true
	case 'D':
		return math.Float64frombits(v.bits()), true
	case kindNumber, kindWord:
		return parseFloat(v.raw)
	}
	i, ok := v.Int()
	return float64(i), ok
}

// Len returns the number of bytes that a string or binary data has in the file, 0 for other values.
func (v Value) Len() int {
	switch v.kind {
	case 'S', 'R':
		return len(v.raw) - 4
	case kindString:
		return len(v.raw)
	}
	return 0
}

// escapes are the escapes in the strings of text files. There is none for "&".
var escapes = strings.NewReplacer("&quot;", `"`, "&cr;", "\r", "&lf;", "\n")

// Text returns the text of a string, or of a word of a text file that is in no quotes. Its encoding
// is that of the file. The names of objects have their class in it: before "::" in text files,
// behind "\x00\x01" in binary ones.
func (v Value) Text() (string, bool) {
	switch v.kind {
	case 'S', 'R':
		return string(v.raw[4:]), true
	case kindString:
		return escapes.Replace(string(v.raw)), true
	case kindWord:
		return string(v.raw), true
	}
	return "", false
}
