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
	criteria    *check.Criteria
	listTouches bool
	unit        int          // lengths are below 2^unit
	recorded    atomic.Int64 // pairs of all shards, as far as these have told
	triangles   Triangles
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
	byShells map[[2]uint32]*region
	last     record  // that was added to byShells
	lastSums *region // in byShells, of the last findings

	_ parallel.Padding
}

// New returns a collector for findings that are judged, counted and listed as the settings say.
func New(settings *check.Settings) *Collector {
	c := &Collector{shards: make([]Shard, settings.Workers), criteria: settings.CriteriaOrDefault(), listTouches: settings.ListTouches}
	for w := range c.shards {
		s := &c.shards[w]
		s.collector, s.number = c, uint16(w)
		for k := range s.worst {
			s.worst[k].max = settings.MaxFindings
		}
	}
	return c
}

// Shard returns what a worker enters its findings into.
func (c *Collector) Shard(worker int) *Shard { return &c.shards[worker] }

// SetTriangles sets what is known of triangles, before the first Finding is entered.
func (c *Collector) SetTriangles(t Triangles) { c.triangles = t }

// SetDiagonal sets the greatest length there can be, before the first Finding is entered.
func (c *Collector) SetDiagonal(diagonal float64) {
	_, c.unit = math.Frexp(min(diagonal, math.MaxFloat64))
	c.unit++ // for what rounding adds
}

// AddSingle enters a triangle that takes part in no pair.
func (s *Shard) AddSingle(r check.Rule, i uint32) {
	e := entry{i: i, j: NoTriangle, kind: kind{rule: r}}
	e.fails = s.fails(&e, 0)
	count(&s.counts, &e.kind, 1)
	s.worst[r].add(&e)
}

// AddTouch enters a touch of i and j, or all of pairs if that is not nil. Touches belong to no region
// and are listed only if the settings say so.
func (s *Shard) AddTouch(i, j uint32, pairs *Pairs) {
	e := entry{i: i, j: j, kind: kind{rule: check.Touch}}
	e.fails = s.fails(&e, 0)
	count(&s.counts, &e.kind, pairs.times())
	if s.collector.listTouches {
		s.list(&e, pairs)
	}
}

// Add enters a finding, or one like it for each of pairs if that is not nil.
func (s *Shard) Add(f *Finding, pairs *Pairs) {
	var e entry
	s.setEntry(&e, f)
	times := pairs.times()
	count(&s.counts, &e.kind, times)
	s.pairs++
	if s.byShells == nil {
		e.record = s.records.add(&e, f, times, s.collector.triangles)
	} else {
		s.last.set(&e, f, times)
		region := s.addToShells(&s.last)
		for _, p := range f.MoreParts {
			region.addPart(p)
		}
	}
	s.list(&e, pairs)
	if s.byShells == nil && s.pairs%recordsPerChunk == 0 && s.collector.recorded.Add(recordsPerChunk) > maxRecords {
		s.sumShells()
	}
}

// Count counts a finding, and neither lists it nor makes it part of a region.
func (s *Shard) Count(f *Finding) {
	var e entry
	s.setEntry(&e, f)
	count(&s.counts, &e.kind, 1)
}

// setEntry sets e to the entry of a finding, without its record.
func (s *Shard) setEntry(e *entry, f *Finding) {
	e.i, e.j, e.rule, e.throughEdge, e.area, e.shard = f.I, f.J, f.Rule, f.ThroughEdge, f.Area, s.number
	if e.of = f.Triangles; f.Rule.Kind() == check.EdgeCrossing {
		e.of = f.Shells
	}
	switch f.Rule {
	case check.Crossing, check.CrossingWithinPrecision, check.ZFighting:
		e.depth = f.Depth
	case check.EdgeCrossing, check.OpenEdgeCrossing:
		e.length = f.Length
	}
	e.fails = f.Fails || s.fails(e, f.Length)
}

// fails reports whether an entry with a segment of some length, 0 if it has none, fails by the
// criteria.
func (s *Shard) fails(e *entry, length float64) bool {
	c, size := &s.collector.criteria[e.rule], 0.0
	switch c.Of {
	case check.OfDepth:
		size = e.depth
	case check.OfArea:
		size = e.area
	case check.OfLength:
		size = length
	}
	return c.Judge(size) == check.Error
}

// count counts a finding that occurs the given number of times.
func count(c *check.Counts, k *kind, times int) {
	c.ByRule[k.rule] += times
	if k.fails {
		c.Failed[k.rule] += times
	}
	if k.throughEdge {
		c.ThroughEdge += times
	}
}

// NeedsPlaces reports whether the places of findings still matter: not once there are too many
// findings to be divided into contacts.
func (s *Shard) NeedsPlaces() bool { return s.byShells == nil }

// list keeps an entry, or one for each of pairs, if it is among the worst. The entries of pairs
// compare equal, so that it stops after as many as can be listed.
func (s *Shard) list(e *entry, pairs *Pairs) {
	w := &s.worst[e.rule]
	if pairs == nil {
		w.add(e)
		return
	}
	n, each := 0, *e
	pairs.each(func(i, j uint32) bool {
		each.i, each.j = i, j
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
