package json

import (
	"bytes"
	_ "embed"
	"io"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
)

// summaryHead is a summary without its files.
type summaryHead struct {
	Report  string        `json:"report"`
	Schema  int           `json:"schema"`
	Tool    wireTool      `json:"tool"`
	Options check.Options `json:"options"`
	Shard   *report.Shard `json:"shard,omitzero"`
	Summary wireSummary   `json:"summary"`
}

// WriteSummary writes the index of r as JSON: the head of a JSON report and a line for each file,
// without what was found in it. See SummarySchema. The errors are those of Write.
func WriteSummary(w io.Writer, r *report.Report) error {
	x := r.Indexed()
	l := newLayout(w, 1)
	l.open('{')
	if err := l.members(&summaryHead{summaryReport, 1, newTool(r), r.Options, r.Shard, newSummary(&x.Summary)}); err != nil {
		return err
	}
	l.name("files")
	l.open('[')
	for i := range x.Rows {
		text, err := marshal(&x.Rows[i])
		if err != nil {
			return err
		}
		l.separate()
		if _, err := l.w.Write(text); err != nil {
			return err
		}
	}
	return l.end()
}

//go:embed summary_schema.json
var summarySchema []byte

// SummarySchema returns the JSON Schema (draft 2020-12) of what WriteSummary writes. The caller owns
// the bytes.
func SummarySchema() []byte { return bytes.Clone(summarySchema) }
