package threemf

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/meshcheck/meshcheck/loader/source"
)

// element is an XML element with its attributes.
type element struct {
	name  xml.Name
	attrs []xml.Attr
	depth int // 1 for the root
	// path are the names of the elements from the root to this one, as "" those of another namespace
	// than core, and long ones, which core does not have either.
	path []string
	// tag is the document from the tag of the element on.
	tag []byte
}

// attribute returns an attribute without a namespace, "" if there is none.
func (e *element) attribute(name string) string {
	v, _ := e.lookup("", name)
	return v
}

func (e *element) lookup(space, name string) (string, bool) {
	for i := range e.attrs {
		if a := &e.attrs[i]; a.Name.Local == name && a.Name.Space == space {
			return a.Value, true
		}
	}
	return "", false
}

// mostElements is how deep elements may be nested.
const mostElements = 1000

// visitor is what eachElement calls. What is nil is not called.
type visitor struct {
	element func(e *element) error
	// run is called behind each tag that does not stand for an empty element, with the innermost
	// element that is open there, of which only depth and path count, and with the rest of the document.
	// It returns how many bytes of whole elements it has read itself.
	run func(e *element, rest []byte) (n int, err error)
	// comment is called with where a comment, or text that is marked as CDATA, begins and ends.
	comment func(start, end int) error
}

// eachElement calls v for every element of a document, in order. It refuses what encoding/xml
// lets pass: document types, and attributes that are there twice.
func (r *reader) eachElement(part string, data []byte, v visitor) error {
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		return r.Fail(part, "the XML is UTF-16, not UTF-8")
	}
	if !utf8.Valid(data) {
		return r.Fail(part, "the XML is not UTF-8")
	}
	x := &document{reader: r, visitor: v, part: part, data: data, in: bytes.NewReader(data)}
	x.decoder = xml.NewDecoder(x.in)
	for n := 0; ; n++ {
		if n&0xfff == 0 && r.ctx.Err() != nil {
			return r.ctx.Err()
		}
		start := x.offset()
		token, err := x.decoder.Token()
		switch {
		case errors.Is(err, io.EOF) && x.open.depth == 0 && n > 0:
			return nil
		case err != nil:
			return x.malformed(err)
		}
		if err := x.token(token, start); err != nil {
			return err
		}
	}
}

// document is a document that is being read.
type document struct {
	*reader
	visitor
	part    string
	data    []byte
	in      *bytes.Reader // of data, from which the decoder takes byte by byte
	decoder *xml.Decoder
	open    element // the innermost one
	// skipped is how many bytes the decoder has not seen, and lines how many lines.
	skipped, lines int
}

// offset returns where in the data the decoder is.
func (x *document) offset() int { return int(x.decoder.InputOffset()) + x.skipped }

// malformed returns the error for one of the decoder.
func (x *document) malformed(err error) error {
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		syntax.Line += x.lines
	}
	return x.Malformed(x.part, err)
}

// token takes a token that begins at an offset.
func (x *document) token(token xml.Token, start int) error {
	switch t := token.(type) {
	case xml.Directive:
		return x.Fail(x.part, "the XML has a document type")
	case xml.EndElement:
		x.open.depth--
		x.open.path = x.open.path[:x.open.depth]
		return x.skip()
	case xml.StartElement:
		if err := x.start(&t, start); err != nil {
			return err
		}
		if x.data[x.offset()-len("/>")] != '/' { // or else the decoder is behind the element already
			return x.skip()
		}
	case xml.Comment, xml.CharData:
		if x.comment != nil && bytes.HasPrefix(x.data[start:], []byte("<!")) {
			return x.comment(start, x.offset())
		}
	}
	return nil
}

// start takes the start of an element.
func (x *document) start(t *xml.StartElement, start int) error {
	e := &x.open
	e.start(t)
	e.tag = x.data[start:]
	if e.depth > mostElements {
		return x.Fail(x.part, "elements are nested more than %d deep", mostElements)
	}
	if twice := e.twice(); twice != "" {
		return x.Fail(x.part, "the attribute %s occurs twice", source.Quote([]byte(twice)))
	}
	return x.element(e)
}

// skip lets the visitor read whole elements itself.
func (x *document) skip() error {
	if x.run == nil {
		return nil
	}
	rest := x.data[x.offset():]
	n, err := x.run(&x.open, rest)
	if err != nil || n == 0 {
		return err
	}
	x.skipped += n
	x.lines += bytes.Count(rest[:n], []byte("\n"))
	if _, err := x.in.Seek(int64(n), io.SeekCurrent); err != nil {
		return err
	}
	return x.ctx.Err()
}

// longestName is the length of the longest name of an element that is read.
const longestName = len("components")

func (e *element) start(t *xml.StartElement) {
	e.name, e.attrs = t.Name, t.Attr
	e.depth++
	name := ""
	if t.Name.Space == core && len(t.Name.Local) <= longestName {
		name = t.Name.Local
	}
	e.path = append(e.path, name)
}

// twice returns an attribute that is there twice, "" if none is.
func (e *element) twice() string {
	if len(e.attrs) > 32 {
		seen := make(map[xml.Name]bool, len(e.attrs))
		for _, a := range e.attrs {
			if seen[a.Name] {
				return a.Name.Local
			}
			seen[a.Name] = true
		}
		return ""
	}
	for i := range e.attrs {
		for k := range i {
			if e.attrs[i].Name == e.attrs[k].Name {
				return e.attrs[i].Name.Local
			}
		}
	}
	return ""
}
