package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Refs returns the places of all judgements in their order.
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

// Open returns the places of what the baseline does not accept.
func (j *Judged) Open() []check.Ref {
	return slices.DeleteFunc(j.Refs(), func(at check.Ref) bool { return j.Judgements[at].State == BaselineAccepted })
}

// CompareRefs orders places in the order of a result.
func CompareRefs(a, b check.Ref) int {
	class := [...]int{check.Regions: 0, check.Singles: 0, check.Pairs: 1, check.HullFindings: 2, check.Sheets: 3, check.MissingSets: 4, check.ModelFindings: 5}
	return cmp.Or(cmp.Compare(class[a.List], class[b.List]), cmp.Compare(a.Of, b.Of), cmp.Compare(a.List, b.List), cmp.Compare(a.Index, b.Index))
}

// Because says after a separator why the state is what it is, "" if there is nothing to say.
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

// Named names the issue at a place in the result of f.
func (f *File) Named(at check.Ref) string {
	r := f.Result
	switch at.List {
	case check.Pairs:
		p := &r.Pairs[at.Index]
		return p.Rule.Label() + " " + wording.ObjectName(r, &p.A) + " ↔ " + wording.ObjectName(r, &p.B)
	case check.HullFindings:
		g := &r.Hulls.Groups[at.Of]
		h := &g.Findings[at.Index]
		return h.Rule.Label() + " " + cmp.Or(wording.HullNames(r, g, h), wording.GroupName(g))
	case check.Sheets:
		sheet := &r.UV.Sheets[at.Of]
		return sheet.Findings[at.Index].Rule.Label() + " " + wording.Printable(sheet.Name, wording.NameLimit)
	case check.MissingSets:
		return check.UVMissing.Label() + " " + wording.Printable(r.UV.Missing[at.Index].Name, wording.NameLimit)
	}
	if at.List == check.ModelFindings {
		return r.Model[at.Index].Rule.Label()
	}
	m := &r.Meshes[at.Of]
	of := wording.When(len(r.Meshes) > 1, " of "+wording.MeshName(m))
	if at.List == check.Singles {
		return wording.FindingCount(m.Counts.Failed[at.Index], check.Rule(at.Index)) + of
	}
	return fmt.Sprintf("region %d%s", m.Regions[at.Index].Number, of)
}

// acceptedOf returns how many findings of a rule that fail a baseline accepts in f.
func (f *File) acceptedOf(rule check.Rule) int {
	if f.Baseline == nil {
		return 0
	}
	n := 0
	for at, j := range f.Baseline.Judgements {
		if j.State == BaselineAccepted {
			n += failingIn(rule, f.Result, at)
		}
	}
	return n
}

// failingIn returns how many findings of the rule fail at a place.
func failingIn(rule check.Rule, r *check.Result, at check.Ref) int {
	within := rule.Check() == check.Self
	switch {
	case at.List == check.Regions && within:
		return r.Meshes[at.Of].Regions[at.Index].Counts.Failed[rule]
	case at.List == check.Singles && within && at.Index == int(rule):
		return r.Meshes[at.Of].Counts.Failed[rule]
	case at.List == check.Pairs && rule == r.Pairs[at.Index].Rule,
		at.List == check.HullFindings && rule == r.Hulls.Groups[at.Of].Findings[at.Index].Rule,
		at.List == check.Sheets && rule == r.UV.Sheets[at.Of].Findings[at.Index].Rule,
		at.List == check.ModelFindings && rule == r.Model[at.Index].Rule,
		at.List == check.MissingSets && rule == check.UVMissing:
		return failingAt(r, at)
	}
	return 0
}

// FailingOf returns how many findings or pairs of a rule are of a severity, without what a
// baseline accepts.
func (f *File) FailingOf(rule check.Rule, p check.Policy, s check.Severity) int {
	n := f.Result.Totals(p)[rule][s]
	if s == check.Error {
		n -= f.acceptedOf(rule)
	}
	return n
}

// AcceptedText returns "2 accepted", "" if a baseline accepts nothing of f.
func AcceptedText(f *File) string {
	if n := f.Baseline.Of(BaselineAccepted); n > 0 {
		return fmt.Sprint(n, " accepted")
	}
	return ""
}

// BaselineTally returns "2 accepted, 1 worse, 4 findings not listed and so not
// accepted", "" for a file that no baseline was held against, or where there is nothing to accept.
func BaselineTally(f *File) string {
	var parts []string
	for _, s := range []BaselineState{BaselineAccepted, BaselineWorse, BaselineExpired, BaselineNew} {
		if n := f.Baseline.Of(s); n > 0 {
			parts = append(parts, fmt.Sprint(n, " ", s))
		}
	}
	if n := f.unjudged(); n > 0 {
		parts = append(parts, wording.Count(n, "finding")+" not listed and so not accepted")
	}
	return strings.Join(parts, ", ")
}
