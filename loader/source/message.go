package source

import "strconv"

// Quote returns the beginning of a word of a file as a quoted string.
func Quote(word []byte) string {
	const most = 40
	if len(word) > most {
		return strconv.Quote(string(word[:most]) + "…")
	}
	return strconv.Quote(string(word))
}

// Shorten returns s, or its first 200 bytes and an ellipsis.
func Shorten(s string) string {
	const most = 200
	if len(s) > most {
		return s[:most] + "…"
	}
	return s
}

// Plural returns the noun as n of it are called, by adding an s.
func Plural(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}
