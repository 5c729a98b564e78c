package uv

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"sync/atomic"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
)

// paddingSearch finds the pairs of islands of a sheet that are nearer to each other than a limit,
// in texels of one image size. Equal islands are examined once. Pairs with an overlap, a stacked
// triangle or a corner in common do not count.
type paddingSearch struct {
	layout  *layout
	islands *islands
	stacks  *stacks
	scale   geom.Vec2 // texels for each unit of the coordinates shown
	classes []*paddingClass
	corners *sharedCorners
	// overlaps are the pairs of classes that share area.
	overlaps map[classPair]*shared
}

// near is a pair of classes that are nearer to each other than the limit.
type near struct {
	key      classPair
	distance float64
	edges    [2]uint32 // of the outlines of the classes, that are so near
	count    int64     // pairs of islands
}

// newPaddingSearch prepares the outlines of all classes for an image size.
func newPaddingSearch(ctx context.Context, l *layout, is *islands, o *overlapSearch, size [2]int, workers int) (*paddingSearch, error) {
	p := &paddingSearch{
		layout: l, islands: is, stacks: o.stacks, classes: make([]*paddingClass, len(o.stacks.islands)),
		scale:    geom.Vec2{float64(size[0]) / l.shownTile(), float64(size[1]) / l.shownTile()},
		overlaps: o.sums.pairs, corners: sharedCornersOf(l, is),
	}
	err := parallel.Ranges(ctx, workers, len(p.classes), 64, func(lo, hi int) {
		var points []geom.Vec2
		all := make([]paddingClass, hi-lo)
		for c := lo; c < hi; c++ {
			p.classes[c] = &all[c-lo]
			points = p.outline(p.classes[c], is.members(o.stacks.first(uint32(c))), points)
		}
	})
	return p, err
}

// islandPairs returns the number of pairs of islands of two classes that count: those without
// triangles that overlap or are stacked, and without a common corner.
func (p *paddingSearch) islandPairs(k classPair) int64 {
	if k.a == k.b || p.overlaps[k] != nil || intersect(p.classes[k.a].stacked, p.classes[k.b].stacked) {
		return 0
	}
	return k.islandPairs(p.stacks) - p.corners.pairs(p.stacks, k)
}

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

// nearPairs are pairs of classes that are nearer to each other than a limit.
type nearPairs struct {
	// count is the number of pairs of islands, touching those at a distance of 0.
	count, touching int64
	// nearest has the nearest pairs of classes: as many as most, and up to as many others.
	nearest []near
	most    int
	// farthest is the last of the nearest pairs so far, once some have been dropped.
	farthest *near
}

// compareNear orders pairs by distance, then by classes.
func compareNear(m, n near) int {
	return cmp.Or(cmp.Compare(m.distance, n.distance), cmp.Compare(m.key.a, n.key.a), cmp.Compare(m.key.b, n.key.b))
}

// add counts a pair, and keeps it if it is one of the nearest.
func (f *nearPairs) add(n near) {
	f.count += n.count
	if n.distance == 0 {
		f.touching += n.count
	}
	f.keep(n)
}

// keep keeps a pair if it may be one of the nearest.
func (f *nearPairs) keep(n near) {
	if f.farthest != nil && compareNear(n, *f.farthest) >= 0 {
		return
	}
	if f.nearest = append(f.nearest, n); len(f.nearest) >= 2*f.most {
		f.trim()
		last := f.nearest[f.most-1]
		f.farthest = &last
	}
}

// trim sorts the pairs and drops all but the nearest.
func (f *nearPairs) trim() {
	slices.SortFunc(f.nearest, compareNear)
	f.nearest = f.nearest[:min(len(f.nearest), f.most)]
}

// mergedPairs merges the pairs of several workers.
func mergedPairs(all []nearPairs, most int) nearPairs {
	sum := nearPairs{most: most}
	for i := range all {
		sum.count, sum.touching = sum.count+all[i].count, sum.touching+all[i].touching
		sum.nearest = append(sum.nearest, all[i].nearest...)
	}
	sum.trim()
	return sum
}

