package report

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/mesh"
)

// selection is the part of a mesh that goes in at full detail. Regions are ranked
// by their number; findings of no region come after them.
type selection struct {
	*draft
	taken []bool   // triangles
	rank  []uint32 // of each vertex: the least of the triangles around it that are taken
	n     int      // triangles taken
}

const unranked = math.MaxUint32

func newSelection(d *draft) *selection {
	s := &selection{draft: d, taken: make([]bool, len(d.faces)), rank: make([]uint32, len(d.at))}
	for v := range s.rank {
		s.rank[v] = unranked
	}
	return s
}

func (s *selection) take(face int, rank uint32) {
	s.taken[face] = true
	s.n++
	for _, v := range s.faces[face] {
		s.rank[v] = min(s.rank[v], rank)
	}
}

// findings takes the triangles of the first findings of the list, until there are
// as many findings as the limit or no room for more triangles, and returns the
// number of findings.
func (s *selection) findings(limit, room int) int {
	list := s.result.Findings[:min(limit, len(s.result.Findings))]
	for k := range list {
		f := &list[k]
		faces := []int{f.A.Triangle}
		if f.B != nil {
			faces = append(faces, f.B.Triangle)
		}
		if s.n+len(faces) > room {
			return k
		}
		rank := uint32(len(s.result.Regions))
		if f.Region >= 0 {
			rank = uint32(f.Region)
		}
		for _, i := range faces {
			switch {
			case s.faces[i][0] == mesh.NoVertex:
			case s.taken[i]: // by a finding of a worse region, or of this one
			default:
				s.take(i, rank)
			}
		}
	}
	return len(list)
}

// rings is how many triangles wide the band around the triangles of a finding is.
const rings = 4

// surround takes what lies around the findings while there is room, the worst
// regions first: rings of triangles that share a vertex with those taken before,
// then what else is near a region.
func (s *selection) surround(room int) error {
	if s.n == 0 {
		return s.ctx.Err()
	}
	for range rings {
		err := s.widen(room, func(i int) uint32 {
			f := &s.faces[i]
			return min(s.rank[f[0]], s.rank[f[1]], s.rank[f[2]])
		})
		if err != nil {
			return err
		}
	}
	near := newRegionGrid(s.box, s.result.Regions)
	return s.widen(room, func(i int) uint32 {
		f := &s.faces[i]
		return near.first(geom.Triangle{s.at[f[0]], s.at[f[1]], s.at[f[2]]}.Box())
	})
}

// candidate is a triangle that may be taken.
type candidate struct {
	face int
	rank uint32
}

// widen takes the triangles that have a rank, the lowest ranks first and those of
// one rank in order, while there is room.
func (s *selection) widen(room int, rankOf func(face int) uint32) error {
	if s.n >= room {
		return s.ctx.Err()
	}
	found := make([][]candidate, (len(s.faces)+excerptChunk-1)/excerptChunk)
	err := parallel.Tasks(s.ctx, s.workers, len(found), func(_, k int) {
		for i := k * excerptChunk; i < min(len(s.faces), (k+1)*excerptChunk); i++ {
			if s.taken[i] || s.faces[i][0] == mesh.NoVertex {
				continue
			}
			if r := rankOf(i); r != unranked {
				found[k] = append(found[k], candidate{i, r})
			}
		}
	})
	if err != nil {
		return err
	}
	counts := make([]int, len(s.result.Regions)+1)
	for _, list := range found {
		for _, c := range list {
			counts[c.rank]++
		}
	}
	room -= s.n
	for r, n := range counts {
		counts[r] = max(0, min(n, room)) // how many of the rank are taken
		room -= counts[r]
	}
	for _, list := range found {
		for _, c := range list {
			if counts[c.rank] > 0 {
				counts[c.rank]--
				s.take(c.face, c.rank)
			}
		}
	}
	return nil
}
