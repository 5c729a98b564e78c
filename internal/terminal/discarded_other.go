//go:build !unix

package terminal

import "os"

// Discarded reports whether f is discarded, which is not known here; a standard output that
// is closed cannot be written.
func Discarded(*os.File) bool { return false }
