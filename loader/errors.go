package loader

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
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
	var wrong *json.UnmarshalTypeError
	if errors.As(b.error, &wrong) {
		// Its own words name types of Go.
		s := "cannot use a JSON " + wrong.Value
		if wrong.Field != "" {
			s += " as " + strconv.Quote(wrong.Field)
		}
		return s + " here"
	}
	s := strings.TrimPrefix(b.error.Error(), "json: ")
	return strings.TrimPrefix(s, "gltf: ")
}

func (b bare) Unwrap() error { return b.error }
