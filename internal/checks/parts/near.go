package parts

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/tritri"
)

// neighbours are the triangles of two objects that come within rounding of each other.
type neighbours struct {
	// pairs of a triangle of the first object and one of the second, ascending.
	pairs []indexPair
	// rounding bounds how far rounding can have moved the triangles of any pair against
	// each other: it is that of the place where the objects meet.
	rounding float64
	// touching: some pair is no farther apart than that.
	touching bool
}

// of returns the triangles of object k, ascending, each once.
func (n *neighbours) of(k int) []uint32 {
	out := make([]uint32, len(n.pairs))
	for i, p := range n.pairs {
		out[i] = p.side(k)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// by returns the pairs in the order of their triangles of object k.
func (n *neighbours) by(k int) []indexPair {
	if k == 0 {
		return n.pairs
	}
	pairs := slices.Clone(n.pairs)
	slices.SortFunc(pairs, func(p, q indexPair) int { return cmp.Or(cmp.Compare(p.b, q.b), cmp.Compare(p.a, q.a)) })
	return pairs
}

// nearby is how many times farther than rounding triangles may be apart to be neighbours.
// Triangles that are not neighbours are outside the margins of all point classifications.
const nearby = 2 * clearance

// neighbours finds the triangles that come near each other.
func (c *pairCheck) neighbours(ctx context.Context, workers int) (neighbours, error) {
	found := make([]neighbours, workers)
	err := bvh.CrossPairs(ctx, c.a.Shape.Tree, c.b.Shape.Tree, c.fromBToA().Within(nearby/2*c.margin()), workers,
		func(worker int, b *bvh.Block) { c.approach(&found[worker], b) })
	var all neighbours
	for _, n := range found {
		all.pairs = append(all.pairs, n.pairs...)
		all.rounding = max(all.rounding, n.rounding)
		all.touching = all.touching || n.touching
	}
	slices.SortFunc(all.pairs, comparePairs)
	return all, err
}

// approach finds the neighbours in a block.
func (c *pairCheck) approach(n *neighbours, b *bvh.Block) {
	near, far := c.a.Shape.Tree.Leaf(b.I), c.b.Shape.Tree.Leaf(b.J)
	for rows := b.Rows; rows != 0; rows &= rows - 1 {
		x := bits.TrailingZeros32(rows)
		f := near[x]
		t := c.a.Triangle(f)
		own := c.a.RoundingOf(f)
		for lanes := b.Masks[x]; lanes != 0; lanes &= lanes - 1 {
			g := far[bits.TrailingZeros16(lanes)]
			u := c.b.Triangle(g)
			rounding := own + c.b.RoundingOf(g)
			if !t.Box().Intersects(u.Box().Grown(nearby * rounding)) {
				continue
			}
			if _, _, d, below := tritri.DistanceBelow(&t, &u, nearby*rounding); below {
				n.pairs = append(n.pairs, indexPair{f, g})
				n.rounding = max(n.rounding, rounding)
				n.touching = n.touching || d <= rounding
			}
		}
	}
}

// edges yields each edge of triangle f of an object, in the world, with its vertices.
func (o *object) edges(f uint32, visit func(v, w uint32, s geom.Segment)) {
	corners := o.Shape.Welded.Faces[f]
	t := o.Triangle(f)
	for k, v := range corners {
		visit(v, corners[(k+1)%3], geom.Segment{t[k], t[(k+1)%3]})
	}
}

// comparePairs orders pairs by the first number, then by the second.
func comparePairs(p, q indexPair) int {
	return cmp.Or(cmp.Compare(p.a, q.a), cmp.Compare(p.b, q.b))
}
