package self

import (
	"context"
	"maps"
	"slices"

	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/collect"
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

// certifyStars certifies more vertices, and finds the triangles that meet at the others.
func (c *checker) certifyStars(ctx context.Context) (err error) {
	c.stars, err = c.welded.Stars(ctx, c.options.Workers, c.fans, c.certified, func(i, j uint32) bool {
		t, u := c.welded.Triangle(int(i)), c.welded.Triangle(int(j))
		return tritri.Relate(&t, &u).Kind == tritri.Apart
	})
	for v := range c.stars {
		c.certified[v] = true // as far as the search is concerned
	}
	return err
}

// manyAround is the number of triangles at a vertex from which a tree pays off.
const manyAround = 256

// decideStars compares the triangles at the vertices of stars.
func (c *checker) decideStars(ctx context.Context) error {
	if len(c.stars) == 0 {
		return ctx.Err()
	}
	c.rank = make([]uint32, len(c.welded.Faces))
	for leaf := range c.tree.Leaves() {
		for lane, i := range c.tree.Leaf(leaf) {
			c.rank[i] = uint32(leaf*boxtree.Width + lane)
		}
	}
	var small, large []uint32
	for _, v := range slices.Sorted(maps.Keys(c.stars)) {
		if len(c.fans.Around(v)) < manyAround {
			small = append(small, v)
		} else {
			large = append(large, v)
		}
	}
	err := parallel.Tasks(ctx, c.options.Workers, len(small), func(worker, k int) {
		s := c.starAt(small[k])
		for i, j := range s.Pairs() {
			c.decideAt(ctx, c.collector.Shard(worker), small[k], i, j)
		}
	})
	for _, v := range large {
		if err == nil {
			s := c.starAt(v)
			err = s.Near(ctx, c.options.Workers, c.welded.Vertices, func(worker int, i, j uint32) {
				c.decideAt(ctx, c.collector.Shard(worker), v, i, j)
			})
		}
	}
	return err
}

// decideAt relates two triangles at a vertex, unless they share a vertex with a smaller number
// that has stars too.
func (c *checker) decideAt(ctx context.Context, shard *collect.Shard, v, i, j uint32) {
	if c.rank[i] > c.rank[j] {
		i, j = j, i // measures are rounded as those of pairs from the search are
	}
	for _, w := range c.welded.Faces[i] {
		if w < v && slices.Contains(c.welded.Faces[j][:], w) && c.stars[w] != nil {
			return
		}
	}
	t, u := c.welded.Triangle(int(i)), c.welded.Triangle(int(j))
	facet := tritri.Prepare(&t)
	if r := facet.Relate(&u); r.Kind != tritri.Apart {
		c.enter(ctx, shard, meeting{i: i, j: j, t: &t, u: &u, facet: &facet, relation: r})
	}
}

// starAt returns the triangles at a vertex of stars.
func (c *checker) starAt(v uint32) *fan.Star {
	return fan.NewStar(c.welded, c.fans.Around(v), v, c.stars[v])
}
