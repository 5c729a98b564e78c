package json

import (
	"bytes"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
)

// Lines writes a report as JSON Lines (NDJSON): a line with the tool and the options, a line for each
// file, as it is in the list of files of a JSON report, and a line with the summary, without which
// the report is not complete. Each line is one call of Write. It is not safe for concurrent use.
type Lines struct {
	w     io.Writer
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

// lineEnd is the last line. Which files a shard has is known only then.
type lineEnd struct {
	Shard   *report.Shard `json:"shard,omitzero"`
	Summary wireSummary   `json:"summary"`
}

// NewLines returns the lines of a report with the version and the options of r. The first line is
// written together with the second.
func NewLines(w io.Writer, r *report.Report) *Lines {
	return &Lines{w: w, head: lineHead{linesReport, 1, schemaMinor, newTool(r), r.Options}}
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
	text, err := members(f)
	if err != nil {
		return err
	}
	return l.AddMembers(f.Path, text)
}

// AddMembers is Add for a file whose Members are known.
func (l *Lines) AddMembers(path string, members []byte) error {
	return l.file(bytes.Join([][]byte{[]byte(beforePath), Marshal(path), members}, nil))
}

// file writes the line of a file, as it is in a report.
func (l *Lines) file(object jsontext.Value) error {
	if err := l.begin(); err != nil {
		return err
	}
	if err := object.Compact(); err != nil {
		return err
	}
	_, err := l.w.Write(append(object, '\n'))
	return err
}

// begin writes the first line before any other.
func (l *Lines) begin() error {
	if l.began {
		return nil
	}
	l.began = true
	return l.line(&l.head)
}

// End writes the last line: of r it takes the shard.
func (l *Lines) End(r *report.Report, sum report.Summary) error {
	if err := l.begin(); err != nil {
		return err
	}
	return l.line(&lineEnd{r.Shard, newSummary(&sum)})
}

func (l *Lines) line(object any) error {
	text, err := marshal(object)
	if err != nil {
		return err
	}
	_, err = l.w.Write(append(text, '\n'))
	return err
}

// WriteLines writes the report of all files added so far as Lines do: see Spool.WriteReport.
func (s *Spool) WriteLines(w io.Writer, r *report.Report, sum report.Summary) error {
	stored, err := s.rewind()
	if err != nil {
		return err
	}
	l := NewLines(w, r)
	list := io.MultiReader(bytes.NewReader([]byte("[")), stored, bytes.NewReader([]byte("]")))
	dec := jsontext.NewDecoder(list, jsontext.AllowDuplicateNames(true))
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	for dec.PeekKind() == '{' {
		object, err := dec.ReadValue()
		if err != nil {
			return err
		}
		if err := l.file(object.Clone()); err != nil {
			return err
		}
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	if err := s.append(); err != nil {
		return err
	}
	return l.End(r, sum)
}
