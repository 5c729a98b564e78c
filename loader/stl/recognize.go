package stl

import (
	"bytes"
	"encoding/binary"

	"github.com/meshcheck/meshcheck/loader/source"
)

// Recognize returns how certain it is that a file of the given size that begins with head is an STL
// file. It is Certain of a binary file of exactly the right size from 84 bytes on.
func Recognize(head []byte, size int64) (source.Format, source.Certainty) {
	_, certainty := variantOf(head, size)
	return STL, certainty
}

// variantOf reports whether a file is a text, with NoMatch if it is neither that nor a binary file. A
// binary file has no signature but its length, which follows from the facet count at byte 80. No text
// meets this equation by accident, because its letters would mean hundreds of millions of facets. So
// the equation is tested before the words at the beginning of texts.
func variantOf(head []byte, size int64) (text bool, _ source.Certainty) {
	if n, ok := facetCount(head); ok && size == binarySize(n) {
		return false, source.Certain
	}
	switch {
	case isText(source.TrimText(head)):
		return true, source.Likely
	case len(head) < headerSize || isForeign(head) || source.IsText(head[:min(len(head), 512)]):
		return false, source.NoMatch
	}
	return false, source.Possible
}

// facetCount returns the number of facets that the header of a binary file claims.
func facetCount(head []byte) (n uint32, ok bool) {
	if len(head) < headerSize {
		return 0, false
	}
	return binary.LittleEndian.Uint32(head[headerSize-4:]), true
}

// isText reports whether text begins with the word solid, has facet or endsolid near its beginning,
// and is nothing but text up to there. A file that is cut off before them is text, too.
func isText(text []byte) bool {
	if len(text) < 5 || !isWord(text[:5], "solid") || len(text) > 5 && !source.IsSpace(text[5]) {
		return false
	}
	head := bytes.ToLower(text[5:min(len(text), 64<<10)])
	at := bytes.Index(head, []byte("facet"))
	if end := bytes.Index(head, []byte("endsolid")); at < 0 || end >= 0 && end < at {
		at = end
	}
	// A binary file may have both words in its header, but its first facet is likely to have a zero
	// byte or the like.
	return source.IsText(head[:min(len(head), max(at, headerSize+facetSize))])
}

// isWord reports whether b is the given lower-case word in any letter case.
func isWord(b []byte, word string) bool {
	if len(b) != len(word) {
		return false
	}
	for i := range b {
		if b[i]|0x20 != word[i] {
			return false
		}
	}
	return true
}

// foreignSignatures begin files of other kinds that users pass to a mesh checker, and that would be
// taken for truncated binary STL files.
var foreignSignatures = [...]string{
	"PK\x03\x04", "\x1f\x8b", "\x89PNG", "\xff\xd8\xff", "ply", "Kaydara FBX Binary", "BLENDER", "%PDF", "7z\xbc\xaf", "\x7fELF",
	"\xff\xfe", "\xfe\xff", // text in UTF-16
}

func isForeign(head []byte) bool {
	for _, signature := range foreignSignatures {
		if bytes.HasPrefix(head, []byte(signature)) {
			return true
		}
	}
	return false
}
