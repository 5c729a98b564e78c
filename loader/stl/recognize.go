package stl

import (
	"bytes"
	"encoding/binary"

	"github.com/meshcheck/meshcheck/loader/source"
)

// variant is one of the encodings of STL.
type variant int

const (
	binaryVariant variant = iota
	textVariant
	utf16Variant // refused
)

// Recognize reports whether a file of the given size that begins with head is an STL file. It
// is Certain of a binary one, without a byte too many or too few, by 84 bytes.
func Recognize(head []byte, size int64) (source.Format, source.Certainty) {
	_, certainty := variantOf(head, size)
	return STL, certainty
}

// variantOf returns the variant of a file, with NoMatch if it has none. A binary file has no
// signature but its length, which follows from the facet count at byte 80; no text can meet
// that equation by accident, for its letters would stand for hundreds of millions of facets.
// So the equation comes before anything that texts begin with.
func variantOf(head []byte, size int64) (variant, source.Certainty) {
	if n, ok := facetCount(head); ok && size == binarySize(n) {
		return binaryVariant, source.Certain
	}
	for _, text := range source.UTF16Heads(head) {
		if len(text) > 5 && isWord(text[:5], "solid") && source.IsSpace(text[5]) {
			return utf16Variant, source.Likely
		}
	}
	switch {
	case isText(source.TrimText(head)):
		return textVariant, source.Likely
	case len(head) < headerSize || isForeign(head) || source.IsText(head[:min(len(head), 512)]):
		return binaryVariant, source.NoMatch
	}
	return binaryVariant, source.Possible
}

// facetCount returns the number of facets that the header of a binary file claims.
func facetCount(head []byte) (n uint32, ok bool) {
	if len(head) < headerSize {
		return 0, false
	}
	return binary.LittleEndian.Uint32(head[headerSize-4:]), true
}

// isText reports whether text begins with the word solid and has facet or
// endsolid near its beginning, and nothing but text up to there; a file that is
// cut off before them is text all the same.
func isText(text []byte) bool {
	if len(text) < 5 || !isWord(text[:5], "solid") || len(text) > 5 && !source.IsSpace(text[5]) {
		return false
	}
	head := bytes.ToLower(text[5:min(len(text), 64<<10)])
	at := bytes.Index(head, []byte("facet"))
	if end := bytes.Index(head, []byte("endsolid")); at < 0 || end >= 0 && end < at {
		at = end
	}
	// A binary file may have both words in its header, but hardly a first facet
	// without a zero byte or the like.
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

// foreignSignatures begin files of other kinds that users do pass to a mesh checker and that
// would be taken for a truncated binary STL file otherwise.
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
