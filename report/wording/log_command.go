package wording

import (
	"bytes"
	"strings"
)

// The services that run pipelines look for commands in what programs print: GitHub for
// lines that begin with "::name ...::" behind spaces, and for "##[name]" anywhere in a
// line; Azure Pipelines for "##[name]" and "##vso[...]", TeamCity for "##teamcity[...]",
// Octopus for "##octopus[...]". No name from a file may become one. Printable sees to that
// for names in text, and EscapeLogCommands for those in JSON, which has them in full.

// longestCommand is the length of the longest word of a command between "##" and "[".
const longestCommand = 16

// isLogCommand reports whether the byte at i is the second sign of "##word[", where the word
// may be empty.
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

// beginsCommand reports whether s, the beginning of a name, is that of a command to
// GitHub, or would be with the colon that may follow a name.
func beginsCommand(s string) bool { return strings.HasPrefix(s, "::") || s == ":" }

// EscapeLogCommands returns a JSON text, or part of one, without log commands. In JSON
// they can stand only in strings, where a sign may be an escape.
func EscapeLogCommands(text []byte) []byte {
	var out []byte
	done := 0
	for i := bytes.Index(text, []byte("##")); i >= 0; {
		i++ // the second of the two
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
