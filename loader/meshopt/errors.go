package meshopt

import "fmt"

// FormatError reports data that is not a valid stream, or not one with the given Options.
type FormatError struct {
	text string
}

// Error returns the cause, in lower case.
func (e *FormatError) Error() string { return e.text }

func fail(format string, args ...any) error {
	return &FormatError{fmt.Sprintf(format, args...)}
}

var (
	errEnd   = &FormatError{"the meshopt data ends too early"}
	errExtra = &FormatError{"the meshopt data is longer than its elements"}
)
