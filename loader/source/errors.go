package source

import (
	"errors"
	"fmt"
	"strings"
)

// ErrChanged is returned, possibly wrapped, for a file that another program wrote to while it was
// read: what was read may mix old and new contents.
var ErrChanged = errors.New("the file changed while it was read")

// ErrOutside is returned, possibly wrapped, for a side file that is outside of the folder that may be
// read.
var ErrOutside = errors.New("it is outside of the folder that may be read")

// HintError is an error with what to do about it.
type HintError struct {
	Err error
	// Hint is what to do, such as "make the path relative".
	Hint string
}

// Error returns the error without the hint.
func (e *HintError) Error() string { return e.Err.Error() }

// Unwrap returns the error.
func (e *HintError) Unwrap() error { return e.Err }

// FormatError reports a malformed file: one that violates its format.
type FormatError struct {
	Format Format
	// Place is the place in the file, such as "mesh 3 primitive 0 accessor 7" or "facet 12 (line
	// 87, byte 3456)". Lines are counted from 1, everything else from 0. It may be empty.
	Place string
	// Err is the cause.
	Err error
}

// Error returns "format: place: cause".
func (e *FormatError) Error() string { return join(string(e.Format), e.Place, e.Err.Error()) }

// Unwrap returns the cause.
func (e *FormatError) Unwrap() error { return e.Err }

// UnsupportedError reports a file that may be valid but uses a feature that its decoder does not
// support.
type UnsupportedError struct {
	Format Format
	// Place is as in FormatError.
	Place string
	// Feature is the name of the feature, such as "KHR_draco_mesh_compression". Several are
	// separated by ", ".
	Feature string
}

// Error returns "format: place: feature is not supported".
func (e *UnsupportedError) Error() string {
	return join(string(e.Format), e.Place, e.Feature+" is not supported")
}

// LimitError reports a file that may be valid but exceeds a limit of the load.
type LimitError struct {
	// Format is "" if it was not detected yet.
	Format Format
	// Place is where in the file the limit was exceeded, "" if that says nothing.
	Place string
	// What exceeds the limit: "triangles", "bytes" of memory, or "prims" of USD.
	What string
	// Most is the limit. Needs is what the file would take, as far as it was examined; it may take
	// more.
	Needs, Most int64
}

// Error returns "format: has more than 10000 triangles".
func (e *LimitError) Error() string { return join(string(e.Format), e.Place, e.Text()) }

// Text returns the error without the format and the place.
func (e *LimitError) Text() string {
	switch e.What {
	case "triangles":
		return fmt.Sprintf("has more than %d triangles", e.Most)
	case "prims":
		return fmt.Sprintf("its references and instances make more than %d prims", e.Most)
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
