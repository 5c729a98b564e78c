//go:build unix && !solaris && !illumos && !aix

package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// fileHold is a lock on a file that ends with the process: a file descriptor, or -1 if the
// file system has no locks.
type fileHold int

// hold locks a file that was just created. The file may be closed before the lock is
// released. The error is errTaken if another process has the lock, because it considers the
// file abandoned and is removing it.
func hold(f *os.File) (fileHold, error) {
	switch err := lock(f); {
	case errors.Is(err, syscall.EWOULDBLOCK):
		return -1, errTaken
	case err != nil:
		return -1, nil
	}
	fd, err := syscall.Dup(int(f.Fd()))
	if err != nil {
		return -1, &fs.PathError{Op: "dup", Path: f.Name(), Err: err}
	}
	syscall.CloseOnExec(fd)
	return fileHold(fd), nil
}

func lock(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}

func (h fileHold) release() {
	if h >= 0 {
		_ = syscall.Close(int(h))
	}
}

// removeLeftover removes a temporary file unless some process holds it or the lock cannot be
// tested.
func removeLeftover(path string, _ fs.FileInfo) {
	f, err := os.OpenFile(path, os.O_RDWR|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return
	}
	defer f.Close()
	if lock(f) == nil && isAt(f, path) {
		_ = os.Remove(path)
	}
}
