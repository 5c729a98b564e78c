package mesh

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/internal/parallel"
)

// fewCorners is the number of triangles at a vertex up to which comparing all pairs is cheap: 16
// pairs a corner.
const fewCorners = 32

// Stars examines the vertices with many triangles that are not certified. It certifies
// those whose triangles meet only in their common faces. For each of the others it returns
// a set of triangles, ascending, with at least one of any two that meet in more, and at
// most twice as many triangles as there are such pairs.
//
// apart reports whether two triangles meet only in their common face. The fans must contain no
// copies. Stars fails only with the error of ctx. Its result does not depend
// on the number of workers.
//
// # Method
//
// A sweep around the axis of a link visits its arcs, as M. I. Shamos and D.
// Hoey do it for segments ("Geometric Intersection Problems", FOCS 1976): those that the
// sweep is at are kept in order from the axis downward, and any two that become
// neighbours are compared. If two meet, both leave the sweep and join the set.
//
// Of two arcs that are never taken out, suppose that they meet in more than a common
// end, first at a direction d. Just before d the order is right, and the arcs between
// them all go through d, or they would have been taken out before. Any two neighbours
// among these have been compared, so that they have an end in common at d; but then all
// have the same one. If an arc begins on another at d, the search for its place comes
// upon that one. Arcs with ends in the same direction that are different vertices are
// all in the set from the outset: each meets each of the other end.
//
// An arc that goes through the angle at which the sweep begins is not there at first.
// Therefore the sweep goes on for a second turn until the last of these has ended. It
// takes time n log n in the number of triangles at the vertex, whatever they do.
func (w *Welded) Stars(ctx context.Context, workers int, fans Fans, certified []bool, apart func(i, j uint32) bool) (map[uint32][]uint32, error) {
	const chunk = 1024
	type star struct {
		vertex uint32
		set    []uint32
	}
	found := make([][]star, (len(w.Vertices)+chunk-1)/chunk)
	err := parallel.Tasks(ctx, workers, len(found), func(_, k int) {
		var s *sweep
		for v := k * chunk; v < min(len(w.Vertices), (k+1)*chunk) && ctx.Err() == nil; v++ {
			fan := fans.Around(uint32(v))
			if certified[v] || len(fan) <= fewCorners {
				continue
			}
			if s == nil {
				s = &sweep{ctx: ctx, apart: apart}
			}
			s.link.build(w, uint32(v), fan)
			if set := s.meeting(); len(set) > 0 {
				found[k] = append(found[k], star{uint32(v), set})
			} else {
				certified[v] = ctx.Err() == nil
			}
		}
	})
	stars := map[uint32][]uint32{}
	for _, some := range found {
		for _, s := range some {
			stars[s.vertex] = s.set
		}
	}
	return stars, err
}

// sweep goes over one link at a time.
type sweep struct {
	ctx   context.Context
	apart func(i, j uint32) bool
	link  link
	taken []bool // arcs that have been taken out
	order treap  // of the arcs that the sweep is at, upward
}

// meeting returns the triangles of the arcs that were taken out.
func (s *sweep) meeting() (triangles []uint32) {
	l := &s.link
	s.taken = append(s.taken[:0], make([]bool, len(l.arcs))...)
	s.order.reset(len(l.arcs))
	for k := range l.ends {
		if l.equal[k] {
			s.takeAt(k - 1)
			s.takeAt(k)
		}
	}
	last := int32(-1) // where the last arc ends that goes through the beginning
	for k := range l.arcs {
		if l.arcs[k].to < l.arcs[k].from {
			last = max(last, l.arcs[k].to)
		}
	}
	for k := range l.ends {
		s.pass(k)
	}
	for k := range last + 1 {
		s.pass(int(k))
	}
	for k, taken := range s.taken {
		if taken {
			triangles = append(triangles, l.arcs[k].triangle)
		}
	}
	slices.Sort(triangles)
	return triangles
}

// takeAt takes out the arcs with an end at place k.
func (s *sweep) takeAt(k int) {
	l := &s.link
	for _, a := range l.starting[l.firstStart[k]:l.firstStart[k+1]] {
		s.taken[a] = true
	}
	for _, a := range l.finishing[l.firstFinish[k]:l.firstFinish[k+1]] {
		s.taken[a] = true
	}
}

// pass moves the sweep over place k of the ends: first arcs end there, then others start.
func (s *sweep) pass(k int) {
	if k%1024 == 0 && s.ctx.Err() != nil {
		return // the result will be thrown away
	}
	l := &s.link
	for _, a := range l.finishing[l.firstFinish[k]:l.firstFinish[k+1]] {
		if s.order.has(a) {
			s.close(s.order.remove(a))
		}
	}
	for _, a := range l.starting[l.firstStart[k]:l.firstStart[k+1]] {
		if !s.taken[a] {
			s.start(a)
		}
	}
}

// start puts an arc in its place and compares it with its neighbours.
func (s *sweep) start(a int32) {
	l := &s.link
	below, above := none, none
	for at := s.order.root; at != none; {
		side := 0
		if l.arcs[at].from == l.arcs[a].from {
			side = l.side(at, l.arcs[a].to)
		} else {
			side = l.side(at, l.arcs[a].from)
		}
		switch {
		case side > 0:
			below, at = at, s.order.nodes[at].above
		case side < 0:
			above, at = at, s.order.nodes[at].below
		default:
			s.taken[a], s.taken[at] = true, true
			s.close(s.order.remove(at))
			return
		}
	}
	s.order.insert(a, below, above)
	switch {
	case below != none && s.meet(below, a):
		s.close(s.takeOut(below, a))
	case above != none && s.meet(a, above):
		s.close(s.takeOut(a, above))
	}
}

// close compares two arcs that have become neighbours, or their neighbours where both
// are taken out.
func (s *sweep) close(below, above int32) {
	for below != none && above != none && s.meet(below, above) {
		below, above = s.takeOut(below, above)
	}
}

func (s *sweep) meet(a, b int32) bool {
	return !s.apart(s.link.arcs[a].triangle, s.link.arcs[b].triangle)
}

// takeOut takes out two neighbours and returns the arcs that are neighbours then.
func (s *sweep) takeOut(a, b int32) (below, above int32) {
	s.taken[a], s.taken[b] = true, true
	s.order.remove(a)
	return s.order.remove(b)
}
