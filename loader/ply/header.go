package ply

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/loader/text"
)

// header is what a PLY file says about its data.
type header struct {
	format   string // "ascii", "binary_little_endian" or "binary_big_endian"
	elements []element
	names    map[string]bool // of the elements
	data     int             // where the data begins
	lines    int             // of the header
}

// element describes a list of things with the same properties.
type element struct {
	name       string
	count      int64
	properties []property
}

// property describes a number of each thing, or a list of numbers.
type property struct {
	name string
	typ  numberType
	// list reports whether it is a list, whose number of elements is of type length.
	list   bool
	length numberType
}

// find returns the index of a property, or -1.
func (e *element) find(name string) int {
	for i := range e.properties {
		if e.properties[i].name == name {
			return i
		}
	}
	return -1
}

// maxHeader is the greatest length of a header, maxProperties the greatest number of properties of
// an element.
const (
	maxHeader     = 1 << 20
	maxProperties = 1 << 12
)

// ending returns what ends the first line of a header, or nil if nothing does.
func ending(data []byte) []byte {
	i := bytes.IndexAny(data[:min(len(data), 256)], "\r\n")
	switch {
	case i < 0:
		return nil
	case data[i] == '\n':
		return []byte("\n")
	case i+1 < len(data) && data[i+1] == '\n':
		return []byte("\r\n")
	}
	return []byte("\r")
}

// readHeader reads a header. All its lines end as the first one does.
func readHeader(in *source.Input, data []byte) (*header, error) {
	h := &header{names: map[string]bool{}}
	end := ending(data)
	rest := data[:min(len(data), maxHeader)]
	for {
		n := bytes.Index(rest, end)
		if n < 0 && len(data) > maxHeader {
			return nil, in.Fail(h.place(), "the header is longer than %d bytes", maxHeader)
		}
		if end == nil || n < 0 {
			return nil, in.Fail(h.place(), "the header has no end_header")
		}
		line := rest[:n]
		rest = rest[n+len(end):]
		h.data += n + len(end)
		h.lines++
		if h.lines == 1 {
			continue // the file was recognized by it
		}
		words := strings.FieldsFunc(string(line), func(c rune) bool { return c < 0x80 && text.IsSpace(byte(c)) })
		done, err := h.line(in, words)
		if err != nil || done {
			return h, err
		}
	}
}

func (h *header) place() string { return fmt.Sprintf("line %d", h.lines) }

// line reads a line of the header, and reports whether it is the last.
func (h *header) line(in *source.Input, words []string) (done bool, err error) {
	if len(words) == 0 {
		return false, nil
	}
	switch words[0] {
	case "comment", "obj_info":
		return false, nil
	case "format":
		return false, h.readFormat(in, words)
	case "element":
		return false, h.readElement(in, words)
	case "property":
		return false, h.readProperty(in, words)
	case "end_header":
		if h.format == "" {
			return false, in.Fail(h.place(), "the header has no format")
		}
		return true, nil
	}
	return false, in.Fail(h.place(), "expected element, property or end_header, found %s", source.Quote([]byte(words[0])))
}

func (h *header) readFormat(in *source.Input, words []string) error {
	if len(words) != 3 || h.format != "" {
		return in.Fail(h.place(), "expected one format and its version")
	}
	switch words[1] {
	case "ascii", "binary_little_endian", "binary_big_endian":
	default:
		return in.Unsupported(h.place(), "format "+source.Shorten(words[1]))
	}
	if words[2] != "1.0" {
		return in.Unsupported(h.place(), "version "+source.Shorten(words[2]))
	}
	h.format = words[1]
	return nil
}

func (h *header) readElement(in *source.Input, words []string) error {
	if len(words) != 3 {
		return in.Fail(h.place(), "expected the name and the number of an element")
	}
	n, end := text.Int([]byte(words[2]))
	if end != len(words[2]) || n < 0 {
		return in.Fail(h.place(), "%s is not a number of elements", source.Quote([]byte(words[2])))
	}
	if h.names[words[1]] {
		return in.Fail(h.place(), "the element %s is declared twice", source.Quote([]byte(words[1])))
	}
	h.names[words[1]] = true
	h.elements = append(h.elements, element{name: words[1], count: n})
	return nil
}

func (h *header) readProperty(in *source.Input, words []string) error {
	if len(h.elements) == 0 {
		return in.Fail(h.place(), "there is a property before the first element")
	}
	e := &h.elements[len(h.elements)-1]
	p := property{list: len(words) > 1 && words[1] == "list"}
	types := []*numberType{&p.typ}
	words = words[1:]
	if p.list {
		types, words = []*numberType{&p.length, &p.typ}, words[1:]
	}
	if len(words) != len(types)+1 {
		return in.Fail(h.place(), "expected the type and the name of a property")
	}
	for i, to := range types {
		t, ok := numberTypes[words[i]]
		if !ok {
			return in.Fail(h.place(), "%s is not a type", source.Quote([]byte(words[i])))
		}
		*to = t
	}
	p.name = words[len(words)-1]
	switch {
	case p.list && !p.length.integer():
		return in.Fail(h.place(), "the length of a list is not an integer")
	case e.find(p.name) >= 0:
		return in.Fail(h.place(), "the property %s is declared twice", source.Quote([]byte(p.name)))
	case len(e.properties) == maxProperties:
		return in.Fail(h.place(), "the element has more than %d properties", maxProperties)
	}
	e.properties = append(e.properties, p)
	return nil
}
