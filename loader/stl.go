package loader

import (
	"github.com/meshcheck/meshcheck/mesh"
)

// The sizes of a binary STL file: 80 bytes of anything and the number of
// facets, then for each facet a normal, three corners and two bytes.
const (
	stlHeader = 84
	stlFacet  = 50
)

// stlSize returns the length of a binary STL file of n facets.
func stlSize(n uint32) int64 { return stlHeader + stlFacet*int64(n) }

// floats is the number of coordinates of a facet.
const floats = 9

// stlScene returns the scene of one mesh that an STL file is.
func stlScene(name string, parts []mesh.Part, warnings ...string) *mesh.Scene {
	return &mesh.Scene{
		Meshes:   []*mesh.Mesh{{Name: name, Parts: parts, Scale: 1}},
		Warnings: warnings,
	}
}

// isSpace reports whether c separates words in a text STL.
func isSpace(c byte) bool { return c == ' ' || c-'\t' <= '\r'-'\t' }

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
