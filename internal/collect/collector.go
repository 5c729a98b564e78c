package collect

import (
	"math"
	"sync/atomic"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/parallel"
)

// Collector takes the findings about one mesh, or one pair of meshes, from several workers.
// It counts all, groups those of two triangles that do more than touch into regions, and
// keeps only the worst for the list. Beyond a number of findings it keeps sums in place of
// records, so that its size is bounded.
type Collector struct {
	shards      []Shard
	listTouches bool
	unit        int          // lengths are below 2^unit
	recorded    atomic.Int64 // pairs of all shards, as far as these have told
}

// Shard is one worker's part of a collector. It is for one goroutine at a time.
type Shard struct {
	collector *Collector
	counts    check.Counts
	worst     [check.TriangleRules]worst // by rule
	number    uint16
	pairs     int // entered
	records   records
	// byShells has the sums of all findings between two shells, once there are too many for
	// records.
	byShells map[[2]uint32]*Region
	last     record // that was added to byShells

	_ parallel.Padding
}

// New returns a collector for a number of workers that lists at most most findings, including
// touches if listTouches is set.
func New(workers, most int, listTouches bool) *Collector {
	c := &Collector{shards: make([]Shard, workers), listTouches: listTouches}
	for w := range c.shards {
		s := &c.shards[w]
		s.collector, s.number = c, uint16(w)
		for k := range s.worst {
			s.worst[k].max = most
		}
	}
	return c
}

// Shard returns what a worker enters its findings into.
func (c *Collector) Shard(worker int) *Shard { return &c.shards[worker] }

// Worker returns the number of the worker that the shard is for.
func (s *Shard) Worker() int { return int(s.number) }

// SetDiagonal sets the greatest length there can be, before the first pair is entered.
func (c *Collector) SetDiagonal(diagonal float64) {
	_, c.unit = math.Frexp(min(diagonal, math.MaxFloat64))
	c.unit++ // for what rounding adds
}

// AddSingle enters triangle e.I, which takes part in no pair; e.J is ignored.
func (s *Shard) AddSingle(e Entry) {
	e.J = NoTriangle
	count(&s.counts, &e, 1)
	s.worst[e.Rule].add(&e)
}

// AddTouch enters a touch, which belongs to no region. It is listed only if New was told so.
func (s *Shard) AddTouch(e Entry) { s.AddTouches(e, nil) }

// AddTouches is AddTouch for all of pairs, or for e itself if pairs is nil.
func (s *Shard) AddTouches(e Entry, pairs *Pairs) {
	count(&s.counts, &e, pairs.times())
	if s.collector.listTouches {
		s.list(&e, pairs)
	}
}

// AddPair enters a finding of two triangles that belongs to a region.
func (s *Shard) AddPair(e *Entry, x *Extent) { s.AddPairs(e, x, nil, nil) }

// AddPairs is AddPair for all of pairs, or for e itself if pairs is nil. part returns the part of
// a triangle of pairs.
func (s *Shard) AddPairs(e *Entry, x *Extent, pairs *Pairs, part func(i uint32) int) {
	times := pairs.times()
	count(&s.counts, e, times)
	s.pairs++
	if s.byShells == nil {
		s.addRecord(e, x, pairs, part)
	} else {
		r := &s.last
		r.set(e, x, times)
		e.shells, e.shard = r.shells, s.number
		region := s.between(r.shells)
		region.add(r)
		if pairs != nil {
			pairs.EachMember(func(i uint32) { region.addPart(part(i)) })
		}
	}
	s.list(e, pairs)
	if s.byShells == nil && s.pairs%recordsPerChunk == 0 && s.collector.recorded.Add(recordsPerChunk) > maxRecords {
		s.sumShells()
	}
}

// AddEdge enters a finding of triangles at an edge, whose first one is e.I, and the parts of all.
func (s *Shard) AddEdge(e *Entry, x *Extent, parts []int) {
	x.Parts = [2]int{parts[0], parts[0]}
	s.AddPair(e, x)
	for _, p := range parts[1:] {
		if s.byShells != nil {
			s.between(e.shells).addPart(p)
		} else {
			s.records.addMember(p)
		}
	}
}

// addRecord keeps a record of a finding.
func (s *Shard) addRecord(e *Entry, x *Extent, pairs *Pairs, part func(i uint32) int) {
	r, number := s.records.next()
	r.set(e, x, pairs.times())
	s.records.addPlaces(number, x.places[r.n:x.n])
	e.shells, e.shard, e.record = r.shells, s.number, number
	if pairs != nil {
		pairs.EachMember(func(i uint32) { s.records.addMember(part(i)) })
	}
}

// NeedsPlaces reports whether the places of findings still matter: not once there are too many
// findings to be divided into contacts.
func (s *Shard) NeedsPlaces() bool { return s.byShells == nil }

// list keeps an entry, or one for each of pairs, if it is among the worst. The entries of pairs
// compare equal, so that it stops after as many as can be listed.
func (s *Shard) list(e *Entry, pairs *Pairs) {
	w := &s.worst[e.Rule]
	if pairs == nil {
		w.add(e)
		return
	}
	n, each := 0, *e
	pairs.each(func(i, j uint32) bool {
		each.I, each.J = i, j
		n++
		return w.add(&each) && n <= w.max
	})
}

// Counts returns the counts of the findings entered so far.
func (c *Collector) Counts() (counts check.Counts) {
	for w := range c.shards {
		counts = counts.Add(c.shards[w].counts)
	}
	return counts
}

// Total returns the counts and the entries to be listed, at most as many as the limit allows,
// and whether any were left out.
//
// The rules share the limit: a rule with fewer findings than its share loses none, so that ten
// thousand crossings do not hide a single overlap. The worst of each rule are listed.
func (c *Collector) Total() (counts check.Counts, listed []Entry, dropped bool) {
	var byRule [check.TriangleRules]worst
	for w := range c.shards {
		s := &c.shards[w]
		counts = counts.Add(s.counts)
		for k := range byRule {
			byRule[k].max = s.worst[k].max
			byRule[k].entries = append(byRule[k].entries, s.worst[k].entries...)
			dropped = dropped || s.worst[k].dropped
		}
	}
	for k := range byRule {
		byRule[k].trim()
	}
	for k, n := range divideCap(byRule[0].max, &byRule) {
		byRule[k].max = n
		byRule[k].sort()
		dropped = dropped || byRule[k].dropped
		listed = append(listed, byRule[k].entries...)
	}
	return counts, listed, dropped
}

// divideCap divides room among the rules, one entry at a time to each that has any left,
// the most severe rule first.
func divideCap(room int, byRule *[check.TriangleRules]worst) (share [check.TriangleRules]int) {
	for dealt := true; dealt; {
		dealt = false
		for k := range byRule {
			if room > 0 && share[k] < len(byRule[k].entries) {
				share[k]++
				room--
				dealt = true
			}
		}
	}
	return share
}
