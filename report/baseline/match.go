package baseline

import (
	"cmp"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/report"
)

// candidates are the entries of a baseline and the failures of a file that have a check
// and all names in common. Their place in these lists is their rank. An entry
// that counts several times is there as often.
type candidates struct {
	entries  []*entry
	failures []*Failure
	taken    []bool // entries, by rank
}

// candidatesOf sorts failures and entries by their keys.
func candidatesOf(entries []*entry, failures []*Failure) []*candidates {
	byKey := map[string]*candidates{}
	var all []*candidates
	for _, s := range failures {
		c := byKey[s.key]
		if c == nil {
			c = &candidates{}
			byKey[s.key] = c
			all = append(all, c)
		}
		c.failures = append(c.failures, s)
	}
	for _, e := range entries {
		if c := byKey[e.key]; c != nil {
			c.entries = append(c.entries, slices.Repeat([]*entry{e}, min(max(e.times, 1), len(c.failures)))...)
		}
	}
	for _, c := range all {
		c.rank()
	}
	return all
}

// rank sorts both lists, the greatest first, by what does not depend on the order of the lines.
func (c *candidates) rank() {
	c.taken = make([]bool, len(c.entries))
	slices.SortStableFunc(c.entries, func(d, e *entry) int {
		return cmp.Or(
			compareMeasures(&e.measures, &d.measures), comparePositions(&d.position, &e.position),
			cmp.Compare(d.rule, e.rule), cmp.Compare(d.path, e.path), cmp.Compare(d.until, e.until), cmp.Compare(d.reason, e.reason),
		)
	})
	slices.SortStableFunc(c.failures, func(s, t *Failure) int {
		return cmp.Or(compareMeasures(&t.measures, &s.measures), comparePositions(&s.position, &t.position), report.CompareRefs(s.At, t.At))
	})
}

// match gives failures their entries, each entry to one failure: first those at the very place, then
// those that meet, then those within reach, each time the nearest first; then what only names tell.
// What is over is new, but for pieces of a region that was partly mended: they share its entry as
// far as that goes.
func (c *candidates) match() {
	c.matchSame()
	c.matchNearest((*Failure).rounding)
	c.matchNearest(func(s *Failure) float64 { return max(s.reach, s.rounding()) })
	if len(c.failures) == 1 && len(c.entries) == 1 && c.failures[0].named {
		c.failures[0].entry = c.entries[0]
	}
	c.share()
}

// take gives a failure an entry.
func (c *candidates) take(failure, entry int) {
	c.failures[failure].entry, c.taken[entry] = c.entries[entry], true
}

// matchSame matches what has the same place to the last digit of the file, which is nearly all.
func (c *candidates) matchSame() {
	type group struct{ failures, entries []int }
	byPlace := map[string]*group{}
	for i, s := range c.failures {
		at := s.placeText()
		if byPlace[at] == nil {
			byPlace[at] = &group{}
		}
		byPlace[at].failures = append(byPlace[at].failures, i)
	}
	for k, e := range c.entries {
		if g := byPlace[e.placeText()]; g != nil {
			g.entries = append(g.entries, k)
		}
	}
	for _, g := range byPlace { // each on its own, so that their order does not matter
		c.matchGroup(g.failures, g.entries)
	}
}

// matchGroup matches what is all at one place, or has none: each failure, the least first, to the least
// entry that accepts it, and then the greatest failure to the greatest entry.
func (c *candidates) matchGroup(failures, entries []int) {
	var left []int
	most := c.mostOf(entries)
	for _, i := range slices.Backward(failures) {
		at := -1
		if _, worse := c.failures[i].worse(&most); !worse {
			at = c.lastThatAccepts(entries, c.failures[i])
		}
		if at < 0 {
			left = append(left, i)
			continue
		}
		c.take(i, entries[at])
		entries = slices.Delete(entries, at, at+1)
	}
	slices.Reverse(left)
	for k := range min(len(left), len(entries)) {
		c.take(left[k], entries[k])
	}
}

// mostOf returns the most that any of some entries accepts of each measure.
func (c *candidates) mostOf(entries []int) (most measures) {
	for n, k := range entries {
		for m, x := range c.entries[k].measures {
			switch {
			case n == 0:
				most[m] = x
			case measure(m) == distanceMeasure:
				most[m] = min(most[m], x)
			default:
				most[m] = max(most[m], x)
			}
		}
	}
	return most
}

// lastThatAccepts returns the last place in a list of entries of one that accepts a failure, -1 for none.
func (c *candidates) lastThatAccepts(entries []int, s *Failure) int {
	for at, k := range slices.Backward(entries) {
		if !s.refuses(c.entries[k]) {
			return at
		}
	}
	return -1
}

// matchNearest matches what meets within a reach.
func (c *candidates) matchNearest(reach func(*Failure) float64) {
	if !slices.Contains(c.taken, false) || !slices.ContainsFunc(c.failures, func(s *Failure) bool { return s.entry == nil }) {
		return
	}
	failures := newSide(len(c.failures), func(i int) (*position, spot, bool) {
		s := c.failures[i]
		return &s.position, spot{reach: reach(s), most: s.most}, s.entry == nil
	})
	entries := newSide(len(c.entries), func(i int) (*position, spot, bool) {
		return &c.entries[i].position, spot{most: math.Inf(1)}, !c.taken[i]
	})
	pairUp(failures, entries, func(failure, entry int32) { c.take(int(failure), int(entry)) })
}
