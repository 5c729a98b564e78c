package self

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/tritri"
)

// Triangles with the same three vertices have the same relation to any other triangle. So
// only the first of each group takes part in the search and represents the others: its
// relation to another triangle is decided once and counted for all pairs. The time is linear
// in the number of copies, not in the number of pairs, which may be its square; pairs are
// enumerated only for the list, up to its limit.

// excludeCopies finds the groups of triangles with the same vertices, and excludes all but
// the first of each from the search. It then certifies their vertices again.
func (c *checker) excludeCopies(ctx context.Context, b *boxtree.Builder) (err error) {
	if c.copies, err = c.welded.Copies(ctx, c.options.Workers, c.fans, c.certified); err != nil || c.copies.Len() == 0 {
		return err
	}
	var removed []uint32
	for k := range c.copies.Len() {
		for _, i := range c.copies.Group(k)[1:] {
			c.single[i] = true
			b.Remove(int(i))
			removed = append(removed, i)
		}
	}
	c.fans.Remove(c.welded, removed, c.single)
	return c.welded.Umbrellas(ctx, c.options.Workers, c.fans, c.views, c.certified)
}

// enterDuplicates enters the pairs within each group.
func (c *checker) enterDuplicates(ctx context.Context) error {
	return parallel.Tasks(ctx, c.options.Workers, c.copies.Len(), func(worker, k int) {
		group := c.copies.Group(k)
		for _, class := range c.classes(group[0]) {
			p := collect.NewPairs(ctx, class, group)
			if p.Count() == 0 {
				continue
			}
			t, e := c.welded.Triangle(int(class[0])), collect.Entry{Rule: check.Duplicate}
			c.record(c.collector.Shard(worker), e, &meeting{i: class[0], j: p.After(class[0]), t: &t, u: &t}, &p)
		}
	})
}

// enterCopies is enter for a pair that represents all pairs of a triangle of one group and one
// of another.
//
// Their relation is the same, but the rounding of measures depends on the order of corners.
// So pairs are entered by class and by which triangle comes first.
func (c *checker) enterCopies(ctx context.Context, shard *collect.Shard, e collect.Entry, m *meeting) {
	for _, near := range c.classes(m.i) {
		t := c.welded.Triangle(int(near[0]))
		for _, far := range c.classes(m.j) {
			u := c.welded.Triangle(int(far[0]))
			facet := tritri.Prepare(&t)
			relation := facet.Relate(&u)
			for _, p := range []collect.Pairs{collect.NewPairs(ctx, near, far), collect.NewPairs(ctx, far, near)} {
				if p.Count() == 0 {
					continue
				}
				first := p.First()
				like := meeting{i: first, j: p.After(first), t: &t, u: &u, facet: &facet, relation: relation, shown: m.shown}
				if first == far[0] {
					like.i, like.j = like.j, like.i
				}
				if e.Rule == check.Touch {
					e.I, e.J = min(like.i, like.j), max(like.i, like.j)
					c.touch(shard, e, &p)
				} else {
					c.record(shard, e, &like, &p)
				}
			}
		}
	}
}

// classes returns the copies of triangle i, itself among them, by the order of their
// corners: at most six classes, each ascending, that of i first.
func (c *checker) classes(i uint32) (classes [][]uint32) {
	group := c.copies.Of(i)
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
