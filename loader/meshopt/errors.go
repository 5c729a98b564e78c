package meshopt

import "fmt"

// FormatError reports data that is no valid stream, or not one of the layout that is asked for.
type FormatError struct {
	text string
}

// Error says what is wrong, in lower case.
func (e *FormatError) Error() string { return e.text }

func fail(format string, args ...any) error {
	return &FormatError{fmt.Sprintf(format, args...)}
}

var (
	errEnd   = &FormatError{"the meshopt data ends too early"}
	errExtra = &FormatError{"the meshopt data is longer than its elements"}
)
