package meshcheck

import (
	"context"
	"math"
	"sync/atomic"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/tritri"
)

// clearanceCheck finds the objects whose surfaces are nearer to each other than a limit.
type clearanceCheck struct {
	*partsCheck
	limit float64
}

// pass returns the walk over the pairs of objects that may be too near: those whose
// boxes in the world meet once each has grown by half the limit.
func (c *clearanceCheck) pass(ctx context.Context) (*pass, error) {
	boxes := make([]bvh.Box, len(c.objects))
	for i, o := range c.objects {
		boxes[i] = bvh.Round(grown(o.box, c.limit/2))
	}
	tree, err := bvh.Build(ctx, boxes, nil, c.options.Workers)
	return &pass{partsCheck: c.partsCheck, tree: tree, near: c.mayBeNear, examine: c.examine}, err
}

// grown returns b with a margin around it, and a little more for rounding.
func grown(b geom.Box, margin float64) geom.Box {
	for k := range b.Min {
		b.Min[k] = math.Nextafter(b.Min[k]-margin, math.Inf(-1))
		b.Max[k] = math.Nextafter(b.Max[k]+margin, math.Inf(1))
	}
	return b
}

// mayBeNear decides by the boxes in the world whether a pair has to be looked at.
func (c *clearanceCheck) mayBeNear(p couple) bool {
	a, b := &c.objects[p.a].box, &c.objects[p.b].box
	var gap geom.Vec
	for k := range gap {
		gap[k] = max(a.Min[k]-b.Max[k], b.Min[k]-a.Max[k], 0)
	}
	return gap.Norm()*(1-0x1p-49) < c.limit
}

// examine measures a pair; near is false if it keeps its distance.
//
// Numbers in a file are rounded to float32, which moves two bodies that were drawn just
// as far apart as the limit a little nearer or farther. That little is let pass; but
// never more than half the limit, so that nothing is that is much too near.
func (c *clearanceCheck) examine(ctx context.Context, p couple, workers int) (o outcome, near bool) {
	a, b := c.objects[p.a], c.objects[p.b]
	o = outcome{couple: p, pair: PairResult{A: a.name, B: b.name, Kind: PairClearance, Rounding: a.rounding + b.rounding}}
	limit := c.limit - min(o.pair.Rounding, c.limit/2)
	best, near := closest(ctx, a, b, limit, workers)
	if workers > 1 && near && best.Distance == 0 {
		best, near = closest(ctx, a, b, math.SmallestNonzeroFloat64, 1)
	}
	if near {
		o.pair.Nearest = nearestOf(a, b, best)
	}
	return o, near
}

// closest finds the triangles that come nearest, if they are nearer than the limit. Of
// triangles in contact it takes the first that a walk comes to: which one that is depends
// on what goes on beside it if there are several workers, and on nothing if there is one.
func closest(ctx context.Context, a, b *object, limit float64, workers int) (best bvh.Approach, near bool) {
	walk, stop := context.WithCancel(ctx)
	defer stop()
	m := newMeasuring(a, b, limit, stop)
	carry := bvh.Between(a.shape.box, b.shape.box, a.world, b.world)
	best, near, err := bvh.Closest(walk, a.shape.tree, b.shape.tree, carry, limit, workers, m.distance)
	return best, near && (err == nil || ctx.Err() == nil)
}

// nearestOf measures the triangles that come nearest once more, for their points.
func nearestOf(a, b *object, best bvh.Approach) *Nearest {
	t, u := a.triangle(best.I), b.triangle(best.J)
	n := &Nearest{Distance: best.Distance, Faces: [2]Face{a.reported(best.I), b.reported(best.J)}}
	n.Points[0], n.Points[1], _ = tritri.Distance(&t, &u)
	if best.Distance == 0 {
		n.Contact = true
	} else if best.Distance == apartByNothing {
		n.Distance = 0
	}
	return n
}

// apartByNothing stands for a distance that is too small for float64 to tell from 0,
// between triangles that have no point in common.
const apartByNothing = math.SmallestNonzeroFloat64

// measuring is what the distances of the triangles of two objects are measured with. It
// knows the least so far, because it is quicker to tell that others are farther.
type measuring struct {
	a, b *object
	// slack is more than two distances can be off by: triangles that a quick look takes
	// to be farther than the least by that much are farther when measured, whatever
	// the order in which workers come to them.
	slack float64
	least atomic.Uint64 // bits of the least distance so far, the limit at first
	// contact tells that triangles have a point in common, and stop ends the walk then.
	contact atomic.Bool
	stop    func()
}

func newMeasuring(a, b *object, limit float64, stop func()) *measuring {
	whole := a.box.Union(b.box)
	m := &measuring{a: a, b: b, slack: 0x1p-46 * whole.Diagonal(), stop: stop}
	m.least.Store(math.Float64bits(limit))
	return m
}

// distance returns the distance of triangle i of a from triangle j of b in the world, 0
// just where they have a point in common. It returns +Inf if it is not the least, and for
// a triangle that rounding in the world has flattened, which takes part in no pair.
func (m *measuring) distance(i, j uint32) float64 {
	if m.contact.Load() {
		return math.Inf(1)
	}
	t, u := m.a.triangle(i), m.b.triangle(j)
	limit := math.Float64frombits(m.least.Load()) + m.slack
	if farther(&t, &u, limit) {
		return math.Inf(1)
	}
	_, _, d, below := tritri.DistanceBelow(&t, &u, limit)
	switch {
	case !below || t.Degenerate() || u.Degenerate():
		return math.Inf(1)
	case d > 0:
	case tritri.Relate(&t, &u).Kind == tritri.Apart && !meetAtVertex(&t, &u):
		d = apartByNothing
	default:
		m.stop()
		if m.contact.Swap(true) {
			return math.Inf(1)
		}
	}
	lower(&m.least, math.Float64bits(d))
	return d
}

// farther looks along the line through the middles of two triangles, which settles most
// pairs: whether it shows that they are farther apart than a limit.
//
// All that is projected is taken from one corner. The projections are then off by a few
// roundings of the size of both objects, of which slack is more than a hundred.
func farther(t, u *geom.Triangle, limit float64) bool {
	e, f := t[1].Sub(t[0]), t[2].Sub(t[0])
	p, q, r := u[0].Sub(t[0]), u[1].Sub(t[0]), u[2].Sub(t[0])
	d := p.Add(q).Add(r).Sub(e).Sub(f)
	gap := min(d.Dot(p), d.Dot(q), d.Dot(r)) - max(0, d.Dot(e), d.Dot(f))
	return gap > limit*d.Norm()
}

// lower makes x the record unless that is lower.
func lower(record *atomic.Uint64, x uint64) {
	for {
		old := record.Load()
		if x >= old || record.CompareAndSwap(old, x) {
			return
		}
	}
}
