package fserror

import (
	"strings"
	"syscall"
)

// plain returns an error of the system with the words that other systems use: those of Go for browsers begin with
// a capital.
func plain(err error) error {
	if number, ok := err.(syscall.Errno); ok {
		return plainErrno{number}
	}
	return err
}

type plainErrno struct{ syscall.Errno }

func (e plainErrno) Error() string {
	text := e.Errno.Error()
	return strings.ToLower(text[:1]) + text[1:]
}

func (e plainErrno) Unwrap() error { return e.Errno }
