package collect

import (
	"math"
	"sync"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// Collector takes the findings about one mesh, or one pair of meshes, from several workers.
// It counts all, groups those of two triangles that do more than touch into regions, and
// keeps only the worst for the list, so that its size depends on the cap and on the
// triangles involved, not on the number of findings.
type Collector struct {
	shards      []Shard
	listTouches bool
	unit        int // lengths are below 2^unit
	// joined unites the vertices of each finding; made with the first pair.
	joined func() *mesh.Union
}

// Shard is one worker's part of a collector. It is for one goroutine at a time.
type Shard struct {
	collector *Collector
	counts    check.Counts
	worst     [check.TriangleRules]worst // by rule
	regions   map[uint32]*Region         // by vertex
}

// New returns a collector for a number of workers that lists at most most findings,
// touches among them if listTouches is set. The vertices of triangles are below vertices.
func New(workers, most int, listTouches bool, vertices int) *Collector {
	c := &Collector{
		shards:      make([]Shard, workers),
		listTouches: listTouches,
		joined:      sync.OnceValue(func() *mesh.Union { return mesh.NewUnion(vertices) }),
	}
	for w := range c.shards {
		s := &c.shards[w]
		s.collector = c
		for k := range s.worst {
			s.worst[k].max = most
		}
	}
	return c
}

// Shard returns what a worker enters its findings into.
func (c *Collector) Shard(worker int) *Shard { return &c.shards[worker] }

// SetDiagonal sets the greatest length there can be, before the first pair is entered.
func (c *Collector) SetDiagonal(diagonal float64) {
	_, c.unit = math.Frexp(min(diagonal, math.MaxFloat64))
	c.unit++ // for what rounding adds
}

// AddSingle enters triangle e.I, which takes part in no pair; e.J is ignored.
func (s *Shard) AddSingle(e Entry) {
	e.J = NoTriangle
	count(&s.counts, e, 1)
	s.worst[e.Rule].add(e)
}

// Extent is what a finding of two triangles adds to its region beyond what its entry says.
type Extent struct {
	Vertices [2][3]uint32 // of both triangles: findings that share one are in one region
	Parts    [2]int       // of both triangles
	Box      geom.Box
	Length   float64
}

// AddTouch enters a touch, which belongs to no region; it is listed if the collector lists
// touches.
func (s *Shard) AddTouch(e Entry) { s.AddTouches(e, nil) }

// AddTouches is AddTouch for all of pairs, or for e itself if pairs is nil.
func (s *Shard) AddTouches(e Entry, pairs *Pairs) {
	count(&s.counts, e, pairs.times())
	if s.collector.listTouches {
		s.list(e, pairs)
	}
}

// AddPair enters a finding of two triangles that belongs to a region.
func (s *Shard) AddPair(e Entry, x Extent) { s.AddPairs(e, x, nil) }

// AddPairs is AddPair for all of pairs, or for e itself if pairs is nil. It returns the
// shard's part of their region.
func (s *Shard) AddPairs(e Entry, x Extent, pairs *Pairs) *Region {
	times := pairs.times()
	count(&s.counts, e, times)
	s.list(e, pairs)
	joined := s.collector.joined()
	key := x.Vertices[0][0]
	for _, f := range x.Vertices {
		for _, v := range f {
			joined.Join(key, v)
		}
	}
	r := s.region(key)
	r.add(e, x, times)
	return r
}

// list keeps an entry, or one for each of pairs, as far as they are among the worst. The
// entries of pairs compare equal, so that it stops after as many as can be listed.
func (s *Shard) list(e Entry, pairs *Pairs) {
	w := &s.worst[e.Rule]
	if pairs == nil {
		w.add(e)
		return
	}
	n := 0
	pairs.each(func(i, j uint32) bool {
		e.I, e.J = i, j
		n++
		return w.add(e) && n <= w.max
	})
}

// region returns the region for findings whose first triangle has the first vertex v.
func (s *Shard) region(v uint32) *Region {
	r := s.regions[v]
	if r == nil {
		if s.regions == nil {
			s.regions = make(map[uint32]*Region)
		}
		r = newRegion(s.collector.unit)
		s.regions[v] = r
	}
	return r
}

// UnneededDepth returns the greatest depth that changes neither the region at vertex v nor
// which findings of a rule are listed; it may change whether a finding fails. It is negative
// if every depth is needed.
func (s *Shard) UnneededDepth(rule check.Rule, v uint32) float64 {
	least, full := s.worst[rule].least()
	if !full {
		return -1
	}
	return min(math.Nextafter(least, -1), s.region(v).Depth)
}

// Counts returns the counts of the findings entered so far.
func (c *Collector) Counts() (counts check.Counts) {
	for w := range c.shards {
		counts = counts.Add(c.shards[w].counts)
	}
	return counts
}

// Total returns the counts and the entries to be listed, at most as many as the
// cap allows, and whether any were left out.
//
// The rules share the cap: none with fewer findings than its share is cut, so that ten
// thousand crossings do not hide a single overlap. Of each rule the worst are listed.
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
		dropped = dropped || byRule[k].dropped
	}
	for k, n := range divideCap(byRule[0].max, &byRule) {
		if n < len(byRule[k].entries) {
			byRule[k].entries, dropped = byRule[k].entries[:n], true
		}
	}
	for k := range byRule {
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
