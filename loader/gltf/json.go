package gltf

import (
	"bytes"
	"cmp"
	jsonv1 "encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/loader/source"
)

// jsonOptions say how documents are read. Names match in every letter, case included,
// which is the library's default. Text that is not UTF-8 is accepted, since
// many programs write the names of objects as they find them. A name that an object has twice
// is found by scanDocument, at less cost than the library's.
var jsonOptions = json.JoinOptions(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))

// unmarshal decodes one JSON value. All of a document is decoded here, into types that
// leave no object to encoding/json, which would match names in any letter case: a document
// may have "COUNT" beside "count", and only the second is meant.
func unmarshal(text []byte, v any) error { return json.Unmarshal(text, v, jsonOptions) }

// unmarshalUnique is unmarshal that refuses a name which an object has twice. It is for objects
// whose names scanDocument does not know.
func unmarshalUnique(text []byte, v any) error { return json.Unmarshal(text, v, uniqueOptions) }

var uniqueOptions = json.JoinOptions(jsonOptions, jsontext.AllowDuplicateNames(false))

// elements calls decode for each element of a JSON array, so that an error has its place
// and only one element at a time is held in a decoded form. text is a part of the array.
func (r *reader) elements(what string, array jsontext.Value, decode func(i int, text jsontext.Value) error) error {
	if missing(array) {
		return nil
	}
	if array.Kind() != '[' {
		return r.Fail(what, "is not an array")
	}
	dec := jsontext.NewDecoder(bytes.NewBuffer(array), jsonOptions)
	if _, err := dec.ReadToken(); err != nil {
		return r.jsonError(what, err)
	}
	for i := 0; dec.PeekKind() != ']'; i++ {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		text, err := dec.ReadValue()
		if err != nil {
			return r.jsonError(what, err)
		}
		end := int(dec.InputOffset())
		if err := decode(i, array[end-len(text):end]); err != nil {
			return err
		}
	}
	return nil
}

// manyElements is elements for those that are many and small. They are decoded by all workers, some
// at a time, and taken in their order; take must not keep v.
func manyElements[T any](r *reader, what string, array jsontext.Value, place func(i int) string, take func(i int, v *T) error) error {
	const most, mostBytes, atOnce = 1024, 1 << 18, 32
	var texts []jsontext.Value
	var values []T // reused, because elements may be many and nearly empty
	var errs []error
	next, size := 0, 0
	flush := func() error {
		values, errs = slices.Grow(values[:0], len(texts))[:len(texts)], slices.Grow(errs[:0], len(texts))[:len(texts)]
		clear(values)
		err := parallel.Ranges(r.ctx, r.Workers, len(texts), atOnce, func(from, to int) {
			for k := from; k < to; k++ {
				errs[k] = unmarshal(texts[k], &values[k])
			}
		})
		texts, size = texts[:0], 0
		if err != nil {
			return err
		}
		for k := range values {
			if errs[k] != nil {
				return r.jsonError(place(next), errs[k])
			}
			if err := take(next, &values[k]); err != nil {
				return err
			}
			next++
		}
		return nil
	}
	err := r.elements(what, array, func(_ int, text jsontext.Value) error {
		texts, size = append(texts, text), size+len(text)
		if len(texts) == most || size >= mostBytes {
			return flush()
		}
		return nil
	})
	// What is wrong with an element that was read comes before the end of the array.
	return cmp.Or(flush(), err)
}

func missing(value jsontext.Value) bool { return len(value) == 0 || value.Kind() == 'n' }

// ignored takes any JSON value and keeps nothing of it.
type ignored struct{}

// UnmarshalJSONFrom keeps nothing.
func (*ignored) UnmarshalJSONFrom(dec *jsontext.Decoder) error { return dec.SkipValue() }

var _ json.UnmarshalerFrom = (*ignored)(nil)

// jsonError returns the error for JSON that could not be read.
func (r *reader) jsonError(place string, err error) error {
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) && place == "" {
		place = fmt.Sprintf("JSON byte %d", syntax.ByteOffset)
	}
	return r.Malformed(place, libraryError{err})
}

// libraryError is an error of a library in words that mean something to the owner of a file:
// without the name of the library, and of types of Go.
type libraryError struct{ error }

func (e libraryError) Error() string {
	var syntax *jsontext.SyntacticError
	var semantic *json.SemanticError
	switch {
	case errors.As(e.error, &semantic):
		return valueError(semantic)
	case errors.Is(e.error, io.ErrUnexpectedEOF):
		return "unexpected end of JSON input"
	case errors.As(e.error, &syntax):
		return syntax.Err.Error()
	}
	return trimLibrary(e.error)
}

func (e libraryError) Unwrap() error { return e.error }

func trimLibrary(err error) string { return strings.TrimPrefix(err.Error(), "gltf: ") }

// valueError says which value of a document cannot be used.
func valueError(e *json.SemanticError) string {
	at := strings.Trim(string(e.JSONPointer), "/")
	if at != "" {
		at = strconv.Quote(source.Shorten(strings.ReplaceAll(at, "/", ".")))
	}
	what := ""
	var wrongType *jsonv1.UnmarshalTypeError // the glTF library reads its enumerations by encoding/json
	switch {
	case e.Err == nil || errors.As(e.Err, &wrongType):
		what = "cannot use a JSON " + kindName(e.JSONKind)
	case e.JSONValue != nil:
		what = "cannot use the JSON " + kindName(e.JSONKind) + " " + source.Shorten(string(e.JSONValue))
	case at != "":
		return at + ": " + trimLibrary(e.Err)
	default:
		return trimLibrary(e.Err)
	}
	if at != "" {
		what += " as " + at
	}
	return what + " here"
}

// kindName is the common name of a kind of JSON value.
func kindName(k jsontext.Kind) string {
	switch k {
	case '[':
		return "array"
	case '{':
		return "object"
	case 't', 'f':
		return "bool"
	}
	return k.String()
}

// nodeExtras are the members of a node's extras that are text, numbers, true or
// false, by which rules can name nodes. The rest, which can be large, is not kept.
type nodeExtras map[string]string

const (
	// mostExtras is how many members are kept, longestExtra how many bytes each may have.
	mostExtras, longestExtra = 64, 256
	// extraSize is what keeping one costs beside its text.
	extraSize = 64
)

// UnmarshalJSONFrom takes any JSON value. Of a long object the first members are kept, in
// the order of the file.
func (e *nodeExtras) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*e = nil
	if dec.PeekKind() != '{' {
		return dec.SkipValue()
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	for dec.PeekKind() != '}' {
		name, err := dec.ReadToken()
		if err != nil {
			return err
		}
		key := name.String()
		value, err := dec.ReadValue()
		if err != nil {
			return err
		}
		if len(*e) < mostExtras {
			e.keep(key, value)
		}
	}
	_, err := dec.ReadToken()
	return err
}

func (e *nodeExtras) keep(key string, value jsontext.Value) {
	text := string(value)
	switch {
	case len(key)+len(text) > longestExtra, text[0] == '{', text[0] == '[', text == "null":
		return
	case text[0] == '"':
		if unmarshal(value, &text) != nil {
			return
		}
	}
	if *e == nil {
		*e = nodeExtras{}
	}
	(*e)[key] = text
}

// presentMember takes any JSON value and tells that it was there.
type presentMember bool

// UnmarshalJSONFrom keeps nothing of the value.
func (p *presentMember) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*p = dec.PeekKind() != 'n'
	return dec.SkipValue()
}
