package parts

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/collect"
)

// outcome is the result for a pair, with its findings but without their geometry.
type outcome struct {
	indexPair
	pair    check.Pair
	entries []collect.Entry
	regions []int // of each entry, -1 for none
}

// compareOutcomes puts the worst first.
func compareOutcomes(x, y *outcome) int {
	p, q := &x.pair, &y.pair
	if p.Fails() != q.Fails() {
		if p.Fails() {
			return -1
		}
		return 1
	}
	return cmp.Or(
		cmp.Compare(p.Severity, q.Severity),
		cmp.Compare(p.Rule, q.Rule),
		compareNearest(p.Nearest, q.Nearest),
		cmp.Compare(q.Depth, p.Depth),
		cmp.Compare(q.Counts.Failing(), p.Counts.Failing()),
		comparePairs(x.indexPair, y.indexPair),
	)
}

// compareNearest puts the nearest first.
func compareNearest(p, q *check.Nearest) int {
	if p == nil || q == nil {
		return 0
	}
	return cmp.Compare(p.Distance, q.Distance)
}

// Limits of the lists of a single pair: the pair itself is what matters, and there may be
// very many pairs.
const (
	listedFindings = 50
	listedRegions  = 20
)

// examine determines how two objects meet; related is false if they do not.
//
// Of most pairs whose boxes meet a plane between the two proves that they do not.
func (c *checker) examine(ctx context.Context, p indexPair, workers int) (o outcome, related bool) {
	a, b := c.objects[p.a], c.objects[p.b]
	o = outcome{indexPair: p, pair: check.Pair{A: a.Name, B: b.Name, Rounding: a.Rounding + b.Rounding}}
	if samePlace(a, b) {
		o.pair.Rule = check.DuplicateInstance
		n := max(a.Shape.Count, b.Shape.Count)
		o.pair.Counts.ByRule[check.Duplicate], o.pair.Counts.Failed[check.Duplicate] = n, n
		return o, true
	}
	related = !farApart(a, b) && c.relate(ctx, &o, workers)
	return o, related
}

// relate determines how the triangles and bodies of two objects meet, and reports whether they
// do.
func (c *checker) relate(ctx context.Context, o *outcome, workers int) bool {
	a, b := c.objects[o.a], c.objects[o.b]
	pc := &pairCheck{a: a, b: b, options: c.options.Settings}
	pc.options.MaxFindings = min(c.options.MaxFindings, listedFindings)
	pc.options.Criteria = nil // the policy is for the pair
	met, err := pc.run(ctx, workers)
	if err != nil {
		return false
	}
	place := arrangement{ctx: ctx, objects: [2]*object{a, b}, through: met.crossing >= 0}
	if !place.through {
		if err = place.classify(pc, met, workers); err != nil {
			return false
		}
	}
	return o.judge(ctx, met, &place, pc, c.limit(a, b)) && o.list(ctx, pc) == nil
}

// limit returns the tolerance for a pair.
func (c *checker) limit(a, b *object) float64 {
	t := c.options.Tolerance
	if t.Relative {
		return t.Value * a.Box.Union(b.Box).Diagonal()
	}
	return t.Value
}

// judge sets the rule and the depth of the pair. It returns false if the two objects do not
// meet.
//
// Objects that penetrate each other no deeper than the tolerance are in contact only. Open
// surfaces that coincide overlap, whatever their depth.
func (o *outcome) judge(ctx context.Context, met contact, p *arrangement, pc *pairCheck, tolerance float64) bool {
	o.measure(ctx, met, p, pc, tolerance)
	switch {
	case met.crossing >= 0:
		o.pair.Rounding = met.rounding
	case len(p.near.pairs) > 0:
		o.pair.Rounding = p.near.rounding
	}
	shallow := tolerance > 0 && o.pair.Depth+o.pair.DepthError <= tolerance
	switch {
	case p.coincident && !p.through:
		o.pair.Rule = check.PartsOverlap
	case p.through && !shallow && (p.coincident || met.coincident):
		o.pair.Rule = check.PartsOverlap
	case p.through && !shallow:
		o.pair.Rule = check.PartsCrossing
	case (p.inner[0] || p.inner[1]) && !p.through && !shallow:
		o.pair.Rule = check.Contained
		if p.inner[1] {
			o.pair.Inner = 1
		}
	case met.meets || p.near.touching || p.through || p.inner[0] || p.inner[1]:
		o.pair.Rule = check.PartsTouch
		o.pair.WithinRounding = !p.through && (met.crosses || !met.meets)
	case p.reason[0] != "":
		o.pair.Rule, o.pair.Reason = check.PartsUndecided, p.reason[0]
	case p.reason[1] != "":
		o.pair.Rule, o.pair.Reason, o.pair.Inner = check.PartsUndecided, p.reason[1], 1
	default:
		return false
	}
	return true
}

