package cache

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
)

// record is what there is to keep of a file: what does not follow from its path, its hash
// and the run.
type record struct {
	Format, Unit, Up string
	Omitted          []report.Omitted
	Warnings         []string
	Problem          *report.Problem
	Result           *check.Result
}

// newRecord returns what there is to keep of f. Left out are what another file of the same content has not
// in common with it, and what is of one run: the paths, the hashes, Options, Baseline, the model and
// Result.Timings.
func newRecord(f *report.File) *record {
	w := &record{Format: f.Format, Unit: f.Unit, Up: f.Up, Omitted: f.Omitted, Warnings: f.Warnings, Problem: f.Problem}
	if f.Result != nil {
		r := *f.Result
		r.Timings = check.Timings{}
		w.Result = &r
	}
	return w
}

// restore sets in f what a record keeps.
func (w *record) restore(f *report.File) {
	f.Format, f.Unit, f.Up, f.Omitted, f.Warnings, f.Problem, f.Result = w.Format, w.Unit, w.Up, w.Omitted, w.Warnings, w.Problem, w.Result
}
