package meshcheck

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// outcome is what came of a pair, its findings without their geometry.
type outcome struct {
	couple
	pair    PairResult
	entries []entry
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
		cmp.Compare(p.Kind, q.Kind),
		compareNearest(p.Nearest, q.Nearest),
		cmp.Compare(q.Depth, p.Depth),
		cmp.Compare(q.Counts.Failing(), p.Counts.Failing()),
		compareCouples(x.couple, y.couple),
	)
}

// compareNearest puts the nearest first.
func compareNearest(p, q *Nearest) int {
	if p == nil || q == nil {
		return 0
	}
	return cmp.Compare(p.Distance, q.Distance)
}

func compareCouples(p, q couple) int {
	return cmp.Or(cmp.Compare(p.a, q.a), cmp.Compare(p.b, q.b))
}

// What is listed of a single pair at most: the pair is what matters, and there may be
// very many of them.
const (
	listedFindings = 50
	listedRegions  = 20
)

// examine finds out what two objects have to do with each other; related is false if
// that is nothing.
func (c *partsCheck) examine(ctx context.Context, p couple, workers int) (o outcome, related bool) {
	a, b := c.objects[p.a], c.objects[p.b]
	o = outcome{couple: p, pair: PairResult{A: a.name, B: b.name, Rounding: a.rounding + b.rounding}}
	if samePlace(a, b) {
		o.pair.Kind = PairDuplicate
		n := max(a.shape.count, b.shape.count)
		o.pair.Counts.ByKind[Duplicate], o.pair.Counts.Failed[Duplicate] = n, n
		return o, true
	}
	pc := &pairCheck{a: a, b: b, options: c.options}
	pc.options.MaxFindings = min(c.options.MaxFindings, listedFindings)
	pc.options.judges = nil // the policy is for the pair
	met, err := pc.run(ctx, workers)
	if err != nil {
		return o, false
	}
	d := dive{ctx: ctx, pair: pc, workers: workers}
	tolerance := c.limit(a, b)
	if d.run(met.any, met.crossings <= max(tolerance, o.pair.Rounding)) != nil {
		return o, false
	}
	if related = o.judge(met, &d, tolerance); related {
		o.list(pc)
	}
	return o, related
}

// limit returns the tolerance for a pair.
func (c *partsCheck) limit(a, b *object) float64 {
	t := c.options.Tolerance
	if t.Relative {
		return t.Value * a.box.Union(b.box).Diagonal()
	}
	return t.Value
}

// judge gives the pair its kind and depth. It returns false for a pair that has nothing
// to do with each other.
//
// Surfaces that pass through each other no deeper than the limit, by their triangles and
// by what lies inside, are in contact only. An overlap, which has area, is never contact
// for being shallow in the sense of a tolerance unless both objects are closed, so that
// it tells how far the bodies are in each other.
func (o *outcome) judge(met contact, d *dive, tolerance float64) bool {
	limit := max(tolerance, o.pair.Rounding)
	flat := o.pair.Rounding
	if d.closed[0] && d.closed[1] {
		flat = limit
	}
	deep := d.deepest()
	o.measure(met, d)
	switch {
	case met.crossings > limit, met.crossings >= 0 && deep.depth > limit:
		o.pair.Kind = PairCrossing
	case met.aligned > flat, met.aligned >= 0 && deep.depth > limit:
		o.pair.Kind = PairOverlap
	case d.passes() && deep.depth > limit:
		o.pair.Kind = PairCrossing
	case d.contains(0) && deep.depth > limit, d.contains(1) && deep.depth > limit:
		o.pair.Kind = PairContained
		if d.contains(1) {
			o.pair.Inner = 1
		}
	case met.any || d.within[0].inside || d.within[1].inside:
		o.pair.Kind = PairTouch
		through := max(met.crossings, met.aligned, deep.depth)
		o.pair.WithinRounding = through <= o.pair.Rounding && (met.crossings >= 0 || met.aligned >= 0 || deep.depth > 0)
	case d.reason[0] != "":
		o.pair.Kind, o.pair.Reason = PairNotChecked, d.reason[0]
	case d.reason[1] != "":
		o.pair.Kind, o.pair.Reason, o.pair.Inner = PairNotChecked, d.reason[1], 1
	default:
		return false
	}
	return true
}

