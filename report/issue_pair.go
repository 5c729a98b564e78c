package report

import (
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/parts"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report/wording"
)

// pairIssues returns the issues between the objects of file number i of r: the listed
// pairs, and, for each kind, those that are not listed. Pairs that a rule allows are none.
// Of touches that are not listed nothing is said unless the check was to list them.
func pairIssues(r *Report, i int) []Issue {
	f := &r.Files[i]
	if f.Result.Between == nil {
		return nil
	}
	var out []Issue
	o := r.OptionsOf(f)
	unlisted := f.Result.Between.Counts
	for j := range f.Result.Pairs {
		p := &f.Result.Pairs[j]
		if Allowed(p) {
			continue
		}
		unlisted[p.Rule][p.Severity]--
		if p.Severity != check.Off {
			out = append(out, Issue{File: f, number: i, Rule: p.Rule, Region: -1, Pair: p, spot: &Spot{Of: SpotPair, I: j}, Count: 1,
				Severity: p.Severity, names: PairNames(f.Result, p)})
		}
	}
	for _, k := range check.Between.Rules() {
		severity := severityOf(k, unlisted[k][check.Error], o.Policy)
		if n := unlisted.Of(k); n > 0 && severity != check.Off && (k != check.PartsTouch || tells(o, o.Policy.Of(k))) {
			out = append(out, Issue{File: f, number: i, Rule: k, Region: -1, Count: n, Severity: severity})
		}
	}
	return out
}

// PairNames stands for the names of the two objects of a pair, whichever comes first in
// the scene.
func PairNames(r *meshcheck.Result, p *parts.Pair) string {
	names := []string{wording.IdentityOf(r, &p.A), wording.IdentityOf(r, &p.B)}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// PairBox holds the listed regions of a pair.
func PairBox(p *parts.Pair) geom.Box {
	b := geom.EmptyBox()
	for i := range p.Regions {
		b = b.Union(p.Regions[i].Box)
	}
	return b
}

// pairCell says roughly where a pair meets. The names of nodes tell nearly all pairs
// apart, so the grid is coarse against the place of contact, which then may grow and shrink.
func pairCell(p *parts.Pair) string {
	b := PairBox(p)
	if b.Empty() {
		return "-"
	}
	half := b.Max.Sub(b.Min).Scale(16)
	return gridCell(b, geom.Box{Min: b.Min.Sub(half), Max: b.Max.Add(half)})
}

// pairSummary says in one line what the issue is.
func (is *Issue) pairSummary() string {
	if is.Pair == nil {
		return wording.Count(is.Count, is.Rule.Words().Noun) + " not listed"
	}
	return PairLine(is.File, is.Pair)
}

// Allowed reports whether only a rule keeps a pair from failing.
func Allowed(p *parts.Pair) bool { return p.Severity == check.Error && p.Allowed != "" }

// pairNote says in one line which pair of kind k is the worst of file f at a level.
func pairNote(f *File, k check.Rule, l check.Severity) string {
	for i := range f.Result.Pairs {
		if p := &f.Result.Pairs[i]; p.Rule == k && p.Severity == l && !Allowed(p) {
			return PairLine(f, p)
		}
	}
	if k == check.PartsTouch {
		return "counted, not listed (--touch lists them)"
	}
	return "counted, not listed (--max-findings lists more)"
}

// NotChecked says why a file is not checked or, if it is, some of its objects are not.
func NotChecked(f *File) []string {
	if f.Result == nil {
		return []string{ProblemText(f.Problem)}
	}
	return append(UncheckedObjects(f.Result), UncheckedHulls(f.Result)...)
}

// UncheckedObjects says which objects could not be checked against others, if any.
func UncheckedObjects(r *meshcheck.Result) []string {
	if r.Between == nil {
		return nil
	}
	return problemLines(r, r.Between.NotChecked, "object", " could not be checked against others")
}

// UncheckedHulls says which collision hulls could not be checked, if any.
func UncheckedHulls(r *meshcheck.Result) []string {
	if r.Hulls == nil {
		return nil
	}
	return problemLines(r, r.Hulls.NotChecked, "collision hull", " could not be checked")
}

func problemLines(r *meshcheck.Result, all []check.ObjectProblem, noun, what string) []string {
	if len(all) == 0 {
		return nil
	}
	lines := []string{wording.Count(len(all), noun) + what}
	for _, p := range all[:min(len(all), wording.NamesPerList)] {
		lines = append(lines, wording.ObjectName(r, &p.Object)+": "+wording.Printable(p.Reason, wording.PathLimit))
	}
	if more := len(all) - wording.NamesPerList; more > 0 {
		lines = append(lines, "and "+wording.Count(more, "more "+noun))
	}
	return lines
}
