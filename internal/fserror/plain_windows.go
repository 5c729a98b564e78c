package fserror

import (
	"errors"
	"io/fs"
	"strings"
	"syscall"
	"unicode"
	"unicode/utf8"
)

// plain returns an error of the system with a text in the style of messages.
func plain(err error) error {
	if errno, ok := err.(syscall.Errno); ok {
		return systemError{errno}
	}
	return err
}

type systemError struct{ errno syscall.Errno }

func (e systemError) Unwrap() error { return e.errno }

func (e systemError) Error() string {
	switch {
	case errors.Is(e.errno, fs.ErrNotExist):
		return "no such file or directory"
	case errors.Is(e.errno, fs.ErrPermission):
		return "permission denied"
	case errors.Is(e.errno, fs.ErrExist):
		return "file exists"
	}
	text := strings.TrimRight(e.errno.Error(), ". \r\n")
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToLower(first)) + text[size:]
}
