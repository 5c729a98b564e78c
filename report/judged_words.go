package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Refs returns the references of all judgements, in order.
func (j *Judged) Refs() []check.Ref {
	if j == nil {
		return nil
	}
	all := make([]check.Ref, 0, len(j.Judgements))
	for at := range j.Judgements {
		all = append(all, at)
	}
	slices.SortFunc(all, CompareRefs)
	return all
}

// Open returns the references of the issues that the baseline does not accept.
func (j *Judged) Open() []check.Ref {
	return slices.DeleteFunc(j.Refs(), func(at check.Ref) bool { return j.Judgements[at].State == BaselineAccepted })
}

// CompareRefs orders references as a result does.
func CompareRefs(a, b check.Ref) int {
	missing := func(at check.Ref) int { return wording.Either(at.List == check.MissingSets, 1, 0) } // after all sheets
	return cmp.Or(cmp.Compare(a.Check(), b.Check()), cmp.Compare(missing(a), missing(b)), cmp.Compare(a.Of, b.Of), cmp.Compare(a.List, b.List), cmp.Compare(a.Index, b.Index))
}

// Because returns a separator and the explanation of the state, or "" if there is nothing to
// explain.
func (j *Judgement) Because(separator string) string {
	var parts []string
	if j.State == BaselineWorse {
		parts = append(parts, j.Worse)
	}
	if j.Reason != "" {
		parts = append(parts, wording.Printable(j.Reason, wording.PathLimit))
	}
	if j.Until != "" {
		parts = append(parts, wording.Either(j.State == BaselineExpired, "was until ", "until ")+j.Until)
	}
	if len(parts) == 0 {
		return ""
	}
	return separator + strings.Join(parts, ", ")
}

// Named names an issue of f.
func (f *File) Named(at check.Ref) string {
	r := f.Result
	is := r.Issue(at)
	if at.Check() == check.Self {
		m := &r.Meshes[at.Of]
		of := wording.When(len(r.Meshes) > 1, " of "+wording.MeshName(m))
		if at.List == check.Singles {
			return wording.FindingCount(is.Failing(is.Rule), is.Rule) + of
		}
		return fmt.Sprintf("region %d%s", m.Regions[at.Index].Number, of)
	}
	name := is.Rule.Label()
	if subject := SubjectNames(r, &is); subject != "" {
		name += " " + subject
	}
	return name
}

// SubjectNames names the subjects of an issue, as in "a ↔ b", or its group.
func SubjectNames(r *check.Result, is *check.Issue) string {
	if is.Whole {
		return wording.Group(is)
	}
	var names []string
	for i := range is.Subjects {
		names = append(names, wording.ObjectName(r, &is.Subjects[i]))
	}
	return strings.Join(names, " ↔ ")
}

// acceptedOf returns how many failing findings of a rule a baseline accepts.
func (f *File) acceptedOf(rule check.Rule) int {
	if f.Baseline == nil {
		return 0
	}
	n := 0
	for at, j := range f.Baseline.Judgements {
		if j.State == BaselineAccepted {
			is := f.Result.Issue(at)
			n += is.Failing(rule)
		}
	}
	return n
}

// FailingOf returns how many findings or pairs of a rule have severity s, without those that a
// baseline accepts.
func (f *File) FailingOf(rule check.Rule, s check.Severity) int {
	n := f.Result.Totals()[rule][s]
	if s == check.Error {
		n -= f.acceptedOf(rule)
	}
	return n
}

// AcceptedText returns "2 accepted", or "" if a baseline accepts nothing in f.
func AcceptedText(f *File) string {
	if n := f.Baseline.Of(BaselineAccepted); n > 0 {
		return fmt.Sprint(n, " accepted")
	}
	return ""
}

// BaselineTally returns "2 accepted, 1 worse, 4 findings not listed and so not accepted", or ""
// without a baseline or without failures.
func BaselineTally(f *File) string {
	var parts []string
	for _, s := range []BaselineState{BaselineAccepted, BaselineWorse, BaselineExpired, BaselineNew} {
		if n := f.Baseline.Of(s); n > 0 {
			parts = append(parts, fmt.Sprint(n, " ", s))
		}
	}
	if n := f.unlistedFailures(); n > 0 {
		parts = append(parts, wording.Count(n, "finding")+" not listed and so not accepted")
	}
	return strings.Join(parts, ", ")
}
