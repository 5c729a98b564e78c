package markdown

import (
	"strings"
	"unicode/utf8"

	"github.com/meshcheck/meshcheck/report/wording"
)

// codeSpan returns a name as code, which disables links, mentions, emphasis and tags. A name that
// backquotes cannot hold, or that would end a table cell, becomes an HTML element with escapes. The
// name must be Printable, on one line.
func codeSpan(name string) string {
	if name != "" && !strings.ContainsAny(name, "`|") && strings.TrimSpace(name) == name {
		return "`" + name + "`"
	}
	var b strings.Builder
	for i := range len(name) {
		if punctuation(name[i]) {
			b.WriteByte('\\')
		}
		b.WriteByte(name[i])
	}
	return "<code>" + b.String() + "</code>"
}

// plainText returns a line that Markdown shows literally in a paragraph, a list item or a table
// cell: it puts a backslash before every character with a special meaning there. GitHub and GitLab
// also look for addresses and references in the rendered text, but not in code, so words with these
// become code.
func plainText(line string) string {
	var b strings.Builder
	for at := 0; at < len(line); {
		end := at
		for end < len(line) && line[end] != ' ' {
			end++
		}
		if word := line[at:end]; refers(word) {
			b.WriteString(codeSpan(word))
		} else {
			for i := at; i < end; i++ {
				if special(line, i) {
					b.WriteByte('\\')
				}
				b.WriteByte(line[i])
			}
		}
		if end < len(line) {
			b.WriteByte(' ')
		}
		at = end + 1
	}
	return b.String()
}

// refers reports whether a word may contain an address, such as http://x.y, www.x.y or a@x.y, a
// reference to a person, an issue or the like, such as @a or #1, or a formula, which a backslash
// does not prevent.
func refers(word string) bool {
	lower := strings.ToLower(word)
	for _, sign := range []string{"://", "www.", "mailto:", "xmpp:", "$"} {
		if strings.Contains(lower, sign) {
			return true
		}
	}
	for i := range len(word) - 1 {
		next := word[i+1]
		if strings.IndexByte("@#!%&~:", word[i]) >= 0 && (next >= utf8.RuneSelf || next == '"' || next == '_' || wording.Alphanumeric(next)) {
			return true
		}
	}
	return false
}

// special reports whether the character at i has a special meaning in Markdown there.
func special(line string, i int) bool {
	next := byte(' ')
	if i+1 < len(line) {
		next = line[i+1]
	}
	switch c := line[i]; c {
	case '\\', '`', '*', '|', '[', '~':
		return true
	case '_': // not within a word
		return i == 0 || !wording.Alphanumeric(line[i-1]) || !wording.Alphanumeric(next)
	case '<': // begins a tag
		return next != ' ' && next != '='
	case '&': // begins an entity
		return next == '#' || wording.Alphanumeric(next)
	case '>', '#', '-', '+', '=': // begins a quotation, a heading or a list at the start of a line
		return i == 0
	case '.', ')': // as does "1."
		return i > 0 && next == ' ' && strings.Trim(line[:i], "0123456789") == ""
	}
	return false
}

// punctuation reports whether a backslash escapes the character.
func punctuation(c byte) bool {
	return c > ' ' && c < utf8.RuneSelf && c != 0x7f && !wording.Alphanumeric(c)
}
