//go:build unix

package terminal

import (
	"os"

	"golang.org/x/sys/unix"
)

// Discarded reports whether f is the null device, open for reading too. So the runtime
// leaves a standard output that was closed when the program started, and so other programs
// start one whose output they discard. A shell opens it for writing only.
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
