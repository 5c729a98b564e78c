// Package wording formats names, numbers and sentences for people. What it returns is safe on a
// terminal, on a web page and in the log of a pipeline.
package wording

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/meshcheck/meshcheck/check"
)

// The lengths of the longest names, paths and reasons in text and HTML, in characters. The JSON
// report has them in full.
const (
	NameLimit   = 60
	PathLimit   = 300
	ReasonLimit = 300
)

// Printable returns s in a form that is safe on a terminal, on a web page and in the log of a
// pipeline. It writes unprintable characters (control characters, terminal escapes, changes of
// writing direction, bytes that are not UTF-8) as \n, \x1b or \u202e, and characters that would
// make a log command (see isLogCommand) as \x3a or \x23. It replaces the middle of strings longer
// than limit characters with "…".
func Printable(s string, limit int) string {
	if whole, n := printableHead(s, limit); n == len(s) {
		return whole
	}
	head, n := printableHead(s, limit/2)
	return head + "…" + printableTail(s[n:], limit-1-limit/2)
}

// printableHead returns the longest printable beginning of s that fits into limit characters, and
// its length in bytes of s. It never looks beyond that, so that a name of megabytes costs nothing.
func printableHead(s string, limit int) (head string, n int) {
	var b strings.Builder
	begins := true // so far only spaces
	for n < len(s) {
		r, size := utf8.DecodeRuneInString(s[n:])
		piece := printable(r, s[n:n+size])
		if begins && beginsCommand(s[n:]) || isLogCommand(s, n) {
			piece = fmt.Sprintf(`\x%02x`, r)
		}
		begins = begins && r == ' '
		if limit -= utf8.RuneCountInString(piece); limit < 0 {
			break
		}
		b.WriteString(piece)
		n += size
	}
	return b.String(), n
}

func printableTail(s string, limit int) string {
	tail := ""
	for n := len(s); n > 0; {
		r, size := utf8.DecodeLastRuneInString(s[:n])
		piece := printable(r, s[n-size:n])
		if isLogCommand(s, n-size) {
			piece = fmt.Sprintf(`\x%02x`, r)
		}
		if limit -= utf8.RuneCountInString(piece); limit < 0 {
			break
		}
		tail = piece + tail
		n -= size
	}
	return tail
}

// printable returns rune r, which is encoded as stored, in printable form.
func printable(r rune, stored string) string {
	switch {
	case r == utf8.RuneError && len(stored) == 1:
		return fmt.Sprintf(`\x%02x`, stored[0])
	case strconv.IsPrint(r):
		return stored
	}
	quoted := strconv.QuoteRune(r)
	return quoted[1 : len(quoted)-1]
}

// StatusWord returns the verdict in capitals: PASS, FAIL, NOT CHECKED.
func StatusWord(s check.Status) string { return strings.ToUpper(s.String()) }

// MeshName returns `mesh "body"`, or for a mesh without a name `mesh 3 (floor)`, with the name of
// the node on which it was measured.
func MeshName(m *check.Mesh) string {
	if m.Name == "" {
		name := fmt.Sprintf("mesh %d", m.Index)
		if k := max(m.Measured, 0); k < len(m.Instances) {
			path := m.Instances[k]
			name += " (" + Printable(path[strings.LastIndexByte(path, '/')+1:], NameLimit) + ")"
		}
		return name
	}
	return `mesh "` + Printable(m.Name, NameLimit) + `"`
}

// PartName returns the name of part i of m. It is "" for the only part of a mesh if the file does
// not name it.
func PartName(m *check.Mesh, i int) string {
	name := m.Parts[i].Name
	if number, ok := strings.CutPrefix(name, "part "); ok && len(m.Parts) == 1 && isNumber(number) {
		return ""
	}
	return Printable(name, NameLimit)
}

func isNumber(s string) bool {
	_, err := strconv.ParseUint(s, 10, 64)
	return err == nil
}

// PartNames returns "seat ↔ leg", or just "seat" if both triangles belong to it.
func PartNames(m *check.Mesh, f *check.Finding) string {
	name := PartName(m, f.A.Part)
	if f.B != nil && f.B.Part != f.A.Part {
		name += " ↔ " + PartName(m, f.B.Part)
	}
	return name
}
