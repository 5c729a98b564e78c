package draco

import "fmt"

// FormatError reports data that is not a valid mesh.
type FormatError struct {
	text string
}

// Error says what is wrong, in lower case.
func (e *FormatError) Error() string { return e.text }

// UnsupportedError reports data that may well be valid but needs what this package does not do.
type UnsupportedError struct {
	// Feature names it.
	Feature string
}

// Error returns "feature is not supported".
func (e *UnsupportedError) Error() string { return e.Feature + " is not supported" }

func fail(format string, args ...any) error {
	return &FormatError{fmt.Sprintf(format, args...)}
}

// errEnd is the error of everything that reads past the end.
var errEnd = &FormatError{"the Draco data ends too early"}
