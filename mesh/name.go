package mesh

import (
	"crypto/sha256"
	"fmt"
	"unicode/utf8"
)

// LongestName is the greatest length in bytes of a name or path that results and reports contain
// unabridged.
const LongestName = 1000

// ShortName returns a name or node path as results and reports contain it: unchanged up to
// LongestName bytes. The middle of a longer one is replaced by its length and digest, so that
// different names stay different:
//
//	/building/storey…[250012 bytes, sha256 9f86d081884c7d65]…/window/frame
//
// Without a bound, a report could be as long as the longest name times its number of pairs and
// nodes. The result has at most LongestName bytes, and is cut at characters of s. Patterns and the
// names of collision hulls are matched against full names.
func ShortName(s string) string {
	if len(s) <= LongestName {
		return s
	}
	sum := sha256.Sum256([]byte(s))
	note := fmt.Sprintf("…[%d bytes, sha256 %x]…", len(s), sum[:8])
	room := LongestName - len(note)
	head, tail := room/2, len(s)-(room-room/2)
	for head > 0 && !utf8.RuneStart(s[head]) {
		head--
	}
	for tail < len(s) && !utf8.RuneStart(s[tail]) {
		tail++
	}
	return s[:head] + note + s[tail:]
}
