package collect

import (
	"context"
	"math/bits"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// maxRecords is the greatest number of findings of pairs that are divided into contacts. Where
// there are more, all findings between the same two shells are one region, so that memory does
// not grow with the number of findings.
const maxRecords = 1 << 19

// maxShellPairs is the greatest number of pairs of shells that have a region each where there are
// too many findings for contacts. Where there are more, all findings are one region.
const maxShellPairs = 1 << 14

// anyShells stands for all pairs of shells.
var anyShells = [2]uint32{NoTriangle, NoTriangle}

// Regions returns the regions in order of severity, and a function that returns the index of
// the region of a pair that was entered, -1 if it belongs to none: a region is more than findings
// within precision.
//
// Findings with an end of their segments or a side of their polygons in common are of one
// contact. Contacts of the same two shells are of one region if their boxes meet, each grown on
// all sides by half its diagonal, or if both are of one region with a third. The only error is
// ctx's.
func (c *Collector) Regions(ctx context.Context) (regions []*Region, number func(Entry) int, err error) {
	if c.tooMany() {
		regions, number = c.regionsOfShells()
		return regions, number, nil
	}
	g := c.grouping()
	g.joinPlaces()
	if err := g.joinContacts(ctx); err != nil {
		return nil, nil, err
	}
	regions, of := g.sum(c.unit)
	return regions, func(e Entry) int { return of[g.first[e.shard]+int(e.record)] }, nil
}

// grouping divides the records of all shards into regions.
type grouping struct {
	shards  []*records
	first   []int     // of each shard: the number of its first record
	all     []*record // by number
	union   *mesh.Union
	of      []int // the region of each record
	regions int
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

// joinPlaces makes one set of the records between two shells that have a place in common.
func (g *grouping) joinPlaces() {
	n := 2 * len(g.all)
	for _, s := range g.shards {
		n += len(s.more)
	}
	t := newPlaceTable(g, n)
	for at, r := range g.all {
		for k := range r.places[:r.n] {
			t.join(uint32(at), placeID(2*at+k))
		}
	}
	next := placeID(2 * len(g.all))
	for w, s := range g.shards {
		for k := range s.more {
			t.join(uint32(g.first[w])+s.more[k].record, next)
			next++
		}
	}
}

// placeID numbers the places of all records: two for each, then those of findings with more.
type placeID int

// placeTable finds the first record with a place: a hash table with linear probing, at most half
// full, of the numbers of places plus one.
type placeTable struct {
	*grouping
	slots []uint32
	shift int
}

func newPlaceTable(g *grouping, n int) *placeTable {
	size := bits.Len(uint(2*n + 1))
	return &placeTable{g, make([]uint32, 1<<size), 64 - size}
}

// join enters the place of a record, or joins the record with the one that has it.
func (t *placeTable) join(record uint32, id placeID) {
	p, _ := t.place(id)
	for slot := p.hash() >> t.shift; ; slot = (slot + 1) & uint64(len(t.slots)-1) {
		if t.slots[slot] == 0 {
			t.slots[slot] = uint32(id) + 1
			return
		}
		if q, other := t.place(placeID(t.slots[slot] - 1)); *q == *p && t.all[other].shells == t.all[record].shells {
			t.union.Join(other, record)
			return
		}
	}
}

// place returns a place and its record.
func (g *grouping) place(id placeID) (p *place, record uint32) {
	if n := int(id) / 2; n < len(g.all) {
		return &g.all[n].places[id%2], uint32(n)
	}
	k := int(id) - 2*len(g.all)
	for w, s := range g.shards {
		if k < len(s.more) {
			return &s.more[k].place, uint32(g.first[w]) + s.more[k].record
		}
		k -= len(s.more)
	}
	panic("collect: there is no such place")
}

// hash returns 64 bits of which the highest are well mixed.
func (p *place) hash() uint64 {
	const odd = 0x9e3779b97f4a7c15 // 2^64 over the golden ratio
	return (p[0]*odd ^ bits.RotateLeft64(p[1]*odd, 31)) * odd
}

// joinContacts numbers the regions that records belong to: those of the same shells whose
// contacts lie near each other.
func (g *grouping) joinContacts(ctx context.Context) error {
	root, boxes := g.contacts()
	between := map[[2]uint32][]int{} // the contacts between two shells
	var pairs [][2]uint32            // of shells, in the order of records
	for k, r := range root {
		shells := g.all[r].shells
		if between[shells] == nil {
			pairs = append(pairs, shells)
		}
		between[shells] = append(between[shells], k)
	}
	region := make([]int, len(root)) // of each contact
	for _, shells := range pairs {
		of := between[shells]
		grown := make([]geom.Box, len(of))
		for n, k := range of {
			grown[n] = boxes[k].Grown(boxes[k].Diagonal() / 2)
		}
		set, sets, err := bvh.Components(ctx, grown)
		if err != nil {
			return err
		}
		for n, k := range of {
			region[k] = g.regions + set[n]
		}
		g.regions += sets
	}
	for at, contact := range g.of {
		g.of[at] = region[contact]
	}
	return nil
}

// contacts numbers the sets of records that hang together by their places, and returns a record
// and the box of each.
func (g *grouping) contacts() (root []uint32, boxes []geom.Box) {
	number := make([]int, len(g.all)) // of the contact of each root, plus one
	g.of = make([]int, len(g.all))
	for at, r := range g.all {
		n := &number[g.union.Find(uint32(at))]
		if *n == 0 {
			root, boxes = append(root, uint32(at)), append(boxes, geom.EmptyBox())
			*n = len(root)
		}
		g.of[at] = *n - 1
		boxes[*n-1] = boxes[*n-1].Union(r.box)
	}
	return root, boxes
}

// sum adds up the regions and sorts them. It returns for each record the number of its region.
func (g *grouping) sum(unit int) (regions []*Region, of []int) {
	all := make([]Region, g.regions)
	for at, r := range g.all {
		region := &all[g.of[at]]
		if region.first == ([2]uint32{}) { // which no finding has: a triangle does not meet itself
			*region = *newRegion(unit, r.shells)
		}
		region.add(r)
	}
	for w, s := range g.shards {
		for _, m := range s.members {
			all[g.of[g.first[w]+int(m.record)]].addPart(int(m.part))
		}
	}
	regions = make([]*Region, len(all))
	for k := range all {
		all[k].number = k
		regions[k] = &all[k]
	}
	regions = finished(regions)
	rank := make([]int, len(all)) // in the order of severity, plus one
	for k, r := range regions {
		rank[r.number] = k + 1
	}
	for at, k := range g.of {
		g.of[at] = rank[k] - 1
	}
	return regions, g.of
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
func (c *Collector) regionsOfShells() (regions []*Region, number func(Entry) int) {
	byShells := map[[2]uint32]*Region{}
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
	return regions, func(e Entry) int {
		for _, shells := range [2][2]uint32{e.shells, anyShells} {
			if k, listed := rank[shells]; listed {
				return k
			}
		}
		return -1
	}
}

// merged returns one region for all pairs of shells.
func merged(byShells map[[2]uint32]*Region, unit int) map[[2]uint32]*Region {
	all := newRegion(unit, anyShells)
	for _, r := range byShells {
		all.merge(r)
	}
	return map[[2]uint32]*Region{anyShells: all}
}

// sumShells adds the records of a shard up by pairs of shells and drops them.
func (s *Shard) sumShells() {
	if s.byShells == nil {
		s.byShells = map[[2]uint32]*Region{}
	}
	for k := range s.records.chunks {
		for i := range s.records.chunks[k] {
			r := &s.records.chunks[k][i]
			s.between(r.shells).add(r)
		}
	}
	for _, m := range s.records.members {
		s.between(s.records.at(int(m.record)).shells).addPart(int(m.part))
	}
	s.records = records{}
}

// between returns the region of all findings between two shells.
func (s *Shard) between(shells [2]uint32) *Region {
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
