package excerpt

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/mesh"
)

// selection is the part of a subject that goes in at full detail. Regions are ranked
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

// first takes the triangles that are shown whatever else is, and then those of the
// first findings of the list, until there are as many findings as the limit or no room
// for more triangles. It returns the number of findings.
func (s *selection) first(limit, room int) int {
	if len(s.keep) <= room {
		s.enlist(s.keep, 0)
	}
	list := s.findings[:min(limit, len(s.findings))]
	for k := range list {
		a, b := s.numbers(&list[k])
		faces := []int{a, b}
		if b < 0 {
			faces = faces[:1]
		}
		for _, o := range list[k].Others {
			faces = append(faces, o.Triangle)
		}
		if s.n+len(faces) > room {
			return k
		}
		rank := uint32(len(s.regions))
		if list[k].Region >= 0 {
			rank = uint32(list[k].Region)
		}
		s.enlist(faces, rank)
	}
	return len(list)
}

// enlist takes the triangles that can be drawn and have not been taken by a finding of a
// worse region, or of this one.
func (s *selection) enlist(faces []int, rank uint32) {
	for _, i := range faces {
		if s.faces[i][0] != mesh.NoVertex && !s.taken[i] {
			s.take(i, rank)
		}
	}
}

// rings is how many triangles wide the band around the triangles of a finding is.
const rings = 4

// surround takes what lies around the findings while there is room, the worst
// regions first: rings of triangles that share a vertex with those taken before,
// then what else is near a region.
func (s *selection) surround(room int) error {
	if s.n == 0 && len(s.regions) == 0 {
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
	near := newRegionGrid(s.box, s.regions)
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
	counts := make([]int, len(s.regions)+1)
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
