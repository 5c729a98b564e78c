package mesh

import (
	"cmp"
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/internal/parallel"
)

// Copies are the groups of triangles of a mesh that have the same three vertices.
type Copies struct {
	members []uint32 // of all groups, ascending within one
	ends    []uint32 // of groups among the members
	group   []uint32 // the number of the group, from 1, at its first triangle; nil without groups
}

// Len returns the number of groups.
func (c *Copies) Len() int { return len(c.ends) }

// Group returns the triangles of a group, two or more, ascending. The slice must not be
// written to.
func (c *Copies) Group(k int) []uint32 {
	if k == 0 {
		return c.members[:c.ends[0]]
	}
	return c.members[c.ends[k-1]:c.ends[k]]
}

// Of returns the group with first triangle i, nil if there is none.
func (c *Copies) Of(i uint32) []uint32 {
	if k, ok := c.Number(i); ok {
		return c.Group(k)
	}
	return nil
}

// Number returns the number of the group with first triangle i, and whether there is one.
func (c *Copies) Number(i uint32) (k int, ok bool) {
	if c.group == nil || c.group[i] == 0 {
		return 0, false
	}
	return int(c.group[i]) - 1, true
}

// Copies returns the groups among the triangles of the fans. Umbrellas must not have certified a
// vertex of a group: copies meet in more than their vertices and edges. It fails only with ctx's
// error.
//
// Each fan is sorted, so the time is n log n in the number of corners at vertices that are not
// certified.
func (w *Welded) Copies(ctx context.Context, workers int, fans Fans, certified []bool) (*Copies, error) {
	const chunk = 4096
	found := make([]copyFinder, (len(w.Vertices)+chunk-1)/chunk)
	err := parallel.Tasks(ctx, workers, len(found), func(_, k int) {
		f := &found[k]
		f.welded = w
		for v := k * chunk; v < min(len(w.Vertices), (k+1)*chunk); v++ {
			if fan := fans.Around(uint32(v)); !certified[v] && len(fan) > 1 {
				f.find(uint32(v), fan, certified)
			}
		}
		f.seen = nil
	})
	all := &Copies{}
	for _, f := range found {
		for _, end := range f.ends {
			all.ends = append(all.ends, uint32(len(all.members))+end)
		}
		all.members = append(all.members, f.members...)
	}
	if all.Len() > 0 {
		all.group = make([]uint32, len(w.Faces))
	}
	for k := range all.Len() {
		all.group[all.Group(k)[0]] = uint32(k + 1)
	}
	return all, err
}

// copyFinder finds the groups with a given smallest vertex.
type copyFinder struct {
	welded        *Welded
	seen          []opposite
	members, ends []uint32 // as those of Copies
}

// opposite is a triangle by its edge opposite to a vertex.
type opposite struct{ low, high, triangle uint32 }

func (f *copyFinder) find(v uint32, fan []Corner, certified []bool) {
	f.seen = f.seen[:0]
	for _, c := range fan {
		face := &f.welded.Faces[c.Triangle()]
		a, b := face[next[c.Index()]], face[next[next[c.Index()]]]
		if a > v && b > v && !certified[a] && !certified[b] {
			f.seen = append(f.seen, opposite{min(a, b), max(a, b), uint32(c.Triangle())})
		}
	}
	slices.SortFunc(f.seen, func(x, y opposite) int {
		return cmp.Or(cmp.Compare(x.low, y.low), cmp.Compare(x.high, y.high), cmp.Compare(x.triangle, y.triangle))
	})
	for first := 0; first < len(f.seen); {
		last := first + 1
		for last < len(f.seen) && f.seen[last].low == f.seen[first].low && f.seen[last].high == f.seen[first].high {
			last++
		}
		if last > first+1 {
			for _, o := range f.seen[first:last] {
				f.members = append(f.members, o.triangle)
			}
			f.ends = append(f.ends, uint32(len(f.members)))
		}
		first = last
	}
}
