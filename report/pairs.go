package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/wording"
)

// PairLine names the two objects of a pair and says how deep they penetrate or how far apart they
// are, and where.
func PairLine(f *File, p *check.Pair) string {
	text := pairText(f, p)
	if near := wording.PairPlace(p); near != "" && p.Rule != check.PartsUndecided {
		text += " near " + near
	}
	return text
}

// pairText is PairLine without the place.
func pairText(f *File, p *check.Pair) string {
	a, b := wording.ObjectName(f.Result, &p.A), wording.ObjectName(f.Result, &p.B)
	if p.Inner == 1 {
		a, b = b, a
	}
	switch p.Rule {
	case check.Contained:
		return a + " inside " + b
	case check.PartsUndecided:
		return fmt.Sprintf("cannot tell if %s is inside %s: %s", a, b, wording.Printable(p.Reason, 2*wording.NameLimit))
	}
	text := a + " ↔ " + b
	if p.Nearest != nil {
		return text + ", " + Apart(f, p.Nearest)
	}
	if p.DepthOf != check.NoDepth {
		text += ", " + wording.Length(p.Depth, f.Unit) + " deep"
	}
	if p.RegionCount > 1 {
		text += ", " + wording.Count(p.RegionCount, "region")
	}
	if p.WithinRounding {
		text += ", too small to matter: rounding is " + wording.Length(p.Rounding, f.Unit)
	}
	return text
}

// ListablePairs returns the number of pairs that an uncapped list would have. It excludes touches
// unless they were to be listed.
func ListablePairs(f *File, o *check.Options) int {
	s := f.Result.Between()
	n := s.Allowed
	for _, k := range check.Between.Rules() {
		if k != check.PartsTouch || o.ListTouches {
			n += s.Counts.Of(k)
		}
	}
	return max(n, len(s.Pairs))
}

// WorstPairs returns the indices of the listed pairs of objects, the worst first. Pairs that a
// baseline or a rule accepts come last.
func WorstPairs(f *File) []int {
	order := make([]int, len(f.Result.Pairs()))
	for i := range order {
		order[i] = i
	}
	accepted := func(i int) bool {
		return Allowed(&f.Result.Pairs()[i]) || f.Accepts(check.Ref{List: check.Pairs, Index: i})
	}
	slices.SortStableFunc(order, func(i, j int) int { return AcceptedLast(accepted(i), accepted(j)) })
	return order
}

// MorePairs counts the pairs from index n on in an order as WorstPairs returns it: "16 more pairs". Where
// not all of them fail as those before do, it says how many do.
func MorePairs(f *File, order []int, n int) string {
	fails := func(i int) bool {
		return f.Result.Pairs()[i].Fails() && !f.Accepts(check.Ref{List: check.Pairs, Index: i})
	}
	more, failing := len(order)-n, 0
	for _, i := range order[n:] {
		if fails(i) {
			failing++
		}
	}
	text := wording.Count(more, "more pair")
	switch {
	case failing == more || !fails(order[0]):
		return text
	case failing == 0:
		return text + wording.Either(more == 1, " that does not fail", " that do not fail")
	}
	return fmt.Sprintf("%s that %s, and %d that %s", wording.Count(failing, "more pair"), wording.Either(failing == 1, "fails", "fail"),
		more-failing, wording.Either(more-failing == 1, "does not", "do not"))
}

// PairVerdict returns the verdict on a pair, with which its line begins.
func PairVerdict(p *check.Pair) string {
	if Allowed(p) {
		return "allowed " + p.Rule.Label()
	}
	return p.Rule.Label() + wording.Remark(p.Severity, p.Rule.Severity())
}

// PairTally returns "2 crossing, 1 contained, 3 allowed", or a phrase for none.
func PairTally(s *check.PairResult) string {
	var parts []string
	for _, k := range check.Between.Rules() {
		if n := s.Counts.Of(k); n > 0 {
			parts = append(parts, fmt.Sprint(n, " ", k.Label()))
		}
	}
	if s.Allowed > 0 {
		parts = append(parts, fmt.Sprint(s.Allowed, " allowed"))
	}
	if len(parts) == 0 && (s.Nothing != "" || s.Objects < 2) {
		return "nothing to compare"
	}
	if len(parts) == 0 {
		return wording.Either(s.Clearance > 0, "none too close", "no objects overlap")
	}
	return strings.Join(parts, ", ")
}

// Apart returns the distance between two objects that are too close.
func Apart(f *File, n *check.Nearest) string {
	if n.Contact {
		return "in contact"
	}
	return wording.LengthBelow(n.Distance, f.Result.Between().Clearance, f.Unit) + " apart"
}

// LimitText returns the clearance that was required, or "".
func LimitText(f *File) string {
	if limit := f.Result.Between().Clearance; limit > 0 {
		return ", clearance " + wording.Limit(limit, f.Unit)
	}
	return ""
}

// Allowed reports whether a pair would fail but for a rule that allows it.
func Allowed(p *check.Pair) bool { return p.Severity == check.Error && p.Allowed != "" }
