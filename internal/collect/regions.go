package collect

import (
	"context"

	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/mesh"
)

// recordsPerTask is how many records a worker takes at once, or the least that it takes.
const recordsPerTask = 1 << 12

// maxRecords is the greatest number of findings of pairs that are divided into contacts. Where
// there are more, all findings between the same two shells are one region, so that memory does
// not grow with the number of findings.
const maxRecords = 1 << 19

// maxShellPairs is the greatest number of pairs of shells that have a region each where there are
// too many findings for contacts. Where there are more, all findings are one region.
const maxShellPairs = 1 << 14

// anyShells is the key of the region of all pairs of shells.
var anyShells = [2]uint32{NoTriangle, NoTriangle}

// regions returns the regions in the order of check.CompareRegions, and a function that returns the index of
// the region of a finding that was entered. The index is -1 if the pair belongs to no region:
// findings within precision alone make none.
//
// Findings with an end of their segments or a side of their polygons in common belong to one
// contact. Two contacts of the same two shells belong to one region if their boxes meet, each
// grown on all sides by half its diagonal, or if a chain of such contacts connects them. The only
// error is ctx's.
func (c *Collector) regions(ctx context.Context) (regions []*region, number func(*entry) int, err error) {
	if c.tooMany() {
		regions, number = c.regionsOfShells()
		return regions, number, nil
	}
	g, workers := c.grouping(), len(c.shards)
	if err := g.link(ctx, c, workers); err != nil {
		return nil, nil, err
	}
	if err := g.joinPlaces(ctx, workers); err != nil {
		return nil, nil, err
	}
	if err := g.joinContacts(ctx, workers); err != nil {
		return nil, nil, err
	}
	regions, of, err := g.sum(ctx, c.unit, workers)
	return regions, func(e *entry) int { return of[g.first[e.shard]+int(e.record)] }, err
}

// grouping divides the records of all shards into regions.
type grouping struct {
	shards  []*records
	first   []int     // of each shard: the number of its first record
	all     []*record // by number
	links   []links   // of each record
	union   *mesh.Union
	of      []int       // the region of each record
	between [][2]uint32 // of each region: its shells
}

func (c *Collector) grouping() *grouping {
	n := 0
	for w := range c.shards {
		n += c.shards[w].records.n
	}
	g := &grouping{all: make([]*record, 0, n)}
	for w := range c.shards {
		s := &c.shards[w].records
		g.shards, g.first = append(g.shards, s), append(g.first, len(g.all))
		for k := range s.chunks {
			for i := range s.chunks[k] {
				g.all = append(g.all, &s.chunks[k][i])
			}
		}
	}
	g.union = mesh.NewUnion(len(g.all))
	return g
}

// link sets the links of all records.
func (g *grouping) link(ctx context.Context, c *Collector, workers int) error {
	g.links = make([]links, len(g.all))
	return parallel.Ranges(ctx, workers, len(g.all), recordsPerTask, func(lo, hi int) {
		for ; lo < hi; lo += linksTogether {
			end := min(hi, lo+linksTogether)
			c.setLinks(g.all[lo:end], g.links[lo:end])
		}
	})
}

// sum adds up the regions and sorts them. It returns for each record the number of its region.
func (g *grouping) sum(ctx context.Context, unit, workers int) (regions []*region, of []int, err error) {
	all, err := g.sums(ctx, unit, workers)
	if err != nil {
		return nil, nil, err
	}
	for w, s := range g.shards {
		for _, m := range s.parts {
			all[g.of[g.first[w]+int(m.record)]].addPart(int(m.part))
		}
	}
	regions = make([]*region, len(all))
	for k := range all {
		all[k].number = k
		regions[k] = &all[k]
	}
	regions = finished(regions)
	rank := make([]int, len(all)) // in that order, plus one
	for k, r := range regions {
		rank[r.number] = k + 1
	}
	for at, k := range g.of {
		g.of[at] = rank[k] - 1
	}
	return regions, g.of, nil
}

// sums adds up the records of each region. Each worker adds up a part of the records of a share of the
// regions, and the sums of the parts are then merged. There are fewer sums than records, however many
// workers and regions there are.
func (g *grouping) sums(ctx context.Context, unit, workers int) ([]region, error) {
	const recordsPerSum = 8
	parts := max(1, min(workers, len(g.all)/recordsPerTask, len(g.all)/(recordsPerSum*max(1, len(g.between)))))
	s := g.sharesOf(workers / parts)
	sums := make([][]region, parts)
	err := parallel.Tasks(ctx, workers, parts, func(_, part int) { sums[part] = make([]region, len(g.between)) })
	if err != nil {
		return nil, err
	}
	err = parallel.Tasks(ctx, workers, parts*s.number(), func(_, task int) {
		part, share := task/s.number(), task%s.number()
		some := sums[part]
		for k, shells := range g.between {
			if s.has(share, k) {
				some[k] = *newRegion(unit, shells)
			}
		}
		for at := len(g.all) * part / parts; at < len(g.all)*(part+1)/parts; at++ {
			if k := g.of[at]; s.has(share, k) {
				some[k].add(g.all[at], g.links[at].parts)
			}
		}
	})
	if err != nil {
		return nil, err
	}
	all := sums[0]
	for _, some := range sums[1:] {
		for k := range some {
			all[k].merge(&some[k])
		}
	}
	return all, nil
}

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
