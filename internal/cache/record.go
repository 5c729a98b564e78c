package cache

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
)

// record is what there is to keep of a file: what does not follow from its path, its hash
// and the run.
type record struct {
	Format, Unit string
	Warnings     []string
	Problem      *report.Problem
	Result       *recordedResult
}

// recordedResult is a result with its sections by their types, without their counts.
type recordedResult struct {
	Status     check.Status
	Counts     check.Counts
	Meshes     []check.Mesh
	Checks     check.Set
	Uncompared int
	Totals     [][]count // of the sections
	Self       *check.SelfResult
	Between    *check.PairResult
	Hulls      *check.HullResult
	UV         *check.UVResult
	Lists      []*check.IssueList
}

// count is one of the numbers of a section. Nearly all of them are 0, and not kept.
type count struct {
	Rule     check.Rule
	Severity check.Severity
	N        int
}

// newRecord returns what there is to keep of f. Left out are what another file of the same content has not
// in common with it, and what is of one run: the paths, the hashes, Options, Baseline, the model and
// Result.Timings.
func newRecord(f *report.File) *record {
	w := &record{Format: f.Format, Unit: f.Unit, Warnings: f.Warnings, Problem: f.Problem}
	if f.Result != nil {
		w.Result = newRecordedResult(f.Result)
	}
	return w
}

func newRecordedResult(r *check.Result) *recordedResult {
	w := &recordedResult{Status: r.Status, Counts: r.Counts, Meshes: r.Meshes, Checks: r.Checks, Uncompared: r.Uncompared}
	for _, found := range r.Sections {
		w.Totals = append(w.Totals, countsOf(&found.Common().Counts))
		switch found := found.(type) {
		case *check.SelfResult:
			w.Self = withoutCounts(*found)
		case *check.PairResult:
			w.Between = withoutCounts(*found)
		case *check.HullResult:
			w.Hulls = withoutCounts(*found)
		case *check.UVResult:
			w.UV = withoutCounts(*found)
		case *check.IssueList:
			w.Lists = append(w.Lists, withoutCounts(*found))
		}
	}
	return w
}

func countsOf(t *check.Totals) (counts []count) {
	for r := range t {
		for s, n := range t[r] {
			if n != 0 {
				counts = append(counts, count{Rule: check.Rule(r), Severity: check.Severity(s), N: n})
			}
		}
	}
	return counts
}

func withoutCounts[T any, P interface {
	*T
	Common() *check.Section
}](section T) P {
	P(&section).Common().Counts = check.Totals{}
	return &section
}

// restore sets in f what a record keeps.
func (w *record) restore(f *report.File) {
	f.Format, f.Unit, f.Warnings, f.Problem = w.Format, w.Unit, w.Warnings, w.Problem
	if w.Result != nil {
		f.Result = w.Result.result()
	}
}

// result returns the result.
func (w *recordedResult) result() *check.Result {
	r := &check.Result{Status: w.Status, Counts: w.Counts, Meshes: w.Meshes, Checks: w.Checks, Uncompared: w.Uncompared}
	if w.Self != nil {
		r.Put(w.Self)
	}
	if w.Between != nil {
		r.Put(w.Between)
	}
	if w.Hulls != nil {
		r.Put(w.Hulls)
	}
	if w.UV != nil {
		r.Put(w.UV)
	}
	for _, list := range w.Lists {
		r.Put(list)
	}
	for i, found := range r.Sections {
		for _, c := range w.Totals[i] {
			found.Common().Counts[c.Rule][c.Severity] = c.N
		}
	}
	return r
}
