package fan

import (
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// Radial is a triangle at an edge, as a way once around the edge meets it: its third corner,
// and +1 where the way meets it from the front, -1 where from the back. For triangles of the
// same three corners it is the sum of these.
//
// The radial order of triangles around an edge is that of K. Weiler, "The Radial Edge
// Structure: A Topological Representation for Non-manifold Geometric Boundary Modeling", 1988.
type Radial struct {
	Apex geom.Vec
	Sign int
}

// LeastRadials is the least number of half planes around an edge along which surfaces can pass
// through each other: either way round between two sectors must meet two or more.
const LeastRadials = 4

// PassThrough decides whether surfaces pass through each other along an edge on the line through
// two points: whether there are two sectors around it between which the winding number changes
// by two or more, whichever way round. Triangles in one half plane overlap or are
// duplicates: together they count as one at most, so that no difference comes from them. It
// sorts the triangles, of which none may be degenerate, around the edge. The decision is exact.
func PassThrough(from, to geom.Vec, around []Radial) bool {
	return len(around) >= LeastRadials && twoApart(halfPlanes(line{from, to}, around))
}

// halfPlanes returns the signs of the half planes that hold triangles, in their order around the
// edge.
func halfPlanes(l line, around []Radial) (signs []int) {
	origin := around[0].Apex
	compare := func(a, b Radial) int { return l.compare(origin, a.Apex, b.Apex) }
	slices.SortFunc(around, compare)
	for len(around) > 0 {
		n, sum := 1, around[0].Sign
		for n < len(around) && compare(around[0], around[n]) == 0 {
			sum += around[n].Sign
			n++
		}
		signs = append(signs, min(1, max(-1, sum)))
		around = around[n:]
	}
	return signs
}

// twoApart reports whether two sectors between half planes with these signs differ by two or more
// both ways round.
//
// With w the winding number of a sector relative to that of the first and s the sum of all
// signs, an earlier sector and a later one differ by d = w' - w one way and by d - s the other.
// So the time is linear: for each sector, the earlier ones that do not differ are those of at
// most six winding numbers.
func twoApart(signs []int) bool {
	s := 0
	for _, sign := range signs {
		s += sign
	}
	zero := 2*len(signs) + 1
	earlier := make([]int, 2*zero+1) // sectors by winding number, from that of zero on
	w := zero
	for k, sign := range signs {
		near := 0
		for d := -1; d <= 1; d++ {
			near += earlier[w-d]
			if other := s + d; other < -1 || other > 1 {
				near += earlier[w-other]
			}
		}
		if near < k {
			return true
		}
		earlier[w]++
		w += sign
	}
	return false
}
