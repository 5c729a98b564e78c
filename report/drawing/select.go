package drawing

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/mesh"
)

// selection is the part of a stage shown in full detail. Regions are ranked by their number;
// findings outside of regions come last.
type selection struct {
	*draft
	taken []bool   // triangles
	rank  []uint32 // of each vertex: the least rank of the selected triangles around it
	n     int      // triangles selected
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

// first selects the triangles to keep, then those of the first findings of the list, up to the
// limit of findings and the room for triangles. It returns the number of findings.
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

// enlist selects the given triangles, except those that cannot be drawn or that a finding of the
// same or a worse region has selected.
func (s *selection) enlist(faces []int, rank uint32) {
	for _, i := range faces {
		if s.faces[i][0] != mesh.NoVertex && !s.taken[i] {
			s.take(i, rank)
		}
	}
}

// rings is the width in triangles of the band around the triangles of a finding.
const rings = 4

// surround selects the surroundings of the findings while there is room, the worst regions first:
// rings of triangles that share a vertex with those selected before, then other triangles near a
// region.
func (s *selection) surround(room int) error {
	if s.n == 0 && len(s.regions) == 0 {
		return s.ctx.Err()
	}
	ranks := make([]uint32, len(s.faces))
	for range rings {
		err := s.widen(room, ranks, func(f *[3]uint32) uint32 {
			return min(s.rank[f[0]], s.rank[f[1]], s.rank[f[2]])
		})
		if err != nil {
			return err
		}
	}
	near := newRegionGrid(s.box, s.regions)
	return s.widen(room, ranks, func(f *[3]uint32) uint32 {
		return near.first(&geom.Triangle{s.at[f[0]], s.at[f[1]], s.at[f[2]]})
	})
}

// widen selects the triangles that have a rank, by rank and then in order, while there is room.
func (s *selection) widen(room int, ranks []uint32, rankOf func(f *[3]uint32) uint32) error {
	if s.n >= room {
		return s.ctx.Err()
	}
	err := parallel.Ranges(s.ctx, s.workers, len(s.faces), chunk, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if ranks[i] = unranked; !s.taken[i] && s.faces[i][0] != mesh.NoVertex {
				ranks[i] = rankOf(&s.faces[i])
			}
		}
	})
	if err != nil {
		return err
	}
	counts := make([]int, len(s.regions)+1)
	for _, r := range ranks {
		if r != unranked {
			counts[r]++
		}
	}
	room -= s.n
	for r, n := range counts {
		counts[r] = max(0, min(n, room)) // how many of the rank are selected
		room -= counts[r]
	}
	for i, r := range ranks {
		if r != unranked && counts[r] > 0 {
			counts[r]--
			s.take(i, r)
		}
	}
	return nil
}

// regionGrid finds approximately the worst region near a triangle. It divides a box into gridSide³
// cells, each with the worst of the regions around it.
type regionGrid struct {
	box   geom.Box
	cells []uint32
	near  []geom.Box // the boxes of the regions, enlarged
}

const (
	gridSide = 32
	// Regions that fill more cells are left out: most of their box is far from their findings.
	cellsPerRegion = 512
)

func newRegionGrid(box geom.Box, regions []geom.Box) *regionGrid {
	g := &regionGrid{box: box, cells: make([]uint32, gridSide*gridSide*gridSide), near: make([]geom.Box, len(regions))}
	for k := range g.cells {
		g.cells[k] = unranked
	}
	for k := range regions {
		g.near[k] = regions[k].Grown(regions[k].Diagonal())
		g.add(uint32(k))
	}
	return g
}

// add adds a region to the cells that have none.
func (g *regionGrid) add(k uint32) {
	low, high := g.cell(g.near[k].Min), g.cell(g.near[k].Max)
	if (high[0]-low[0]+1)*(high[1]-low[1]+1)*(high[2]-low[2]+1) > cellsPerRegion {
		return
	}
	for z := low[2]; z <= high[2]; z++ {
		for y := low[1]; y <= high[1]; y++ {
			for x := low[0]; x <= high[0]; x++ {
				cell := &g.cells[(z*gridSide+y)*gridSide+x]
				*cell = min(*cell, k)
			}
		}
	}
}

// first returns the worst region known to be near a corner of t and to meet its box, or unranked.
func (g *regionGrid) first(t *geom.Triangle) uint32 {
	found, b := uint32(unranked), t.Box()
	for _, p := range t {
		c := g.cell(p)
		if k := g.cells[(c[2]*gridSide+c[1])*gridSide+c[0]]; k < found && g.near[k].Intersects(b) {
			found = k
		}
	}
	return found
}

// cell returns the coordinates of the cell at p, or of the nearest cell.
func (g *regionGrid) cell(p geom.Vec) [3]int {
	var c [3]int
	for k := range c {
		if size := g.box.Max[k] - g.box.Min[k]; size > 0 {
			c[k] = int(gridSide * min(max((p[k]-g.box.Min[k])/size, 0), 1-1.0/1024))
		}
	}
	return c
}
