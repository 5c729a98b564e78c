package source

import (
	"errors"
	"fmt"
	"strings"
)

// ErrChanged is returned, perhaps wrapped, for a file that another program wrote to while
// it was read: the bytes that were read may be neither its old contents nor its new ones.
var ErrChanged = errors.New("the file changed while it was read")

// FormatError reports a malformed file: one that violates the format which it has.
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
// that its decoder does not do.
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

// LimitError reports a file that may well be valid but exceeds a limit of the load.
type LimitError struct {
	// Format is "" where the file was not read far enough to know.
	Format Format
	// What there is too much of: "triangles", or "bytes" of memory.
	What string
	// Most is the limit, Needs what the file would take, as far as it was examined: it may
	// take more.
	Needs, Most int64
}

// Error returns "format: has more than 10000 triangles".
func (e *LimitError) Error() string { return join(string(e.Format), e.Text()) }

// Text returns the error without the format in front.
func (e *LimitError) Text() string {
	if e.What == "triangles" {
		return fmt.Sprintf("has more than %d triangles", e.Most)
	}
	return fmt.Sprintf("needs %d %s, and the limit is %d", e.Needs, e.What, e.Most)
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
