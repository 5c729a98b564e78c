package self

import (
	"math/bits"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/internal/tripacket"
	"github.com/meshcheck/meshcheck/tritri"
)

// addCrossings enters the crossings of a worker's batch, which has been compared, that can be measured
// several at a time, and returns their lanes.
func (c *checker) addCrossings(worker int, lanes uint16) uint16 {
	if c.moved {
		return 0
	}
	w := &c.search.workers[worker]
	if lanes = c.withoutCopies(&w.batch, lanes); lanes == 0 {
		return 0
	}
	lanes = w.row.Crossings(&w.batch.Pairs, lanes, c.limits.greatest, &w.crossings)
	if lanes == 0 {
		return 0
	}
	shard := c.collector.Shard(worker)
	if shard.NeedsPlaces() {
		for rest := lanes; rest != 0; rest &= rest - 1 {
			lane := bits.TrailingZeros16(rest)
			var f collect.Finding
			c.setTriangles(&f, w.batch.I[lane], w.batch.J[lane])
			f.Rule, f.Box, f.Depth, f.Length = check.Crossing, w.crossings.Box(lane), w.crossings.Depth[lane], w.crossings.Length[lane]
			ends := w.row.Ends(lane)
			f.AddEnds([2]tritri.FeaturePair{features(ends[0]), features(ends[1])})
			shard.Add(&f, nil)
		}
		return lanes
	}
	var t collect.Side
	for rest := lanes; rest != 0; rest &= rest - 1 {
		lane := bits.TrailingZeros16(rest)
		if i := w.batch.I[lane]; rest == lanes || i != t.Triangle { // many pairs have the same first triangle
			t = c.side(i)
		}
		w.sides[0][lane], w.sides[1][lane] = t, c.side(w.batch.J[lane])
	}
	shard.AddCrossings(&w.sides, lanes, &w.crossings)
	return lanes
}

// decideAtVertices decides the pairs of a worker's batch, which has been compared, that have one vertex in
// common. It enters the crossings and returns the lanes that are decided.
func (c *checker) decideAtVertices(worker int, lanes uint16) (decided uint16) {
	w := &c.search.workers[worker]
	for ; lanes != 0; lanes &= lanes - 1 {
		lane := bits.TrailingZeros16(lanes)
		m, ok := w.row.AtVertex(&w.batch.Pairs, lane)
		if ok && (m.Apart || c.addAtVertex(worker, &m, lane)) {
			decided |= 1 << lane
		}
	}
	return decided
}

// addAtVertex enters the crossing of the pair in a lane, unless its depth is not known, or small enough to be
// judged by its place, or there are copies of the triangles.
func (c *checker) addAtVertex(worker int, m *tripacket.VertexMeeting, lane int) bool {
	w := &c.search.workers[worker]
	i, j := w.batch.I[lane], w.batch.J[lane]
	depth, known := w.row.Depth(lane)
	if c.moved || !known || !(depth > c.limits.greatest) || c.copied(i, j) {
		return false
	}
	shard, from := c.collector.Shard(worker), w.batch.T(lane)[m.T]
	var f collect.Finding
	c.setTriangles(&f, i, j)
	f.Rule, f.Box, f.Depth, f.Length = check.Crossing, geom.PointBox(from).Include(m.Point), depth, m.Point.Sub(from).Norm()
	if shard.NeedsPlaces() {
		f.AddEnds([2]tritri.FeaturePair{{T: tritri.Feature(m.T), U: tritri.Feature(m.U)}, features(m.End)})
	}
	shard.Add(&f, nil)
	return true
}

// features returns the features that contain an end of a segment.
func features(e tripacket.End) tritri.FeaturePair {
	if e.InT {
		return tritri.FeaturePair{T: tritri.Interior, U: tritri.Edge(e.Edge)}
	}
	return tritri.FeaturePair{T: tritri.Edge(e.Edge), U: tritri.Interior}
}

// withoutCopies returns the lanes in which neither triangle has copies.
func (c *checker) withoutCopies(b *tripacket.Batch, lanes uint16) uint16 {
	if c.neighbours.copies.Len() == 0 {
		return lanes
	}
	for rest := lanes; rest != 0; rest &= rest - 1 {
		if lane := bits.TrailingZeros16(rest); c.copied(b.I[lane], b.J[lane]) {
			lanes &^= 1 << lane
		}
	}
	return lanes
}

// copied reports whether there are copies of one of two triangles.
func (c *checker) copied(i, j uint32) bool {
	return c.neighbours.copies.Of(i) != nil || c.neighbours.copies.Of(j) != nil
}
