package collect

// maxRecords is the greatest number of findings of pairs that are divided into contacts. Where
// there are more, all findings between the same two shells are one region, so that memory does
// not grow with the number of findings.
const maxRecords = 1 << 19

// maxShellPairs is the greatest number of pairs of shells that have a region each where there are
// too many findings for contacts. Where there are more, all findings are one region.
const maxShellPairs = 1 << 14

// anyShells is the key of the region of all pairs of shells.
var anyShells = [2]uint32{NoTriangle, NoTriangle}

// tooMany reports whether there are more findings of pairs than are divided into contacts.
func (c *Collector) tooMany() bool {
	n := 0
	for w := range c.shards {
		n += c.shards[w].pairs
	}
	return n > maxRecords
}

// regionsOfShells returns a region for each two shells that meet.
func (c *Collector) regionsOfShells() (regions []*region, number func(*entry) int) {
	byShells := map[[2]uint32]*region{}
	for w := range c.shards {
		s := &c.shards[w]
		s.sumShells()
		for shells, r := range s.byShells {
			all := byShells[shells]
			if all == nil {
				all = newRegion(c.unit, shells)
				byShells[shells] = all
			}
			all.merge(r)
		}
	}
	if len(byShells) > maxShellPairs || byShells[anyShells] != nil {
		byShells = merged(byShells, c.unit)
	}
	for _, r := range byShells {
		regions = append(regions, r)
	}
	regions = finished(regions)
	rank := make(map[[2]uint32]int, len(regions))
	for k, r := range regions {
		rank[r.shells] = k
	}
	return regions, func(e *entry) int {
		between, _ := c.sides(e.rule, e.of)
		for _, shells := range [2][2]uint32{between, anyShells} {
			if k, listed := rank[shells]; listed {
				return k
			}
		}
		return -1
	}
}

// merged returns one region for all pairs of shells.
func merged(byShells map[[2]uint32]*region, unit int) map[[2]uint32]*region {
	all := newRegion(unit, anyShells)
	for _, r := range byShells {
		all.merge(r)
	}
	return map[[2]uint32]*region{anyShells: all}
}

// sumShells adds up the records of a shard by pairs of shells and drops them.
func (s *Shard) sumShells() {
	if s.byShells == nil {
		s.byShells = map[[2]uint32]*region{}
	}
	for k := range s.records.chunks {
		for i := range s.records.chunks[k] {
			s.addToShells(&s.records.chunks[k][i])
		}
	}
	for _, m := range s.records.parts {
		r := s.records.at(int(m.record))
		shells, _ := s.collector.sides(r.kind.rule, r.of)
		s.between(shells).addPart(int(m.part))
	}
	s.records = records{}
}

// addToShells adds a record to the region of its shells, which it returns.
func (s *Shard) addToShells(r *record) *region {
	shells, parts := s.collector.sides(r.kind.rule, r.of)
	sums := s.between(shells)
	sums.add(r, parts)
	return sums
}

// between returns the region of all findings between two shells.
func (s *Shard) between(shells [2]uint32) *region {
	if s.lastSums == nil || s.lastSums.shells != shells {
		s.lastSums = s.sumsBetween(shells)
	}
	return s.lastSums
}

// sumsBetween is between where the shells are others than those of the last call.
func (s *Shard) sumsBetween(shells [2]uint32) *region {
	r := s.byShells[anyShells]
	if r == nil {
		r = s.byShells[shells]
	}
	if r == nil && len(s.byShells) == maxShellPairs {
		s.byShells = merged(s.byShells, s.collector.unit)
		return s.byShells[anyShells]
	}
	if r == nil {
		r = newRegion(s.collector.unit, shells)
		s.byShells[shells] = r
	}
	return r
}
