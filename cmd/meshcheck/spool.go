package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"

	"github.com/meshcheck/meshcheck/report"
)

// jsonStream is the JSON report of a run in the making. All files and standard output
// that it goes to are written from it.
type jsonStream struct {
	*report.JSONSpool
	store *spillFile
	err   error // why it is not whole
}

// newJSONStream returns a stream if a report goes anywhere, else nil. Where it would go to
// the folder for temporary files and that takes none, it stays in memory, up to a quarter
// of what the run may take.
func (r *runner) newJSONStream(all outputs, format string) *jsonStream {
	wanted, dir, beside := format == "json", os.TempDir(), false
	for _, o := range all {
		if o.format != "json" {
			continue
		}
		wanted = true
		if o.temp != nil { // where there has to be room for the whole report
			dir, beside = filepath.Dir(o.target), true
		}
	}
	if !wanted {
		return nil
	}
	store := &spillFile{dir: dir, most: spillSize}
	if err := store.try(); err != nil && !beside {
		store.most = int(max(spillSize, min(r.settings.limits.most()/4, math.MaxInt)))
		if len(r.inputs) != 1 || os.Getenv(temporaryVariable()) != "" {
			r.con.warningf("%v; the report is kept in memory", err)
		}
	}
	return &jsonStream{JSONSpool: report.NewJSONSpool(store), store: store}
}

// add appends a file, unless an error has ended the report already. What the report has
// of it may be known, as of report.JSONMembers.
func (s *jsonStream) add(f *report.File, members []byte) {
	switch {
	case s == nil || s.err != nil:
	case members != nil:
		s.err = s.AddMembers(f.Path, members)
	default:
		s.err = s.Add(f)
	}
}

// write writes the report as far as it has grown.
func (s *jsonStream) write(w io.Writer, rep *report.Report, sum report.Summary) error {
	if s.err != nil {
		return s.err
	}
	return s.WriteReport(w, rep, sum)
}

func (s *jsonStream) close() {
	if s != nil {
		s.store.close()
	}
}

// temporaryVariable names the variable that sets the folder for temporary files.
func temporaryVariable() string {
	if runtime.GOOS == "windows" {
		return "TMP"
	}
	return "TMPDIR"
}

// spillSize is how much of a report is kept in memory before it goes to disk.
const spillSize = 8 << 20

// spillFile is a file that is kept in memory as long as it is small.
type spillFile struct {
	dir  string
	most int // bytes in memory
	data []byte
	at   int      // where data is read
	file *os.File // nil while it is in memory
}

// Write appends.
func (s *spillFile) Write(b []byte) (int, error) {
	if s.file == nil && len(s.data)+len(b) <= s.most {
		s.data = append(s.data, b...)
		return len(b), nil
	}
	if s.file == nil {
		temporary.clean(s.dir)
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
func (s *spillFile) create() (*os.File, error) {
	f, err := temporary.create(s.dir, 0o600)
	if err == nil {
		// A file that is open needs no name, and leaves nothing behind then, even if
		// the process is killed. Windows does not take the name away.
		temporary.remove(f.Name())
	}
	return f, err
}

// try reports whether the folder takes a file.
func (s *spillFile) try() error {
	f, err := s.create()
	if err != nil {
		return s.failed(err)
	}
	_ = f.Close()
	temporary.remove(f.Name()) // where it still has one
	return nil
}

// failed says of an error that it is one of the folder, and what sets that.
func (s *spillFile) failed(err error) error {
	if err == nil {
		return nil
	}
	if s.dir == os.TempDir() {
		return fmt.Errorf("the folder for temporary files, %s (%s): %w", shown(s.dir), temporaryVariable(), cause(err))
	}
	return fmt.Errorf("a temporary file in %s: %w", shown(s.dir), cause(err))
}

func (s *spillFile) Read(b []byte) (int, error) {
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

// Seek goes to the beginning or the end.
func (s *spillFile) Seek(offset int64, whence int) (int64, error) {
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

func (s *spillFile) close() {
	if s.file != nil {
		_ = s.file.Close()
		temporary.remove(s.file.Name())
	}
}
