package containment

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/tritri"
)

// Neighbours are the triangles of two objects that are near each other.
type Neighbours struct {
	// Pairs of a triangle of the first object and one of the second, ascending.
	Pairs []Triangles
	// Rounding bounds how far rounding can have moved the triangles of any pair against
	// each other: it is that of the place where the objects meet.
	Rounding float64
	// Touching: some pair is no farther apart than that.
	Touching bool
}

// Of returns the triangles of object k, ascending, each once.
func (n *Neighbours) Of(k int) []uint32 {
	out := make([]uint32, len(n.Pairs))
	for i, t := range n.Pairs {
		out[i] = t[k]
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// by returns the pairs in the order of their triangles of object k.
func (n *Neighbours) by(k int) []Triangles {
	if k == 0 {
		return n.Pairs
	}
	pairs := slices.Clone(n.Pairs)
	slices.SortFunc(pairs, func(t, u Triangles) int { return cmp.Or(cmp.Compare(t[1], u[1]), cmp.Compare(t[0], u[0])) })
	return pairs
}

// Nearby is how many times farther than rounding triangles may be apart to be neighbours.
// Triangles that are not neighbours are outside the exclusion zones of all located points.
const Nearby = 2 * safetyFactor

// Neighbours returns the triangles that are within Nearby roundings of each other. It fails
// only with ctx's error.
func (p *Pair) Neighbours(ctx context.Context, workers int) (Neighbours, error) {
	found := make([]Neighbours, workers)
	err := boxtree.CrossPairs(ctx, workers, p[0].Shape.Tree, p[1].Shape.Tree, world.Between(p[0], p[1]).Within(Nearby/2*p.Margin()),
		func(worker int, b *boxtree.Block) { found[worker].add(p, b) })
	var all Neighbours
	for _, n := range found {
		all.Pairs = append(all.Pairs, n.Pairs...)
		all.Rounding = max(all.Rounding, n.Rounding)
		all.Touching = all.Touching || n.Touching
	}
	slices.SortFunc(all.Pairs, Triangles.Compare)
	return all, err
}

// add adds the neighbours in a block.
func (n *Neighbours) add(p *Pair, b *boxtree.Block) {
	near, far := p[0].Shape.Tree.Leaf(b.I), p[1].Shape.Tree.Leaf(b.J)
	for rows := b.Rows; rows != 0; rows &= rows - 1 {
		x := bits.TrailingZeros32(rows)
		f := near[x]
		t := p[0].Triangle(f)
		own := p[0].RoundingOf(f)
		for lanes := b.Masks[x]; lanes != 0; lanes &= lanes - 1 {
			g := far[bits.TrailingZeros16(lanes)]
			u := p[1].Triangle(g)
			rounding := own + p[1].RoundingOf(g)
			if !t.Box().Intersects(u.Box().Grown(Nearby * rounding)) {
				continue
			}
			if _, _, d, below := tritri.DistanceBelow(&t, &u, Nearby*rounding); below {
				n.Pairs = append(n.Pairs, Triangles{f, g})
				n.Rounding = max(n.Rounding, rounding)
				n.Touching = n.Touching || d <= rounding
			}
		}
	}
}
