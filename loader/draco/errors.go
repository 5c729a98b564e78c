package draco

import "fmt"

// FormatError reports data that is not a valid mesh.
type FormatError struct {
	text string
}

// Error returns the cause, in lower case.
func (e *FormatError) Error() string { return e.text }

// UnsupportedError reports data that may be valid but uses a feature that this package does not
// support.
type UnsupportedError struct {
	// Feature is the name of the feature.
	Feature string
}

// Error returns "feature is not supported".
func (e *UnsupportedError) Error() string { return e.Feature + " is not supported" }

func fail(format string, args ...any) error {
	return &FormatError{fmt.Sprintf(format, args...)}
}

// errEnd is the error for reading past the end.
var errEnd = &FormatError{"the Draco data ends too early"}
