package hausdorff

import (
	"cmp"
	"container/heap"
	"context"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
)

// search finds the one-sided Hausdorff distance of a surface from a target.
//
// The distance from a set is Lipschitz continuous with constant 1. So over a triangle it
// exceeds that of the centroid by no more than the distance to the farthest corner; and if a
// convex function, such as the distance from one convex body, is an upper bound of it, so is
// the greatest value of that function at a corner. The triangle with the greatest bound is
// split until the bound is close to the greatest distance found, or both are on the same side
// of a limit. The farthest point need not be near a vertex.
type search struct {
	surface surface
	target  target
	// scale is the size of the whole comparison.
	scale float64
	// limit is the limit for the distance, 0 for none.
	limit float64
	// found is the greatest distance so far, negative before there is one, and at its place.
	found float64
	at    geom.Vec
	// pruned is the greatest bound of the triangles that were pruned.
	pruned float64
}

const (
	// relativeAccuracy is how much greater the distance may be than the greatest found,
	// relative to it, and absoluteAccuracy relative to the size of the whole comparison.
	relativeAccuracy = 1e-3
	absoluteAccuracy = 0x1p-12
	// roundoff is the distance, relative to that size, that float64 does not distinguish from 0.
	roundoff = 0x1p-44
	// maxSplits is the greatest number of triangles that are split, and maxLimitSplits while it
	// is unknown on which side of a limit the distance is. A split takes as long as about ten
	// queries of the target, so both bound the time of a search.
	maxSplits      = 30_000
	maxLimitSplits = 150_000
	leavesATask    = 64
)

// measure returns the distance, or nil if all of the surface is hidden. It fails only with
// ctx's error.
func (r *search) measure(ctx context.Context, workers int) (*Distance, error) {
	c := &Distance{}
	if err := r.sample(ctx, workers, c); err != nil {
		return nil, err
	}
	queue, err := r.candidates(ctx, workers)
	if err != nil {
		return nil, err
	}
	bound, err := r.refine(ctx, &queue)
	if err != nil {
		return nil, err
	}
	if r.found < 0 {
		if len(queue) == 0 {
			return nil, nil
		}
		r.found, r.at = 0, queue[0].t.Centroid() // which may be hidden
	}
	c.Greatest, c.Error = r.found, r.errorOf(bound)
	if c.Samples == 0 {
		c.Percentile95 = bound
	}
	c.Places = [2]geom.Vec{r.at, r.at}
	if r.found > 0 {
		c.Places[1] = r.target.nearest(r.at)
	}
	return c, nil
}

// errorOf returns how much greater than the greatest distance found the bound is, rounded so
// that their sum in float64 exceeds the limit if and only if the bound does.
func (r *search) errorOf(bound float64) float64 {
	e := max(bound-r.found, 0)
	if bound <= r.limit {
		for e > 0 && r.found+e > bound {
			e = math.Nextafter(e, 0)
		}
		return e
	}
	for r.found+e < bound && e < math.MaxFloat64 {
		e = math.Nextafter(e, math.Inf(1))
	}
	return e
}

// enough is the bound up to which triangles are pruned.
func (r *search) enough() float64 {
	found := max(r.found, 0)
	enough := max(found*(1+relativeAccuracy), found+r.scale*absoluteAccuracy)
	if r.limit > 0 && found <= r.limit {
		return min(enough, r.limit)
	}
	return enough
}

// update updates the greatest distance found with those corners of a patch that are not
// hidden.
func (r *search) update(p *patch) {
	for k, corner := range p.t {
		if d := r.target.Distance(corner, r.found); d > r.found && !r.target.hides(&p.t, p.t[k:k+1], p.owner) {
			r.found, r.at = d, corner
		}
	}
}

// patch is a triangle of a surface with a bound of the distance over it.
type patch struct {
	t     geom.Triangle
	bound float64
	owner int
	// cuts is how many splits at planes in a row led to the patch.
	cuts int
}

// maxCuts is the greatest number of splits at planes in a row: unlike halving, these need not
// make triangles small.
const maxCuts = 4

// newPatch bounds a triangle. keep is false if the triangle can be pruned; the bound is then 0
// if it is hidden.
func (r *search) newPatch(t *geom.Triangle, owner, cuts int) (p patch, keep bool) {
	c, radius := middle(t)
	enough := r.enough()
	bound := r.target.Distance(c, enough-radius) + radius
	if bound > enough {
		m := r.target.majorant(t, c)
		bound = min(bound, max(m[0], m[1], m[2]))
	}
	if bound > enough && r.target.hides(t, t[:], owner) {
		return patch{}, false
	}
	return patch{*t, bound, owner, cuts}, bound > enough
}

