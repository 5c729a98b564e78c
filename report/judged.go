package report

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/wording"
)

// BaselineState is what a baseline says about something that fails.
type BaselineState uint8

// The states. All but BaselineAccepted fail.
const (
	// BaselineNew: no line accepts it.
	BaselineNew BaselineState = iota
	// BaselineAccepted: a line accepts it, and it is no worse than it was then.
	BaselineAccepted
	// BaselineWorse: there is a line for it, but it is deeper or larger by more than 1 % and
	// rounding, or nearer, or there is more of it.
	BaselineWorse
	// BaselineExpired: a line accepted it up to a day that is over.
	BaselineExpired
)

// BaselineStates are the names of the states, indexed by state.
var BaselineStates = [...]string{"new", "accepted", "worse", "expired"}

// String returns the lower-case word for s that all reports use.
func (s BaselineState) String() string { return BaselineStates[s] }

// Judgement is what a baseline says about one thing that fails.
type Judgement struct {
	State BaselineState
	// Reason and Until, a date such as "2027-01-31", are those of the line; "" if it has none.
	Reason, Until string
	// Worse says in words what is worse, for BaselineWorse.
	Worse string
}

// Judged is what a baseline says about a file.
type Judged struct {
	// Path of the file as the baseline has it.
	Path string
	// Judgements of all issues that fail and are listed.
	Judgements map[check.Ref]Judgement
}

// Of returns how many judgements are in a state.
func (j *Judged) Of(s BaselineState) int {
	n := 0
	if j != nil {
		for _, of := range j.Judgements {
			if of.State == s {
				n++
			}
		}
	}
	return n
}

// Judgement returns what the baseline of f says about an issue; nil where it says nothing.
func (f *File) Judgement(at check.Ref) *Judgement {
	if f.Baseline == nil {
		return nil
	}
	j, ok := f.Baseline.Judgements[at]
	if !ok {
		return nil
	}
	return &j
}

// Accepts reports whether a baseline of f accepts an issue.
func (f *File) Accepts(at check.Ref) bool {
	j := f.Judgement(at)
	return j != nil && j.State == BaselineAccepted
}

// AcceptedLast compares two things by whether they are accepted: what is accepted comes last.
func AcceptedLast(a, b bool) int {
	return cmp.Compare(wording.Either(a, 1, 0), wording.Either(b, 1, 0))
}

// Accepted returns how many of the findings in the issues of some lists, or of all if none is
// given, fail f and are accepted by a baseline.
func (f *File) Accepted(lists ...check.List) (n int) {
	if f.Baseline == nil || f.Result == nil {
		return 0
	}
	for at, j := range f.Baseline.Judgements {
		if j.State == BaselineAccepted && (len(lists) == 0 || slices.Contains(lists, at.List)) {
			n += failingAt(f.Result, at)
		}
	}
	return n
}

// unjudged returns how many findings fail f but are not listed, so that no baseline can accept
// them.
func (f *File) unjudged() int {
	if f.Baseline == nil || f.Result == nil {
		return 0
	}
	n := f.Result.Failing()
	for at := range f.Baseline.Judgements {
		n -= failingAt(f.Result, at)
	}
	return n
}

// failingAt returns how many findings fail at a place in a result.
func failingAt(r *check.Result, at check.Ref) (n int) {
	is := r.Issue(at)
	for _, rule := range at.Check().Rules() {
		n += is.Failing(rule)
	}
	return n
}

// Failing returns the number of findings that fail f, those that a baseline accepts left out:
// of pairs of triangles, of pairs of objects, about hulls and in UV sets.
func (f *File) Failing() int { return f.Result.Failing() - f.Accepted() }
