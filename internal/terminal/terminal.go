// Package terminal knows what the standard streams lead to.
package terminal

import (
	"os"

	"golang.org/x/term"
)

// Smart reports whether f is a terminal that understands more than plain text.
func Smart(f *os.File) bool {
	return os.Getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd()))
}

// OneScreen reports whether a person sees standard output and standard error in one place.
func OneScreen() bool {
	return term.IsTerminal(int(os.Stdout.Fd())) && term.IsTerminal(int(os.Stderr.Fd()))
}
