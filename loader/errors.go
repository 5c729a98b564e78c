package loader

import (
	jsonv1 "encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Format names a model format.
type Format string

// The formats that are read. glTF as text and glTF as one binary file are told
// apart, because people do.
const (
	STL  Format = "stl"
	GLTF Format = "gltf"
	GLB  Format = "glb"
)

// ErrUnknownFormat is returned, perhaps wrapped, for bytes that are no model in
// a format of this package.
var ErrUnknownFormat = errors.New("unknown format: neither glTF, GLB nor STL")

// FormatError reports a malformed file: it says what it is and then is not.
type FormatError struct {
	Format Format
	// Place in the file, such as "mesh 3 primitive 0 accessor 7" or "facet 12
	// (line 87, byte 3456)"; everything is counted from 0, lines from 1. May be empty.
	Place string
	// Err is the cause.
	Err error
}

// Error returns "format: place: cause".
func (e *FormatError) Error() string { return join(string(e.Format), e.Place, e.Err.Error()) }

// Unwrap returns the cause.
func (e *FormatError) Unwrap() error { return e.Err }

// UnsupportedError reports a file that may well be valid but needs something
// that this package does not do.
type UnsupportedError struct {
	Format Format
	// Place as in FormatError.
	Place string
	// Feature by its own name, such as "KHR_draco_mesh_compression"; several are
	// separated by ", ".
	Feature string
}

// Error returns "format: place: feature is not supported".
func (e *UnsupportedError) Error() string {
	return join(string(e.Format), e.Place, e.Feature+" is not supported")
}

// join puts ": " between the parts that are not empty.
func join(parts ...string) string {
	var b strings.Builder
	for _, p := range parts {
		if p == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteString(": ")
		}
		b.WriteString(p)
	}
	return b.String()
}

// bare is an error of a library without the library's name in front, which
// means nothing to the owner of a file.
type bare struct{ error }

func (b bare) Error() string {
	var syntax *jsontext.SyntacticError
	var wrong *json.SemanticError
	switch {
	case errors.As(b.error, &wrong):
		return wrongValue(wrong)
	case errors.Is(b.error, io.ErrUnexpectedEOF):
		return "unexpected end of JSON input"
	case errors.As(b.error, &syntax):
		return syntax.Err.Error()
	}
	return strings.TrimPrefix(b.error.Error(), "gltf: ")
}

func (b bare) Unwrap() error { return b.error }

// wrongValue says which value of a document cannot be used. The library's own words name
// types of Go.
func wrongValue(e *json.SemanticError) string {
	at := strings.Trim(string(e.JSONPointer), "/")
	if at != "" {
		at = strconv.Quote(shorten(strings.ReplaceAll(at, "/", ".")))
	}
	what := ""
	var wrong *jsonv1.UnmarshalTypeError // the glTF library reads its enumerations by encoding/json
	switch {
	case e.Err == nil || errors.As(e.Err, &wrong):
		what = "cannot use a JSON " + kindName(e.JSONKind)
	case e.JSONValue != nil:
		what = "cannot use the JSON " + kindName(e.JSONKind) + " " + shorten(string(e.JSONValue))
	default:
		return join(at, strings.TrimPrefix(e.Err.Error(), "gltf: "))
	}
	if at != "" {
		what += " as " + at
	}
	return what + " here"
}

// kindName is what people call a kind of JSON.
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
