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
	// path has the names of the elements from the root to this one. Names of other namespaces than
	// core, and longer ones than core has, are "".
	path []string
	// tag is the document from the tag of the element on.
	tag []byte
}

// attribute returns an attribute without a namespace, or "".
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

// mostElements is the greatest depth of elements.
const mostElements = 1000

// visitor has the functions that eachElement calls. Those that are nil are not called.
type visitor struct {
	element func(e *element) error
	// run is called after each tag, apart from those of empty elements, with the innermost open
	// element, of which only depth and path are valid, and with the rest of the document. It
	// returns the number of bytes of whole elements that it has read itself.
	run func(e *element, rest []byte) (n int, err error)
	// comment is called with the beginning and the end of a comment or a CDATA section.
	comment func(start, end int) error
}

// eachElement calls v for every element of a document, in order. It refuses document types and
// duplicate attributes, which encoding/xml accepts.
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
	in      *bytes.Reader // of data; the decoder reads it byte by byte
	decoder *xml.Decoder
	open    element // the innermost one
	// skipped is the number of bytes that the decoder has not seen, lines the number of lines.
	skipped, lines int
}

// offset returns where in the data the decoder is.
func (x *document) offset() int { return int(x.decoder.InputOffset()) + x.skipped }

// malformed returns the error for an error of the decoder.
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
		if x.data[x.offset()-len("/>")] != '/' { // otherwise the decoder is already after the element
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

// longestName is the length of the longest element name that is read.
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

// twice returns the name of a duplicate attribute, or "".
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
