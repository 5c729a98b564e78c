//go:build unix

package terminal

import (
	"os"

	"golang.org/x/sys/unix"
)

// Discarded reports whether f is the null device, opened for reading and writing. The runtime
// opens it like this if standard output was closed when the program started, and so do
// programs that discard the output of others. A shell opens it for writing only.
func Discarded(f *os.File) bool {
	flags, err := unix.FcntlInt(f.Fd(), unix.F_GETFL, 0)
	if err != nil || flags&unix.O_ACCMODE != unix.O_RDWR {
		return false
	}
	info, err := f.Stat()
	if err != nil {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err == nil && os.SameFile(info, null)
}
