package uv

import (
	"context"
	"errors"
	"math"
	"sync/atomic"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/discs"
	"github.com/meshcheck/meshcheck/internal/exactsum"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/plane"
)

// Marks of an entry are findings about its triangles.
const (
	overlaps = 1 << iota
	overlapsDeep
	folds
	foldsDeep
	// outsideStacks: overlaps an island deep without being stacked with it.
	outsideStacks
	// The same for wide places, as in places.go.
	overlapsWide
	foldsWide
	outsideWide
)

// overlapSearch finds the triangles of a layout that share area, and the pairs of their islands.
// Equal triangles are compared once, and so are equal islands.
type overlapSearch struct {
	layout *layout
	stacks *stacks
	tree   *boxtree.Tree
	// slivers replaces tree if too many boxes meet without an overlap.
	slivers *sliverSearch
	// settled: all pairs have been visited once, and can be so again.
	settled bool
	marks   []atomic.Uint32 // of each entry
	sums    overlapSums
}

// overlapSums are sums over pairs of triangles that overlap. Sums of several workers can be merged,
// in any order.
type overlapSums struct {
	pairs     map[classPair]*shared
	pairCount int64 // pairs of triangles of different islands
	foldCount int64 // pairs of triangles of one island
	foldArea  exactsum.Exact
	thin      thinPieces
}

// newOverlapSearch builds a tree over one triangle of each group.
func newOverlapSearch(ctx context.Context, l *layout, s *stacks, workers int) (*overlapSearch, error) {
	o := &overlapSearch{layout: l, stacks: s, marks: make([]atomic.Uint32, len(s.entries))}
	boxes := make([]boxtree.Box, len(l.triangles))
	err := parallel.Ranges(ctx, workers, len(boxes), chunk, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if boxes[i] = boxtree.EmptyBox; s.group[i] == uint32(i) {
				boxes[i] = openBox(&l.triangles[i])
			}
		}
	})
	if err != nil {
		return nil, err
	}
	o.tree, err = boxtree.Build(ctx, workers, boxes, nil)
	return o, err
}

// openBox returns a box of t such that the boxes of two triangles have a point in common if the
// interiors of their bounding boxes do, and hardly ever otherwise: its upper sides are the float32
// numbers just below. Neighbours in a grid are therefore not candidates.
func openBox(t *plane.Triangle) boxtree.Box {
	p, q, r := geom.Vec{t[0][0], t[0][1]}, geom.Vec{t[1][0], t[1][1]}, geom.Vec{t[2][0], t[2][1]}
	b := boxtree.BoxOf(&p, &q, &r)
	b[3] = math.Nextafter32(b[3], float32(math.Inf(-1)))
	b[4] = math.Nextafter32(b[4], float32(math.Inf(-1)))
	return b
}

// run finds all pairs.
func (o *overlapSearch) run(ctx context.Context, workers int, progress func(share float64)) error {
	err := o.collect(ctx, workers, progress)
	o.settled = !errors.Is(err, errTooMany)
	if o.settled {
		return err
	}
	for e := range o.marks {
		o.marks[e].Store(0)
	}
	var groups []uint32
	for i, g := range o.stacks.group {
		if g == uint32(i) {
			groups = append(groups, g)
		}
	}
	if o.slivers, err = newSliverSearch(ctx, o.layout.triangles, groups); err != nil {
		return err
	}
	return o.collect(ctx, workers, progress)
}

// collect adds up all pairs.
func (o *overlapSearch) collect(ctx context.Context, workers int, progress func(share float64)) error {
	sums := make([]overlapSums, workers)
	for w := range sums {
		sums[w] = overlapSums{pairs: map[classPair]*shared{}}
	}
	err := o.visit(ctx, workers, func(worker int, i, j uint32) { o.enter(&sums[worker], i, j) }, progress)
	o.sums = sums[0]
	for w := range sums[1:] {
		o.sums.merge(&sums[1+w])
	}
	return err
}

