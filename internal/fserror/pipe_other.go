//go:build !windows

package fserror

import (
	"errors"
	"syscall"
)

// BrokenPipe reports whether a write failed because nobody reads the pipe any more.
func BrokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
