package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/meshcheck/meshcheck/internal/fserror"
)

// Spill is a file that is kept in memory while it is small. Writing appends; reading starts
// at the position of Seek. On disk it has no name, if the system allows that.
type Spill struct {
	temporaries *Temporaries
	dir         string
	most        int      // most bytes in memory
	chunks      [][]byte // all but the last have chunkSize bytes
	size        int      // of all chunks
	at          int      // read position in them
	file        *os.File // nil while it is in memory
}

// chunkSize is the capacity of a chunk. A growing slice would be copied repeatedly.
const chunkSize = 256 << 10

// NewSpill returns an empty file that moves to a folder when it has more than most bytes.
func (t *Temporaries) NewSpill(dir string, most int) *Spill {
	return &Spill{temporaries: t, dir: dir, most: most}
}

// KeepInMemory changes how many bytes are kept in memory, for a file that is still there.
func (s *Spill) KeepInMemory(most int) { s.most = most }

// Write appends b. An error of the folder names the folder and, if that is os.TempDir, the
// environment variable that sets it.
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
		// An open file needs no name. Without one it leaves nothing behind, even if the
		// process is killed. Windows does not remove names of open files.
		s.temporaries.Remove(f.Name())
	}
	return f, err
}

// Try returns an error, as Write does, if no file can be created in the folder.
func (s *Spill) Try() error {
	f, err := s.create()
	if err != nil {
		return s.failed(err)
	}
	_ = f.Close()
	s.temporaries.Remove(f.Name()) // if it still has one
	return nil
}

// failed adds the folder to an error, and the environment variable that sets it.
func (s *Spill) failed(err error) error {
	if err == nil {
		return nil
	}
	if s.dir == os.TempDir() {
		return fmt.Errorf("the folder for temporary files, %s (%s): %w", s.dir, FolderVariable(), fserror.Cause(err))
	}
	return fmt.Errorf("a temporary file in %s: %w", s.dir, fserror.Cause(err))
}

// FolderVariable returns the environment variable that sets os.TempDir.
func FolderVariable() string {
	if runtime.GOOS == "windows" {
		return "TMP"
	}
	return "TMPDIR"
}

// Read implements io.Reader.
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

// unread returns the unread rest of the current chunk.
func (s *Spill) unread() []byte {
	if s.at == s.size {
		return nil
	}
	return s.chunks[s.at/chunkSize][s.at%chunkSize:]
}

// WriteTo writes the unread rest.
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

// Seek moves to the beginning or the end, and fails for any other position.
func (s *Spill) Seek(offset int64, whence int) (int64, error) {
	switch {
	case s.file != nil:
		return s.file.Seek(offset, whence)
	case offset != 0 || whence == io.SeekCurrent:
		return 0, errors.New("unsupported seek position")
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
