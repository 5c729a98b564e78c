package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Spots returns the places of all judgements in their order.
func (j *Judged) Spots() []Spot {
	if j == nil {
		return nil
	}
	all := make([]Spot, 0, len(j.Judgements))
	for at := range j.Judgements {
		all = append(all, at)
	}
	slices.SortFunc(all, compareSpots)
	return all
}

// Open returns the places of what the baseline does not accept.
func (j *Judged) Open() []Spot {
	return slices.DeleteFunc(j.Spots(), func(at Spot) bool { return j.Judgements[at].State == BaselineAccepted })
}

func compareSpots(a, b Spot) int {
	return slices.Compare([]int{int(a.Of), a.I, a.J}, []int{int(b.Of), b.I, b.J})
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

// SpotName names what is at a spot of f.
func (f *File) SpotName(at Spot) string {
	r := f.Result
	switch at.Of {
	case SpotPair:
		p := &r.Pairs[at.I]
		return p.Rule.PairWord() + " " + wording.ObjectName(r, &p.A) + " ↔ " + wording.ObjectName(r, &p.B)
	case SpotHull:
		g := &r.Hulls.Groups[at.I]
		h := &g.Findings[at.J]
		name := wording.HullNames(r, g, h)
		if name == "" {
			name = wording.GroupName(g)
		}
		return h.Rule.String() + " " + name
	}
	m := &r.Meshes[at.I]
	of := wording.When(len(r.Meshes) > 1, " of "+wording.MeshName(m))
	if at.Of == SpotSingles {
		return wording.FindingCount(m.Counts.Failed[at.J], check.Rule(at.J)) + of
	}
	return fmt.Sprintf("region %d%s", at.J, of)
}

// acceptedOf returns how many findings of a rule that fail a baseline accepts in f.
func (f *File) acceptedOf(id check.Rule) int {
	if f.Baseline == nil {
		return 0
	}
	n := 0
	for at, j := range f.Baseline.Judgements {
		if j.State == BaselineAccepted {
			n += failingIn(id, f.Result, at)
		}
	}
	return n
}

// failingIn returns how many findings of the rule fail at a spot.
func failingIn(id check.Rule, r *meshcheck.Result, at Spot) int {
	within := !OfPairs(id) && !OfHulls(id)
	switch {
	case at.Of == SpotRegion && within:
		return r.Meshes[at.I].Regions[at.J].Counts.Failed[id]
	case at.Of == SpotSingles && within && at.J == int(id):
		return r.Meshes[at.I].Counts.Failed[id]
	case at.Of == SpotPair && id == r.Pairs[at.I].Rule,
		at.Of == SpotHull && id == r.Hulls.Groups[at.I].Findings[at.J].Rule:
		return 1
	}
	return 0
}

// FailingOf is foundAt without what a baseline accepts.
func (f *File) FailingOf(id check.Rule, p check.Policy, l check.Severity) int {
	n := foundAt(id, f.Result, p, l)
	if l == check.Error {
		n -= f.acceptedOf(id)
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

// BaselineTally returns "2 accepted, 1 worse", "" for a file that no baseline was held
// against, or where there is nothing to accept.
func BaselineTally(f *File) string {
	var parts []string
	for _, s := range []BaselineState{BaselineAccepted, BaselineWorse, BaselineExpired, BaselineNew} {
		if n := f.Baseline.Of(s); n > 0 {
			parts = append(parts, fmt.Sprint(n, " ", s))
		}
	}
	return strings.Join(parts, ", ")
}

// Judgement is what a baseline says about the issue; nil where it says nothing, as of what
// does not fail.
func (is *Issue) Judgement() *Judgement {
	if is.spot == nil || is.Severity != check.Error {
		return nil
	}
	return is.File.Judgement(*is.spot)
}

// Accepted reports whether a baseline accepts the issue.
func (is *Issue) Accepted() bool {
	j := is.Judgement()
	return j != nil && j.State == BaselineAccepted
}

// AcceptedNote says that the issue is accepted, and why.
func (is *Issue) AcceptedNote() string {
	return "accepted" + is.Judgement().Because(", ") + ": " + is.Summary()
}

// openNote says which issue of a rule is the worst of those that no baseline accepts.
func openNote(r *Report, f *File, id check.Rule) string {
	issues := IssuesOf(&Report{Options: r.Options, Files: []File{*f}}, 0)
	for i := range issues {
		if is := &issues[i]; is.Rule == id && is.Severity == check.Error && !is.Accepted() {
			return is.Summary()
		}
	}
	return "counted, not listed (--max-findings lists more)"
}

// failingCount returns the number of findings, of pairs of objects and of findings about
// hulls that fail.
func failingCount(r *meshcheck.Result) int {
	n := r.Counts.Failing()
	if r.Between != nil {
		n += r.Between.Counts.Failing()
	}
	if r.Hulls != nil {
		n += r.Hulls.Counts.Failing()
	}
	return n
}

// ProblemText returns why a file was not checked, in one line.
func ProblemText(p *Problem) string {
	if p == nil {
		return "no result"
	}
	text := p.Message
	if p.Place != "" {
		text = p.Place + ": " + text
	}
	if p.Kind == "unsupported" {
		text = "not supported: " + text
	}
	return wording.Printable(text, 2*wording.PathLimit)
}
