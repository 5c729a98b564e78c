// Package fserror takes errors of the file system apart.
package fserror

import (
	"errors"
	"io/fs"
	"os"
)

// Cause returns an error of the file system without its operation and its path, for
// messages that name the path already. Any other error it returns as it is.
func Cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	var l *os.LinkError
	if errors.As(err, &l) {
		return l.Err
	}
	var s *os.SyscallError
	if errors.As(err, &s) {
		return s.Err
	}
	return err
}
