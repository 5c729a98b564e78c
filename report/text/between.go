package text

import (
	"bytes"
	"fmt"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// maxPairLines is how many pairs of objects of a file the text shows.
const maxPairLines = 5

// writeBetween writes the findings between objects: a line with the numbers, then a line for each
// of the worst pairs.
func writeBetween(b *bytes.Buffer, f *report.File, o Options) {
	s := f.Result.Between()
	if s == nil {
		return
	}
	if !report.Has(f.Result, check.NothingToCompare) && !report.Has(f.Result, check.Empty) { // these have a line already
		fmt.Fprintf(b, "  %s%s: %s\n", wording.Count(s.Objects, "object"), report.LimitText(f), report.PairTally(s))
	}
	for _, p := range s.NotChecked[:min(len(s.NotChecked), maxPairLines)] {
		fmt.Fprintf(b, "    not checked  \v%s: %s\n", wording.ObjectName(f.Result, &p.Object), wording.Printable(p.Reason, wording.NameLimit))
	}
	if more := len(s.NotChecked) - maxPairLines; more > 0 {
		fmt.Fprintf(b, "    and %s not checked (--json lists them)\n", wording.Count(more, "more object"))
	}
	if left := wording.LeftOut(&s.LeftOut); left != "" {
		fmt.Fprintf(b, "    left out  %s\n", left)
	}
	pairs := f.Result.Pairs()
	order := report.WorstPairs(f)
	shown := order[:min(len(order), maxPairLines)]
	width := 0
	for _, i := range shown {
		width = max(width, len(report.PairVerdict(&pairs[i])))
	}
	for _, i := range shown {
		at := check.Ref{List: check.Pairs, Index: i}
		p, accepted := &pairs[i], f.Accepts(at)
		line := fmt.Sprintf("    %-*s  \v%s%s", width, report.PairVerdict(p), report.PairLine(f, p), wording.When(accepted, ", accepted"))
		fmt.Fprintf(b, "%s%s\n", o.dimUnless(p.Fails() && !accepted, line), o.shortID(at, line, ""))
	}
	if len(order) > len(shown) {
		fmt.Fprintf(b, "    and %s (--json lists them)\n", report.MorePairs(f, order, len(shown)))
	}
	if s.Truncated {
		all := report.ListablePairs(f, &o.Check)
		fmt.Fprintf(b, "    lists %s of %s of objects (--max-findings %d lists all)\n", o.number(len(pairs)), o.count(all, "pair"), roundUp(all))
	}
	if n := s.Counts.Of(check.PartsTouch); n > 0 && !o.Check.ListTouches {
		fails := s.Counts[check.PartsTouch][check.Error] > 0
		fmt.Fprintf(b, "    touch  %d   \v%s(--touch lists all)\n", n, wording.When(!fails, "does not fail "))
	}
}
