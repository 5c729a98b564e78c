package uv

import (
	"cmp"
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/internal/discs"
	"github.com/meshcheck/meshcheck/plane"
)

// stackTolerance is the fraction of the area of two islands by which their common area may differ
// from it in a stack.
const stackTolerance = 1e-6

// stackPairs are the pairs of classes whose islands coincide: the areas that their triangles share
// add up to the area of each, however they are cut. The sum is over pairs of triangles, so an
// island that folds onto itself is not a stack with its copy.
type stackPairs map[classPair]bool

// findStacks finds the stacks among all pairs of islands.
func (o *overlapSearch) findStacks(is *islands) stackPairs {
	area := o.areasOfClasses(is)
	stacked := o.stackedAreas(area)
	found := stackPairs{}
	consider := func(k classPair) {
		both := stacked[k]
		if p := o.sums.pairs[k]; p != nil {
			both += p.area.Value()
		}
		if isShare(both, area[k.a]) && isShare(both, area[k.b]) {
			found[k] = true
		}
	}
	for k := range stacked {
		consider(k)
	}
	for k := range o.sums.pairs {
		consider(k)
	}
	for k, p := range o.sums.pairs {
		p.stack = found[k]
	}
	return found
}

// isShare reports whether an area is the whole area of an island.
func isShare(both, area float64) bool {
	return both-area <= stackTolerance*area && area-both <= stackTolerance*area
}

// areasOfClasses returns the area of an island of each class, the sum over its triangles.
func (o *overlapSearch) areasOfClasses(is *islands) []float64 {
	area := make([]float64, len(o.stacks.islands))
	for class := range area {
		for _, i := range is.members(o.stacks.first(uint32(class))) {
			area[class] += o.layout.triangles[i].Area()
		}
	}
	return area
}

// stackedAreas returns the area of the equal triangles of two islands, for the pairs of classes
// whose islands have areas that are equal enough for stacks.
func (o *overlapSearch) stackedAreas(area []float64) map[classPair]float64 {
	sums := map[classPair]float64{}
	for g := range o.stacks.group {
		entries := o.stacks.of(uint32(g))
		if o.stacks.size[g] < 2 {
			continue
		}
		bySize := slices.Clone(entries)
		slices.SortFunc(bySize, func(a, b entry) int {
			return cmp.Or(cmp.Compare(area[a.class], area[b.class]), cmp.Compare(a.class, b.class), cmp.Compare(a.resolution, b.resolution))
		})
		each := o.layout.triangles[g].Area()
		add := func(a, b entry, times float64) {
			sums[classPair{min(a.class, b.class), max(a.class, b.class)}] += times * each * float64(a.times) * float64(b.times)
		}
		for i, a := range bySize {
			if o.stacks.classSize(a.class) > 1 {
				add(a, a, 1)
			}
			for _, b := range bySize[i+1:] {
				if area[b.class]-area[a.class] > 2*stackTolerance*area[b.class] {
					break
				}
				switch {
				case a.class != b.class:
					add(a, b, 1)
				case o.stacks.classSize(a.class) > 1:
					add(a, b, 2)
				}
			}
		}
	}
	return sums
}

// markOutside marks the triangles that overlap deep, or are part of a wide place, with an island
// that theirs is not stacked with.
func (o *overlapSearch) markOutside(ctx context.Context, stacks stackPairs, workers int) error {
	if !o.stacksOverlap() {
		for e := range o.marks {
			m := o.marks[e].Load()
			if m&overlapsDeep != 0 {
				o.marks[e].Or(outsideStacks)
			}
			if m&overlapsWide != 0 {
				o.marks[e].Or(outsideWide)
			}
		}
		return ctx.Err()
	}
	thin := make([]thinPieces, workers)
	err := o.visit(ctx, workers, func(worker int, i, j uint32) { o.enterOutside(i, j, stacks, &thin[worker]) }, func(float64) {})
	if err != nil {
		return err
	}
	for w := range thin[1:] {
		thin[0].merge(&thin[1+w])
	}
	return o.findWide(ctx, &thin[0], workers, func(i, j uint32) {
		o.outside(i, j, stacks, func(a, b int, _ float64) { o.markBoth(i, a, j, b, outsideWide) })
	})
}

// enterOutside marks the triangles of groups i and j on islands that are not stacks.
func (o *overlapSearch) enterOutside(i, j uint32, stacks stackPairs, thin *thinPieces) {
	t, u := &o.layout.triangles[i], &o.layout.triangles[j]
	deep, width := depthTest{t: t, u: u}, widthTest{piece: discs.Piece{T: t, U: u}, area: plane.SharedArea(t, u)}
	o.outside(i, j, stacks, func(a, b int, resolution float64) {
		if deep.beyond(resolution) {
			o.markBoth(i, a, j, b, outsideStacks)
		}
		if width.wide(resolution) {
			o.markBoth(i, a, j, b, outsideWide)
		}
	})
	thin.add(i, j, &width)
}

// outside calls f with the entries of groups i and j, by index, on islands that are not stacks, and
// the resolution of their triangles.
func (o *overlapSearch) outside(i, j uint32, stacks stackPairs, f func(a, b int, resolution float64)) {
	for a, x := range o.stacks.of(i) {
		for b, y := range o.stacks.of(j) {
			k := classPair{min(x.class, y.class), max(x.class, y.class)}
			if !stacks[k] && k.islandPairs(o.stacks) > 0 {
				f(a, b, max(x.resolution, y.resolution))
			}
		}
	}
}

// stacksOverlap reports whether triangles of a stack overlap, so that not all overlaps are outside
// of stacks.
func (o *overlapSearch) stacksOverlap() bool {
	for _, p := range o.sums.pairs {
		if p.stack {
			return true
		}
	}
	return false
}

// count returns how many triangles have each of the marks.
func (o *overlapSearch) count(mark uint32) (n int) {
	for g := range o.stacks.group {
		for e, x := range o.stacks.of(uint32(g)) {
			if o.marks[int(o.stacks.start[g])+e].Load()&mark != 0 {
				n += int(x.times) * o.stacks.classSize(x.class)
			}
		}
	}
	return n
}
