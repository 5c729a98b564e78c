package baseline

import (
	"cmp"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/report"
)

// candidates are the entries of a baseline and the failures of a file that have the same check and
// the same names. Indices in these lists are ranks. An entry that counts several times is listed as
// often.
type candidates struct {
	entries  []*entry
	failures []*failure
	taken    []bool // entries, by rank
}

// candidatesOf groups failures and entries by their keys.
func candidatesOf(entries []*entry, failures []*failure) []*candidates {
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

// rank sorts both lists, the greatest first, independently of the order of the lines.
func (c *candidates) rank() {
	c.taken = make([]bool, len(c.entries))
	slices.SortStableFunc(c.entries, func(d, e *entry) int {
		return cmp.Or(
			compareMeasures(&e.measures, &d.measures), comparePositions(&d.position, &e.position),
			cmp.Compare(d.rule, e.rule), cmp.Compare(d.path, e.path), cmp.Compare(d.until, e.until), cmp.Compare(d.reason, e.reason),
		)
	})
	slices.SortStableFunc(c.failures, func(s, t *failure) int {
		return cmp.Or(compareMeasures(&t.measures, &s.measures), comparePositions(&s.position, &t.position), report.CompareRefs(s.at, t.at))
	})
}

// match assigns entries to failures, each entry to one failure: first at the identical place, then
// where boxes meet, then within reach, the nearest pairs first in each step; then by name alone.
// Failures left over are new, except for pieces of a partly fixed region, which share its entry as
// far as it suffices.
func (c *candidates) match() {
	c.matchPlaces()
	if len(c.failures) == 1 && len(c.entries) == 1 && c.failures[0].named {
		c.failures[0].entry = c.entries[0]
	}
	if c.failures[0].rule == regionRule {
		c.share()
	}
}

// matchPlaces assigns entries to failures by their places only.
func (c *candidates) matchPlaces() {
	c.matchSame()
	c.matchNearest((*failure).rounding)
	c.matchNearest(func(s *failure) float64 { return max(s.reach, s.rounding()) })
}

// take assigns an entry to a failure.
func (c *candidates) take(failure, entry int) {
	c.failures[failure].entry, c.taken[entry] = c.entries[entry], true
}

// matchSame matches failures and entries whose places agree to the last digit of the file. These
// are nearly all.
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
	for _, g := range byPlace { // groups are independent, so their order does not matter
		c.matchGroup(g.failures, g.entries)
	}
}

// matchGroup matches failures and entries that share one place, or have none: each failure, in
// ascending order, to the least entry that accepts it, and the remaining failures, in descending
// order, to the greatest remaining entries.
func (c *candidates) matchGroup(failures, entries []int) {
	var left []int
	for _, i := range slices.Backward(failures) {
		at := c.lastThatAccepts(entries, c.failures[i])
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

// lastThatAccepts returns the index of the last of the entries that accepts a failure, or -1.
func (c *candidates) lastThatAccepts(entries []int, s *failure) int {
	for at, k := range slices.Backward(entries) {
		if !s.refuses(c.entries[k]) {
			return at
		}
	}
	return -1
}

// matchNearest matches boxes that meet within a reach.
func (c *candidates) matchNearest(reach func(*failure) float64) {
	if !slices.Contains(c.taken, false) || !slices.ContainsFunc(c.failures, func(s *failure) bool { return s.entry == nil }) {
		return
	}
	failures := newSide(len(c.failures), func(i int) (*position, float64, float64, bool) {
		s := c.failures[i]
		return &s.position, reach(s), s.most, s.entry == nil
	})
	entries := newSide(len(c.entries), func(i int) (*position, float64, float64, bool) {
		return &c.entries[i].position, 0, math.Inf(1), !c.taken[i]
	})
	pairUp(failures, entries, c.take)
}
