package self

import (
	"context"
	"maps"
	"slices"

	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/fan"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/tritri"
)

// All triangles at a vertex have a point in common, so that boxes cannot separate them. Where
// they are many, mesh.Stars finds those that meet any other. Only these are compared with the
// others at the vertex: a pair without any of them is apart.
//
// With d triangles at a vertex and k pairs of them that are findings, these are at most
// 2k·d pairs. Where d is large, pairs with an edge in common are found by sorting the
// triangles around the edge, in time d log d + k, since they meet only where they are folded
// onto each other. Of the others, a tree over the directions of the triangles prunes pairs
// that are not near each other. The worst case is still 2k·d, but only if far edges run along
// each other, closer together than they are long.

// manyAround is the number of triangles at a vertex from which a tree pays off.
const manyAround = 256

// searchStars compares the triangles at the vertices of stars.
func (c *checker) searchStars(ctx context.Context) error {
	if len(c.neighbours.stars) == 0 {
		return ctx.Err()
	}
	rank := c.search.ranks(len(c.welded.Faces))
	var small, large []uint32
	for _, v := range slices.Sorted(maps.Keys(c.neighbours.stars)) {
		if len(c.neighbours.fans.Around(v)) < manyAround {
			small = append(small, v)
		} else {
			large = append(large, v)
		}
	}
	err := parallel.Tasks(ctx, c.settings.Workers, len(small), func(worker, k int) {
		s := c.starAt(small[k])
		for i, j := range s.Pairs() {
			c.decideAt(ctx, worker, rank, small[k], i, j)
		}
	})
	for _, v := range large {
		if err == nil {
			s := c.starAt(v)
			err = s.Near(ctx, c.settings.Workers, c.welded.Vertices, func(worker int, i, j uint32) {
				c.decideAt(ctx, worker, rank, v, i, j)
			})
		}
	}
	return err
}

// ranks returns the place of each of n triangles in the tree.
func (s *search) ranks(n int) []uint32 {
	rank := make([]uint32, n)
	for leaf := range s.tree.Leaves() {
		for lane, i := range s.tree.Leaf(leaf) {
			rank[i] = uint32(leaf*boxtree.Width + lane)
		}
	}
	return rank
}

// decideAt relates two triangles at a vertex, unless they share a vertex with a smaller number
// that has stars too.
func (c *checker) decideAt(ctx context.Context, worker int, rank []uint32, v, i, j uint32) {
	if rank[i] > rank[j] {
		i, j = j, i // measures are rounded as those of pairs from the tree are
	}
	for _, w := range c.welded.Faces[i] {
		if w < v && slices.Contains(c.welded.Faces[j][:], w) && c.neighbours.stars[w] != nil {
			return
		}
	}
	t, u := c.triangle(i), c.triangle(j)
	if m := tritri.Relate(&t, &u); m.Kind != tritri.Apart {
		c.found(ctx, worker, &pair{i: i, j: j, t: &t, u: &u, Meeting: m})
	}
}

// starAt returns the triangles at a vertex of stars.
func (c *checker) starAt(v uint32) *fan.Star {
	return fan.NewStar(c.welded, c.neighbours.fans.Around(v), v, c.neighbours.stars[v])
}
