package main

import (
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/json"
)

// newLines returns a report as lines on standard output if that is requested, else nil. Each line is
// written at once, so that a reader need not wait for the end of the run.
func (r *runner) newLines(head *report.Report) *json.Lines {
	if r.settings.format.String() != "ndjson" {
		return nil
	}
	return json.NewLines(resultWriter{r.con}, head)
}

// resultWriter writes results to standard output. A broken pipe is not an error.
type resultWriter struct{ con *console }

func (w resultWriter) Write(b []byte) (int, error) { return len(b), w.con.result(b) }

// addLine writes the line of a file. members may be the result of json.Members for it.
func (r *runner) addLine(f *report.File, members []byte) {
	switch {
	case r.lines == nil || r.mute:
	case members != nil:
		r.wrote(stdout, r.lines.AddMembers(f.Path, members))
	default:
		r.wrote(stdout, r.lines.Add(f))
	}
}

// addEnd writes the last line.
func (r *runner) addEnd(rep *report.Report) {
	if !r.mute {
		r.wrote(stdout, r.lines.End(rep, r.sum))
	}
}
