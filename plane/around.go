package plane

import (
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// Wedge is two edges of a counter-clockwise triangle at one of its corners: the far ends of the
// edge that leaves the corner and of the edge that arrives there.
type Wedge struct{ From, To geom.Vec2 }

// OverlapsAround calls f with the indices of each pair of triangles that share area, once each, in
// no particular order, until f returns false. All triangles have a corner at p with these wedges
// and must be counter-clockwise. The decision is exact: near p each triangle is a cone, and
// triangles share area if their cones do.
//
// It takes the time of sorting the wedges plus that of the calls.
func OverlapsAround(p geom.Vec2, wedges []Wedge, f func(i, j int) bool) {
	s := aroundSweep{apex: p, wedges: wedges, f: f, place: make([]int, len(wedges))}
	s.sortRays()
	// The first ray is in the cones that wrap around it.
	for i := range wedges {
		if s.first[2*i+1] > 0 && s.first[2*i+1] < s.first[2*i] {
			s.open(i)
		}
	}
	for from := 0; from < len(s.rays); {
		to := from
		for ; to < len(s.rays) && s.first[s.rays[to]] == from; to++ {
			if s.rays[to]%2 == 1 {
				s.close(s.rays[to] / 2)
			}
		}
		for _, r := range s.rays[from:to] {
			if r%2 == 0 && !s.begin(r/2) {
				return
			}
		}
		from = to
	}
}

// aroundSweep turns a ray around a point.
type aroundSweep struct {
	apex   geom.Vec2
	wedges []Wedge
	f      func(i, j int) bool
	// rays are 2i for the first side of cone i and 2i+1 for its second, sorted by direction; first is,
	// by ray, the place in the order of the first ray with its direction.
	rays, first []int
	active      []int // cones that contain the directions just after the ray
	place       []int // in active, plus one
}

// end returns the end of the edge that a ray runs along.
func (s *aroundSweep) end(ray int) geom.Vec2 {
	if w := &s.wedges[ray/2]; ray%2 == 0 {
		return w.From
	} else {
		return w.To
	}
}

// sortRays sorts the rays by direction, exactly.
func (s *aroundSweep) sortRays() {
	s.rays, s.first = make([]int, 2*len(s.wedges)), make([]int, 2*len(s.wedges))
	for r := range s.rays {
		s.rays[r] = r
	}
	slices.SortFunc(s.rays, func(r, q int) int {
		if c := s.compare(s.end(r), s.end(q)); c != 0 {
			return c
		}
		return r - q
	})
	from := 0
	for k, r := range s.rays {
		if k > 0 && s.compare(s.end(s.rays[from]), s.end(r)) != 0 {
			from = k
		}
		s.first[r] = from
	}
}

// compare compares two directions from the apex, counter-clockwise from the direction of the first axis.
func (s *aroundSweep) compare(a, b geom.Vec2) int {
	if x, y := s.lower(a), s.lower(b); x != y {
		if y {
			return -1
		}
		return 1
	}
	return -geom.Orient2D(s.apex, a, b)
}

// lower reports whether a direction is half a turn or more from that of the first axis.
func (s *aroundSweep) lower(a geom.Vec2) bool {
	return a[1] < s.apex[1] || a[1] == s.apex[1] && a[0] < s.apex[0]
}

// begin opens a cone and reports its pairs with those that are already open.
func (s *aroundSweep) begin(i int) bool {
	for _, j := range s.active {
		if j != i && !s.f(min(i, j), max(i, j)) {
			return false
		}
	}
	s.open(i)
	return true
}

func (s *aroundSweep) open(i int) {
	if s.place[i] == 0 {
		s.active = append(s.active, i)
		s.place[i] = len(s.active)
	}
}

func (s *aroundSweep) close(i int) {
	k := s.place[i]
	if k == 0 {
		return
	}
	last := s.active[len(s.active)-1]
	s.active[k-1], s.place[last] = last, k
	s.active, s.place[i] = s.active[:len(s.active)-1], 0
}
