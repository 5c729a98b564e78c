// Package padding measures how far the islands of a UV sheet are apart: which are nearer to each
// other than a limit in texels. Equal islands are measured once. Islands that overlap, or that have a
// stacked triangle or a corner in common, are no pair.
package padding

import (
	"context"
	"errors"
	"iter"
	"math"
	"sync/atomic"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/plane"
)

// Sheet is the islands of a UV sheet. Islands made of the same triangles are a class, of which the
// first is measured.
type Sheet struct {
	// Triangles of all islands, in the coordinates that distances are measured in before scaling.
	Triangles []plane.Triangle
	// Corners are the numbers of their corners. Islands that have a corner in common are no pair.
	Corners [][3]uint32
	// Island of each triangle, and the triangles of each.
	Island  []uint32
	Members func(island uint32) []uint32
	// Outline has bit k set for each triangle whose edge from corner k to the next lies on the
	// outline of its island.
	Outline []uint8
	// Class of each island, and the islands of each class, ascending.
	Class   []uint32
	Classes [][]uint32
	// Stacked returns a number that a triangle has in common with those that it is stacked on, and
	// whether there are any. Islands with such triangles are no pair.
	Stacked func(triangle uint32) (group uint32, ok bool)
	// Overlap reports whether islands of two classes share area, and so are no pair. Overlaps are
	// all such pairs of different classes. The smaller class comes first.
	Overlap  func(a, b uint32) bool
	Overlaps iter.Seq2[uint32, uint32]
}

// Search finds the pairs of islands of a sheet that are nearer to each other than a limit, in
// texels of one image size. It is for one goroutine at a time.
type Search struct {
	*Sheet
	scale   geom.Vec2 // texels for each unit of the coordinates
	classes []*class
	corners *sharedCorners
}

// New prepares the outlines of all classes, for an image that has so many texels in each unit of the
// coordinates.
func New(ctx context.Context, s *Sheet, scale geom.Vec2, workers int) (*Search, error) {
	p := &Search{Sheet: s, scale: scale, classes: make([]*class, len(s.Classes)), corners: sharedCornersOf(s)}
	err := parallel.Ranges(ctx, workers, len(p.classes), 64, func(lo, hi int) {
		var points []geom.Vec2
		all := make([]class, hi-lo)
		for c := lo; c < hi; c++ {
			p.classes[c] = &all[c-lo]
			points = p.outline(p.classes[c], s.Members(s.Classes[c][0]), points)
		}
	})
	return p, err
}

// allPairs returns the number of pairs of an island of one class and one of the other.
func (s *Sheet) allPairs(k Pair) int64 {
	return int64(len(s.Classes[k.A])) * int64(len(s.Classes[k.B]))
}

// islandPairs returns the number of pairs of islands of two classes that count: those without
// triangles that overlap or are stacked, and without a common corner.
func (p *Search) islandPairs(k Pair) int64 {
	if p.Overlap(k.A, k.B) || intersect(p.classes[k.A].stacked, p.classes[k.B].stacked) {
		return 0
	}
	return p.allPairs(k) - p.corners.pairs(p.Sheet, k)
}

// Joined reports whether two islands have a corner in common.
func (p *Search) Joined(a, b uint32) bool { return p.corners.join(a, b) }

// intersect reports whether two ascending lists have a member in common.
func intersect(a, b []uint32) bool {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			return true
		}
	}
	return false
}

// errTooMany reports that a search was given up.
var errTooMany = errors.New("too many pairs are near each other")

// A search by boxes is given up if more than boxesBase pairs of boxes, plus boxesEach for each
// class, are near.
const (
	boxesBase = 1 << 18
	boxesEach = 32
)

// Within finds the pairs of islands nearer to each other than limit, and keeps up to most of the
// nearest pairs of classes.
func (p *Search) Within(ctx context.Context, limit float64, most, workers int) (Found, error) {
	most = max(most, 1)
	found, err := p.findByBoxes(ctx, limit, most, boxesBase+boxesEach*int64(len(p.classes)), workers)
	if errors.Is(err, errTooMany) {
		return p.Dense(ctx, limit, most, workers)
	}
	return found, err
}

