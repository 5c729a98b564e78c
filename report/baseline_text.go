package report

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
)

// baselineLines is how many lines about what a baseline does not accept the text has for
// a file.
const baselineLines = 20

// acceptedText returns "2 accepted", "" if a baseline accepts nothing of f.
func acceptedText(f *File) string {
	if n := f.Baseline.Of(BaselineAccepted); n > 0 {
		return fmt.Sprint(n, " accepted")
	}
	return ""
}

// baselineTally returns "2 accepted, 1 worse", "" for a file that no baseline was held
// against, or where there is nothing to accept.
func baselineTally(f *File) string {
	var parts []string
	for _, s := range []BaselineState{BaselineAccepted, BaselineWorse, BaselineExpired, BaselineNew} {
		if n := f.Baseline.Of(s); n > 0 {
			parts = append(parts, fmt.Sprint(n, " ", s))
		}
	}
	return strings.Join(parts, ", ")
}

// textBaseline says what a baseline has to say about a file: a line with the numbers, and
// one for each of the first things that it does not accept.
func textBaseline(b *bytes.Buffer, f *File) {
	tally := baselineTally(f)
	if tally == "" {
		return
	}
	fmt.Fprintf(b, "  baseline: %s\n", tally)
	open := f.Baseline.open()
	for _, at := range open[:min(len(open), baselineLines)] {
		j := f.Baseline.Judgements[at]
		fmt.Fprintf(b, "    %-7s  %s%s\n", j.State, f.spotName(at), j.because(": "))
	}
	if more := len(open) - baselineLines; more > 0 {
		fmt.Fprintf(b, "    and %s (--json lists them)\n", count(more, "more line"))
	}
}

// spots returns the places of all judgements in their order.
func (j *Judged) spots() []Spot {
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

// open returns the places of what the baseline does not accept.
func (j *Judged) open() []Spot {
	return slices.DeleteFunc(j.spots(), func(at Spot) bool { return j.Judgements[at].State == BaselineAccepted })
}

func compareSpots(a, b Spot) int {
	return slices.Compare([]int{int(a.Of), a.I, a.J}, []int{int(b.Of), b.I, b.J})
}

// because says after a separator why the state is what it is, "" if there is nothing to say.
func (j *Judgement) because(separator string) string {
	var parts []string
	if j.State == BaselineWorse {
		parts = append(parts, j.Worse)
	}
	if j.Reason != "" {
		parts = append(parts, Printable(j.Reason, pathLimit))
	}
	if j.Until != "" {
		parts = append(parts, either(j.State == BaselineExpired, "was until ", "until ")+j.Until)
	}
	if len(parts) == 0 {
		return ""
	}
	return separator + strings.Join(parts, ", ")
}

// spotName names what is at a spot of f.
func (f *File) spotName(at Spot) string {
	r := f.Result
	switch at.Of {
	case SpotPair:
		p := &r.Pairs[at.I]
		return p.Rule.PairWord() + " " + objectName(r, &p.A) + " ↔ " + objectName(r, &p.B)
	case SpotHull:
		g := &r.Hulls.Groups[at.I]
		h := &g.Findings[at.J]
		name := hullNames(r, g, h)
		if name == "" {
			name = groupName(g)
		}
		return h.Rule.String() + " " + name
	}
	m := &r.Meshes[at.I]
	of := named(len(r.Meshes) > 1, " of "+meshName(m))
	if at.Of == SpotSingles {
		return findingCount(m.Counts.Failed[at.J], check.Rule(at.J)) + of
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
	within := !ofPairs(id) && !ofHulls(id)
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

// failingOf is foundAt without what a baseline accepts.
func (f *File) failingOf(id check.Rule, p check.Policy, l check.Severity) int {
	n := foundAt(id, f.Result, p, l)
	if l == check.Error {
		n -= f.acceptedOf(id)
	}
	return n
}

// judgement is what a baseline says about the issue; nil where it says nothing, as of what
// does not fail.
func (is *issue) judgement() *Judgement {
	if is.spot == nil || is.severity != check.Error {
		return nil
	}
	return is.file.judgement(*is.spot)
}

// accepted reports whether a baseline accepts the issue.
func (is *issue) accepted() bool {
	j := is.judgement()
	return j != nil && j.State == BaselineAccepted
}

// acceptedNote says that the issue is accepted, and why.
func (is *issue) acceptedNote() string {
	return "accepted" + is.judgement().because(", ") + ": " + is.summary()
}

// openNote says which issue of a rule is the worst of those that no baseline accepts.
func openNote(r *Report, f *File, id check.Rule) string {
	issues := issuesOf(&Report{Options: r.Options, Files: []File{*f}}, 0)
	for i := range issues {
		if is := &issues[i]; is.rule == id && is.severity == check.Error && !is.accepted() {
			return is.summary()
		}
	}
	return "counted, not listed (--max-findings lists more)"
}
