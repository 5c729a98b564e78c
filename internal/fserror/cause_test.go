package fserror_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"testing"

	"github.com/meshcheck/meshcheck/internal/fserror"
)

func TestCause(t *testing.T) {
	other := errors.New("other")
	for _, c := range []struct{ err, want error }{
		{&fs.PathError{Op: "open", Path: "a", Err: syscall.ENOENT}, syscall.ENOENT},
		{fmt.Errorf("a: %w", &fs.PathError{Op: "open", Path: "a", Err: syscall.ENOENT}), syscall.ENOENT},
		{&os.LinkError{Op: "rename", Old: "a", New: "b", Err: syscall.EXDEV}, syscall.EXDEV},
		{os.NewSyscallError("dup", syscall.EMFILE), syscall.EMFILE},
		{other, other},
		{nil, nil},
	} {
		if got := fserror.Cause(c.err); !errors.Is(got, c.want) {
			t.Errorf("%v: %v, want %v", c.err, got, c.want)
		}
	}
}
