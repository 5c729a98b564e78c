package document

import (
	jsonv1 "encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/loader/source"
)

// options say how documents are read. Names are case-sensitive, which is the library's default.
// Text that is not UTF-8 is accepted, since many programs write the names of objects as they find
// them. Scan finds duplicate names faster than the library does.
var options = json.JoinOptions(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))

// Unmarshal decodes a JSON value. All of a document is decoded here, into types that
// leave no object to encoding/json, whose names are not case-sensitive: in a document with
// "COUNT" and "count", only the second is meant.
func Unmarshal(text []byte, v any) error { return json.Unmarshal(text, v, options) }

// UnmarshalUnique is Unmarshal that refuses duplicate names. It is for objects whose names are not
// among those that Scan looks for.
func UnmarshalUnique(text []byte, v any) error { return json.Unmarshal(text, v, uniqueOptions) }

var uniqueOptions = json.JoinOptions(options, jsontext.AllowDuplicateNames(false))

// Ignored accepts any JSON value and keeps nothing of it.
type Ignored struct{}

// UnmarshalJSONFrom skips the value.
func (*Ignored) UnmarshalJSONFrom(dec *jsontext.Decoder) error { return dec.SkipValue() }

var _ json.UnmarshalerFrom = (*Ignored)(nil)

// Invalid returns the FormatError for what the JSON or the glTF library could not read.
func (r *Reader) Invalid(place string, err error) error {
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) && place == "" {
		place = fmt.Sprintf("JSON byte %d", syntax.ByteOffset)
	}
	return r.Malformed(place, Plain(err))
}

// Plain returns an error of the JSON or the glTF library in words for the owner of the file. They
// mention neither the library nor Go types.
func Plain(err error) error { return libraryError{err} }

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