// A search by boxes is given up if more than boxesBase pairs of boxes, plus boxesEach for each
// class, are near.
const (
	boxesBase = 1 << 18
	boxesEach = 32
)

// find finds the pairs of classes nearer to each other than limit, and keeps up to most of the
// nearest.
func (p *paddingSearch) find(ctx context.Context, limit float64, most, workers int) (nearPairs, error) {
	most = max(most, 1)
	found, err := p.findByBoxes(ctx, limit, most, boxesBase+boxesEach*int64(len(p.classes)), workers)
	if !errors.Is(err, errTooMany) {
		return found, err
	}
	d, err := newDenseSearch(ctx, p, limit)
	if err != nil {
		return nearPairs{}, err
	}
	return d.find(ctx, most, workers)
}

// findByBoxes does the same with a tree of boxes. It fails with errTooMany if more than the given
// number of pairs of boxes are near.
func (p *paddingSearch) findByBoxes(ctx context.Context, limit float64, most int, pairs int64, workers int) (nearPairs, error) {
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
	tree, err := bvh.Build(ctx, workers, boxes, func(i int) [3]uint32 { return p.corners.tags(p.stacks, uint32(i)) })
	if err != nil {
		return nearPairs{}, err
	}
	found, seen := make([]nearPairs, workers), atomic.Int64{}
	for w := range found {
		found[w].most = most
	}
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	err = tree.SelfPairs(inner, workers, func(worker, i, j int) {
		k := classPair{uint32(min(i, j)), uint32(max(i, j))}
		if n, ok := p.measure(ctx, k, limit); ok {
			found[worker].add(n)
		}
		if seen.Add(1) > pairs {
			cancel()
		}
	}, nil)
	if seen.Load() > pairs && ctx.Err() == nil {
		return nearPairs{}, errTooMany
	}
	return mergedPairs(found, most), err
}

// findBeyond looks for pairs at increasing distances until there are some, and keeps the nearest.
// It gives up beyond a distance, and if too many near pairs do not count: islands that overlap each
// other or meet at many corners.
func (p *paddingSearch) findBeyond(ctx context.Context, limit, farthest float64, workers int) (found nearPairs, err error) {
	if len(p.classes) < 2 || limit <= 0 {
		return found, nil
	}
	most := 1<<22 + 256*int64(len(p.classes))
	for found.count == 0 && limit < farthest {
		limit *= 4
		if found, err = p.findByBoxes(ctx, limit, 1, most, workers); errors.Is(err, errTooMany) {
			return nearPairs{}, nil
		} else if err != nil {
			return nearPairs{}, err
		}
	}
	return found, nil
}

// measure returns the distance of the islands of two classes if it is below limit.
func (p *paddingSearch) measure(ctx context.Context, k classPair, limit float64) (n near, ok bool) {
	n = near{key: k, distance: math.Inf(1), count: p.countable(k, limit)}
	if n.count <= 0 {
		return n, false
	}
	a, b := p.classes[k.a], p.classes[k.b]
	i, j, ok := p.closest(ctx, a, b, limit)
	if ok {
		n.edges, n.distance = [2]uint32{uint32(i), uint32(j)}, p.distance(a, b, i, j)
	}
	return n, ok
}

// countable returns the number of pairs of islands of two classes that count, 0 for classes that
// are certainly not nearer than limit.
func (p *paddingSearch) countable(k classPair, limit float64) int64 {
	if p.corners.joinClasses(p.stacks, k) || p.classes[k.a].rectangle.Gap(&p.classes[k.b].rectangle) >= limit {
		return 0
	}
	return p.islandPairs(k)
}

// nearest returns the nearest points of two classes in texels, and the triangles that they lie on.
func (p *paddingSearch) nearest(n *near) (at [2]geom.Vec2, triangles [2]uint32) {
	a, b := p.classes[n.key.a], p.classes[n.key.b]
	at[0], at[1], _ = a.edges[n.edges[0]].Nearest(&b.edges[n.edges[1]])
	return at, [2]uint32{uint32(a.of[n.edges[0]] / 3), uint32(b.of[n.edges[1]] / 3)}
}
