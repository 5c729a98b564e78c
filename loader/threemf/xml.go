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
	// path are the names of the elements from the root to this one, those of another namespace than
	// core as "".
	path []string
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

// eachElement calls f with every element of a document, in order. It refuses what encoding/xml
// lets pass: document types, and attributes that are there twice.
func (r *reader) eachElement(part string, data []byte, f func(e *element) error) error {
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		return r.Fail(part, "the XML is UTF-16, not UTF-8")
	}
	if !utf8.Valid(data) {
		return r.Fail(part, "the XML is not UTF-8")
	}
	d := xml.NewDecoder(bytes.NewReader(data))
	e := &element{}
	for n := 0; ; n++ {
		if n&0xfff == 0 && r.ctx.Err() != nil {
			return r.ctx.Err()
		}
		token, err := d.Token()
		switch {
		case errors.Is(err, io.EOF) && e.depth == 0 && n > 0:
			return nil
		case err != nil:
			return r.Malformed(part, err)
		}
		switch t := token.(type) {
		case xml.Directive:
			return r.Fail(part, "the XML has a document type")
		case xml.EndElement:
			e.depth--
			e.path = e.path[:e.depth]
		case xml.StartElement:
			e.start(&t)
			if e.depth > mostElements {
				return r.Fail(part, "elements are nested more than %d deep", mostElements)
			}
			if twice := e.twice(); twice != "" {
				return r.Fail(part, "the attribute %s is there twice", source.Quote([]byte(twice)))
			}
			if err := f(e); err != nil {
				return err
			}
		}
	}
}

func (e *element) start(t *xml.StartElement) {
	e.name, e.attrs = t.Name, t.Attr
	e.depth++
	name := ""
	if t.Name.Space == core {
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
