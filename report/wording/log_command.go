package wording

import (
	"bytes"
	"strings"
)

// CI services interpret certain commands in the output of programs: GitHub "::name ...::" at the
// beginning of a line, after any spaces, and "##[name]" anywhere in it; Azure Pipelines "##[name]"
// and "##vso[...]"; TeamCity "##teamcity[...]"; Octopus "##octopus[...]". A name from a file must
// not become a command. Printable prevents that for names in text, and EscapeLogCommands for JSON,
// which has them in full.

// longestCommand is the length of the longest word between "##" and "[".
const longestCommand = 16

// isLogCommand reports whether the byte at i is the second "#" of "##word[", where the word may be
// empty.
func isLogCommand[T string | []byte](s T, i int) bool {
	if s[i] != '#' || i == 0 || s[i-1] != '#' {
		return false
	}
	for _, c := range []byte(s[i+1 : min(len(s), i+2+longestCommand)]) {
		if c == '[' {
			return true
		}
		if !Alphanumeric(c) {
			return false
		}
	}
	return false
}

// beginsCommand reports whether s, the beginning of a name, would begin a GitHub command, by itself
// or with a colon after it.
func beginsCommand(s string) bool { return strings.HasPrefix(s, "::") || s == ":" }

// EscapeLogCommands returns JSON text, or part of it, without log commands. They can occur only in
// strings, where any character may be escaped.
func EscapeLogCommands(text []byte) []byte {
	var out []byte
	done := 0
	for i := bytes.Index(text, []byte("##")); i >= 0; {
		i++ // the second "#"
		if isLogCommand(text, i) {
			out = append(append(out, text[done:i]...), `\u0023`...)
			done = i + 1
		}
		next := bytes.Index(text[i:], []byte("##"))
		if next < 0 {
			break
		}
		i += next
	}
	if done == 0 {
		return text
	}
	return append(out, text[done:]...)
}

// Alphanumeric reports whether c is an ASCII letter or digit.
func Alphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|' ' && c|' ' <= 'z'
}
