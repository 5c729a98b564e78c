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

// IsSpace reports whether c is ASCII white space.
func IsSpace(c byte) bool { return c == ' ' || c-'\t' <= '\r'-'\t' }

// IsText reports whether b has no control characters apart from white space and escapes.
func IsText(b []byte) bool {
	for _, c := range b {
		if c < ' ' && !IsSpace(c) && c != 0x1b {
			return false
		}
	}
	return true
}

// IsUTF16 reports whether data begins, read as UTF-16 in either byte order, with ASCII text that begins
// accepts.
func IsUTF16(data []byte, begins func(text []byte) bool) bool {
	heads := UTF16Heads(data)
	return begins(heads[0]) || begins(heads[1])
}

// UTF16Heads returns the ASCII text at the beginning of data if it is read as UTF-16, trimmed as by
// TrimText: one for each byte order, empty if there is none.
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
