package json

import (
	"io"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
)

// Lines writes a report as JSON Lines (NDJSON): a line with the tool and the options, a line for each
// file, as it is in the list of files of a JSON report, and a line with the summary, without which
// the report is not complete. Each line is written as soon as it is known, and no more is held in
// memory than for Write. It is not safe for concurrent use.
type Lines struct {
	l     *layout
	head  lineHead
	began bool
}

// lineHead is the first line.
type lineHead struct {
	Report  string        `json:"report"`
	Schema  int           `json:"schema"`
	Minor   int           `json:"schema_minor,omitzero"`
	Tool    wireTool      `json:"tool"`
	Options check.Options `json:"options"`
}

// lineEnd is the last line. Which files a shard or an earlier report has is known only then.
type lineEnd struct {
	Shard   *report.Shard `json:"shard,omitzero"`
	Summary wireSummary   `json:"summary"`

	Comparison *report.Comparison `json:"comparison,omitzero"`
}

// NewLines returns the lines of a report with the version and the options of r. The first line is
// written together with the second.
func NewLines(w io.Writer, r *report.Report) *Lines {
	l := newLayout(w, 1)
	l.flat = true
	return &Lines{l: l, head: lineHead{linesReport, 1, schemaMinor, newTool(r), r.Options}}
}

// WriteLines writes r as Lines do. The errors are those of Write.
func WriteLines(w io.Writer, r *report.Report) error {
	l := NewLines(w, r)
	for i := range r.Files {
		if err := l.Add(&r.Files[i]); err != nil {
			return err
		}
	}
	return l.End(r, r.Summary())
}

// Add writes the line of a file.
func (l *Lines) Add(f *report.File) error {
	if err := l.begin(); err != nil {
		return err
	}
	l.l.began = true // there is nothing before the file on its line
	if err := l.l.file(f); err != nil {
		return err
	}
	return l.end()
}

// End writes the last line: of r it takes the shard and the comparison.
func (l *Lines) End(r *report.Report, sum report.Summary) error {
	if err := l.begin(); err != nil {
		return err
	}
	return l.line(&lineEnd{r.Shard, newSummary(&sum), r.Comparison})
}

// begin writes the first line before any other.
func (l *Lines) begin() error {
	if l.began {
		return nil
	}
	l.began = true
	return l.line(&l.head)
}

// line writes the line of an object.
func (l *Lines) line(object any) error {
	text, err := marshal(object)
	if err != nil {
		return err
	}
	l.l.w.Write(text)
	return l.end()
}

// end ends a line.
func (l *Lines) end() error {
	l.l.w.WriteByte('\n')
	return l.l.w.Flush()
}
