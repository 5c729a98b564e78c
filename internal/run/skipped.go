package run

import (
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
)

// Skipped counts models in formats that are not read, by ending. The zero value is ready to use.
type Skipped struct{ by map[string]*report.Skipped }

// Add counts a model with the severity of skipping it. It ignores models if that is off.
func (m *Skipped) Add(ending string, s check.Severity) {
	if s == check.Off {
		return
	}
	if m.by == nil {
		m.by = map[string]*report.Skipped{}
	}
	if m.by[ending] == nil {
		m.by[ending] = &report.Skipped{Ending: ending}
	}
	m.by[ending].Files++
	if s == check.Error {
		m.by[ending].Failing++
	}
}

// All returns the counts, largest first.
func (m *Skipped) All() []report.Skipped {
	var all []report.Skipped
	for _, s := range m.by {
		all = append(all, *s)
	}
	slices.SortFunc(all, report.CompareSkipped)
	return all
}
