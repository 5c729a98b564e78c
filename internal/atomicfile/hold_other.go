//go:build !unix || solaris || illumos || aix

package atomicfile

import (
	"io/fs"
	"os"
	"time"
)

// fileHold does nothing here: the age of a file decides whether it is in use.
type fileHold struct{}

func hold(*os.File) (fileHold, error) { return fileHold{}, nil }

func (fileHold) release() {}

// removeLeftover removes a temporary file that is old.
func removeLeftover(path string, info fs.FileInfo) {
	if time.Since(info.ModTime()) >= leftoverAge {
		_ = os.Remove(path)
	}
}