// middle returns the centroid of t and the distance to the farthest corner, rounded up.
func middle(t *geom.Triangle) (c geom.Vec, radius float64) {
	c = t.Centroid()
	for _, p := range t {
		radius = max(radius, p.Sub(c).Norm())
	}
	return c, radius * (1 + 0x1p-40)
}

// candidates returns the triangles whose bounds exceed the greatest distance of the samples,
// and updates that with the distances of their corners.
func (r *search) candidates(ctx context.Context, workers int) (patches, error) {
	n := r.surface.leaves()
	tasks := make([]search, (n+leavesATask-1)/leavesATask)
	kept := make([]patches, len(tasks))
	err := parallel.Ranges(ctx, workers, n, leavesATask, func(lo, hi int) {
		task, own := lo/leavesATask, *r // independent, so that the order of tasks does not matter
		var buffer [16]geom.Triangle
		for k := lo; k < hi; k++ {
			triangles, owner := r.surface.leaf(k, buffer[:0])
			if own.pruneLeaf(triangles) {
				continue
			}
			for i := range triangles {
				p, keep := own.newPatch(&triangles[i], owner, 0)
				if keep {
					kept[task] = append(kept[task], p)
					own.update(&p)
				} else {
					own.pruned = max(own.pruned, p.bound)
				}
			}
		}
		tasks[task] = own
	})
	for k := range tasks {
		r.pruned = max(r.pruned, tasks[k].pruned)
		if tasks[k].found > r.found {
			r.found, r.at = tasks[k].found, tasks[k].at
		}
	}
	queue := slices.Concat(kept...)
	heap.Init(&queue)
	return queue, err
}

// pruneLeaf bounds all triangles of a leaf together, and reports whether they can be pruned.
func (r *search) pruneLeaf(triangles []geom.Triangle) bool {
	b := geom.EmptyBox()
	for i := range triangles {
		b = b.Union(triangles[i].Box())
	}
	radius := b.Diagonal() / 2 * (1 + 0x1p-40)
	enough := r.enough()
	bound := r.target.Distance(b.Min.Add(b.Max).Scale(0.5), enough-radius) + radius
	if bound > enough {
		return false
	}
	r.pruned = max(r.pruned, bound)
	return true
}

// refine splits the triangles with the greatest bounds until none is unresolved, and returns
// the upper bound of the distance.
func (r *search) refine(ctx context.Context, queue *patches) (float64, error) {
	for splits := 0; len(*queue) > 0 && r.unresolved((*queue)[0].bound, splits); splits++ {
		if splits%leavesATask == 0 && ctx.Err() != nil {
			return 0, ctx.Err()
		}
		p := heap.Pop(queue).(patch)
		if r.update(&p); p.bound <= r.enough() {
			r.pruned = max(r.pruned, p.bound)
			continue
		}
		pieces, cuts := r.pieces(&p)
		for i := range pieces {
			if q, keep := r.newPatch(&pieces[i], p.owner, cuts); keep {
				heap.Push(queue, q)
			} else {
				r.pruned = max(r.pruned, q.bound)
			}
		}
	}
	if len(*queue) > 0 {
		r.pruned = max(r.pruned, (*queue)[0].bound)
	}
	return max(r.pruned, r.found), ctx.Err()
}

// unresolved reports whether the triangle with the given bound is to be split after the given
// number of splits.
func (r *search) unresolved(bound float64, splits int) bool {
	found := max(r.found, 0)
	if bound <= r.enough() || bound-found <= r.scale*roundoff {
		return false
	}
	undecided := r.limit > 0 && found <= r.limit && r.limit < bound
	return splits < maxSplits || undecided && splits < maxLimitSplits
}

// patches is a heap, the greatest bound first; patches with equal bounds are ordered by
// coordinates, so that the order is unique.
type patches []patch

func (q patches) Len() int { return len(q) }
func (q patches) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(q[j].bound, q[i].bound), cmp.Compare(q[i].owner, q[j].owner), compareTriangles(&q[i].t, &q[j].t)) < 0
}
func (q patches) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *patches) Push(x any)   { *q = append(*q, x.(patch)) }
func (q *patches) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// compareTriangles compares two triangles by their coordinates.
func compareTriangles(t, u *geom.Triangle) int {
	return cmp.Or(slices.Compare(t[0][:], u[0][:]), slices.Compare(t[1][:], u[1][:]), slices.Compare(t[2][:], u[2][:]))
}
