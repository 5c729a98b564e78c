package report

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/wording"
)

// BaselineState is a baseline's decision about a failing issue.
type BaselineState uint8

// All states but BaselineAccepted fail.
const (
	// BaselineNew: no line of the baseline matches.
	BaselineNew BaselineState = iota
	// BaselineAccepted: a line accepts it, and it has not got worse.
	BaselineAccepted
	// BaselineWorse: a line matches, but the issue has grown by more than 1 % and rounding, has
	// come nearer, or has more findings.
	BaselineWorse
	// BaselineExpired: the date of the matching line has passed.
	BaselineExpired
)

// BaselineStates are the names of the states, indexed by state.
var BaselineStates = [...]string{"new", "accepted", "worse", "expired"}

// String returns the lower-case word that all reports use for s.
func (s BaselineState) String() string { return BaselineStates[s] }

// Judgement is a baseline's decision about one failing issue.
type Judgement struct {
	State BaselineState
	// Reason and Until, a date such as "2027-01-31", come from the line; "" if it has none.
	Reason, Until string
	// Worse says what got worse, for BaselineWorse.
	Worse string
}

// Judged holds the decisions of a baseline about a file.
type Judged struct {
	// Path of the file as the baseline writes it.
	Path string
	// Judgements has an entry for every listed issue that fails.
	Judgements map[check.Ref]Judgement
}

// Of returns how many judgements have state s.
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

// Judgement returns the baseline's decision about an issue of f, or nil if there is none.
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

// AcceptedLast compares two things so that accepted ones come last.
func AcceptedLast(a, b bool) int {
	return cmp.Compare(wording.Either(a, 1, 0), wording.Either(b, 1, 0))
}

// Accepted returns how many findings that fail f a baseline accepts, in the given lists or, without
// lists, in all.
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

// unlistedFailures returns how many findings fail f but are not listed, so that no baseline can accept
// them.
func (f *File) unlistedFailures() int {
	if f.Baseline == nil || f.Result == nil {
		return 0
	}
	n := f.Result.Failing()
	for at := range f.Baseline.Judgements {
		n -= failingAt(f.Result, at)
	}
	return n
}

// failingAt returns how many findings of one issue fail.
func failingAt(r *check.Result, at check.Ref) (n int) {
	is := r.Issue(at)
	for _, rule := range at.Check().Rules() {
		n += is.Failing(rule)
	}
	return n
}

// Failing returns the number of findings that fail f and that no baseline accepts: pairs of
// triangles, pairs of objects, and findings about hulls and UV sets.
func (f *File) Failing() int { return f.Result.Failing() - f.Accepted() }
