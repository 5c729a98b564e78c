package text

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/palette"
)

// hang marks in a line where the lines that it is wrapped into begin.
const hang = '\v'

// noBreak stands for a space at which no line is broken.
const noBreak = '\u00a0'

// together matches what must not be torn apart: a place, the sizes of a box, a number and what it
// is of.
var together = regexp.MustCompile(`\([-0-9., e+]+\)|[0-9.e+-]+( × [0-9.e+-]+)+( (m|mm|µm))?|[0-9.]+ (m|mm|µm|cm|m²|cm²|mm²|m³|cm³|mm³)\b|(accessor|buffer|bufferView|byte|chunk|corner|facet|line|mesh|node|primitive|region|scene|shape|triangle) [0-9]+|\(-[^()]+\)`)

// laidOut returns text with lines of at most o.Width columns, those that go on indented; as it is
// where there is no width.
func (o Options) laidOut(text string) string {
	if o.Width <= 0 {
		return strings.ReplaceAll(text, string(hang), "")
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		o.wrap(&b, strings.TrimSuffix(line, "\n"))
	}
	return b.String()
}

// Wrap returns a line as lines of at most so many columns, as those of a report; as it is if
// columns is 0. It ends in a newline.
func Wrap(line string, columns int) string {
	return Options{Width: columns}.laidOut(strings.ReplaceAll(line, string(hang), "") + "\n")
}

// wrap writes a line.
func (o Options) wrap(b *strings.Builder, line string) {
	indent := len(line) - len(strings.TrimLeft(line, " ")) + 2
	if at := strings.IndexRune(line, hang); at >= 0 {
		indent = columns(line[:at])
		line = line[:at] + line[at+1:]
	}
	if indent > o.Width/2 {
		indent = 4
	}
	line = together.ReplaceAllStringFunc(line, func(s string) string { return strings.ReplaceAll(s, " ", string(noBreak)) })
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

// escapes matches what changes colours and takes no room.
var escapes = regexp.MustCompile("\x1b\\[[0-9;]*m")

// columns returns how many columns a text takes.
func columns(s string) int {
	return utf8.RuneCountInString(escapes.ReplaceAllString(s, ""))
}

// rule writes a word in the colour of a rule. What is within precision has none.
func (o Options) rule(r check.Rule, word string) string {
	if c, ok := palette.Terminal(r, r.Severity()); ok && !r.WithinPrecision() {
		return o.painted(fmt.Sprintf("38;5;%d", c), word)
	}
	return word
}

// bold and dim write a text as what matters most and what matters least.
func (o Options) bold(text string) string { return o.painted("1", text) }
func (o Options) dim(text string) string  { return o.painted("2", text) }

// dimUnless dims a text unless what it says matters.
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
