package baseline

import (
	"cmp"
	"slices"
)

// candidates are the entries of a baseline and the failures of a file that have a check
// and all names in common.
type candidates struct {
	entries  []*entry
	failures []*Failure
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
			c.entries = append(c.entries, e)
		}
	}
	return all
}

// match gives failures their entries, one each: first those at the very place, then those
// near by, then those that meet, then what only names tell. Pieces of a region that
// was partly mended share its entry as far as that goes.
func (c *candidates) match() {
	free := slices.Clone(c.entries)
	free = c.matchSame(free)
	free = c.matchNear(free)
	free = c.matchWhere(free, func(s *Failure, e *entry) bool { return s.meets(&e.position, s.reach) })
	if len(c.failures) == 1 && len(c.entries) == 1 && len(free) == 1 && c.failures[0].named {
		c.failures[0].entry = free[0]
	}
	c.share()
}

// matchSame matches what has the same place to the last digit of the file, which is nearly
// all, without looking at all entries for each. It returns the entries that are left.
func (c *candidates) matchSame(free []*entry) []*entry {
	byPlace := map[string][]*entry{}
	for _, e := range free {
		at := e.placeText()
		byPlace[at] = append(byPlace[at], e)
	}
	taken := map[*entry]bool{}
	for _, s := range c.failures {
		at := s.placeText()
		if e := s.best(byPlace[at], func(*Failure, *entry) bool { return true }); e != nil {
			s.entry, taken[e] = e, true
			byPlace[at] = without(byPlace[at], e)
		}
	}
	return slices.DeleteFunc(free, func(e *entry) bool { return taken[e] })
}

// matchNear matches what is near by. Entries in the order of one coordinate, in the world
// and in their meshes, keep it from looking at all of them for each.
func (c *candidates) matchNear(free []*entry) []*entry {
	inWorld := func(p *position) float64 { return p.box.Min[0] }
	inMesh := func(p *position) float64 {
		if p.mesh == nil {
			return p.box.Min[0]
		}
		return p.box.Min[0] - p.mesh[0]
	}
	taken := map[*entry]bool{}
	orders := []func(*position) float64{inWorld, inMesh}
	var sorted [2][]*entry
	for k, at := range orders {
		sorted[k] = slices.SortedStableFunc(slices.Values(free), func(d, e *entry) int { return cmp.Compare(at(&d.position), at(&e.position)) })
	}
	for _, s := range c.failures {
		if s.entry != nil {
			continue
		}
		var some []*entry
		for k, at := range orders {
			x := at(&s.position)
			from, _ := slices.BinarySearchFunc(sorted[k], x-s.reach, func(e *entry, x float64) int { return cmp.Compare(at(&e.position), x) })
			for _, e := range sorted[k][from:] {
				if at(&e.position) > x+s.reach {
					break
				}
				if !taken[e] {
					some = append(some, e)
				}
			}
		}
		if e := s.best(some, func(s *Failure, e *entry) bool { return s.near(&e.position, s.reach) }); e != nil {
			s.entry, taken[e] = e, true
		}
	}
	return slices.DeleteFunc(free, func(e *entry) bool { return taken[e] })
}

// matchWhere matches what has no entry yet to the best of those that fit. It returns
// the entries that are left.
func (c *candidates) matchWhere(free []*entry, fits func(*Failure, *entry) bool) []*entry {
	for _, s := range c.failures {
		if s.entry != nil || len(free) == 0 {
			continue
		}
		if e := s.best(free, fits); e != nil {
			s.entry = e
			free = without(free, e)
		}
	}
	return free
}

func without(all []*entry, e *entry) []*entry {
	return slices.DeleteFunc(all, func(f *entry) bool { return f == e })
}

// best returns that of the entries that fit which accepts the failure, is nearest to it,
// and accepts the least beyond it; nil if none fits.
func (s *Failure) best(entries []*entry, fits func(*Failure, *entry) bool) *entry {
	var best *entry
	for _, e := range entries {
		if fits(s, e) && (best == nil || s.compare(e, best) < 0) {
			best = e
		}
	}
	return best
}

func (s *Failure) compare(a, b *entry) int {
	refuses := func(e *entry) int {
		if s.worseThan(e) != "" {
			return 1
		}
		return 0
	}
	return cmp.Or(
		cmp.Compare(refuses(a), refuses(b)),
		cmp.Compare(s.distance(&a.position), s.distance(&b.position)),
		compareMeasures(&a.measures, &b.measures),
	)
}

// share gives regions without an entry that of another region which they lie in, if all
// together are not worse than it has it: whoever mends a part of a region may leave several.
func (c *candidates) share() {
	taken := map[*entry]*measures{}
	for _, s := range c.failures {
		if s.entry != nil && s.rule == regionRule && s.worseThan(s.entry) == "" {
			sum := s.measures
			taken[s.entry] = &sum
		}
	}
	for _, s := range c.failures {
		if s.entry != nil || s.rule != regionRule || len(taken) == 0 {
			continue
		}
		for _, e := range c.entries {
			sum := taken[e]
			if sum == nil || !s.within(&e.position, s.reach) {
				continue
			}
			all := Failure{rule: s.rule, position: s.position, measures: *sum}
			all.add(&s.measures)
			if all.worseThan(e) == "" {
				s.entry, s.shares = e, true
				*sum = all.measures
				break
			}
		}
	}
}
