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
	l     *layout
	err   error // the first one stays
}

// filesDepth is how many containers are around a file.
const filesDepth = 2

// NewSpool returns a spool that writes to an empty store. What is long it prepares on up to so many
// goroutines.
func NewSpool(store io.ReadWriteSeeker, workers int) *Spool {
	l := newLayout(store, workers)
	l.depth, l.began = filesDepth, true
	return &Spool{store: store, l: l}
}

// Add appends a file. The error is that of the store; a report can then no more be
// written.
func (s *Spool) Add(f *report.File) error {
	s.err = cmp.Or(s.err, s.l.file(f))
	return s.err
}

// beforePath is how a file begins, and beforeMembers how one does without a path.
const (
	beforePath    = "{\n      \"path\": "
	beforeMembers = ",\n    " + beforePath + `""`
)

// memberLayouts lay out the members of files, one at a time.
var memberLayouts = sync.Pool{New: func() any { return newLayout(nil, 1) }}

// Members returns what Add writes of f behind its path, and nil if it cannot be written:
// what a file of the same content under another path has as well. It is safe for
// concurrent use.
func Members(f *report.File) []byte {
	nameless := *f
	nameless.Path = ""
	var b bytes.Buffer
	l := memberLayouts.Get().(*layout)
	l.w.Reset(&b)
	l.depth, l.began = filesDepth, false
	if l.file(&nameless) != nil {
		return nil
	}
	_ = l.w.Flush() // memory takes it
	l.w.Reset(nil)
	memberLayouts.Put(l)
	return b.Bytes()[len(beforeMembers):]
}

// AddMembers is Add of a file whose members behind the path are known.
func (s *Spool) AddMembers(path string, members []byte) error {
	s.l.separate()
	for _, piece := range [][]byte{[]byte(beforePath), Marshal(path), members} {
		_, err := s.l.w.Write(piece)
		s.err = cmp.Or(s.err, err)
	}
	return s.err
}

// WriteReport writes the report of all files added so far to w, with the bytes of JSON:
// beside them it takes r, whose own files do not matter, and the sum of all. It may be
// called again, for another writer. Errors are those of the store and of w, or say that
// the tolerance is not a finite number.
func (s *Spool) WriteReport(w io.Writer, r *report.Report, sum report.Summary) error {
	if err := cmp.Or(s.err, s.l.w.Flush()); err != nil {
		return err
	}
	if _, err := s.store.Seek(0, io.SeekStart); err != nil {
		return err
	}
	l := newLayout(w, 1)
	if err := l.head(r, sum); err != nil {
		return err
	}
	if _, err := io.Copy(l.w, s.store); err != nil {
		return err
	}
	l.began = s.l.began
	if _, err := s.store.Seek(0, io.SeekEnd); err != nil {
		return err
	}
	return l.end()
}
