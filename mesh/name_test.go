package mesh_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/meshcheck/meshcheck/mesh"
)

// TestShortName: short names stay, long ones keep their ends, stay different from each
// other, and never get longer than the limit.
func TestShortName(t *testing.T) {
	fits := strings.Repeat("é", mesh.LongestName/2)
	for _, s := range []string{"", "/root/seat", fits} {
		if got := mesh.ShortName(s); got != s {
			t.Errorf("%.20q became %.40q", s, got)
		}
	}
	seen := map[string]string{}
	for _, s := range []string{
		fits + "x", "x" + fits, strings.Repeat("€", 1000), strings.Repeat("a", 250_000), strings.Repeat("a", 250_001),
		strings.Repeat("a", 600) + "b" + strings.Repeat("a", 600), strings.Repeat("a", 601) + "b" + strings.Repeat("a", 599),
		strings.Repeat("\x80", 2000), // no character begins anywhere
	} {
		got := mesh.ShortName(s)
		if len(got) > mesh.LongestName {
			t.Errorf("%.20q has %d bytes", s, len(got))
		}
		if utf8.ValidString(s) && (!utf8.ValidString(got) || got[:300] != s[:300] || got[len(got)-300:] != s[len(s)-300:]) {
			t.Errorf("%.20q became %q", s, got)
		}
		if other, ok := seen[got]; ok {
			t.Errorf("%.20q and %.20q of %d and %d bytes are both %q", s, other, len(s), len(other), got)
		}
		seen[got] = s
	}
}
