package text

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/palette"
)

// hang marks where wrapped lines continue: it sets their indentation.
const hang = '\v'

// noBreak is a space at which a line is not broken.
const noBreak = '\u00a0'

// together matches text that must stay on one line: a place, the sizes of a box, a number and its
// unit or noun.
var together = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\([-0-9., e+]+\)|[0-9.e+-]+( × [0-9.e+-]+)+( (m|mm|µm))?|[0-9.]+ (s|m|mm|µm|cm|m²|cm²|mm²|m³|cm³|mm³)\b|(accessor|buffer|bufferView|byte|chunk|corner|facet|line|mesh|node|primitive|region|scene|shape|triangle) [0-9]+|\((-|sample )[^()]+\)|· [0-9a-f]{4,}`)
})

// wrapped returns text wrapped at o.Width columns, with the wrapped lines indented, or text itself
// if the width is 0.
func (o Options) wrapped(text string) string {
	if o.Width <= 0 {
		return strings.ReplaceAll(text, string(hang), "")
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		o.wrap(&b, strings.TrimSuffix(line, "\n"))
	}
	return b.String()
}

// Wrap breaks a line at the given number of columns, as in a report, or leaves it as it is if
// columns is 0. It ends in a newline.
func Wrap(line string, columns int) string {
	return Options{Width: columns}.wrapped(strings.ReplaceAll(line, string(hang), "") + "\n")
}

// WrapHanging is Wrap for several lines. What follows "\v" in a line is wrapped below itself.
func WrapHanging(lines string, columns int) string { return Options{Width: columns}.wrapped(lines) }

// wrap writes a line, broken at o.Width columns.
func (o Options) wrap(b *strings.Builder, line string) {
	indent := len(line) - len(strings.TrimLeft(line, " ")) + 2
	if at := strings.IndexRune(line, hang); at >= 0 {
		indent = columns(line[:at])
		line = line[:at] + line[at+1:]
	}
	if indent > o.Width/2 {
		indent = 4
	}
	line = together().ReplaceAllStringFunc(line, func(s string) string { return strings.ReplaceAll(s, " ", string(noBreak)) })
	start := len(line) - len(strings.TrimLeft(line, " "))
	words := strings.Split(line[start:], " ")
	column := start
	b.WriteString(line[:start])
	for k, w := range words {
		n := columns(w)
		switch {
		case k == 0:
		case column+1+n > o.Width && column > indent:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			column = indent
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(strings.ReplaceAll(w, string(noBreak), " "))
		column += n
	}
	b.WriteByte('\n')
}

// escapes matches colour changes, which take up no columns.
var escapes = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("\x1b\\[[0-9;]*m")
})

// columns returns the number of columns that a text takes.
func columns(s string) int {
	return utf8.RuneCountInString(escapes().ReplaceAllString(s, ""))
}

// rule writes a word in the colour of a rule, or without colour for rules within precision.
func (o Options) rule(r check.Rule, word string) string {
	if c, ok := palette.Terminal(r, r.Severity()); ok && !r.WithinPrecision() {
		return o.painted(fmt.Sprintf("38;5;%d", c), word)
	}
	return word
}

// bold and dim mark text that matters most and least.
func (o Options) bold(text string) string { return o.painted("1", text) }
func (o Options) dim(text string) string  { return o.painted("2", text) }

// dimUnless dims a text that does not matter.
func (o Options) dimUnless(matters bool, text string) string {
	if matters {
		return text
	}
	return o.dim(text)
}

func (o Options) painted(code, text string) string {
	if !o.Color || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}
