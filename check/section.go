package check

import (
	"cmp"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/geom"
)

// Section is the part of a result that every check has. The result of a check embeds it.
type Section struct {
	// Counts are exact numbers of findings, by rule and severity, without those that are allowed or
	// off.
	Counts Totals `json:"counts"`
	// Nothing says why there was nothing to check, such as "no mesh has a UV set". Otherwise it is
	// "".
	Nothing string `json:"nothing,omitzero"`
	// NotChecked are the objects that could not be checked.
	NotChecked []ObjectProblem `json:"not_checked"`
	// Warnings are sentences for people, for example about patterns in the options that match
	// nothing.
	Warnings []string `json:"-"`
	// Truncated reports whether a list was cut to the worst.
	Truncated bool `json:"truncated"`
}

// Common returns s.
func (s *Section) Common() *Section { return s }

// Found is the result of one check, or of two that run together: a Section, and the check's own
// findings.
type Found interface {
	// Check returns the check, or both.
	Check() Set
	Common() *Section
	// Empty reports whether r, the result that has this section, contains nothing for the check.
	Empty(r *Result) bool
	// Issues returns what there is to fix in r, without fingerprints. It leaves out findings that
	// are Off under the policy. Slices in issues are slices of the section.
	Issues(r *Result, p Policy) []Issue
	// Issue returns one of them, without its findings.
	Issue(r *Result, at Ref) Issue
}

// Section returns the section of a check, nil if the check did not run.
func (r *Result) Section(of Set) Found {
	for _, f := range r.Sections {
		if f.Check()&of != 0 {
			return f
		}
	}
	return nil
}

// Issue returns the issue that at refers to, without its fingerprint and its findings.
func (r *Result) Issue(at Ref) Issue { return r.Section(at.Check()).Issue(r, at) }

// Put adds the section of a check in the order of checks. It replaces an earlier one.
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

// Lister is a section whose issues are one list, with or without more that its check found.
type Lister interface {
	Found
	// Listed returns the list, which belongs to the section.
	Listed() *IssueList
}

// Anchored is a section whose issues are in places that Issue.Box does not tell from others of the same
// objects, as the box is that of a pose.
type Anchored interface {
	// Anchor returns the box by which an issue is found again, empty if it has none.
	Anchor(at Ref) geom.Box
}

// IssueList is the section of a check that has only a list of issues. The section of a check that
// has more to show embeds it.
type IssueList struct {
	// Of is the check.
	Of Set `json:"check"`
	Section
	// List holds the issues, the worst first.
	List []Issue `json:"issues"`
}

// Listed returns l.
func (l *IssueList) Listed() *IssueList { return l }

// Check returns Of.
func (l *IssueList) Check() Set { return l.Of }

// Empty reports false.
func (*IssueList) Empty(*Result) bool { return false }

// Add appends an issue to the list and counts it, with the severity that criteria give to its rule
// and value. It ignores an issue that is Off.
func (l *IssueList) Add(is Issue, criteria *Criteria) {
	if is.Severity = criteria[is.Rule].Judge(is.Value); is.Severity != Off {
		l.Append(is)
	}
}

// Append appends an issue to the list and counts it, with its own severity.
func (l *IssueList) Append(is Issue) {
	is.Count = max(is.Count, 1)
	is.At = Ref{InSection, int(l.Of), len(l.List)}
	l.Counts[is.Rule][is.Severity] += is.Count
	l.List = append(l.List, is)
}

// Issues returns the list, and an issue for each rule with findings that are counted and not listed.
func (l *IssueList) Issues(r *Result, _ Policy) (out []Issue) {
	for i := range l.List {
		out = append(out, l.Issue(r, l.List[i].At))
	}
	return append(out, l.Unlisted()...)
}

// Unlisted returns an issue for each rule with findings that are counted and not listed.
func (l *IssueList) Unlisted() []Issue {
	rest := l.Counts
	for i := range l.List {
		is := &l.List[i]
		rest[is.Rule][is.Severity] -= is.Count
	}
	out := Unlisted(InSection, &rest, l.Of.Rules())
	for i := range out {
		out[i].At.Of = int(l.Of)
	}
	return out
}

// Issue returns an issue of the list.
func (l *IssueList) Issue(r *Result, at Ref) Issue {
	is := l.List[at.Index]
	is.Identify(strings.Join(r.identities(is.Subjects), " "), geom.EmptyBox())
	return is
}
