package loader

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// kind is a format and which of its two writings.
type kind int

const (
	glbFile kind = iota
	gltfText
	stlText
	stlBinary
	gltfUTF16 // refused
	stlUTF16  // refused
)

func (k kind) format() Format { return [...]Format{GLB, GLTF, STL, STL, GLTF, STL}[k] }

// foreign are beginnings of files that people do hand to a mesh checker and
// that would pass for a truncated binary STL otherwise.
var foreign = [...]string{
	"PK\x03\x04", "\x1f\x8b", "\x89PNG", "\xff\xd8\xff", "ply", "Kaydara FBX Binary", "BLENDER", "%PDF", "7z\xbc\xaf", "\x7fELF",
	"\xff\xfe", "\xfe\xff", // text in UTF-16
}

// glbMark is what every GLB begins with.
const glbMark = "glTF"

// sniff finds out what data is. A binary STL has no mark of its own but its
// length, which follows from the facet count at byte 80; no text can meet that
// equation by accident, for its letters would stand for hundreds of millions
// of facets. So the equation comes before anything that texts begin with.
func sniff(data []byte) (kind, error) {
	if len(data) == 0 {
		return 0, fmt.Errorf("%w: the file is empty", ErrUnknownFormat)
	}
	if isGLB(data) {
		return glbFile, nil
	}
	if isWholeSTL(data, int64(len(data))) {
		return stlBinary, nil
	}
	if k, is := sniffUTF16(data); is {
		return k, nil
	}
	text := trimText(data)
	switch {
	case bytes.HasPrefix(data, []byte(glbMark)):
		return glbFile, nil
	case len(text) > 0 && text[0] == '{':
		return gltfText, nil
	case isTextSTL(text):
		return stlText, nil
	case len(data) < stlHeader || isForeign(data) || isText(data[:min(len(data), 512)]):
		return 0, ErrUnknownFormat
	}
	return stlBinary, nil
}

// sniffUTF16 finds out whether data is glTF or STL as text in UTF-16, with a byte order
// mark or without one.
func sniffUTF16(data []byte) (k kind, is bool) {
	head := data[:min(len(data), 256)&^1]
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		var plain []byte
		for at := 0; at < len(head); at += 2 {
			c := order.Uint16(head[at:])
			if c == 0xfeff && at == 0 {
				continue
			}
			if c == 0 || c > 0x7f {
				break // enough is seen, or it is not this order
			}
			plain = append(plain, byte(c))
		}
		switch text := trimText(plain); {
		case len(text) > 0 && text[0] == '{' && bytes.HasPrefix(trimText(text[1:]), []byte(`"`)):
			return gltfUTF16, true
		case len(text) > 5 && isWord(text[:5], "solid") && isSpace(text[5]):
			return stlUTF16, true
		}
	}
	return 0, false
}

// isGLB reports whether a file that begins with data is a GLB of a known version.
func isGLB(data []byte) bool {
	return bytes.HasPrefix(data, []byte(glbMark)) && len(data) >= 8 && (data[4] == 1 || data[4] == 2) && data[5]|data[6]|data[7] == 0
}

// isWholeSTL reports whether a file of the given size that begins with data is a
// binary STL without a byte too many or too few.
func isWholeSTL(data []byte, size int64) bool {
	n, ok := facetCount(data)
	return ok && size == stlSize(n) && !isGLB(data)
}

// facetCount returns what the header of a binary STL claims.
func facetCount(data []byte) (n uint32, ok bool) {
	if len(data) < stlHeader {
		return 0, false
	}
	return binary.LittleEndian.Uint32(data[stlHeader-4:]), true
}

// trimText drops byte order marks and white space at the beginning.
func trimText(data []byte) []byte {
	for {
		t := bytes.TrimLeft(data, " \t\r\n\v\f")
		t = bytes.TrimPrefix(t, []byte("\ufeff"))
		if len(t) == len(data) {
			return t
		}
		data = t
	}
}

// isTextSTL reports whether text begins with the word solid and has facet or
// endsolid near its beginning, and nothing but text up to there; a file that is
// cut off before them is text all the same.
func isTextSTL(text []byte) bool {
	if len(text) < 5 || !isWord(text[:5], "solid") || len(text) > 5 && !isSpace(text[5]) {
		return false
	}
	head := bytes.ToLower(text[5:min(len(text), 64<<10)])
	at := bytes.Index(head, []byte("facet"))
	if end := bytes.Index(head, []byte("endsolid")); at < 0 || end >= 0 && end < at {
		at = end
	}
	// A binary file may have both words in its header, but hardly a first facet
	// without a zero byte or the like.
	return isText(head[:min(len(head), max(at, stlHeader+stlFacet))])
}

func isForeign(data []byte) bool {
	for _, mark := range foreign {
		if bytes.HasPrefix(data, []byte(mark)) {
			return true
		}
	}
	return false
}

// isText reports whether b has no control characters but those of texts.
func isText(b []byte) bool {
	for _, c := range b {
		if c < ' ' && !isSpace(c) && c != 0x1b {
			return false
		}
	}
	return true
}
