package text

import (
	"bytes"
	"fmt"
	"strconv"
)

// parser reads a text.
type parser struct {
	data   []byte
	pos    int // of the next byte
	polled int // where Poll was called last
	o      Options
	frames []frame
	path   []byte // of the prim of the last frame, without variants
}

// fail returns the error for the text at the position.
func (p *parser) fail(format string, args ...any) *Error {
	before := p.data[:min(p.pos, len(p.data))]
	line := 1 + bytes.Count(before, []byte{'\n'}) + bytes.Count(before, []byte{'\r'}) - bytes.Count(before, []byte("\r\n"))
	return &Error{Line: line, Err: fmt.Errorf(format, args...)}
}

// cut is fail for a text that ends too early.
func (p *parser) cut(format string, args ...any) error {
	err := p.fail(format, args...)
	err.Cut = true
	return err
}

// expected returns the error for something else than what is at the position.
func (p *parser) expected(what string) error {
	if p.pos >= len(p.data) {
		return p.cut("expected %s, found the end of the file", what)
	}
	rest := p.data[p.pos:]
	if i := bytes.IndexAny(rest, " \t\r\n"); i > 0 {
		rest = rest[:i]
	} else if i == 0 {
		rest = rest[:1]
	}
	return p.fail("expected %s, found %s", what, quote(rest))
}

// quote returns the beginning of a word in quotes.
func quote(word []byte) string {
	const most = 40
	if len(word) > most {
		return strconv.Quote(string(word[:most]) + "…")
	}
	return strconv.Quote(string(word))
}

// poll lets the caller end the reading, each few thousand bytes.
func (p *parser) poll() error {
	const step = 1 << 16
	if p.pos-p.polled < step {
		return nil
	}
	p.polled = p.pos
	return p.o.Poll()
}

// padding is what is skipped between tokens.
type padding uint8

const (
	inline   padding = iota // spaces and comments /* */
	comments                // all comments
	lines                   // comments and ends of lines
)

// skip skips padding. A comment that does not end is not skipped.
func (p *parser) skip(what padding) {
	for p.pos < len(p.data) {
		switch c := p.data[p.pos]; {
		case c == ' ' || c == '\t':
			p.pos++
		case (c == '\n' || c == '\r') && what == lines:
			p.pos++
		case c == '#' && what >= comments:
			p.endLine()
		case c == '/':
			if !p.comment(what) {
				return
			}
		default:
			return
		}
	}
}

// comment skips a comment that begins with a slash.
func (p *parser) comment(what padding) bool {
	switch rest := p.data[p.pos+1:]; {
	case bytes.HasPrefix(rest, []byte("*")):
		end := bytes.Index(rest[1:], []byte("*/"))
		if end < 0 {
			return false
		}
		p.pos += 2 + end + 2
		return true
	case bytes.HasPrefix(rest, []byte("/")) && what >= comments:
		p.endLine()
		return true
	}
	return false
}

// endLine moves to the end of the line.
func (p *parser) endLine() {
	for p.pos < len(p.data) && p.data[p.pos] != '\n' && p.data[p.pos] != '\r' {
		p.pos++
	}
}

// space skips padding within a line that must have a space.
func (p *parser) space() error {
	first := p.pos
	p.skip(inline)
	if between := p.data[first:p.pos]; len(between) == 0 || !isBlank(between[0]) && !isBlank(between[len(between)-1]) {
		return p.expected("a space")
	}
	return nil
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// next returns the next byte, 0 at the end.
func (p *parser) next() byte {
	if p.pos < len(p.data) {
		return p.data[p.pos]
	}
	return 0
}

// eat moves behind the byte c, and reports whether it is there.
func (p *parser) eat(c byte) bool {
	if p.pos < len(p.data) && p.data[p.pos] == c {
		p.pos++
		return true
	}
	return false
}

// expect is eat for a byte that must be there.
func (p *parser) expect(c byte) error {
	if !p.eat(c) {
		return p.expected(string(rune(c)))
	}
	return nil
}

// assign reads "=" with the padding around it.
func (p *parser) assign() error {
	p.skip(inline)
	if err := p.expect('='); err != nil {
		return err
	}
	p.skip(inline)
	return nil
}

// list reads items with commas between them, up to the byte end.
func (p *parser) list(end byte, item func() error) error {
	p.skip(lines)
	for !p.eat(end) {
		if err := p.poll(); err != nil {
			return err
		}
		if err := item(); err != nil {
			return err
		}
		p.skip(inline)
		comma := p.eat(',')
		p.skip(lines)
		if !comma && p.next() != end {
			return p.expected(", or " + string(rune(end)))
		}
	}
	return nil
}

// statements reads items with ends of lines or semicolons between them, up to the byte end.
func (p *parser) statements(end byte, item func() error) error {
	p.skip(lines)
	for !p.eat(end) {
		if err := p.poll(); err != nil {
			return err
		}
		if err := item(); err != nil {
			return err
		}
		p.skip(comments)
		if p.next() != end && !p.separator() {
			return p.expected("the end of the line or " + string(rune(end)))
		}
		p.skip(lines)
	}
	return nil
}

// separator moves behind the end of a line or a semicolon, and reports whether there is one.
func (p *parser) separator() bool { return p.eat('\n') || p.eat('\r') || p.eat(';') }
