// Package terminal finds out what the standard streams are connected to.
package terminal

import (
	"os"

	"golang.org/x/term"
)

// Smart reports whether f is a terminal that understands escape sequences.
func Smart(f *os.File) bool {
	return os.Getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd())) && understandsEscapes(f)
}

// Columns returns the width of a terminal, 0 if f is not a terminal or its width is unknown.
func Columns(f *os.File) int {
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// OneStream reports whether standard output and standard error go to the same place: both to
// terminals, or to the same file or pipe.
func OneStream() bool {
	if term.IsTerminal(int(os.Stdout.Fd())) && term.IsTerminal(int(os.Stderr.Fd())) {
		return true
	}
	out, err := os.Stdout.Stat()
	if err != nil {
		return false
	}
	other, err := os.Stderr.Stat()
	return err == nil && os.SameFile(out, other)
}
