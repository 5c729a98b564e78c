package baseline

import "math"

// share assigns to a region without an entry the nearest entry of another region that encloses it,
// if all regions of the entry together are not worse than it allows: fixing part of a region may
// split it.
func (c *candidates) share() {
	rooms := c.rooms()
	if len(rooms) == 0 {
		return
	}
	at := newSide(len(rooms), func(i int) (*position, spot, bool) { return &rooms[i].of.position, spot{most: math.Inf(1)}, true })
	for _, s := range c.failures {
		if s.entry != nil || s.rule != regionRule {
			continue
		}
		best := nothing
		for frame, t := range at.trees {
			own, ok := s.cornersIn(frame)
			if !ok {
				continue
			}
			t.around(&own, s.reach, func(other *spot) {
				f := found{own.apart(&other.corners), other.rank}
				if f.before(best) && rooms[f.rank].holds(s) {
					best = f
				}
			})
		}
		if best != nothing {
			s.entry, s.shares = rooms[best.rank].of, true
			rooms[best.rank].taken.add(&s.measures)
		}
	}
}

// room is the entry of a region, and how much of it is used.
type room struct {
	of    *entry
	taken measures
}

// rooms returns the entries of regions that accept more than their regions use.
func (c *candidates) rooms() (all []room) {
	for _, s := range c.failures {
		if s.entry == nil || s.rule != regionRule || s.refuses(s.entry) {
			continue
		}
		for k := range depthMeasure {
			if s.measures[k] < s.entry.measures[k] {
				all = append(all, room{s.entry, s.measures})
				break
			}
		}
	}
	return all
}

// holds reports whether a failure and all that is used are together not worse than the entry.
func (r *room) holds(s *Failure) bool {
	for k := range depthMeasure {
		if r.taken[k]+s.measures[k] > r.of.measures[k] {
			return false
		}
	}
	all := Failure{rule: s.rule, position: s.position, measures: r.taken}
	all.add(&s.measures)
	return !all.refuses(r.of)
}
