package meshcheck

import (
	"cmp"
	"container/heap"
	"context"
	"math/rand/v2"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
)

// sheet is a surface in the world, in leaves of a few triangles that lie together.
type sheet interface {
	// leaves is their number; leaf returns the triangles of one, in out if they fit. All of a
	// leaf belong to the body of the number owner.
	leaves() int
	leaf(i int, out []geom.Triangle) (triangles []geom.Triangle, owner int)
}

// target is what the distance of a sheet is measured from: a closed set of points.
type target interface {
	// distance returns that of p, 0 or less within the set: then how far it is from what is
	// outside, at least, with a minus. A distance of enough or less need not be right, but
	// must not come out as more than enough.
	distance(p geom.Vec, enough float64) float64
	// within bounds the distance over all of a triangle, whose centroid is c, from above;
	// +Inf if there is nothing better than what the distance of the centroid tells.
	within(t *geom.Triangle, c geom.Vec) float64
	// nearest returns a nearest point.
	nearest(p geom.Vec) geom.Vec
	// hides reports that points of a triangle t of the body of the number owner are not
	// to be counted: all that have the points for their corners.
	hides(t *geom.Triangle, points []geom.Vec, owner int) bool
}

// reach finds how far a sheet reaches from a target.
//
// The distance from a set changes no more than one moves. So over a triangle it exceeds
// that of the centroid by no more than the distance to the farthest corner; the triangle
// whose bound is greatest is halved until what bounds it is no more than what
// was found. Such a search needs no assumption of where the farthest point is: it need
// not be near a vertex.
type reach struct {
	sheet  sheet
	target target
	// scale is the size of all there is.
	scale float64
	// found is the greatest distance so far, and at its place.
	found float64
	at    geom.Vec
}

const (
	reachSamples = 10_000
	// reachAccuracy is how much greater the distance may be than what was found, as a share
	// of it, and reachGrain as a share of the size of all there is.
	reachAccuracy = 1e-3
	reachGrain    = 0x1p-12
	// reachSplits is the number of triangles that are split at most.
	reachSplits = 30_000
	leavesATask = 64
)

// coverage measures with a number of workers. It returns nil for a sheet of which nothing
// counts, and fails only with ctx's error.
func (r *reach) coverage(ctx context.Context, workers int) (*Coverage, error) {
	c := &Coverage{}
	if err := r.sample(ctx, workers, c); err != nil || c.Samples == 0 {
		return nil, err
	}
	queue, err := r.candidates(ctx, workers)
	if err != nil {
		return nil, err
	}
	if c.Error, err = r.refine(ctx, queue); err != nil {
		return nil, err
	}
	c.Greatest = r.found
	c.Places = [2]geom.Vec{r.at, r.at}
	if r.found > 0 {
		c.Places[1] = r.target.nearest(r.at)
	}
	return c, nil
}

// enough is the bound up to which a triangle need not be looked at further.
func (r *reach) enough() float64 { return max(r.found*(1+reachAccuracy), r.found+r.scale*reachGrain) }

// note takes down the distances of the corners of a patch that count.
func (r *reach) note(p *patch) {
	for k, corner := range p.t {
		if d := r.target.distance(corner, r.found); d > r.found && !r.target.hides(&p.t, p.t[k:k+1], p.owner) {
			r.found, r.at = d, corner
		}
	}
}

// sample spreads points over the sheet, as many on each piece as its area has a share.
func (r *reach) sample(ctx context.Context, workers int, c *Coverage) error {
	samples, err := r.spread(ctx, workers)
	if err != nil {
		return err
	}
	distances := make([]float64, len(samples))
	err = parallel.Ranges(ctx, workers, len(samples), leavesATask, func(lo, hi int) {
		for k := lo; k < hi; k++ {
			s := &samples[k]
			distances[k] = -1
			if !r.target.hides(&s.t, []geom.Vec{s.at}, s.owner) {
				distances[k] = max(r.target.distance(s.at, -1), 0)
			}
		}
	})
	if err != nil {
		return err
	}
	r.found = -1
	for k, d := range distances {
		if d > r.found {
			r.found, r.at = d, samples[k].at
		}
	}
	distances = slices.DeleteFunc(distances, func(d float64) bool { return d < 0 })
	if c.Samples = len(distances); c.Samples > 0 {
		slices.Sort(distances)
		c.Percentile95 = distances[(len(distances)*95+99)/100-1]
	}
	return nil
}

// drop is a point of a triangle of a sheet.
type drop struct {
	t     geom.Triangle
	at    geom.Vec
	owner int
}