// visit calls f with all pairs of groups, i < j, whose triangles share area. It fails with
// errTooMany if slivers should be searched instead.
func (o *overlapSearch) visit(ctx context.Context, workers int, f func(worker int, i, j uint32), progress func(share float64)) error {
	if o.slivers != nil {
		return o.slivers.visit(ctx, workers, f, progress)
	}
	triangles := o.layout.triangles
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	vain, most := make([]vainCount, workers), vainBase+vainEach*int64(len(triangles))
	var all atomic.Int64
	err := o.tree.SelfPairs(inner, workers, func(worker int, b *boxtree.Block) {
		is, js, n := o.tree.Leaf(b.I), o.tree.Leaf(b.J), &vain[worker].n
		for x, y := range b.Pairs() {
			i, j := is[x], js[y]
			if plane.Overlap(&triangles[i], &triangles[j]) {
				f(worker, min(i, j), max(i, j))
			} else {
				*n++
			}
		}
		if *n >= vainStep && !o.settled {
			if all.Add(*n) > most {
				cancel()
			}
			*n = 0
		}
	}, func(done, total int) { progress(float64(done) / float64(total)) })
	if all.Load() > most && ctx.Err() == nil {
		return errTooMany
	}
	return err
}

// errTooMany reports that a search by boxes was given up.
var errTooMany = errors.New("too many boxes of triangles meet")

// The search by boxes is given up for a sliverSearch if more than vainBase boxes, plus vainEach for
// each triangle, meet without an overlap. A typical layout has about five for each triangle.
const (
	vainBase = 1 << 20
	vainEach = 32
	vainStep = 1 << 12 // that a worker counts for itself
)

// vainCount is the number of pairs that a worker has compared without finding an overlap.
type vainCount struct {
	n int64
	_ parallel.Padding
}

// enter records that the triangles of groups i and j overlap.
func (o *overlapSearch) enter(sums *overlapSums, i, j uint32) {
	t, u := &o.layout.triangles[i], &o.layout.triangles[j]
	area := plane.SharedArea(t, u)
	deep, width := depthTest{t: t, u: u}, widthTest{piece: discs.Piece{T: t, U: u}, area: area}
	for a, x := range o.stacks.of(i) {
		for b, y := range o.stacks.of(j) {
			beyond, wide := deep.beyond(max(x.resolution, y.resolution)), width.wide(max(x.resolution, y.resolution))
			within, between := uint32(folds), uint32(overlaps)
			if beyond {
				within, between = within|foldsDeep, between|overlapsDeep
			}
			if wide {
				within, between = within|foldsWide, between|overlapsWide
			}
			times, marks := int64(x.times)*int64(y.times), between
			size := int64(o.stacks.classSize(x.class))
			if x.class == y.class {
				sums.foldCount += times * size
				sums.foldArea.AddTimes(area, int(times*size))
				if marks = within; size > 1 {
					marks |= between
				}
			}
			o.mark(i, a, marks)
			o.mark(j, b, marks)
			if x.class != y.class || size > 1 {
				sums.add(o, x, y, sharing{area, [2]uint32{i, j}, times, beyond, wide})
			}
		}
	}
	sums.thin.add(i, j, &width)
}

func (o *overlapSearch) mark(group uint32, entry int, marks uint32) {
	m := &o.marks[o.stacks.start[group]+uint32(entry)]
	if m.Load()&marks != marks {
		m.Or(marks)
	}
}

// depthTest decides whether two triangles overlap deeper than a limit. It remembers the last
// answer.
type depthTest struct {
	t, u   *plane.Triangle
	limit  float64
	known  bool
	answer bool
}

func (d *depthTest) beyond(limit float64) bool {
	if !d.known || d.limit != limit {
		d.known, d.limit, d.answer = true, limit, plane.DeeperThan(d.t, d.u, limit)
	}
	return d.answer
}
