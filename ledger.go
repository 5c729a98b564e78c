package meshcheck

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// ledger takes the findings of one mesh from several workers. It counts all,
// gathers those of two triangles that do more than touch into regions, and keeps only the worst to be listed, so
// that its size depends on the cap and on the triangles involved, not on the number
// of findings. What it holds in the end does not depend on the order of entries.
type ledger struct {
	pages       []page
	listTouches bool
	criteria    *check.Criteria
	unit        int // lengths are below 2^unit
	// joined has the vertices of each finding in one set; made with the first pair.
	joined func() *mesh.Union
}

// page is one worker's part of a ledger.
type page struct {
	ledger *ledger
	counts check.Counts
	worst  [check.TriangleRules]worst // by kind
	sums   map[uint32]*regionSum      // by vertex
}

// entry is a finding without its geometry.
type entry struct {
	i, j        uint32 // j is noTriangle for a single triangle
	kind        check.Rule
	throughEdge bool
	fails       bool
	depth, area float64
}

const noTriangle = math.MaxUint32

// compareEntries orders findings of one kind by severity: those that fail first, then the
// deepest, then the largest, then by triangle.
func compareEntries(a, b entry) int {
	if a.fails != b.fails {
		return compareBool(b.fails, a.fails)
	}
	return cmp.Or(
		cmp.Compare(b.depth, a.depth),
		cmp.Compare(b.area, a.area),
		cmp.Compare(a.i, b.i),
		cmp.Compare(a.j, b.j),
	)
}

// compareBool puts false before true.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

func newLedger(o Options, vertices int) *ledger {
	l := &ledger{
		pages:       make([]page, o.Workers),
		listTouches: o.ListTouches,
		criteria:    o.judged(),
		joined:      sync.OnceValue(func() *mesh.Union { return mesh.NewUnion(vertices) }),
	}
	for w := range l.pages {
		l.pages[w].ledger = l
		for k := range l.pages[w].worst {
			l.pages[w].worst[k].max = o.MaxFindings
		}
	}
	return l
}

func (l *ledger) page(worker int) *page { return &l.pages[worker] }

// measure sets the greatest length there can be, before the first pair is entered.
func (l *ledger) measure(diagonal float64) {
	_, l.unit = math.Frexp(min(diagonal, math.MaxFloat64))
	l.unit++ // for what rounding adds
}

// single enters a triangle that takes part in no pair.
func (p *page) single(k check.Rule, i uint32) {
	e := entry{i: i, j: noTriangle, kind: k}
	e.fails = e.failsBy(p.ledger.criteria, 0)
	e.countIn(&p.counts, 1)
	p.worst[k].add(e)
}

// measure is what a finding adds to its region beyond what its entry says.
type measure struct {
	vertices [2][3]uint32
	parts    [2]int
	box      geom.Box
	length   float64
}

// touch enters a touch, which belongs to no region; it is listed if so wished.
func (p *page) touch(e entry) { p.touches(e, nil) }

// touches enters all of a pairing, or e itself where there is none, as touch does.
func (p *page) touches(e entry, of *pairing) {
	e.fails = e.failsBy(p.ledger.criteria, 0)
	e.countIn(&p.counts, of.times())
	if p.ledger.listTouches {
		p.list(e, of)
	}
}

// pair enters a finding of two triangles that belongs to a region.
func (p *page) pair(e entry, m measure) { p.pairs(e, m, nil) }

// pairs enters all of a pairing, or e itself where there is none, as pair does, and
// returns the sum that they went to.
func (p *page) pairs(e entry, m measure, of *pairing) *regionSum {
	e.fails = e.failsBy(p.ledger.criteria, m.length)
	times := of.times()
	e.countIn(&p.counts, times)
	p.list(e, of)
	joined := p.ledger.joined()
	key := m.vertices[0][0]
	for _, f := range m.vertices {
		for _, v := range f {
			joined.Join(key, v)
		}
	}
	s := p.sum(key)
	s.add(e, m, times)
	return s
}

