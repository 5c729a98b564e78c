package self

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/internal/fan"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/mesh"
)

// findJunctions finds the edges with enough triangles, copies included, for surfaces to pass through
// each other there, in ascending order. It must run before any vertex is certified other than by
// Umbrellas.
func (s *edgeSearch) findJunctions(ctx context.Context) error {
	const chunk = 4096
	n := len(s.welded.Vertices)
	found := make([][]edge, (n+chunk-1)/chunk)
	err := parallel.Tasks(ctx, s.settings.Workers, len(found), func(_, k int) {
		var ends []uint32
		for v := k * chunk; v < min(n, (k+1)*chunk); v++ {
			if around := s.neighbours.fans.Around(uint32(v)); !s.neighbours.certified[v] && len(around) >= fan.LeastRadials {
				ends = s.spokes(uint32(v), around, ends[:0])
				found[k] = appendJunctions(found[k], uint32(v), ends)
			}
		}
	})
	s.junctions = slices.Concat(found...)
	return err
}

// spokes appends the far ends of the edges at v, once for each triangle, to ends: those that have a
// greater number and are not certified.
func (s *edgeSearch) spokes(v uint32, around []mesh.Corner, ends []uint32) []uint32 {
	for _, corner := range around {
		f, k := &s.welded.Faces[corner.Triangle()], corner.Index()
		for _, end := range [2]uint32{f[(k+1)%3], f[(k+2)%3]} {
			if end > v && !s.neighbours.certified[end] {
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
