package markdown

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/meshcheck/meshcheck/report/wording"
)

// codeSpan returns a name as code, in which nothing else has a meaning: no link, no
// mention, no emphasis, no tag. What cannot stand between backquotes or would end
// the cell of a table becomes an element with its own escapes. The name must be
// Printable, on one line.
func codeSpan(name string) string {
	if name != "" && !strings.ContainsAny(name, "`|\\") && strings.TrimSpace(name) == name {
		return "`" + name + "`"
	}
	return "<code>" + entities(name) + "</code>"
}

// plainText returns a line of text that stands for itself in the middle of a line of
// Markdown: every sign that could have a meaning is a numbered entity, which has none in
// Markdown. GitHub and GitLab look for addresses and references in the text that has
// become of it as well, but not in code, so that words with these are code.
func plainText(line string) string {
	words := strings.Split(line, " ")
	for i, word := range words {
		words[i] = entities(word)
		if refers(word) {
			words[i] = "<code>" + words[i] + "</code>"
		}
	}
	return strings.Join(words, " ")
}

// refers reports whether a word may have an address, such as http://x.y, www.x.y or a@x.y,
// or a reference to a person, an issue or another thing of a project, such as @a or #1.
func refers(word string) bool {
	lower := strings.ToLower(word)
	if strings.Contains(lower, "://") || strings.Contains(lower, "www.") || strings.Contains(lower, "mailto:") || strings.Contains(lower, "xmpp:") {
		return true
	}
	for i := range len(word) - 1 {
		next := word[i+1]
		if strings.IndexByte("@#!$%&~:", word[i]) >= 0 && (next >= utf8.RuneSelf || next == '"' || next == '_' || wording.Alphanumeric(next)) {
			return true
		}
	}
	return false
}

// entities returns a text with an entity for every sign that could have a meaning.
func entities(line string) string {
	var b strings.Builder
	for i, r := range line {
		if r < utf8.RuneSelf && !harmless(line, i) {
			fmt.Fprintf(&b, "&#%d;", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// harmless reports whether the ASCII character at i has no meaning where it stands.
func harmless(line string, i int) bool {
	alone := func(at int) bool { return at < 0 || at >= len(line) || line[at] == ' ' }
	switch c := line[i]; c {
	case ' ', ',', ';', '(', ')', '-', '/':
		return true
	case '.': // www.example.com becomes a link
		return i == 0 || line[i-1]|' ' != 'w'
	case ':': // so does x://y, and :x: a picture
		return alone(i + 1)
	case '_': // within a word
		return i > 0 && i+1 < len(line) && wording.Alphanumeric(line[i-1]) && wording.Alphanumeric(line[i+1])
	default:
		return wording.Alphanumeric(c)
	}
}
