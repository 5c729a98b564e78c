//go:build !unix

package terminal

import "os"

// Discarded returns false: whether output is discarded is unknown here. Writing to a closed
// standard output fails.
func Discarded(*os.File) bool { return false }
