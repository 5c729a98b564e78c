package input

import (
	"errors"
	"os"
)

// OpenRegular opens a regular file for reading. It fails for anything else: reading a pipe
// could block forever.
func OpenRegular(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("not a regular file")
	}
	if err != nil {
		return nil, err
	}
	return os.Open(path)
}
