package document

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"unicode/utf8"
)

// textMark is the comment that begins a text file, with its version.
var textMark = regexp.MustCompile(`^;[ \t]*FBX[ \t]+(\d)\.(\d)\.(\d)\b`)

type textReader struct {
	builder
	lexer
	newline []byte // ends a line
	line    int    // number of the line of the byte at counted
	counted int
}

func parseText(data []byte, l limits) (*Document, error) {
	r := &textReader{builder: builder{limits: l, names: make(map[string]string)}, newline: []byte{'\n'}, line: 1}
	r.data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if !bytes.Contains(data, r.newline) {
		r.newline = []byte{'\r'}
	}
	d := &Document{ASCII: true, limits: l}
	if m := textMark.FindSubmatch(r.data[:min(len(r.data), 80)]); m != nil {
		for _, digit := range m[1:] {
			d.Version = 10 * (d.Version + int(digit[0]-'0'))
		}
		if err := checkVersion(d.Version); err != nil {
			return nil, err
		}
	}
	if err := r.children(0); err != nil {
		return nil, err
	}
	d.Nodes = r.take(0)
	if d.Version == 0 {
		version, ok := d.Child("FBXHeaderExtension").Child("FBXVersion").Value(0).Int()
		if !ok {
			return nil, &Error{Where: "line 1", Err: errors.New("the version is missing")}
		}
		d.Version = int(version)
	}
	return d, checkVersion(d.Version)
}

// lineAt returns the number of the line of an offset, which must not be less than that before.
func (r *textReader) lineAt(at int) int {
	r.line += bytes.Count(r.data[r.counted:at], r.newline)
	r.counted = at
	return r.line
}

func (r *textReader) fail(format string, args ...any) error {
	return &Error{Where: fmt.Sprintf("line %d", r.lineAt(r.at)), Err: fmt.Errorf(format, args...)}
}

// cut is fail for a file that ends too early.
func (r *textReader) cut(format string, args ...any) error {
	return &Error{Where: fmt.Sprintf("line %d", r.lineAt(r.at)), Err: fmt.Errorf(format, args...), Cut: true}
}

// unexpected fails because of the next character.
func (r *textReader) unexpected(wanted string) error {
	if r.at == len(r.data) {
		return r.cut("the file ends where %s should be", wanted)
	}
	if !bytes.ContainsFunc(r.data[r.at:], func(c rune) bool { return c >= utf8.RuneSelf || !isWord(byte(c)) }) {
		return r.cut("the file ends with %.20q, where %s should be", r.data[r.at:], wanted)
	}
	c, size := utf8.DecodeRune(r.data[r.at:])
	if c == utf8.RuneError && size == 1 {
		return r.fail("there is the byte 0x%02x where %s should be", r.data[r.at], wanted)
	}
	return r.fail("there is %q where %s should be", c, wanted)
}

// children reads nodes up to the closing brace, or at depth 0 up to the end of the file.
func (r *textReader) children(depth int) error {
	for {
		if err := r.passed(r.at); err != nil {
			return err
		}
		r.skip()
		if depth > 0 && r.accept('}') || depth == 0 && r.at == len(r.data) {
			return nil
		}
		line := r.lineAt(r.at)
		name, ok := r.name()
		if !ok {
			return r.unexpected("a name with a colon")
		}
		if err := r.readNode(name, line, depth); err != nil {
			return err
		}
	}
}

// readNode reads what follows the name of a node.
func (r *textReader) readNode(name []byte, line, depth int) error {
	if depth == MaxDepth {
		return r.fail("nodes are nested more than %d deep", MaxDepth)
	}
	n, err := r.add(name, line, true)
	if err != nil {
		return err
	}
	if n.Values, err = r.readValues(); err != nil {
		return err
	}
	if r.skip(); !r.accept('{') {
		return nil
	}
	first := len(r.nodes)
	if err := r.children(depth + 1); err != nil {
		return err
	}
	n.Children = r.take(first)
	return nil
}

// readValues reads values with commas between them. Exporters also write a comma before the first,
// and behind the last.
func (r *textReader) readValues() ([]Value, error) {
	r.skip()
	r.accept(',')
	if v, ok, err := r.readLongList(); ok || err != nil {
		return []Value{v}, err
	}
	r.values = r.values[:0]
	for {
		if err := r.passed(r.at); err != nil {
			return nil, err
		}
		v, ok, err := r.readValue()
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		if err := r.push(v); err != nil {
			return nil, err
		}
		if r.skip(); !r.accept(',') {
			break
		}
	}
	if len(r.values) == 0 {
		return nil, nil
	}
	return slices.Clone(r.values), r.charge(len(r.values), valueSize)
}

// longList is the number of numbers from which a list is one value, like an array.
const longList = 32

// readLongList reads the values of a node if they are nothing but numbers, and many.
func (r *textReader) readLongList() (v Value, ok bool, err error) {
	start, end, n := r.at, r.at, 0
	for more := true; more; {
		if err := r.passed(r.at); err != nil {
			return Value{}, false, err
		}
		v, ok, err := r.readValue()
		if err != nil {
			return Value{}, false, err
		}
		if !ok {
			break
		}
		if v.kind != kindNumber {
			n = 0
			break
		}
		n, end = n+1, r.at
		r.skip()
		more = r.accept(',')
	}
	if n < longList {
		r.at = start
		return Value{}, false, nil
	}
	return Value{kind: kindList, raw: r.data[start:end:end]}, true, nil
}

// push keeps a value until all of the node are known.
func (r *textReader) push(v Value) error {
	if len(r.values) == cap(r.values) {
		more := max(16, len(r.values))
		if err := r.charge(more, valueSize); err != nil {
			return err
		}
		r.values = slices.Grow(r.values, more)
	}
	r.values = append(r.values, v)
	return nil
}

// readValue reads a value. ok is false if there is none: the next is a name, a brace or the end.
func (r *textReader) readValue() (v Value, ok bool, err error) {
	r.skip()
	start := r.at
	if _, ok := r.name(); ok {
		r.at = start
		return Value{}, false, nil
	}
	if r.accept('"') {
		if v.raw, ok = r.quoted(); !ok {
			return v, false, r.cut("the string does not end")
		}
		v.kind = kindString
		return v, true, nil
	}
	if r.accept('*') {
		v, err = r.readArray()
		return v, err == nil, err
	}
	v, ok = r.value()
	return v, ok, nil
}

// readArray reads an array behind its asterisk. Its numbers are read when they are wanted.
func (r *textReader) readArray() (Value, error) {
	start := r.at
	if _, err := r.openArray(); err != nil {
		if bytes.IndexByte(r.data[r.at:], '}') < 0 {
			return Value{}, r.cut("%w", err)
		}
		return Value{}, r.fail("%w", err)
	}
	for r.at < len(r.data) {
		n := bytes.IndexAny(r.data[r.at:], "};")
		if n < 0 {
			break
		}
		if r.at += n; r.accept('}') {
			return Value{kind: kindArray, raw: r.data[start : r.at-1 : r.at-1]}, nil
		}
		r.skipComment()
	}
	return Value{}, r.cut("the array does not end")
}
