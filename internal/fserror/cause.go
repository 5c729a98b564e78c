// Package fserror unwraps errors of the file system.
package fserror

import (
	"errors"
	"io/fs"
	"os"
)

// Cause returns an error of the file system without operation and path, for messages that
// name the path already. It returns any other error unchanged. On Windows and in browsers, frequent
// causes have the words of other systems, so that reports do not depend on the system or its language.
func Cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return plain(p.Err)
	}
	var l *os.LinkError
	if errors.As(err, &l) {
		return plain(l.Err)
	}
	var s *os.SyscallError
	if errors.As(err, &s) {
		return plain(s.Err)
	}
	return err
}
