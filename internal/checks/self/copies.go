package self

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/tritri"
)

// Triangles with the same three vertices have the same relation to any other triangle. So
// only the first of each group takes part in the search and represents the others: its
// relation to another triangle is decided once and counted for all pairs. The time is linear
// in the number of copies, not in the number of pairs, which may be its square; pairs are
// enumerated only for the list, up to its limit.

// addDuplicates enters the pairs within each group.
func (c *checker) addDuplicates(ctx context.Context) error {
	copies := c.neighbours.copies
	return parallel.Tasks(ctx, c.settings.Workers, copies.Len(), func(worker, k int) {
		group := copies.Group(k)
		for _, class := range c.classes(group[0]) {
			all := collect.NewPairs(ctx, class, group)
			if all.Count() == 0 {
				continue
			}
			t := c.triangle(class[0])
			c.addAll(c.collector.Shard(worker), &pair{i: class[0], j: all.After(class[0]), t: &t, u: &t, rule: check.Duplicate}, &all)
		}
	})
}

// addCopies enters all pairs of a triangle of one group and one of another, which a pair represents.
//
// Their relation is the same, but the rounding of measures depends on the order of corners.
// So pairs are entered by class and by which triangle comes first.
func (c *checker) addCopies(ctx context.Context, shard *collect.Shard, p *pair) {
	for _, near := range c.classes(p.i) {
		t := c.triangle(near[0])
		for _, far := range c.classes(p.j) {
			u := c.triangle(far[0])
			like := *p
			like.t, like.u, like.Meeting, like.row, like.place = &t, &u, tritri.Relate(&t, &u), nil, nil
			for _, all := range []collect.Pairs{collect.NewPairs(ctx, near, far), collect.NewPairs(ctx, far, near)} {
				if all.Count() == 0 {
					continue
				}
				first := all.First()
				like.i, like.j = first, all.After(first)
				if first == far[0] {
					like.i, like.j = like.j, like.i
				}
				c.addAll(shard, &like, &all)
			}
		}
	}
}

// classes returns the copies of triangle i, itself among them, by the order of their
// corners: at most six classes, each ascending, that of i first.
func (c *checker) classes(i uint32) (classes [][]uint32) {
	group := c.neighbours.copies.Of(i)
	if group == nil {
		return [][]uint32{{i}}
	}
	for _, i := range group {
		face := c.welded.Faces[i]
		k := slices.IndexFunc(classes, func(class []uint32) bool { return c.welded.Faces[class[0]] == face })
		if k < 0 {
			k, classes = len(classes), append(classes, nil)
		}
		classes[k] = append(classes[k], i)
	}
	return classes
}
