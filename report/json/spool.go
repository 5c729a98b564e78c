package json

import (
	"bytes"
	"cmp"
	"io"
	"sync"

	"github.com/meshcheck/meshcheck/report"
)

// Spool collects the files of a JSON report one by one, so that none of them has to
// be kept: what they become goes to a store at once, such as a file on disk. The report
// begins with its summary and is put together at the end.
//
// It is not safe for concurrent use.
type Spool struct {
	store io.ReadWriteSeeker
	j     *jsonWriter
}

// NewSpool returns a spool that writes to an empty store.
func NewSpool(store io.ReadWriteSeeker) *Spool {
	j := newJSONWriter(store)
	j.depth, j.first = filesDepth, true
	return &Spool{store, j}
}

// filesDepth is how deep the members of "files" stand in a report.
const filesDepth = 2

// Add appends a file. The error is that of the store; a report can then no more be
// written.
func (s *Spool) Add(f *report.File) error {
	s.j.next()
	s.j.file(f)
	// The buffer keeps its first error.
	_, err := s.j.w.Write(nil)
	return cmp.Or(s.j.err, err)
}

// Members returns what Add writes of f behind its path, and nil if it cannot be written:
// what a file of the same content under another path has as well. It is safe for
// concurrent use.
func Members(f *report.File) []byte {
	j := jsonWriters.Get().(*jsonWriter)
	defer jsonWriters.Put(j)
	var b bytes.Buffer
	j.w.Reset(&b)
	j.depth, j.first, j.err = filesDepth+1, false, nil
	j.members(f)
	if j.finish() != nil {
		return nil
	}
	return b.Bytes()
}

var jsonWriters = sync.Pool{New: func() any { return newJSONWriter(nil) }}

// AddMembers is Add of a file whose members behind the path are known.
func (s *Spool) AddMembers(path string, members []byte) error {
	s.j.next()
	s.j.open("{")
	s.j.field("path", path)
	_, err := s.j.w.Write(members)
	s.j.close("}")
	return cmp.Or(s.j.err, err)
}

// WriteReport writes the report of all files added so far to w, with the bytes of JSON:
// beside them it takes r, whose own files do not matter, and the sum of all. It may be
// called again, for another writer. Errors are those of the store and of w, or say that
// the tolerance is not a finite number.
func (s *Spool) WriteReport(w io.Writer, r *report.Report, sum report.Summary) error {
	if err := s.j.finish(); err != nil {
		return err
	}
	if _, err := s.store.Seek(0, io.SeekStart); err != nil {
		return err
	}
	j := newJSONWriter(w)
	j.open("{")
	j.header(r, sum)
	j.key("files")
	j.open("[")
	if _, err := io.Copy(j.w, s.store); err != nil {
		return err
	}
	j.first = s.j.first
	j.close("]")
	j.close("}")
	j.w.WriteByte('\n')
	if _, err := s.store.Seek(0, io.SeekEnd); err != nil {
		return err
	}
	return j.finish()
}
