// Package text reads the text files of OpenUSD, usda, into layers. The grammar is that of the AOUSD
// Core Specification 1.0 (https://aousd.org) and of OpenUSD 26.11, whose files have versions up to 1.4.
package text

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
)

// Options are what the reader needs to know. Each may be nil.
type Options struct {
	// Charge is called before count values of size bytes each are kept, and fails if that is too much.
	Charge func(count, size int) error
	// Poll is called now and then, and fails if the reading is to end.
	Poll func() error
}

// Error is the error for a text that breaks the grammar.
type Error struct {
	// Line is counted from 1.
	Line int
	Err  error
	// Cut reports whether the text ends before what it has begun, as if it were cut off.
	Cut bool
}

// Error returns the line and the cause.
func (e *Error) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Read reads a layer. The layer does not refer to data. Paths are absolute. Numbers are rounded once, to
// the declared type; what is too great for it becomes infinite, as in OpenUSD. Splines, array edits, and
// values of unknown types are layer.Unknown; metadata that OpenUSD does not know is left out. Read fails
// with an *Error for what breaks the grammar, and with the errors of the options.
func Read(data []byte, o Options) (*layer.Layer, error) {
	if o.Charge == nil {
		o.Charge = func(int, int) error { return nil }
	}
	if o.Poll == nil {
		o.Poll = func() error { return nil }
	}
	p := &parser{data: bytes.TrimPrefix(data, []byte("\ufeff")), o: o}
	if !utf8.Valid(p.data) {
		for r, n := utf8.DecodeRune(p.data); r != utf8.RuneError || n != 1; r, n = utf8.DecodeRune(p.data[p.pos:]) {
			p.pos += n
		}
		return nil, p.fail("not UTF-8")
	}
	root := &layer.Prim{Specifier: layer.Def}
	if err := p.layer(root); err != nil {
		return nil, err
	}
	return &layer.Layer{Root: root}, nil
}

// maxMinor is the newest version of the format, 1.maxMinor.
const maxMinor = 4

// header reads the first line, such as "#usda 1.0".
func (p *parser) header() error {
	end := len(p.data)
	if i := bytes.IndexAny(p.data, "\r\n"); i >= 0 {
		end = i
	}
	fields := bytes.Fields(p.data[:end])
	if len(fields) < 2 || string(fields[0]) != "#usda" && (string(fields[0]) != "#sdf" || string(fields[1]) != "1.4.32") {
		return p.fail(`the file does not begin with "#usda 1.0"`)
	}
	if string(fields[0]) == "#usda" {
		major, minor, _ := bytes.Cut(fields[1], []byte("."))
		n, err := strconv.Atoi(string(minor))
		if string(major) != "1" || err != nil || n < 0 || n > maxMinor {
			return p.fail("version %s of usda is not supported", quote(fields[1]))
		}
	}
	p.pos = end
	return nil
}
