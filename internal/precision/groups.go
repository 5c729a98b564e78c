package precision

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/mesh"
)

// member is a place of a group, by its index.
type member struct {
	place int
	// turned: T belongs to the surface of the U of the first place of the group.
	turned bool
}

// cellSize is the side of the cells of a grid in radii. Places in one cell may be judged together.
const cellSize = 0.5

// key returns a number, not 0, that places in the same cell of the grid have in common. One that is
// longer than a cell is alone.
func (p *Place) key(radius float64) uint64 {
	side := cellSize * radius * p.Distance
	h := mixed(1, math.Float64bits(p.Distance))
	if p.Ends[0].Sub(p.Ends[1]).Norm() > side {
		h = mixed(mixed(h, uint64(p.T)), uint64(p.U))
	} else {
		for _, x := range p.Ends[0].Lerp(p.Ends[1], 0.5) {
			h = mixed(h, math.Float64bits(math.Floor(x/side)+0)) // -0 is 0
		}
	}
	return max(h, 1)
}

// located is a place in a cell.
type located struct {
	cell  uint64
	place int
}

// inCells returns the places of n that have a distance in the order of their cells, and within those in that
// of their triangles. Radius is in distances.
func inCells(ctx context.Context, workers, n int, place func(k int) *Place, radius float64) ([]located, error) {
	all := make([]located, n)
	err := parallel.Ranges(ctx, workers, n, 256, func(lo, hi int) {
		for k := lo; k < hi; k++ {
			if all[k].place = k; place(k).Distance > 0 {
				all[k].cell = place(k).key(radius)
			}
		}
	})
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(l located) bool { return l.cell == 0 })
	err = parallel.Sort(ctx, all, make([]located, len(all)), func(a, b located) int {
		if a.cell != b.cell {
			return cmp.Compare(a.cell, b.cell)
		}
		p, q := place(a.place), place(b.place)
		return cmp.Or(cmp.Compare(p.T, q.T), cmp.Compare(p.U, q.U))
	})
	return all, err
}

// mixed adds a number to a hash (the finalizer of MurmurHash3, A. Appleby).
func mixed(h, x uint64) uint64 {
	h = (h ^ x) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// groups divides places into those between the same surfaces: places belong together if the triangles of
// both have a vertex in common on either surface. Where that would put a triangle on both, each
// place is alone.
func (s *Surfaces) groups(places []Place) (groups [][]member) {
	if len(places) == 1 {
		return [][]member{{{}}}
	}
	union := s.together(places)
	count := uint32(len(places))
	byRoot := map[uint32]int{}
	for k := range count {
		same, turned := union.Find(k), union.Find(count+k)
		if same == turned {
			groups = append(groups, []member{{place: int(k)}})
		} else if g, known := byRoot[same]; known {
			groups[g] = append(groups[g], member{place: int(k)})
		} else if g, known := byRoot[turned]; known {
			groups[g] = append(groups[g], member{place: int(k), turned: true})
		} else {
			byRoot[same] = len(groups)
			groups = append(groups, []member{{place: int(k)}})
		}
	}
	for k := range groups {
		if len(groups[k]) > 1 && oneSided(places, groups[k]) {
			for _, m := range groups[k][1:] {
				groups = append(groups, []member{{place: m.place}})
			}
			groups[k] = groups[k][:1]
		}
	}
	return groups
}

// together joins places k and l that belong together, and n+k and n+l, where n is the number of places;
// if T of one is on the surface of U of the other, k and n+l, and n+k and l.
func (s *Surfaces) together(places []Place) *mesh.Union {
	type common struct{ a, b, place uint32 }
	count := uint32(len(places))
	var all []common
	for k := range places {
		for _, a := range s.mesh.Faces[places[k].T] {
			for _, b := range s.mesh.Faces[places[k].U] {
				if a < b {
					all = append(all, common{a, b, uint32(k)})
				} else if a > b {
					all = append(all, common{b, a, count + uint32(k)})
				}
			}
		}
	}
	slices.SortFunc(all, func(p, q common) int {
		return cmp.Or(cmp.Compare(p.a, q.a), cmp.Compare(p.b, q.b), cmp.Compare(p.place, q.place))
	})
	union := mesh.NewUnion(2 * len(places))
	for i := range all[1:] {
		if p, q := all[i], all[i+1]; p.a == q.a && p.b == q.b {
			union.Join(p.place, q.place)
			union.Join((p.place+count)%(2*count), (q.place+count)%(2*count))
		}
	}
	return union
}

// oneSided reports whether a triangle is on both surfaces of a group.
func oneSided(places []Place, g []member) bool {
	side := make(map[uint32]bool, 2*len(g))
	for _, m := range g {
		t, u := places[m.place].sides(m.turned)
		if of, known := side[t]; known && of {
			return true
		}
		side[t] = false
		if of, known := side[u]; known && !of {
			return true
		}
		side[u] = true
	}
	return false
}

// sides returns the triangle of the first and of the second surface of a place's group.
func (p *Place) sides(turned bool) (t, u uint32) {
	if turned {
		return p.U, p.T
	}
	return p.T, p.U
}
