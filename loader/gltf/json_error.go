package gltf

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
