package baseline

import "slices"

// share assigns to a region without an entry the nearest entry of another region that encloses it,
// if all regions of the entry together are not worse than it allows: fixing part of a region may
// split it.
func (c *candidates) share() {
	rooms := c.rooms()
	if len(rooms) == 0 {
		return
	}
	lost := slices.DeleteFunc(slices.Clone(c.failures), func(s *failure) bool { return s.entry != nil })
	pieces := newSide(len(lost), func(i int) (*position, float64, float64, bool) { return &lost[i].position, lost[i].reach, 0, true })
	places := newSide(len(rooms), func(i int) (*position, float64, float64, bool) { return &rooms[i].of.position, 0, 0, true })
	for i, s := range lost {
		best := places.nearest(pieces, i, func(rank int, own, other *spot) bool {
			all := other.box.Grown(s.reach)
			return all.Union(own.box) == all && rooms[rank].holds(s)
		})
		if best != nothing {
			room := &rooms[best.rank]
			s.entry, s.shares = room.of, true
			room.taken.add(&s.measures)
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
		if s.entry == nil || s.refuses(s.entry) {
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
func (r *room) holds(s *failure) bool {
	for k := range depthMeasure {
		if r.taken[k]+s.measures[k] > r.of.measures[k] {
			return false
		}
	}
	all := *s
	all.add(&r.taken)
	return !all.refuses(r.of)
}
