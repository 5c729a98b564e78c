package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"unicode/utf16"
	"unicode/utf8"
)

var (
	errListUTF16 = errors.New("the list begins as UTF-16 and is broken")
	errListUTF32 = errors.New("the list is UTF-32, and may be UTF-8 or UTF-16")
)

// listText returns a list in UTF-8 without a byte order mark. One that begins with the mark
// of UTF-16, as what PowerShell 5 writes, is in that.
func listText(data []byte) ([]byte, error) {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe\x00\x00")):
		return nil, errListUTF32
	case bytes.HasPrefix(data, []byte("\xff\xfe")):
		return fromUTF16(data[2:], binary.LittleEndian)
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		return fromUTF16(data[2:], binary.BigEndian)
	}
	return bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), nil
}

func fromUTF16(data []byte, order binary.ByteOrder) ([]byte, error) {
	if len(data)%2 != 0 {
		return nil, errListUTF16
	}
	text := make([]byte, 0, len(data)/2)
	for len(data) > 0 {
		r := rune(order.Uint16(data))
		data = data[2:]
		if utf16.IsSurrogate(r) {
			if len(data) == 0 {
				return nil, errListUTF16
			}
			if r = utf16.DecodeRune(r, rune(order.Uint16(data))); r == utf8.RuneError {
				return nil, errListUTF16
			}
			data = data[2:]
		}
		text = utf8.AppendRune(text, r)
	}
	return text, nil
}
