// Package pagedfile reads more files concurrently than can be open at once.
package pagedfile

import (
	"errors"
	"os"

	"github.com/meshcheck/meshcheck/internal/fserror"
)

// File is a regular file that is read page by page, and open only while a page is read. It is
// an io.Reader, not safe for concurrent use.
type File struct {
	path string
	info os.FileInfo // of the first opening
	at   int64       // offset of the next page
	page []byte      // unread rest of the last page
	room []byte      // buffer for a page
}

// Sizes of the buffers of all files together, and of one file, in bytes.
const (
	allPages  = 16 << 20
	leastPage = 4 << 10
	mostPage  = 256 << 10
)

// New returns the file at a path, one of several that are read concurrently.
func New(path string, of int) (*File, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("is not a regular file")
	}
	if err != nil {
		return nil, err
	}
	return &File{path: path, info: info, room: make([]byte, min(max(allPages/of, leastPage), mostPage))}, nil
}

// Path returns the path given to New.
func (f *File) Path() string { return f.path }

// Read implements io.Reader. It fails if the file has changed. Its errors do not name the path.
func (f *File) Read(b []byte) (int, error) {
	if len(f.page) == 0 {
		if err := f.turn(); err != nil {
			return 0, err
		}
	}
	n := copy(b, f.page)
	f.page = f.page[n:]
	return n, nil
}

// turn reads the next page.
func (f *File) turn() error {
	open, err := os.Open(f.path)
	if err != nil {
		return fserror.Cause(err)
	}
	defer open.Close()
	info, err := open.Stat()
	if err != nil {
		return fserror.Cause(err)
	}
	if !os.SameFile(info, f.info) || info.Size() != f.info.Size() || !info.ModTime().Equal(f.info.ModTime()) {
		return errors.New("the file changes while it is read")
	}
	n, err := open.ReadAt(f.room, f.at)
	if n == 0 && err != nil {
		return fserror.Cause(err)
	}
	f.page, f.at = f.room[:n], f.at+int64(n)
	return nil
}