// Dense does the same in another way: it takes longer, but not if most pairs are near.
func (p *Search) Dense(ctx context.Context, limit float64, most, workers int) (Found, error) {
	d, err := newDenseSearch(ctx, p, limit)
	if err != nil {
		return Found{}, err
	}
	return d.find(ctx, most, workers)
}

// findByBoxes finds the pairs with a tree of boxes. It fails with errTooMany if more than the given
// number of pairs of boxes are near.
func (p *Search) findByBoxes(ctx context.Context, limit float64, most int, pairs int64, workers int) (Found, error) {
	boxes := make([]geom.Box, len(p.classes))
	for i, c := range p.classes {
		b := c.box
		for k := range 2 {
			// A little more than half of the limit on each side, for rounding.
			b.Min[k], b.Max[k] = b.Min[k]-limit*0.5000001, b.Max[k]+limit*0.5000001
		}
		boxes[i] = b
	}
	// Islands that meet at a corner do not count, so the tree can skip them.
	tree, err := bvh.Build(ctx, workers, boxes, func(i int) [3]uint32 { return p.corners.tags(p.Sheet, uint32(i)) })
	if err != nil {
		return Found{}, err
	}
	found, seen := make([]Found, workers), atomic.Int64{}
	for w := range found {
		found[w].most = most
	}
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	err = tree.SelfPairs(inner, workers, func(worker, i, j int) {
		k := Pair{uint32(min(i, j)), uint32(max(i, j))}
		if n, ok := p.measure(ctx, k, limit); ok {
			found[worker].add(n)
		}
		if seen.Add(1) > pairs {
			cancel()
		}
	}, nil)
	if seen.Load() > pairs && ctx.Err() == nil {
		return Found{}, errTooMany
	}
	return mergedPairs(found, most), err
}

// Beyond returns the least distance of a pair of islands if it is limit or more, -1 if it is not
// found: it looks for pairs at increasing distances, and gives up beyond farthest, and if too many
// near pairs do not count, of islands that overlap each other or meet at many corners.
func (p *Search) Beyond(ctx context.Context, limit, farthest float64, workers int) (least float64, err error) {
	if len(p.classes) < 2 || limit <= 0 {
		return -1, nil
	}
	most := 1<<22 + 256*int64(len(p.classes))
	for limit < farthest {
		limit *= 4
		found, err := p.findByBoxes(ctx, limit, 1, most, workers)
		switch {
		case errors.Is(err, errTooMany):
			return -1, nil
		case err != nil:
			return -1, err
		case found.Pairs > 0:
			return found.Nearest[0].Distance, nil
		}
	}
	return -1, nil
}

// measure returns the distance of the islands of two classes if it is below limit.
func (p *Search) measure(ctx context.Context, k Pair, limit float64) (n Near, ok bool) {
	n = Near{Pair: k, Distance: math.Inf(1), Pairs: p.countable(k, limit)}
	if n.Pairs <= 0 {
		return n, false
	}
	a, b := p.classes[k.A], p.classes[k.B]
	i, j, ok := p.closest(ctx, a, b, limit)
	if ok {
		n.edges, n.Distance = [2]uint32{uint32(i), uint32(j)}, p.distance(a, b, i, j)
	}
	return n, ok
}

// countable returns the number of pairs of islands of two classes that count, 0 for classes that
// are certainly not nearer than limit.
func (p *Search) countable(k Pair, limit float64) int64 {
	if p.corners.joinClasses(p.Sheet, k) || p.classes[k.A].rectangle.Gap(&p.classes[k.B].rectangle) >= limit {
		return 0
	}
	return p.islandPairs(k)
}

// Nearest returns the nearest points of the first islands of two classes, in the coordinates of the
// sheet, and the triangles that they lie on.
func (p *Search) Nearest(n *Near) (at [2]geom.Vec2, triangles [2]uint32) {
	a, b := p.classes[n.A], p.classes[n.B]
	at[0], at[1], _ = a.edges[n.edges[0]].Nearest(&b.edges[n.edges[1]])
	for k := range at {
		at[k] = geom.Vec2{at[k][0] / p.scale[0], at[k][1] / p.scale[1]}
	}
	return at, [2]uint32{uint32(a.of[n.edges[0]] / 3), uint32(b.of[n.edges[1]] / 3)}
}
