package check

import (
	"cmp"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/geom"
)

// Section is what every check says about a scene. The result of a check embeds it.
type Section struct {
	// Counts are exact numbers of what was found, by rule and severity, without what is allowed or
	// off.
	Counts Totals `json:"counts"`
	// Nothing says why there was nothing to look at, such as "no mesh has a UV set". It is "" where
	// there was something.
	Nothing string `json:"nothing,omitzero"`
	// NotChecked are the objects that could not be checked. All others were.
	NotChecked []ObjectProblem `json:"not_checked"`
	// Warnings are sentences for people, such as about patterns in the options that match nothing.
	Warnings []string `json:"-"`
	// Truncated reports that a list was cut: it has the worst.
	Truncated bool `json:"truncated"`
}

// Common returns s.
func (s *Section) Common() *Section { return s }

// Found is what one check found, or two that are made together: a Section, and what only that
// check finds.
type Found interface {
	// Check returns the check, or both.
	Check() Set
	Common() *Section
	// Empty reports whether r, whose section it is, has nothing that the check looks at.
	Empty(r *Result) bool
	// Issues returns what there is to fix in r, whose section it is, without fingerprints. What is
	// Off under the policy is left out. Slices in issues are slices of the section.
	Issues(r *Result, p Policy) []Issue
	// Issue returns one of them, without the findings beneath it.
	Issue(r *Result, at Ref) Issue
}

// Section returns what a check found, nil if it was not made.
func (r *Result) Section(of Set) Found {
	for _, f := range r.Sections {
		if f.Check()&of != 0 {
			return f
		}
	}
	return nil
}

// Issue returns the issue at a place in r, without fingerprint and without the findings beneath it.
func (r *Result) Issue(at Ref) Issue { return r.Section(at.Check()).Issue(r, at) }

// Put adds what a check found in the order of checks, in place of what that check had found
// before.
func (r *Result) Put(found Found) {
	sections := slices.DeleteFunc(slices.Clone(r.Sections), func(f Found) bool { return f.Check() == found.Check() })
	sections = append(sections, found)
	slices.SortFunc(sections, func(a, b Found) int { return cmp.Compare(a.Check(), b.Check()) })
	r.Sections = sections
}

// found returns the section of type T, nil if there is none.
func found[T Found](r *Result) (none T) {
	for _, f := range r.Sections {
		if t, ok := f.(T); ok {
			return t
		}
	}
	return none
}

// IssueList is what a check found that has nothing to say beside its issues.
type IssueList struct {
	// Of is the check.
	Of Set `json:"check"`
	Section
	// List holds the issues, the worst first.
	List []Issue `json:"issues"`
}

// Check returns Of.
func (l *IssueList) Check() Set { return l.Of }

// Empty reports false.
func (*IssueList) Empty(*Result) bool { return false }

// Add adds an issue, which must not be Off, at the end of the list and to the counts.
func (l *IssueList) Add(is Issue) {
	is.Count = max(is.Count, 1)
	is.At = Ref{InSection, int(l.Of), len(l.List)}
	l.Counts[is.Rule][is.Severity] += is.Count
	l.List = append(l.List, is)
}

// Issues returns the list.
func (l *IssueList) Issues(r *Result, p Policy) (out []Issue) {
	for i := range l.List {
		out = append(out, l.Issue(r, l.List[i].At))
	}
	return out
}

// Issue returns an issue of the list.
func (l *IssueList) Issue(r *Result, at Ref) Issue {
	is := l.List[at.Index]
	is.Identify(strings.Join(r.identities(is.Subjects), " "), geom.EmptyBox())
	return is
}
