//go:build !windows

package terminal

import "os"

// understandsEscapes returns true: the variable TERM names terminals that do not.
func understandsEscapes(*os.File) bool { return true }

// OwnWindow returns false: only Windows opens a window for a program that needs a terminal.
func OwnWindow() bool { return false }
