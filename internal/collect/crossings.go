package collect

import (
	"math/bits"

	"github.com/meshcheck/meshcheck/internal/tripacket"

	"github.com/meshcheck/meshcheck/check"
)

// AddCrossings enters crossings of the triangles in some lanes, as Add does. Only their sums are kept: it may
// be called only if NeedsPlaces is false.
func (s *Shard) AddCrossings(sides *[2][tripacket.Width]Side, lanes uint16, m *tripacket.Crossings) {
	e := entry{kind: kind{rule: check.Crossing}, shard: s.number}
	for ; lanes != 0; lanes &= lanes - 1 {
		lane := bits.TrailingZeros16(lanes)
		t, u := &sides[0][lane], &sides[1][lane]
		e.i, e.j = min(t.Triangle, u.Triangle), max(t.Triangle, u.Triangle)
		e.of = [2]uint32{t.Triangle, u.Triangle}
		e.depth = m.Depth[lane]
		e.fails = s.fails(&e, m.Length[lane])
		count(&s.counts, &e.kind, 1)
		s.pairs++
		sums := s.between(ordered([2]uint32{t.Shell, u.Shell}))
		sums.addCrossing(&e, m, lane)
		sums.addPart(t.Part)
		sums.addPart(u.Part)
		s.worst[e.rule].add(&e)
	}
}

// addCrossing adds a crossing that has been measured in a lane, its parts left out.
func (r *region) addCrossing(e *entry, m *tripacket.Crossings, lane int) {
	count(&r.Counts, &e.kind, 1)
	for k := range r.Box.Min {
		// Few findings of many widen the box: a branch is cheaper than min and max.
		if x := m.Min[k][lane]; x < r.Box.Min[k] {
			r.Box.Min[k] = x
		}
		if x := m.Max[k][lane]; x > r.Box.Max[k] {
			r.Box.Max[k] = x
		}
	}
	if e.depth > r.CrossingDepth {
		r.addDepth(check.Crossing, e.depth)
	}
	r.length.AddTimes(m.Length[lane], 1)
	r.addFirst([2]uint32{e.i, e.j})
}
