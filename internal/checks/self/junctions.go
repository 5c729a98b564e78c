package self

import (
	"cmp"
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/internal/fan"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/mesh"
)

// Surfaces can pass through each other exactly along an edge that both have. No pair of triangles
// is a finding there; only all triangles at the edge together show it. There are two kinds of such
// edges:
//
//   - Edges with four triangles or more. At a vertex that mesh.Umbrellas certifies, no edge has
//     more than two, so that in most meshes hardly any vertex has to be examined.
//   - Edges of different lengths on one line. Triangles in different half planes at their
//     common piece touch, and the search finds all triangles that touch: covers collects them.

// edge is an edge between two vertices, the smaller number first.
type edge struct{ from, to uint32 }

func newEdge(v, w uint32) edge { return edge{min(v, w), max(v, w)} }

func compareEdges(e, f edge) int { return cmp.Or(cmp.Compare(e.from, f.from), cmp.Compare(e.to, f.to)) }

// findJunctions finds the edges with enough triangles, copies included, for surfaces to pass through
// each other there, in ascending order. It must run before any vertex is certified other than by
// Umbrellas.
func (c *checker) findJunctions(ctx context.Context) error {
	const chunk = 4096
	n := len(c.welded.Vertices)
	found := make([][]edge, (n+chunk-1)/chunk)
	err := parallel.Tasks(ctx, c.options.Workers, len(found), func(_, k int) {
		var ends []uint32
		for v := k * chunk; v < min(n, (k+1)*chunk); v++ {
			if around := c.fans.Around(uint32(v)); !c.certified[v] && len(around) >= fan.LeastRadials {
				ends = c.spokes(uint32(v), around, ends[:0])
				found[k] = appendJunctions(found[k], uint32(v), ends)
			}
		}
	})
	c.junctions = slices.Concat(found...)
	return err
}

// spokes appends the far ends of the edges at v, once for each triangle, to ends: those that have a
// greater number and are not certified.
func (c *checker) spokes(v uint32, around []mesh.Corner, ends []uint32) []uint32 {
	for _, corner := range around {
		f, k := &c.welded.Faces[corner.Triangle()], corner.Index()
		for _, end := range [2]uint32{f[(k+1)%3], f[(k+2)%3]} {
			if end > v && !c.certified[end] {
				ends = append(ends, end)
			}
		}
	}
	return ends
}

// appendJunctions appends the edges from v to the ends that occur often enough in a list. It sorts
// the list.
func appendJunctions(to []edge, v uint32, ends []uint32) []edge {
	if len(ends) < fan.LeastRadials {
		return to
	}
	slices.Sort(ends)
	for len(ends) > 0 {
		n := 1
		for n < len(ends) && ends[n] == ends[0] {
			n++
		}
		if n >= fan.LeastRadials {
			to = append(to, edge{v, ends[0]})
		}
		ends = ends[n:]
	}
	return to
}

// side is a triangle at an edge, the first of its copies, and the corner of it that is not on the
// edge.
type side struct{ triangle, apex uint32 }

// sidesOf returns the triangles at each of some edges, which must be ascending: of each group of
// copies only the first. The time is n log n in the sizes of the fans of their first vertices.
func (c *checker) sidesOf(ctx context.Context, edges []edge) ([][]side, error) {
	sides := make([][]side, len(edges))
	var starts []int // of the edges from one vertex
	for k := range edges {
		if k == 0 || edges[k].from != edges[k-1].from {
			starts = append(starts, k)
		}
	}
	return sides, parallel.Tasks(ctx, c.options.Workers, len(starts), func(_, task int) {
		first, last := starts[task], len(edges)
		if task+1 < len(starts) {
			last = starts[task+1]
		}
		c.sidesFrom(edges[first:last], sides[first:last])
	})
}

// sidesFrom is sidesOf for the edges from one vertex.
func (c *checker) sidesFrom(edges []edge, sides [][]side) {
	for _, corner := range c.fans.Around(edges[0].from) {
		f, k := &c.welded.Faces[corner.Triangle()], corner.Index()
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
func (c *checker) radials(sides []side, from, to uint32, radials []fan.Radial) []fan.Radial {
	for _, s := range sides {
		f := &c.welded.Faces[s.triangle]
		sign := c.surplusOf(s.triangle)
		if f[(slices.Index(f[:], from)+1)%3] == to {
			sign = -sign // its normal points along the path, which meets it from the back
		}
		radials = append(radials, fan.Radial{Apex: c.welded.Vertices[s.apex], Sign: sign})
	}
	return radials
}