// list keeps an entry if it is among the worst, or the first of the pairs of a pairing
// that are. Of equals, those that come after as many as can be listed cannot.
func (p *page) list(e entry, of *pairing) {
	w := &p.worst[e.kind]
	if of == nil {
		w.add(e)
		return
	}
	n := 0
	of.each(func(i, j uint32) bool {
		e.i, e.j = i, j
		n++
		return w.add(e) && n <= w.max
	})
}

// sum returns the sum that the findings of triangles with the first vertex v go to.
func (p *page) sum(v uint32) *regionSum {
	s := p.sums[v]
	if s == nil {
		if p.sums == nil {
			p.sums = make(map[uint32]*regionSum)
		}
		s = newRegionSum(p.ledger.unit)
		p.sums[v] = s
	}
	return s
}

// unneeded returns a depth at and below which the depth of a crossing changes
// nothing: neither the sum at vertex v, nor which crossings are listed. It is negative
// where every depth is needed.
func (p *page) unneeded(v uint32) float64 {
	least, full := p.worst[check.Crossing].least()
	crossing := &p.ledger.criteria[check.Crossing]
	if !full || crossing.Of == check.OfLength { // a shallow one that is long comes before deep ones
		return -1
	}
	least = min(math.Nextafter(least, -1), p.sum(v).depth)
	if crossing.Of == check.OfDepth {
		return min(least, crossing.Limit)
	}
	return least
}

// countIn counts the finding, which occurs so many times.
func (e *entry) countIn(c *check.Counts, times int) {
	c.ByRule[e.kind] += times
	if e.fails {
		c.Failed[e.kind] += times
	}
	if e.throughEdge {
		c.ThroughEdge += times
	}
}

// total returns the counts and the entries to be listed, at most as many as the
// cap allows, and whether any were left out.
//
// The kinds share the cap: none that has fewer than its share is cut, so that ten
// thousand crossings do not hide the one overlap. Of each kind the worst are listed.
func (l *ledger) total() (counts check.Counts, listed []entry, dropped bool) {
	var kinds [check.TriangleRules]worst
	for w := range l.pages {
		p := &l.pages[w]
		counts = counts.Add(p.counts)
		for k := range kinds {
			kinds[k].max = p.worst[k].max
			kinds[k].entries = append(kinds[k].entries, p.worst[k].entries...)
			dropped = dropped || p.worst[k].dropped
		}
	}
	for k := range kinds {
		kinds[k].trim()
		dropped = dropped || kinds[k].dropped
	}
	for k, n := range shares(kinds[0].max, &kinds) {
		if n < len(kinds[k].entries) {
			kinds[k].entries, dropped = kinds[k].entries[:n], true
		}
	}
	for k := range kinds {
		listed = append(listed, kinds[k].entries...)
	}
	return counts, listed, dropped
}

// shares deals out room among the kinds, one entry after the other to each that has
// any left, the most severe kind first.
func shares(room int, kinds *[check.TriangleRules]worst) (share [check.TriangleRules]int) {
	for dealt := true; dealt; {
		dealt = false
		for k := range kinds {
			if room > 0 && share[k] < len(kinds[k].entries) {
				share[k]++
				room--
				dealt = true
			}
		}
	}
	return share
}

// worst keeps the max worst entries of one kind of those added to it.
type worst struct {
	max     int
	dropped bool
	cut     bool // the last of entries is the best that is kept
	entries []entry
}

// add reports whether the entry was kept, at least for now.
func (w *worst) add(e entry) bool {
	if w.max == 0 || w.cut && compareEntries(e, w.entries[w.max-1]) > 0 {
		w.dropped = true
		return false
	}
	w.entries = append(w.entries, e)
	if len(w.entries) >= 2*w.max+64 {
		w.trim()
	}
	return true
}

// least returns the depth below which no further entry is kept. full is false as
// long as there is none.
func (w *worst) least() (depth float64, full bool) {
	switch {
	case w.max == 0:
		return math.Inf(1), true
	case w.cut:
		return w.entries[w.max-1].depth, true
	}
	return 0, false
}

// trim sorts the entries and drops those beyond max.
func (w *worst) trim() {
	slices.SortFunc(w.entries, compareEntries)
	if len(w.entries) > w.max {
		w.entries, w.dropped, w.cut = w.entries[:w.max], true, true
	}
}
