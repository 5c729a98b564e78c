package source

import "bytes"

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
