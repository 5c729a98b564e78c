package parts

import (
	"context"
	"math"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/containment"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/tritri"
)

// clearancePass returns the walk over the pairs of objects that may be too near: those of groups
// whose boxes in the world meet once each has grown by half the clearance.
func (c *checker) clearancePass(ctx context.Context) (*pass, error) {
	walks, err := c.walksOf(ctx, func(o *object) geom.Box { return o.Box.Grown(c.options.Clearance / 2) })
	return &pass{checker: c, walks: walks, near: c.mayBeNear, examine: c.measureClearance}, err
}

// mayBeNear decides by the boxes in the world whether a pair has to be examined.
func (c *checker) mayBeNear(p indexPair) bool {
	a, b := &c.objects[p.a].Box, &c.objects[p.b].Box
	var gap geom.Vec
	for k := range gap {
		gap[k] = max(a.Min[k]-b.Max[k], b.Min[k]-a.Max[k], 0)
	}
	return gap.Norm()*(1-0x1p-49) < c.options.Clearance
}

// measureClearance measures a pair; near is false if it keeps its distance.
//
// Numbers in a file are rounded to float32, which may move two bodies that were modelled exactly
// as far apart as the limit a little nearer to each other. The rounding at the nearest
// triangles is tolerated, but never more than half the limit, so that no pair passes that is
// much too near.
func (c *checker) measureClearance(ctx context.Context, p indexPair, workers int) (o outcome, near bool) {
	a, b := c.objects[p.a], c.objects[p.b]
	objects := containment.Pair{a.Object, b.Object}
	o = outcome{indexPair: p, pair: check.Pair{A: a.Name, B: b.Name, Rule: check.TooNear}}
	limit := c.options.Clearance
	best, near := closest(ctx, objects, limit, workers)
	if near {
		rounding := objects.Rounding(containment.Triangles{best.I, best.J})
		near = best.Distance < limit-min(rounding, limit/2)
	}
	if workers > 1 && near && best.Distance == 0 {
		best, near = closest(ctx, objects, math.SmallestNonzeroFloat64, 1)
	}
	if near {
		o.pair.Rounding, o.pair.Nearest = objects.Rounding(containment.Triangles{best.I, best.J}), nearestOf(a, b, best)
	}
	return o, near
}

// closest finds the triangles that come nearest, if they are nearer than the limit. Of
// triangles in contact it returns the first that the search finds, which is deterministic
// with one worker only.
func closest(ctx context.Context, p containment.Pair, limit float64, workers int) (best boxtree.Approach, near bool) {
	if p[0].Shape == p[1].Shape && p[0].World == p[1].World {
		if best, near = selfPair(p[0]); near {
			return best, true
		}
	}
	return approach(ctx, p[0], p[1], limit, workers)
}

// approach is closest by a descent of both trees.
func approach(ctx context.Context, a, b *world.Object, limit float64, workers int) (best boxtree.Approach, near bool) {
	walk, stop := context.WithCancel(ctx)
	defer stop()
	s := newSearch(a, b, limit, stop)
	best, near, err := boxtree.Closest(walk, workers, a.Shape.Tree, b.Shape.Tree, world.Between(a, b), limit, s.measuring)
	return best, near && (err == nil || ctx.Err() == nil)
}

// selfPair returns the pair that the search finds first between o and a copy of it: the
// first triangle of the tree that has an area in the world, with itself.
func selfPair(o *world.Object) (best boxtree.Approach, near bool) {
	for leaf := range o.Shape.Tree.Leaves() {
		for _, f := range o.Shape.Tree.Leaf(leaf) {
			if t := o.Triangle(f); !t.Degenerate() {
				return boxtree.Approach{I: f, J: f}, true
			}
		}
	}
	return best, false
}

// nearestOf measures the nearest triangles again, for their nearest points.
func nearestOf(a, b *object, best boxtree.Approach) *check.Nearest {
	t, u := a.Triangle(best.I), b.Triangle(best.J)
	n := &check.Nearest{Distance: best.Distance, Faces: [2]check.Face{a.reported(best.I), b.reported(best.J)}}
	n.Points[0], n.Points[1], _ = tritri.Distance(&t, &u)
	if best.Distance == 0 {
		n.Contact = true
	} else if best.Distance == apartByNothing {
		n.Distance = 0
	}
	return n
}

// apartByNothing represents a distance that is too small for float64 to distinguish from 0,
// between triangles that have no point in common.
const apartByNothing = math.SmallestNonzeroFloat64