// spread draws the samples: one from each of as many stretches of equal area.
func (r *reach) spread(ctx context.Context, workers int) (samples []drop, err error) {
	upTo := make([]float64, r.sheet.leaves()) // the area of the leaves up to and with each
	err = parallel.Ranges(ctx, workers, len(upTo), leavesATask, func(lo, hi int) {
		var buffer [16]geom.Triangle
		for k := lo; k < hi; k++ {
			triangles, _ := r.sheet.leaf(k, buffer[:0])
			for i := range triangles {
				upTo[k] += triangles[i].Area()
			}
		}
	})
	if err != nil {
		return nil, err
	}
	for k := 1; k < len(upTo); k++ {
		upTo[k] += upTo[k-1]
	}
	if len(upTo) == 0 || !(upTo[len(upTo)-1] > 0) {
		return nil, nil
	}
	whole := upTo[len(upTo)-1]
	random := rand.New(rand.NewPCG(0x6d65736863686563, 0x6b))
	var buffer [16]geom.Triangle
	for k := range reachSamples {
		at := whole * (float64(k) + random.Float64()) / reachSamples
		l, _ := slices.BinarySearch(upTo, at)
		l = min(l, len(upTo)-1)
		triangles, owner := r.sheet.leaf(l, buffer[:0])
		t, p := pick(triangles, upTo[l]-at, random)
		samples = append(samples, drop{t, p, owner})
	}
	return samples, nil
}

// pick returns a point of the triangle in which the area, counted from the last, passes
// rest.
func pick(triangles []geom.Triangle, rest float64, random *rand.Rand) (geom.Triangle, geom.Vec) {
	k := len(triangles) - 1
	for ; k > 0; k-- {
		if rest -= triangles[k].Area(); rest < 0 {
			break
		}
	}
	t, u, v := triangles[k], random.Float64(), random.Float64()
	if u+v > 1 {
		u, v = 1-u, 1-v
	}
	return t, t[0].Add(t[1].Sub(t[0]).Scale(u)).Add(t[2].Sub(t[0]).Scale(v))
}

// patch is a triangle of a sheet with a bound of the distance over it.
type patch struct {
	t     geom.Triangle
	bound float64
	owner int
}

// newPatch bounds a triangle; keep is false if it is out of the question.
func (r *reach) newPatch(t *geom.Triangle, owner int) (p patch, keep bool) {
	c, radius := middle(t)
	enough := r.enough()
	bound := r.target.distance(c, enough-radius) + radius
	if bound > enough {
		bound = min(bound, r.target.within(t, c))
	}
	return patch{*t, bound, owner}, bound > enough && !r.target.hides(t, t[:], owner)
}

// middle returns the centroid of t and the distance to the farthest corner, rounded up.
func middle(t *geom.Triangle) (c geom.Vec, radius float64) {
	c = t[0].Add(t[1]).Add(t[2]).Scale(1.0 / 3)
	for _, p := range t {
		radius = max(radius, p.Sub(c).Norm())
	}
	return c, radius * (1 + 0x1p-40)
}

// candidates returns the triangles whose bounds exceed what the samples found.
func (r *reach) candidates(ctx context.Context, workers int) (patches, error) {
	n := r.sheet.leaves()
	kept := make([]patches, (n+leavesATask-1)/leavesATask)
	err := parallel.Ranges(ctx, workers, n, leavesATask, func(lo, hi int) {
		var buffer [16]geom.Triangle
		for k := lo; k < hi; k++ {
			triangles, owner := r.sheet.leaf(k, buffer[:0])
			if r.outOfReach(triangles) {
				continue
			}
			for i := range triangles {
				if p, keep := r.newPatch(&triangles[i], owner); keep {
					kept[lo/leavesATask] = append(kept[lo/leavesATask], p)
				}
			}
		}
	})
	queue := slices.Concat(kept...)
	heap.Init(&queue)
	return queue, err
}

// outOfReach bounds all triangles of a leaf together.
func (r *reach) outOfReach(triangles []geom.Triangle) bool {
	b := geom.EmptyBox()
	for i := range triangles {
		b = b.Union(triangles[i].Box())
	}
	radius := b.Diagonal() / 2 * (1 + 0x1p-40)
	enough := r.enough()
	return r.target.distance(b.Min.Add(b.Max).Scale(0.5), enough-radius)+radius <= enough
}

// refine splits the triangles whose bounds are greatest until all bounds are met, and
// returns by how much the distance may still be greater than what was found.
func (r *reach) refine(ctx context.Context, queue patches) (float64, error) {
	for splits := 0; len(queue) > 0 && queue[0].bound > r.enough(); splits++ {
		if splits == reachSplits {
			break
		}
		if splits%leavesATask == 0 && ctx.Err() != nil {
			return 0, ctx.Err()
		}
		p := heap.Pop(&queue).(patch)
		r.note(&p)
		for _, t := range halves(&p.t) {
			if q, keep := r.newPatch(&t, p.owner); keep {
				heap.Push(&queue, q)
			}
		}
	}
	if len(queue) == 0 {
		return r.enough() - r.found, ctx.Err()
	}
	return max(queue[0].bound, r.enough()) - r.found, ctx.Err()
}

// halves splits a triangle at the middle of its longest edge, which makes even a needle
// round in the end.
func halves(t *geom.Triangle) [2]geom.Triangle {
	longest, at := -1.0, 0
	for k := range t {
		if d := t[(k+1)%3].Sub(t[k]).Norm(); d > longest {
			longest, at = d, k
		}
	}
	p, q, r := t[at], t[(at+1)%3], t[(at+2)%3]
	m := p.Add(q).Scale(0.5)
	return [2]geom.Triangle{{p, m, r}, {m, q, r}}
}

// patches is a heap, the greatest bound first; of equal ones in the order of places, so
// that there is one order.
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
