package baseline

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/geom"
)

// position is a place in the world and the middle of its mesh: moving a node moves both.
type position struct {
	box  geom.Box  // empty if there is none
	mesh *geom.Vec // nil outside of meshes
}

// frames is the number of frames in which a box may have kept its place: the world and its mesh.
const frames = 2

// in returns the box in a frame, empty if it has no place there.
func (p *position) in(frame int) geom.Box {
	switch {
	case frame == 0 || p.box.Empty():
		return p.box
	case p.mesh == nil:
		return geom.EmptyBox()
	}
	return geom.Box{Min: p.box.Min.Sub(*p.mesh), Max: p.box.Max.Sub(*p.mesh)}
}

// comparePositions orders positions, those without a place or a mesh first.
func comparePositions(p, q *position) int {
	for frame := range frames {
		b, c := p.in(frame), q.in(frame)
		switch {
		case b.Empty() && c.Empty():
			continue
		case b.Empty():
			return -1
		case c.Empty():
			return 1
		}
		if o := cmp.Or(slices.Compare(b.Min[:], c.Min[:]), slices.Compare(b.Max[:], c.Max[:])); o != 0 {
			return o
		}
	}
	return 0
}

// apart returns the greatest difference between the corners of two boxes along any axis.
func apart(b, c *geom.Box) (most float64) {
	for k := range b.Min {
		most = max(most, math.Abs(b.Min[k]-c.Min[k]), math.Abs(b.Max[k]-c.Max[k]))
	}
	return most
}

// spot is a place in one frame, to search for or to search from.
type spot struct {
	box geom.Box // empty if there is none
	// near is the box with all that is within reach. What matches has its corners at most this far
	// from those of the box.
	near geom.Box
	most float64
}

// side has the places of all failures, or of all entries, by rank.
type side struct {
	spots [frames][]spot
	trees [frames]*bvh.Tree
	free  []bool // may be found
}

// newSide returns the places at n positions. Only free ones can be found.
func newSide(n int, at func(i int) (p *position, reach, most float64, free bool)) *side {
	s := &side{free: make([]bool, n)}
	for frame := range frames {
		s.spots[frame] = make([]spot, n)
		near := make([]geom.Box, n)
		for i := range n {
			p, reach, most, free := at(i)
			b := p.in(frame)
			if near[i] = b; !b.Empty() {
				near[i] = b.Grown(reach)
			}
			s.spots[frame][i], s.free[i] = spot{b, near[i], most}, free
		}
		// It fails only if its context ends.
		s.trees[frame], _ = bvh.Build(context.Background(), 1, near, nil)
	}
	return s
}

// found is the best result of a search so far.
type found struct {
	distance float64
	rank     int
}

// nothing is the result of a search without a match.
var nothing = found{math.Inf(1), math.MaxInt}

// before reports whether f is better than g: nearer, or as near with a lower rank.
func (f found) before(g found) bool {
	return f.distance < g.distance || f.distance == g.distance && f.rank < g.rank
}

// nearest returns the best of the places on this side that are within reach of place i of another
// side and fit it.
func (s *side) nearest(of *side, i int, fits func(rank int, own, other *spot) bool) found {
	best := nothing
	for frame, tree := range s.trees {
		own := &of.spots[frame][i]
		tree.Touching(own.near, func(k int) {
			other := &s.spots[frame][k]
			if !s.free[k] || !own.near.Intersects(other.near) {
				return
			}
			if f := (found{apart(&own.box, &other.box), k}); f.before(best) && fits(k, own, other) {
				best = f
			}
		})
	}
	return best
}

// pairUp pairs failures with entries, the nearest first, until no two are within reach. The result
// is the same as if all pairs were sorted by distance, then by rank of the entry, then by rank of
// the failure, and each were made if both were still free.
//
// It pairs two as soon as each is the nearest of the other, and finds them by going from each to
// its nearest along a path of decreasing distances (nearest-neighbor chain: Benzécri 1982, Juan
// 1982). So each is searched for only a few times, wherever it is.
func pairUp(failures, entries *side, pair func(failure, entry int)) {
	sides := [2]*side{failures, entries}
	close := func(_ int, own, other *spot) bool { return apart(&own.box, &other.box) <= min(own.most, other.most) }
	var path []int // a failure, an entry, and so on
	for first := range failures.free {
		if failures.free[first] {
			path = append(path, first)
		}
		for len(path) > 0 {
			end := len(path) - 1
			own, other := sides[end%2], sides[1-end%2]
			next := other.nearest(own, path[end], close).rank
			switch {
			case next == nothing.rank: // only for the first: all others were reached from one that is free
				own.free[path[end]] = false
				path = path[:end]
			case end > 0 && next == path[end-1]:
				own.free[path[end]], other.free[next] = false, false
				failure, entry := path[end-1], path[end]
				if end%2 == 0 {
					failure, entry = entry, failure
				}
				pair(failure, entry)
				path = path[:end-1]
			default:
				path = append(path, next)
			}
		}
	}
}
