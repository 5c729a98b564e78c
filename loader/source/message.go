package source

import "strconv"

// Quote returns the beginning of a word in quotes.
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

// Plural returns the noun, with an s unless n is 1.
func Plural(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}
