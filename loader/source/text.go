package source

import (
	"bytes"
	"encoding/binary"
)

// TrimText returns data without byte order marks and white space at its beginning.
func TrimText(data []byte) []byte {
	for {
		t := bytes.TrimLeft(data, " \t\r\n\v\f")
		t = bytes.TrimPrefix(t, []byte("\ufeff"))
		if len(t) == len(data) {
			return t
		}
		data = t
	}
}

// IsSpace reports whether c is white space of ASCII.
func IsSpace(c byte) bool { return c == ' ' || c-'\t' <= '\r'-'\t' }

// IsText reports whether b has no control characters but white space and escapes.
func IsText(b []byte) bool {
	for _, c := range b {
		if c < ' ' && !IsSpace(c) && c != 0x1b {
			return false
		}
	}
	return true
}

// UTF16Heads returns the ASCII text that data begins with if it is read as UTF-16, trimmed as
// by TrimText: one for each byte order. Either is empty if data does not begin that way.
func UTF16Heads(data []byte) (heads [2][]byte) {
	units := data[:min(len(data), 256)&^1]
	for i, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		var text []byte
		for at := 0; at < len(units); at += 2 {
			c := order.Uint16(units[at:])
			if c == 0xfeff && at == 0 {
				continue
			}
			if c == 0 || c > 0x7f {
				break
			}
			text = append(text, byte(c))
		}
		heads[i] = TrimText(text)
	}
	return heads
}
