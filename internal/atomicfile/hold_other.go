//go:build !unix || solaris || illumos || aix

package atomicfile

import (
	"io/fs"
	"os"
	"time"
)

// fileHold holds nothing here: whether a file is in use is judged by its age.
type fileHold struct{}

func hold(*os.File) (fileHold, error) { return fileHold{}, nil }

func (fileHold) release() {}

// removeLeftover removes a temporary file that is old.
func removeLeftover(path string, info fs.FileInfo) {
	if time.Since(info.ModTime()) >= leftoverAge {
		_ = os.Remove(path)
	}
}
