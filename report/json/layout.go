package json

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/report/wording"
)

// layout writes a report: what is large has a line for each member, and one finding is one line.
type layout struct {
	w       *bufio.Writer
	workers int
	flat    bool // all on one line
	depth   int  // of containers with lines
	began   bool // nothing stands in the innermost of them yet
	chunks  []chunk
	dec     jsontext.Decoder // of members
}

// chunk is a part of a list that one worker writes.
type chunk struct {
	text    []byte
	numbers numbers
}

func newLayout(w io.Writer, workers int) *layout {
	return &layout{w: bufio.NewWriterSize(w, 1<<16), workers: workers}
}

// hasLines are the objects and arrays of a file with a line for each member or element, by their
// paths: the elements of a list have that of the list and a slash.
var hasLines = map[string]bool{
	"parts": true, "model": true, "objects": true, "objects/not_checked": true,
	"hulls": true, "hulls/counts": true, "hulls/not_checked": true, "hulls/groups": true, "hulls/groups/": true,
	"hulls/groups//visuals": true, "hulls/groups//hulls": true, "hulls/groups//findings": true,
	"uv": true, "uv/counts": true, "uv/missing": true, "uv/sheets": true, "uv/sheets/": true, "uv/sheets//meshes": true,
	"uv/sheets//tiles":        true,
	"uv/sheets//island_pairs": true, "uv/sheets//island_pairs/worst": true, "uv/sheets//padding": true, "uv/sheets//padding/": true,
	"uv/sheets//padding//worst": true, "uv/sheets//findings": true,
	"sections": true, "sections/": true, "sections//not_checked": true, "sections//issues": true,
	"baseline": true, "baseline/findings": true,
}

// open begins an object or array with lines.
func (l *layout) open(bracket byte) {
	l.w.WriteByte(bracket)
	l.depth++
	l.began = true
}

// close ends it.
func (l *layout) close(bracket byte) {
	l.depth--
	if !l.began {
		l.newline()
	}
	l.began = false
	l.w.WriteByte(bracket)
}

// separate begins the line of the next member or element.
func (l *layout) separate() {
	if !l.began {
		l.w.WriteByte(',')
	}
	l.began = false
	l.newline()
}

func (l *layout) newline() { l.w.WriteString(l.lineStart()) }

// lineStart begins a line.
func (l *layout) lineStart() string {
	if l.flat {
		return ""
	}
	return "\n" + strings.Repeat("  ", l.depth)
}

// colon stands between a name and a value on a line of their own.
func (l *layout) colon() string { return wording.Either(l.flat, ":", ": ") }

// name begins the line of a member whose value is yet to be written.
func (l *layout) name(name string) {
	l.separate()
	l.w.WriteString(`"` + name + `"` + l.colon())
}

// members writes the members of an object.
func (l *layout) members(object any) error {
	text, err := marshal(object)
	if err != nil {
		return err
	}
	l.dec.Reset(bytes.NewBuffer(text), jsontext.AllowDuplicateNames(true))
	if _, err := l.dec.ReadToken(); err != nil {
		return err
	}
	return l.rest(&l.dec, "")
}

// optional is members for an object all of whose members are left out where they are zero.
func (l *layout) optional(object any) error {
	if reflect.ValueOf(object).Elem().IsZero() {
		return nil
	}
	return l.members(object)
}

// rest writes what is left of the object or array that a decoder is in.
func (l *layout) rest(dec *jsontext.Decoder, path string) error {
	for {
		kind := dec.PeekKind()
		if kind == '}' || kind == ']' {
			_, err := dec.ReadToken()
			return err
		}
		l.separate()
		at := path + "/"
		if in, n := dec.StackIndex(dec.StackDepth()); in == '{' && n%2 == 0 {
			name, err := dec.ReadValue()
			if err != nil {
				return err
			}
			l.w.Write(append(name, l.colon()...))
			at += string(name[1 : len(name)-1])
		}
		if err := l.value(dec, at); err != nil {
			return err
		}
	}
}

// value writes the next value.
func (l *layout) value(dec *jsontext.Decoder, path string) error {
	kind := dec.PeekKind()
	if kind != '{' && kind != '[' || !hasLines[path[1:]] && !ownLine(path) {
		text, err := dec.ReadValue()
		l.w.Write(text)
		return err
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	l.open(byte(kind))
	err := l.rest(dec, path)
	l.close(byte(kind) + 2) // which is the other bracket
	return err
}

// listChunk is how many elements one worker writes at a time.
const listChunk = 256

// list writes a list of n elements with a line for each.
func (l *layout) list(name string, n int, element func(n *numbers, b []byte, i int) []byte) error {
	l.name(name)
	l.open('[')
	start := l.lineStart()
	if l.chunks == nil {
		l.chunks = make([]chunk, 2*l.workers)
	}
	for lo := 0; lo < n; lo += listChunk * len(l.chunks) {
		all := min(n-lo, listChunk*len(l.chunks))
		_ = parallel.Ranges(context.Background(), l.workers, all, listChunk, func(from, to int) {
			chunk := &l.chunks[from/listChunk]
			text := chunk.text[:0]
			for i := lo + from; i < lo+to; i++ {
				text = append(element(&chunk.numbers, append(text, start...), i), ',')
			}
			chunk.text = text
		})
		for k := 0; k*listChunk < all; k++ {
			text := l.chunks[k].text
			if lo+(k+1)*listChunk >= n {
				text = text[:len(text)-1] // the last comma of all
			}
			if _, err := l.w.Write(text); err != nil {
				return err
			}
		}
		l.began = false
	}
	l.close(']')
	return nil
}
