package output

import (
	"io"

	"github.com/meshcheck/meshcheck/internal/atomicfile"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/json"
)

// lines is a report of lines on its way to files, which appear only when it is complete.
type lines struct {
	*json.Lines
	store *atomicfile.Spill
	ended bool
	err   error // why it is incomplete
}

// add appends the line of a file, unless an earlier error has ended the report.
func (l *lines) add(f *report.File) {
	if l.err == nil {
		l.err = l.Add(f)
	}
}

// write writes the whole report. It may be called for several files.
func (l *lines) write(w io.Writer, rep *report.Report, sum report.Summary) error {
	if l.err == nil && !l.ended {
		l.ended, l.err = true, l.End(rep, sum)
	}
	if l.err != nil {
		return l.err
	}
	if _, err := l.store.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err := io.Copy(w, l.store)
	return err
}
