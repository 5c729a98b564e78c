package json

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/meshcheck/meshcheck/report/wording"
)

// field is a member of an object on its way in.
type field struct {
	name     string
	required bool
	into     any // a pointer
}

// nullable reports whether null may stand for a value that there is not.
func (f *field) nullable() bool {
	return f.required && reflect.TypeOf(f.into).Elem().Kind() == reflect.Pointer
}

// fields are those of an object that is no struct, as its members depend on the rules.
type fields []field

// UnmarshalJSONFrom reads the members.
func (f *fields) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	return (&members{fields: *f}).all(dec)
}

// fieldsOf returns the fields of a struct. Those without the option omitzero are required.
func fieldsOf(pointer any) fields {
	v := reflect.ValueOf(pointer).Elem()
	table, ok := tables.Load(v.Type())
	if !ok {
		var all fields
		for _, f := range reflect.VisibleFields(v.Type()) {
			name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
			all = append(all, field{name: name, required: options == ""})
		}
		table, _ = tables.LoadOrStore(v.Type(), all)
	}
	out := slices.Clone(table.(fields))
	for i := range out {
		out[i].into = v.Field(i).Addr().Interface()
	}
	return out
}

var tables sync.Map // reflect.Type to fields without pointers

// members are those of an object, read one by one. The library would take what is missing
// for zero.
type members struct {
	fields fields
	seen   uint64 // bit i: fields[i] was there
}

// all reads an object with the given members, in any order: each at most once, and no others.
func (m *members) all(dec *jsontext.Decoder) error {
	err := open(dec, '{', "an object")
	for name := "{"; name != "" && err == nil; {
		name, err = m.next(dec)
	}
	return err
}

// open reads a bracket.
func open(dec *jsontext.Decoder, bracket jsontext.Kind, what string) error {
	if dec.PeekKind() != bracket {
		return unexpected(dec, what)
	}
	_, err := dec.ReadToken()
	return err
}

// next reads one more member and returns its name, or "" at the end of the object.
func (m *members) next(dec *jsontext.Decoder) (string, error) {
	if dec.PeekKind() == '}' {
		if name := m.missing(); name != "" {
			return "", within(dec, fmt.Errorf("the field %q is missing", name))
		}
		_, err := dec.ReadToken()
		return "", err
	}
	token, err := dec.ReadToken()
	if err != nil {
		return "", err
	}
	name := token.String()
	i := slices.IndexFunc(m.fields, func(f field) bool { return f.name == name })
	switch {
	case i < 0:
		return "", within(dec, fmt.Errorf("unknown field %s", shortQuote(name)))
	case m.seen&(1<<i) != 0:
		return "", within(dec, fmt.Errorf("the field %q is repeated", name))
	}
	m.seen |= 1 << i
	into := m.fields[i].into
	if into == nil { // left to the caller
		return name, nil
	}
	if dec.PeekKind() == 'n' && !m.fields[i].nullable() { // for the library as good as zero
		return "", &json.SemanticError{JSONPointer: dec.StackPointer(), GoType: reflect.TypeOf(into).Elem(), JSONKind: 'n'}
	}
	return name, json.UnmarshalDecode(dec, into)
}

// missing returns the name of a field that has to be there and has not been read yet, or "".
func (m *members) missing() string {
	for i, f := range m.fields {
		if f.required && m.seen&(1<<i) == 0 {
			return f.name
		}
	}
	return ""
}

// has reports whether a field has been read.
func (m *members) has(name string) bool {
	i := slices.IndexFunc(m.fields, func(f field) bool { return f.name == name })
	return i >= 0 && m.seen&(1<<i) != 0
}

// within is an error of the object or array that the decoder is in.
func within(dec *jsontext.Decoder, err error) error {
	at := dec.StackPointer()
	if _, n := dec.StackIndex(dec.StackDepth()); n > 0 {
		at = at.Parent()
	}
	return &json.SemanticError{JSONPointer: at, Err: err}
}

// inner is an error of a piece of the value that has been read.
type inner struct {
	place string
	err   error
}

func (e inner) Error() string { return e.place + ": " + e.err.Error() }

// shortQuote quotes a text that may be long.
func shortQuote(s string) string { return `"` + wording.Printable(s, wording.NameLimit) + `"` }

// ErrMarkup is returned, perhaps wrapped, for a page in the place of a report.
var ErrMarkup = errors.New("this is an HTML or XML file, not a JSON report")

// located says where an error of the decoder is, such as "files[0].meshes[2]: ...".
func located(err error) error {
	var broken *jsontext.SyntacticError
	var semantic *json.SemanticError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the JSON text ends too early")
	case errors.As(err, &broken) && strings.Contains(broken.Err.Error(), "'<' at start of value"):
		return ErrMarkup
	case errors.As(err, &broken):
		return fmt.Errorf("not JSON at byte %d: %v", broken.ByteOffset+1, broken.Err)
	case !errors.As(err, &semantic):
		return err
	case semantic.Err == nil:
		semantic.Err = errors.New("is not " + nameOf(semantic.GoType))
	}
	var b strings.Builder
	for name := range semantic.JSONPointer.Tokens() {
		if '0' <= name[0] && name[0] <= '9' { // no member has such a name
			fmt.Fprintf(&b, "[%s]", name)
		} else {
			b.WriteString("." + name)
		}
	}
	err = semantic.Err
	for in, ok := err.(inner); ok; in, ok = err.(inner) {
		b.WriteString("." + in.place)
		err = in.err
	}
	if b.Len() == 0 {
		return err
	}
	return fmt.Errorf("%s: %w", b.String()[1:], err)
}

// nameOf says what JSON is read into a Go type.
func nameOf(t reflect.Type) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.Int:
		if t == reflect.TypeFor[integer]() {
			return "a whole number"
		}
		return "a whole number from 0 on"
	case reflect.Float64:
		return "a number"
	case reflect.String, reflect.Uint8: // a word for a value
		return "a text"
	case reflect.Slice:
		if t != reflect.TypeFor[fields]() {
			return "an array"
		}
	case reflect.Array:
		if t == reflect.TypeFor[place]() {
			return "a point of three numbers"
		}
		return "an array"
	}
	return "an object"
}
