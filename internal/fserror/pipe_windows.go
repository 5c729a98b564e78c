package fserror

import (
	"errors"
	"syscall"
)

// The errors of Windows for a pipe that nobody reads any more.
const (
	brokenPipe   = syscall.Errno(109) // ERROR_BROKEN_PIPE
	closingPipe  = syscall.Errno(232) // ERROR_NO_DATA
	notConnected = syscall.Errno(233) // ERROR_PIPE_NOT_CONNECTED
)

// BrokenPipe reports whether a write failed because nobody reads the pipe any more.
func BrokenPipe(err error) bool {
	return errors.Is(err, brokenPipe) || errors.Is(err, closingPipe) || errors.Is(err, notConnected)
}
