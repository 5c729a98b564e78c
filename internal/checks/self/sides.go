package self

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/internal/fan"
	"github.com/meshcheck/meshcheck/internal/parallel"
)

// side is a triangle at an edge, the first of its copies, and the corner of it that is not on the
// edge.
type side struct{ triangle, apex uint32 }

// sidesOf returns the triangles at each of some edges, which must be ascending: of each group of
// copies only the first. The time is n log n in the sizes of the fans of their first vertices.
func (s *edgeSearch) sidesOf(ctx context.Context, edges []edge) ([][]side, error) {
	sides := make([][]side, len(edges))
	var starts []int // of the edges from one vertex
	for k := range edges {
		if k == 0 || edges[k].from != edges[k-1].from {
			starts = append(starts, k)
		}
	}
	return sides, parallel.Tasks(ctx, s.settings.Workers, len(starts), func(_, task int) {
		first, last := starts[task], len(edges)
		if task+1 < len(starts) {
			last = starts[task+1]
		}
		s.sidesFrom(edges[first:last], sides[first:last])
	})
}

// sidesFrom is sidesOf for the edges from one vertex.
func (s *edgeSearch) sidesFrom(edges []edge, sides [][]side) {
	for _, corner := range s.neighbours.fans.Around(edges[0].from) {
		f, k := &s.welded.Faces[corner.Triangle()], corner.Index()
		a, b := f[(k+1)%3], f[(k+2)%3]
		for range 2 {
			e := edge{edges[0].from, a}
			if at, found := slices.BinarySearchFunc(edges, e, compareEdges); found {
				sides[at] = append(sides[at], side{uint32(corner.Triangle()), b})
			}
			a, b = b, a
		}
	}
}

// radials appends the sides of an edge in the form in which package fan sorts them: seen on a path
// once around the edge, counter-clockwise about the direction between two vertices.
func (s *edgeSearch) radials(sides []side, from, to uint32, radials []fan.Radial) []fan.Radial {
	for _, side := range sides {
		f := &s.welded.Faces[side.triangle]
		sign := s.surplusOf(side.triangle)
		if f[(slices.Index(f[:], from)+1)%3] == to {
			sign = -sign // its normal points along the path, which meets it from the back
		}
		radials = append(radials, fan.Radial{Apex: s.welded.Vertices[side.apex], Sign: sign})
	}
	return radials
}

// groups are sums over each group of copies. They are computed once, because there may be many copies
// at many pieces of edges.
type groups struct {
	surplus []int   // of each group: the copies wound as the first one, less the others
	parts   [][]int // of each group: the parts of the copies, ascending
}

// surplusOf returns the number of triangles with the corners of triangle i that are wound as it is,
// minus the number of the others. Triangle i must be the first of its copies.
func (s *edgeSearch) surplusOf(i uint32) int {
	if k, ok := s.neighbours.copies.Number(i); ok {
		return s.groups.surplus[k]
	}
	return 1
}

// partsOfCopies returns the parts of the triangles with the corners of triangle i, which must be the first
// of its copies.
func (s *edgeSearch) partsOfCopies(i uint32) []int {
	if k, ok := s.neighbours.copies.Number(i); ok {
		return s.groups.parts[k]
	}
	return []int{s.part(i)}
}

// groupsOfCopies returns the sums over all groups.
func (s *edgeSearch) groupsOfCopies() groups {
	g := groups{make([]int, s.neighbours.copies.Len()), make([][]int, s.neighbours.copies.Len())}
	for k := range g.surplus {
		group := s.neighbours.copies.Group(k)
		for _, i := range group {
			if s.woundAs(i, group[0]) {
				g.surplus[k]++
			} else {
				g.surplus[k]--
			}
			g.parts[k] = append(g.parts[k], s.part(i))
		}
		g.parts[k] = ascending(g.parts[k])
	}
	return g
}

// woundAs reports whether two triangles with the same corners pass them in the same order.
func (s *surface) woundAs(i, j uint32) bool {
	f, g := &s.welded.Faces[i], &s.welded.Faces[j]
	for k := range f {
		if f[k] == g[0] {
			return f[(k+1)%3] == g[1]
		}
	}
	return false
}