// list takes counts, regions and the worst findings out of the pair's collector.
func (o *outcome) list(ctx context.Context, pc *pairCheck) (err error) {
	if pc.collector == nil {
		return nil
	}
	counts, listed, dropped := pc.collector.Total()
	o.pair.Counts, o.entries = counts, slices.Clone(listed)
	o.regions = make([]int, len(listed))
	number := func(collect.Entry) int { return math.MaxInt }
	cut := 0
	if o.pair.Counts.Failing() > 0 {
		var sums []*collect.Region
		if sums, number, err = pc.collector.Regions(ctx); err != nil {
			return err
		}
		o.pair.RegionCount = len(sums)
		cut = min(len(sums), listedRegions, pc.options.MaxFindings)
		for _, s := range sums[:cut] {
			r := s.Region
			r.Parts, r.Shells = nil, nil
			o.pair.Regions = append(o.pair.Regions, r)
		}
	}
	o.pair.Truncated = dropped || cut < o.pair.RegionCount
	region := func(e collect.Entry) int {
		if e.Rule == check.Touch {
			return math.MaxInt
		}
		return number(e)
	}
	slices.SortStableFunc(o.entries, func(e, f collect.Entry) int { return cmp.Compare(min(region(e), cut), min(region(f), cut)) })
	for k, e := range o.entries {
		if o.regions[k] = region(e); o.regions[k] >= cut {
			o.regions[k] = -1
		}
	}
	return nil
}

// samePlace reports whether a and b are the same geometry at the same place: each triangle
// of one is one of the other, with all corners no farther apart than rounding has moved them.
// Rounding that is coarse compared with the objects explains contact, but does not make
// duplicates of neighbours: a distance of more than a small part of their size keeps them
// apart.
func samePlace(a, b *object) bool {
	if a.Shape == b.Shape && a.World == b.World {
		return true
	}
	small := min(a.Box.Diagonal(), b.Box.Diagonal()) * 0x1p-8
	limit := min(a.Rounding+b.Rounding, small)
	off := max(a.Box.Min.Sub(b.Box.Min).Norm(), a.Box.Max.Sub(b.Box.Max).Norm())
	if off > limit {
		return false
	}
	return a.Shape == b.Shape && sameVertices(a, b, small) || hasTriangles(a, b, small) && hasTriangles(b, a, small)
}

// sameVertices reports whether two places of one shape take all its vertices to the same
// points, up to rounding.
func sameVertices(a, b *object, limit float64) bool {
	for _, v := range a.Shape.Welded.Vertices {
		maxAbs := geom.Vec{math.Abs(v[0]), math.Abs(v[1]), math.Abs(v[2])}
		if a.World.Apply(v).Sub(b.World.Apply(v)).Norm() > min(limit, a.Precision.Within(maxAbs)+b.Precision.Within(maxAbs)) {
			return false
		}
	}
	return true
}

// hasTriangles reports whether each triangle of a is one of b's, up to rounding, in
// whatever order of corners.
func hasTriangles(a, b *object, limit float64) bool {
	for f, proper := range a.Shape.Proper {
		if !proper {
			continue
		}
		t := a.Triangle(uint32(f))
		own := a.RoundingOf(uint32(f))
		found := false
		b.Shape.Tree.Touching(bvh.Round(geom.PointBox(t[0]).Grown(min(limit, own+b.Rounding))), b.toWorld(), func(ids []uint32) {
			for _, g := range ids {
				if !found {
					u := b.Triangle(g)
					found = sameCorners(&t, &u, min(limit, own+b.RoundingOf(g)))
				}
			}
		})
		if !found {
			return false
		}
	}
	return true
}

// sameCorners reports whether the corners of two triangles, in some order, are no farther
// apart than a distance.
func sameCorners(t, u *geom.Triangle, distance float64) bool {
	for _, order := range [...][3]int{{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}} {
		if t[0].Sub(u[order[0]]).Norm() <= distance && t[1].Sub(u[order[1]]).Norm() <= distance && t[2].Sub(u[order[2]]).Norm() <= distance {
			return true
		}
	}
	return false
}
