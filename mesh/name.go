package mesh

import (
	"crypto/sha256"
	"fmt"
	"unicode/utf8"
)

// LongestName is the greatest length in bytes of a name or path that results and reports
// give in full.
const LongestName = 1000

// ShortName returns a name or the path of a node as results and reports give it: in full up
// to LongestName bytes. A longer one loses its middle to a note of its length and digest, by
// which two different ones still differ:
//
//	/building/storey…[250012 bytes, sha256 9f86d081884c7d65]…/window/frame
//
// An object may be in very many pairs, and a mesh at very many nodes, so that without a bound
// a report could be as long as their number times the longest name of the file. What is
// returned has at most LongestName bytes, and begins and ends at characters of s. Patterns
// and the names of collision hulls are matched against full names.
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
