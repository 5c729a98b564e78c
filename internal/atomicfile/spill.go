package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/meshcheck/meshcheck/internal/fserror"
)

// Spill is a file of bytes that are kept in memory as long as they are few. What is written
// is appended; it is read from where Seek goes to. It has no name on disk where the system
// can do without.
type Spill struct {
	temporaries *Temporaries
	dir         string
	most        int // bytes in memory
	data        []byte
	at          int      // where data is read
	file        *os.File // nil while it is in memory
}

// NewSpill returns an empty file that goes to a folder when it has more than most bytes.
func (t *Temporaries) NewSpill(dir string, most int) *Spill {
	return &Spill{temporaries: t, dir: dir, most: most}
}

// KeepInMemory changes how many bytes are kept in memory, while the file is there.
func (s *Spill) KeepInMemory(most int) { s.most = most }

// Write appends. An error of the folder names it, and what sets it if it is the folder for
// temporary files.
func (s *Spill) Write(b []byte) (int, error) {
	if s.file == nil && len(s.data)+len(b) <= s.most {
		s.data = append(s.data, b...)
		return len(b), nil
	}
	if s.file == nil {
		s.temporaries.Clean(s.dir)
		f, err := s.create()
		if err != nil {
			return 0, s.failed(err)
		}
		s.file = f
		if _, err := f.Write(s.data); err != nil {
			return 0, s.failed(err)
		}
		s.data = nil
	}
	n, err := s.file.Write(b)
	return n, s.failed(err)
}

// create creates a file in the folder.
func (s *Spill) create() (*os.File, error) {
	f, err := s.temporaries.Create(s.dir, 0o600)
	if err == nil {
		// A file that is open needs no name, and leaves nothing behind then, even if
		// the process is killed. Windows does not take the name away.
		s.temporaries.Remove(f.Name())
	}
	return f, err
}

// Try returns an error as Write does if the folder takes no file.
func (s *Spill) Try() error {
	f, err := s.create()
	if err != nil {
		return s.failed(err)
	}
	_ = f.Close()
	s.temporaries.Remove(f.Name()) // where it still has one
	return nil
}

// failed says of an error that it is one of the folder, and what sets that.
func (s *Spill) failed(err error) error {
	if err == nil {
		return nil
	}
	if s.dir == os.TempDir() {
		return fmt.Errorf("the folder for temporary files, %s (%s): %w", s.dir, FolderVariable(), fserror.Cause(err))
	}
	return fmt.Errorf("a temporary file in %s: %w", s.dir, fserror.Cause(err))
}

// FolderVariable names the environment variable that sets the folder for temporary files,
// os.TempDir.
func FolderVariable() string {
	if runtime.GOOS == "windows" {
		return "TMP"
	}
	return "TMPDIR"
}

// Read reads on from where the last read ended or Seek went to.
func (s *Spill) Read(b []byte) (int, error) {
	if s.file != nil {
		return s.file.Read(b)
	}
	n := copy(b, s.data[s.at:])
	s.at += n
	if n == 0 && len(b) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

// Seek goes to the beginning or the end, and fails for any other place.
func (s *Spill) Seek(offset int64, whence int) (int64, error) {
	switch {
	case s.file != nil:
		return s.file.Seek(offset, whence)
	case offset != 0 || whence == io.SeekCurrent:
		return 0, errors.New("no place to seek to")
	}
	s.at = 0
	if whence == io.SeekEnd {
		s.at = len(s.data)
	}
	return int64(s.at), nil
}

// Close removes the file.
func (s *Spill) Close() {
	if s.file != nil {
		_ = s.file.Close()
		s.temporaries.Remove(s.file.Name())
	}
}
