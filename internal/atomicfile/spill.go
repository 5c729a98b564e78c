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
	most        int      // bytes in memory
	chunks      [][]byte // all but the last of chunkSize
	size        int      // of all chunks
	at          int      // where they are read
	file        *os.File // nil while it is in memory
}

// chunkSize is the capacity of a piece of memory. One that grows would be copied again and
// again.
const chunkSize = 256 << 10

// NewSpill returns an empty file that goes to a folder when it has more than most bytes.
func (t *Temporaries) NewSpill(dir string, most int) *Spill {
	return &Spill{temporaries: t, dir: dir, most: most}
}

// KeepInMemory changes how many bytes are kept in memory, while the file is there.
func (s *Spill) KeepInMemory(most int) { s.most = most }

// Write appends. An error of the folder names it, and what sets it if it is the folder for
// temporary files.
func (s *Spill) Write(b []byte) (int, error) {
	if s.file == nil && s.size+len(b) <= s.most {
		s.keep(b)
		return len(b), nil
	}
	if s.file == nil {
		s.temporaries.Clean(s.dir)
		f, err := s.create()
		if err != nil {
			return 0, s.failed(err)
		}
		s.file = f
		for _, c := range s.chunks {
			if _, err := f.Write(c); err != nil {
				return 0, s.failed(err)
			}
		}
		s.chunks, s.size = nil, 0
	}
	n, err := s.file.Write(b)
	return n, s.failed(err)
}

// keep appends to the chunks.
func (s *Spill) keep(b []byte) {
	s.size += len(b)
	for len(b) > 0 {
		last := len(s.chunks) - 1
		if last < 0 || len(s.chunks[last]) == chunkSize {
			s.chunks = append(s.chunks, make([]byte, 0, chunkSize))
			last++
		}
		n := min(len(b), chunkSize-len(s.chunks[last]))
		s.chunks[last] = append(s.chunks[last], b[:n]...)
		b = b[n:]
	}
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
	if s.at == s.size && len(b) > 0 {
		return 0, io.EOF
	}
	n := copy(b, s.unread())
	s.at += n
	return n, nil
}

// unread returns what is left to read of a chunk.
func (s *Spill) unread() []byte {
	if s.at == s.size {
		return nil
	}
	return s.chunks[s.at/chunkSize][s.at%chunkSize:]
}

// WriteTo writes what is left to read.
func (s *Spill) WriteTo(w io.Writer) (n int64, err error) {
	if s.file != nil {
		return io.Copy(w, s.file)
	}
	for s.at < s.size && err == nil {
		var some int
		some, err = w.Write(s.unread())
		s.at += some
		n += int64(some)
	}
	return n, err
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
		s.at = s.size
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
