package json

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
)

// wireHead is a report without its files.
type wireHead struct {
	Schema  int           `json:"schema"`
	Minor   int           `json:"schema_minor,omitzero"`
	Tool    wireTool      `json:"tool"`
	Options check.Options `json:"options"`
	Shard   *report.Shard `json:"shard,omitzero"`
	Summary wireSummary   `json:"summary"`

	Comparison *report.Comparison `json:"comparison,omitzero"`
}

type wireTool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

func newTool(r *report.Report) wireTool { return wireTool{"meshcheck", r.Version} }

// What a member "report" says of a text that is not a JSON report, but has parts of one.
const (
	summaryReport = "summary"
	linesReport   = "ndjson"
)

type wireSummary struct {
	Status      check.Status     `json:"status"`
	Files       int              `json:"files"`
	Passed      int              `json:"passed"`
	Failed      int              `json:"failed"`
	NotChecked  int              `json:"not_checked"`
	Counts      Tally            `json:"counts"`
	Interrupted bool             `json:"interrupted,omitzero"`
	Unreached   *int             `json:"unreached,omitzero"`
	Accepted    int              `json:"accepted,omitempty"`
	Uncompared  int              `json:"not_compared,omitzero"`
	Skipped     []report.Skipped `json:"skipped,omitempty"`
}

// head writes all of a report that stands before its files.
func (l *layout) head(r *report.Report, s report.Summary) error {
	l.open('{')
	err := l.members(&wireHead{1, schemaMinor, newTool(r), r.Options, r.Shard, newSummary(&s), r.Comparison})
	if err != nil {
		return err
	}
	l.name("files")
	l.open('[')
	return nil
}

// end writes what stands behind the files.
func (l *layout) end() error {
	l.close(']')
	l.close('}')
	l.newline()
	return l.w.Flush()
}

func newSummary(s *report.Summary) wireSummary {
	w := wireSummary{
		Status: s.Status, Files: s.Files, Passed: s.Passed, Failed: s.Failed, NotChecked: s.NotChecked, Counts: Counts(s.Counts),
		Interrupted: s.Interrupted, Accepted: -1, Uncompared: s.Uncompared, Skipped: s.Skipped,
	}
	if s.Interrupted {
		w.Unreached = &s.Unreached
	}
	if s.Baseline {
		w.Accepted = s.Accepted
	}
	return w
}
