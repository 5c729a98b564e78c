package main

import (
	"io"

	"github.com/meshcheck/meshcheck/internal/atomicfile"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/json"
)

// lineStream is the growing report of a run as lines.
type lineStream struct {
	*json.Lines
	store *atomicfile.Spill // of reports in files; nil on standard output
	err   error             // why it is incomplete
}

// lineStreams are the one on standard output, where each line is written as soon as its file is done,
// and the one for files, which appear only when they are complete. Each is nil if it is not wanted.
type lineStreams struct{ printed, stored *lineStream }

// newLineStreams returns the streams that are requested for a report with the given head.
func (r *runner) newLineStreams(head *report.Report) (s lineStreams) {
	const format = "ndjson"
	if r.settings.format.String() == format {
		s.printed = &lineStream{Lines: json.NewLines(resultWriter{r.con}, head)}
	}
	if files := r.outputs.in(format); len(files) > 0 {
		store := r.newSpill(files)
		s.stored = &lineStream{Lines: json.NewLines(store, head), store: store}
	}
	return s
}

// resultWriter writes results to standard output. A broken pipe is not an error.
type resultWriter struct{ con *console }

func (w resultWriter) Write(b []byte) (int, error) { return len(b), w.con.result(b) }

// addLine appends the line of a file to the streams.
func (r *runner) addLine(f *report.File) {
	r.eachStream(func(l *json.Lines) error { return l.Add(f) })
}

// endLines appends the last line.
func (r *runner) endLines(rep *report.Report) {
	r.eachStream(func(l *json.Lines) error { return l.End(rep, r.sum) })
}

// eachStream writes to the streams, unless an earlier error has ended them.
func (r *runner) eachStream(write func(*json.Lines) error) {
	if s := r.lines.printed; s != nil && !r.mute {
		r.wrote(stdout, write(s.Lines))
	}
	if s := r.lines.stored; s != nil && s.err == nil {
		s.err = write(s.Lines)
	}
}

// writeTo writes a complete stream to a file.
func (s *lineStream) writeTo(w io.Writer) error {
	if s.err != nil {
		return s.err
	}
	if _, err := s.store.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err := io.Copy(w, s.store)
	return err
}

func (s lineStreams) close() {
	if s.stored != nil {
		s.stored.store.Close()
	}
}
