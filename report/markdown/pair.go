package markdown

import (
	"fmt"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// pairs writes the table of a file's worst pairs of objects.
func (p *page) pairs(r *report.Report, f *report.File, ids shortIDs) {
	if f.Result.Between() == nil {
		return
	}
	shown := report.WorstPairs(f)[:min(len(f.Result.Pairs()), maxPairs)]
	rows := make([][]string, len(shown))
	for k, i := range shown {
		at := check.Ref{List: check.Pairs, Index: i}
		rows[k] = slices.Insert(pairRow(f, &f.Result.Pairs()[i], f.Judgement(at)), 1, ids[at])
	}
	if len(rows) > 0 {
		p.table([]column{{"pair", false}, {"id", false}, {"objects", false}, {"depth", true}, {"regions", true}, {"near", false}}, rows)
	}
	if more := report.ListablePairs(f, r.OptionsOf(f)) - len(shown); more > 0 {
		p.add("\nand %s\n", wording.Count(more, "more pair"))
	}
}

// pairRow returns a row of the table of pairs, without its ID.
func pairRow(f *report.File, p *check.Pair, j *report.Judgement) []string {
	a, b := codeSpan(wording.ObjectName(f.Result, &p.A)), codeSpan(wording.ObjectName(f.Result, &p.B))
	if p.Inner == 1 {
		a, b = b, a
	}
	cells := []string{report.PairVerdict(p), a + " ↔ " + b, "", "", wording.PairPlace(p)}
	switch {
	case p.Rule == check.Contained:
		cells[1] = a + " inside " + b
	case p.Rule == check.PartsUndecided:
		cells[1] = "cannot tell if " + a + " is inside " + b + ": " + plainText(wording.Printable(p.Reason, 2*wording.NameLimit))
	case p.WithinRounding:
		cells[0] += " by rounding"
	case p.Allowed != "":
		cells[0] += " by " + codeSpan(wording.Printable(p.Allowed, wording.NameLimit))
	}
	if j != nil {
		cells[0] += ", " + j.State.String()
	}
	if p.Nearest != nil {
		cells[2] = report.Apart(f, p.Nearest)
	}
	if p.DepthOf != check.NoDepth {
		cells[2] = wording.Length(p.Depth, f.Unit)
	}
	if p.RegionCount > 0 {
		cells[3] = fmt.Sprint(p.RegionCount)
	}
	return cells
}

// regionCell returns the number of regions of a file: those of its meshes and those of failing
// pairs of objects. The regions of pairs that are not listed are unknown.
func regionCell(r *check.Result) string {
	n, listed := report.RegionCount(r), 0
	for i := range r.Pairs() {
		if p := &r.Pairs()[i]; p.Fails() {
			n += p.RegionCount
			listed++
		}
	}
	if r.Between() != nil && listed < r.Between().Counts.Failing() {
		return fmt.Sprint("at least ", n)
	}
	return fmt.Sprint(n)
}