// measure sets the depth: of what lies inside a closed object or else of triangles.
func (o *outcome) measure(met contact, d *dive) {
	deep := d.deepest()
	switch {
	case deep.depth > 0:
		o.pair.Depth, o.pair.Deepest, o.pair.DepthOf = deep.depth, deep.at, deep.of
	case met.crossings >= 0:
		o.pair.Depth, o.pair.DepthOf = met.crossings, DepthOfTriangles
	}
}

// list takes counts, regions and the worst findings out of the pair's ledger.
func (o *outcome) list(pc *pairCheck) {
	if pc.ledger == nil {
		return
	}
	counts, listed, dropped := pc.ledger.total()
	o.pair.Counts, o.entries = counts, slices.Clone(listed)
	o.regions = make([]int, len(listed))
	number := func(uint32) int { return math.MaxInt }
	cut := 0
	if counts.Failing() > 0 {
		var sums []*regionSum
		sums, number = pc.ledger.regions()
		o.pair.RegionCount = len(sums)
		cut = min(len(sums), listedRegions, pc.options.MaxFindings)
		for _, s := range sums[:cut] {
			r := s.region()
			r.Parts = nil
			o.pair.Regions = append(o.pair.Regions, r)
		}
	}
	o.pair.Truncated = dropped || cut < o.pair.RegionCount
	region := func(e entry) int {
		if e.kind == Touch {
			return math.MaxInt
		}
		return number(pc.a.shape.welded.Faces[e.i][0])
	}
	slices.SortStableFunc(o.entries, func(e, f entry) int { return cmp.Compare(min(region(e), cut), min(region(f), cut)) })
	for k, e := range o.entries {
		if o.regions[k] = region(e); o.regions[k] >= cut {
			o.regions[k] = -1
		}
	}
}

// samePlace reports whether a and b are the same geometry at the same place: one shape
// whose two places differ by no more than rounding, or equal triangles. Where rounding is
// coarse against the objects themselves it explains contact, but it makes no doubles of
// neighbours: more than a small part of their size sets them apart.
func samePlace(a, b *object) bool {
	limit := min(a.rounding+b.rounding, min(a.box.Diagonal(), b.box.Diagonal())*0x1p-8)
	if a.shape == b.shape && (a.world == b.world || displacement(a, b) <= limit) {
		return true
	}
	off := max(a.box.Min.Sub(b.box.Min).Norm(), a.box.Max.Sub(b.box.Max).Norm())
	return off <= limit && slices.Equal(canonical(a), canonical(b))
}

// displacement returns how far apart two places of one shape take a point of it at most:
// the difference of two affine maps is greatest at a corner of the box.
func displacement(a, b *object) float64 {
	var difference geom.Affine
	for r := range difference {
		for k := range difference[r] {
			difference[r][k] = a.world[r][k] - b.world[r][k]
		}
	}
	moved := difference.ApplyBox(a.shape.box)
	return geom.Vec{
		max(math.Abs(moved.Min[0]), math.Abs(moved.Max[0])),
		max(math.Abs(moved.Min[1]), math.Abs(moved.Max[1])),
		max(math.Abs(moved.Min[2]), math.Abs(moved.Max[2])),
	}.Norm()
}

// canonical returns the different triangles of o in the world in an order of their own,
// corners and all.
func canonical(o *object) []geom.Triangle {
	out := make([]geom.Triangle, 0, o.shape.count)
	byCoordinates := func(v, w geom.Vec) int { return slices.Compare(v[:], w[:]) }
	for f, solid := range o.shape.solid {
		if !solid {
			continue
		}
		t := o.triangle(uint32(f))
		slices.SortFunc(t[:], byCoordinates)
		out = append(out, t)
	}
	slices.SortFunc(out, func(t, u geom.Triangle) int { return slices.CompareFunc(t[:], u[:], byCoordinates) })
	return slices.Compact(out)
}
