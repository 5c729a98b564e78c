package fserror_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/meshcheck/meshcheck/internal/fserror"
)

func TestCauseWords(t *testing.T) {
	_, err := os.Open(filepath.Join(t.TempDir(), "none"))
	cause := fserror.Cause(err)
	if got, want := cause.Error(), "no such file or directory"; got != want || !errors.Is(cause, fs.ErrNotExist) {
		t.Errorf("%q, want %q", got, want)
	}
	const sharingViolation = syscall.Errno(32)
	cause = fserror.Cause(&fs.PathError{Op: "open", Path: "a", Err: sharingViolation})
	if got := cause.Error(); got[0] < 'a' || got[len(got)-1] == '.' || !errors.Is(cause, sharingViolation) {
		t.Errorf("%q", got)
	}
}
