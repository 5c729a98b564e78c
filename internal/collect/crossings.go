package collect

import (
	"math/bits"

	"github.com/meshcheck/meshcheck/internal/tripacket"

	"github.com/meshcheck/meshcheck/check"
)

// Side is what the regions of findings of a triangle need to know of it.
type Side struct {
	Triangle, Shell uint32
	Part            int
}

// AddCrossings enters crossings of t with the triangles in some lanes, as AddPair does, which are
// judged by the criteria. Only their sums are kept: it may be called only if NeedsPlaces is false.
func (s *Shard) AddCrossings(t *Side, us *[tripacket.Width]Side, lanes uint16, m *tripacket.Crossings, criteria *check.Criteria) {
	var region *Region
	var between [2]uint32
	e := Entry{Rule: check.Crossing, shard: s.number}
	for ; lanes != 0; lanes &= lanes - 1 {
		lane := bits.TrailingZeros16(lanes)
		u := &us[lane]
		e.I, e.J = min(t.Triangle, u.Triangle), max(t.Triangle, u.Triangle)
		e.shells[0], e.shells[1] = min(t.Shell, u.Shell), max(t.Shell, u.Shell)
		e.Depth = m.Depth[lane]
		e.Fails = Fails(&e, criteria, m.Length[lane])
		count(&s.counts, &e, 1)
		s.pairs++
		if region == nil || between != e.shells {
			between = e.shells
			region = s.between(between)
		}
		region.addCrossing(&e, m, lane)
		region.addPart(t.Part)
		region.addPart(u.Part)
		s.worst[e.Rule].add(&e)
	}
}

// addCrossing adds a crossing that has been measured in a lane, its parts left out.
func (r *Region) addCrossing(e *Entry, m *tripacket.Crossings, lane int) {
	count(&r.Counts, e, 1)
	for k := range r.Box.Min {
		// Few findings of many widen the box: a branch is cheaper than min and max.
		if x := m.Min[k][lane]; x < r.Box.Min[k] {
			r.Box.Min[k] = x
		}
		if x := m.Max[k][lane]; x > r.Box.Max[k] {
			r.Box.Max[k] = x
		}
	}
	if e.Depth > r.Depth {
		r.Depth = e.Depth
	}
	r.length.AddTimes(m.Length[lane], 1)
	r.addFirst([2]uint32{e.I, e.J})
}
