package baseline

import (
	"cmp"
	"slices"
	"strings"
)

// decided begins a remark that says who accepted the finding of the line below, and when:
//
//	#: accepted 2026-11-26T13:03:22Z by "Ann Lee"
//
// Pages write it. The time is in UTC, so that two of them compare as texts.
const decided = "#: accepted "

// decidedWhen returns the time in the remarks above a line, or "".
func (e *entry) decidedWhen() string {
	for _, remark := range e.remarks {
		if rest, ok := strings.CutPrefix(remark, decided); ok {
			when, _, _ := strings.Cut(rest, " ")
			return when
		}
	}
	return ""
}

// Added describes what Add did.
type Added struct {
	// New lines came in, Replaced ones took the place of a line about the same finding. Kept lines of
	// the baseline are the same as those to add, or were decided later.
	New, Replaced, Kept int
}

// Add adds the lines of another baseline, each with the remarks directly above it. A line replaces the
// line about the same finding: that for the same rule with the same names in the same file at the same
// place, which means that no corner of the box is further away than 1 % of the diagonal. Only a line
// whose remarks say that it was decided later stays. The lines are sorted by their text.
func (b *Baseline) Add(from *Baseline) (a Added) {
	groups := map[string]*addition{}
	group := func(e *entry) *addition {
		if groups[e.names()] == nil {
			groups[e.names()] = &addition{}
		}
		return groups[e.names()]
	}
	for _, e := range b.entries {
		g := group(e)
		g.old = append(g.old, e)
	}
	for _, e := range from.entries {
		own := *e
		own.remarks = directlyAbove(e.remarks)
		g := group(e)
		g.added = append(g.added, &own)
	}
	for _, e := range from.entries {
		g := group(e)
		if g.added == nil {
			continue // done with the first of its lines
		}
		for _, own := range g.merge(&a) {
			b.add(own)
			a.New++
		}
		g.added = nil
	}
	b.sort()
	return a
}

// names returns the path, the rule and the key.
func (e *entry) names() string { return quoteWord(e.path) + " " + e.rule + " " + e.key }

// directlyAbove returns the remarks of a line below the last empty line and below the last that is
// about another line.
func directlyAbove(remarks []string) []string {
	for i := len(remarks) - 1; i >= 0; i-- {
		if strings.TrimSpace(remarks[i]) == "" || strings.HasPrefix(remarks[i], "#: line ") {
			return remarks[i+1:]
		}
	}
	return remarks
}

// addition is a list of lines and the lines to add to it, all with the same names.
type addition struct{ old, added []*entry }

// merge replaces old lines, and returns the lines that replace none.
func (g *addition) merge(a *Added) (fresh []*entry) {
	replaces := make([]*entry, len(g.added))
	taken := make([]bool, len(g.old))
	take := func(added, old int) { replaces[added], taken[old] = g.old[old], true }
	byPlace := map[string][]int{}
	for k, e := range g.old {
		byPlace[e.placeText()] = append(byPlace[e.placeText()], k)
	}
	for i, e := range g.added {
		if same := byPlace[e.placeText()]; len(same) > 0 {
			take(i, same[0])
			byPlace[e.placeText()] = same[1:]
		}
	}
	g.nearest(replaces, taken, take)
	for i, e := range g.added {
		switch old := replaces[i]; {
		case old == nil:
			fresh = append(fresh, e)
		case old.accepts(e) || old.decidedWhen() > e.decidedWhen():
			a.Kept++
		default:
			a.Replaced++
			old.becomes(e)
		}
	}
	return fresh
}

// accepts reports whether a line says all that another one says, at least as often.
func (e *entry) accepts(other *entry) bool {
	same := *other
	same.times = e.times
	return e.times >= other.times && e.String() == same.String()
}

// becomes takes over what another line accepts, and its remarks. It keeps the remarks of people.
func (e *entry) becomes(other *entry) {
	e.finding, e.until, e.reason, e.times = other.finding, other.until, other.reason, max(e.times, other.times)
	own := slices.DeleteFunc(slices.Clone(e.remarks), func(remark string) bool {
		return strings.HasPrefix(remark, decided) || slices.Contains(other.remarks, remark)
	})
	e.remarks = append(own, other.remarks...)
}

// mostNear limits the lines that are compared with one, so that lines which all have one place take no
// longer than others.
const mostNear = 4096

// nearest finds for each line that replaces none the nearest of the old lines that are left.
func (g *addition) nearest(replaces []*entry, taken []bool, take func(added, old int)) {
	var order []int // of the old lines, by the least x
	for k, e := range g.old {
		if !taken[k] && !finiteBox(e.box).Empty() {
			order = append(order, k)
		}
	}
	slices.SortStableFunc(order, func(j, k int) int { return cmp.Compare(g.old[j].box.Min[0], g.old[k].box.Min[0]) })
	for i, e := range g.added {
		box := finiteBox(e.box)
		if replaces[i] != nil || box.Empty() {
			continue
		}
		most, best := slackShare*box.Diagonal(), -1
		first, _ := slices.BinarySearchFunc(order, box.Min[0]-most, func(k int, x float64) int { return cmp.Compare(g.old[k].box.Min[0], x) })
		for _, k := range order[first:min(first+mostNear, len(order))] {
			if d := apart(&box, &g.old[k].box); !taken[k] && (d < most || best < 0 && d == most) {
				most, best = d, k
			}
		}
		if best >= 0 {
			take(i, best)
		}
	}
}
