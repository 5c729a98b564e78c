package baseline

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Lines has a line of a baseline for each listed issue of a file that fails, in its present state.
type Lines struct {
	name     string
	file     *report.File
	failures map[check.Ref]*failure
}

// LinesOf returns the lines of f, which must have a result.
func LinesOf(f *report.File) *Lines {
	l := &Lines{name: wording.PortablePath(f.Path), file: f, failures: map[check.Ref]*failure{}}
	if f.Baseline != nil && f.Baseline.Path != "" {
		l.name = f.Baseline.Path
	}
	for _, s := range failuresOf(f) {
		l.failures[s.at] = s
	}
	return l
}

// Path returns the first word of the lines: a pattern that matches only the path of the file, in quotes
// if it needs them.
func (l *Lines) Path() string { return quoteWord(globOf(l.name)) }

// Len returns the number of lines.
func (l *Lines) Len() int { return len(l.failures) }

// At returns the line that accepts an issue, or "" if the issue does not fail. It has the reason and
// the day with which a baseline accepts the issue already, and otherwise asks why.
func (l *Lines) At(at check.Ref) string {
	s := l.failures[at]
	if s == nil {
		return ""
	}
	e := newEntry(l.name, s)
	if e.reason = "why?"; l.file.Accepts(at) {
		j := l.file.Judgement(at)
		e.reason, e.until = j.Reason, j.Until
	}
	return e.String()
}
