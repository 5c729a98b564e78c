// Package csv writes an index of the files of a report as comma-separated values.
package csv

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// columns are the columns in order. They have the names of the members of a row in JSON.
var columns = []struct {
	name string
	cell func(*report.Row) string
}{
	{"path", func(r *report.Row) string { return wording.Printable(r.Path, wording.LongestPath) }},
	{"status", func(r *report.Row) string { return r.Status.String() }},
	{"reason", func(r *report.Row) string { return r.Reason }},
	{"place", ofWorst(func(p *report.WorstPlace) string { return p.Place })},
	{"rule", ofWorst(func(p *report.WorstPlace) string { return p.Rule.String() })},
	{"severity", ofWorst(func(p *report.WorstPlace) string { return p.Severity.String() })},
	{"failing_places", number(func(r *report.Row) int { return r.FailingPlaces })},
	{"other_places", number(func(r *report.Row) int { return r.OtherPlaces })},
	{"failing_findings", number(func(r *report.Row) int { return r.FailingFindings })},
	{"accepted", number(func(r *report.Row) int { return r.Accepted })},
	{"triangles", number(func(r *report.Row) int { return r.Triangles })},
	{"meshes", number(func(r *report.Row) int { return r.Meshes })},
	{"objects", number(func(r *report.Row) int { return r.Objects })},
	{"format", func(r *report.Row) string { return r.Format }},
	{"sha256", func(r *report.Row) string { return r.SHA256 }},
}

// ofWorst returns a cell about the worst place, empty if there is none.
func ofWorst(cell func(*report.WorstPlace) string) func(*report.Row) string {
	return func(r *report.Row) string {
		if r.Worst == nil {
			return ""
		}
		return cell(r.Worst)
	}
}

func number(of func(*report.Row) int) func(*report.Row) string {
	return func(r *report.Row) string { return strconv.Itoa(of(r)) }
}

// Write writes the index of r in UTF-8: a line with the names of the columns, then a line for each
// file in the order given. If the run as a whole is not checked, because it was interrupted or
// skipped models that fail it, a last line without a path says why. Names are Printable, and a cell
// that a spreadsheet would take for a formula begins with an apostrophe. The only errors are those
// of w.
func Write(w io.Writer, r *report.Report) error {
	out := csv.NewWriter(w)
	header := make([]string, len(columns))
	for i, c := range columns {
		header[i] = c.name
	}
	_ = out.Write(header) // Flush reports errors
	x := r.Indexed()
	for i := range x.Rows {
		_ = out.Write(cells(&x.Rows[i]))
	}
	if text := incomplete(&x.Summary); text != "" {
		_ = out.Write(cells(&report.Row{Status: check.NotChecked, Reason: text}))
	}
	out.Flush()
	return out.Error()
}

func cells(r *report.Row) []string {
	line := make([]string, len(columns))
	for i, c := range columns {
		line[i] = guarded(c.cell(r))
	}
	return line
}

// incomplete says why a run is not checked, whatever its files are, or returns "".
func incomplete(s *report.Summary) string {
	var reasons []string
	if s.Interrupted {
		reasons = append(reasons, report.Interrupted(s.Unreached))
	}
	if report.FailingSkipped(s.Skipped) {
		reasons = append(reasons, report.SkippedText(s.Skipped))
	}
	return strings.Join(reasons, "; ")
}

// guarded returns a cell that no spreadsheet executes.
func guarded(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@", rune(cell[0])) {
		return "'" + cell
	}
	return cell
}
