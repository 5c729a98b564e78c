package parts

import (
	"cmp"
	"context"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/internal/containment"
	"github.com/meshcheck/meshcheck/internal/penetration"
	"github.com/meshcheck/meshcheck/internal/world"
)

// outcome is the result for a pair, with its findings but without their geometry.
type outcome struct {
	indexPair
	pair   check.Pair
	listed []collect.Listed
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
		x.compare(y.indexPair),
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
// For most pairs whose boxes meet, a plane between the two proves that they do not.
func (c *checker) examine(ctx context.Context, p indexPair, workers int) (o outcome, related bool) {
	a, b := c.objects[p.a], c.objects[p.b]
	o = outcome{indexPair: p, pair: check.Pair{A: a.Name, B: b.Name, Rounding: a.Rounding + b.Rounding}}
	if samePlace(a.Object, b.Object) {
		o.duplicate(a.Object, b.Object)
		return o, true
	}
	objects := containment.Pair{a.Object, b.Object}
	if objects.FarApart() {
		return o, false
	}
	pc := &pairCheck{objects: objects, options: c.options.Settings}
	pc.options.MaxFindings = min(c.options.MaxFindings, listedFindings)
	pc.options.Criteria = nil // the policy is for the pair
	related, err := o.relate(ctx, pc, workers)
	return o, related && err == nil
}

// duplicate is the outcome for two objects that are the same geometry at the same place.
func (o *outcome) duplicate(a, b *world.Object) {
	o.pair.Rule = check.DuplicateInstance
	n := max(a.Shape.Count, b.Shape.Count)
	o.pair.Counts.ByRule[check.Duplicate], o.pair.Counts.Failed[check.Duplicate] = n, n
}

// relate determines how the triangles and bodies of two objects meet, and reports whether they
// do. It fails only with ctx's error.
func (o *outcome) relate(ctx context.Context, pc *pairCheck, workers int) (related bool, err error) {
	contact, err := pc.run(ctx, workers)
	if err != nil {
		return false, err
	}
	if related, err = o.conclude(ctx, pc, contact, workers); err != nil || !related {
		return false, err
	}
	return true, o.list(ctx, pc)
}

// conclude determines how two objects meet of which the triangles have been compared, and reports whether they
// do. It fails only with ctx's error.
func (o *outcome) conclude(ctx context.Context, pc *pairCheck, contact contact, workers int) (related bool, err error) {
	relation := containment.Relation{Through: true}
	if contact.crossing < 0 {
		var facing *containment.Triangles
		if contact.faces {
			facing = &contact.facing
		}
		if relation, err = pc.objects.Classify(ctx, contact.near, facing, workers); err != nil {
			return false, err
		}
	}
	tolerance := pc.tolerance()
	if err := o.measure(ctx, contact, &relation, pc, tolerance); err != nil {
		return false, err
	}
	return o.judge(contact, &relation, tolerance), nil
}

// tolerance returns the tolerance for the pair, as a length.
func (c *pairCheck) tolerance() float64 {
	t := c.options.Tolerance
	if t.Relative {
		return t.Value * c.objects[0].Box.Union(c.objects[1].Box).Diagonal()
	}
	return t.Value
}

// measure sets the depth of objects that penetrate each other: for two convex bodies the
// shortest translation that separates them; otherwise, if one of them is closed, how deep the
// surface of the other lies in it; and for two open surfaces how far they extend beyond each
// other. It fails only with ctx's error.
func (o *outcome) measure(ctx context.Context, contact contact, r *containment.Relation, pc *pairCheck, tolerance float64) error {
	if !r.Through && !r.Inner[0] && !r.Inner[1] {
		return nil
	}
	a, b := pc.objects[0], pc.objects[1]
	var d penetration.Depth
	var of check.DepthOf
	switch {
	case a.Shape.ConvexHull() != nil && b.Shape.ConvexHull() != nil:
		d, of = penetration.Translation(a, b), check.DepthOfTranslation
	case a.Closed() || b.Closed():
		of = check.DepthOfSurface
		if b.Closed() {
			d = penetration.Surface(ctx, a, b, pc.touched[0].has, tolerance, d)
		}
		if a.Closed() {
			d = penetration.Surface(ctx, b, a, pc.touched[1].has, tolerance, d)
		}
	default:
		near := r.Near
		if len(near.Pairs) == 0 {
			var err error
			if near, err = pc.objects.Neighbours(ctx, 1); err != nil {
				return err
			}
		}
		d, of = penetration.Reach(pc.objects, &near, contact.crossing), check.DepthOfReach
	}
	o.pair.Depth, o.pair.DepthError, o.pair.Deepest = d.Value, d.Error, d.At
	if d.Found {
		o.pair.DepthOf = of
	}
	return nil
}

// judge sets the rule of a pair whose depth is known. It returns false if the two objects do not
// meet.
//
// Objects that penetrate each other no deeper than the tolerance are in contact only. Open
// surfaces that coincide overlap, whatever their depth.
func (o *outcome) judge(contact contact, r *containment.Relation, tolerance float64) bool {
	switch {
	case contact.crossing >= 0:
		o.pair.Rounding = contact.rounding
	case len(r.Near.Pairs) > 0:
		o.pair.Rounding = r.Near.Rounding
	}
	shallow := tolerance > 0 && o.pair.Depth+o.pair.DepthError <= tolerance
	switch {
	case r.Coincident && !r.Through:
		o.pair.Rule = check.PartsOverlap
	case r.Through && !shallow && (r.Coincident || contact.coincident):
		o.pair.Rule = check.PartsOverlap
	case r.Through && !shallow:
		o.pair.Rule = check.PartsCrossing
	case (r.Inner[0] || r.Inner[1]) && !r.Through && !shallow:
		o.pair.Rule = check.Contained
		if r.Inner[1] {
			o.pair.Inner = 1
		}
	case contact.meets || r.Near.Touching || r.Through || r.Inner[0] || r.Inner[1]:
		o.pair.Rule = check.PartsTouch
		o.pair.WithinRounding = !r.Through && (contact.crosses || !contact.meets)
	case r.Undecided[0] != "":
		o.pair.Rule, o.pair.Reason = check.PartsUndecided, r.Undecided[0]
	case r.Undecided[1] != "":
		o.pair.Rule, o.pair.Reason, o.pair.Inner = check.PartsUndecided, r.Undecided[1], 1
	default:
		return false
	}
	return true
}

// list takes counts, regions and the worst findings out of the pair's collector.
func (o *outcome) list(ctx context.Context, pc *pairCheck) error {
	if pc.collector == nil {
		return nil
	}
	regions := collect.NoRegions
	if pc.collector.Counts().Failing() > 0 {
		regions = min(listedRegions, pc.options.MaxFindings)
	}
	r, err := pc.collector.Result(ctx, regions)
	if err != nil {
		return err
	}
	for k := range r.Regions {
		r.Regions[k].Parts, r.Regions[k].Shells = nil, nil
	}
	o.listed = r.Listed
	o.pair.Counts, o.pair.Regions, o.pair.RegionCount, o.pair.Truncated = r.Counts, r.Regions, r.RegionCount, r.Truncated
	return nil
}
