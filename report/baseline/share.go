package baseline

import "math"

// share gives regions without an entry the nearest of another region which they lie in, if all
// together are not worse than it has it: whoever mends a part of a region may leave several.
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

// room is an entry of a region, and what of it is taken.
type room struct {
	of    *entry
	taken measures
}

// rooms returns the entries of regions that accept more than those that have them.
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

// holds reports whether a failure and all that is taken are not worse than the entry has it.
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
