package collect

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/exactsum"
)

// region is a region with the sums that it is made from. Its Area, lengths and Shells are set
// last.
type region struct {
	check.Region
	shells       [2]uint32 // the smaller number first
	first        [2]uint32 // the triangles of the first finding
	number       int       // before regions are sorted
	area, length exactsum.Sum
	edgeLength   exactsum.Sum
}

// newRegion returns the region of no findings between two shells in a mesh with lengths below
// 2^unit.
func newRegion(unit int, shells [2]uint32) *region {
	return &region{
		Region: check.Region{Box: geom.EmptyBox()}, shells: shells, first: [2]uint32{NoTriangle, NoTriangle},
		area: exactsum.New(2 * unit), length: exactsum.New(unit), edgeLength: exactsum.New(unit),
	}
}

// add adds a record of a finding in parts.
func (r *region) add(f *record, parts [2]int32) {
	count(&r.Counts, &f.kind, f.times)
	r.addBox(&f.box)
	r.addDepth(f.kind.rule, f.depth)
	if f.kind.rule.Kind() == check.EdgeCrossing {
		r.edgeLength.AddTimes(f.length, f.times)
	} else {
		r.length.AddTimes(f.length, f.times)
	}
	r.area.AddTimes(f.area, f.times)
	for _, p := range parts {
		if p != noPart {
			r.addPart(int(p))
		}
	}
	r.addFirst([2]uint32{f.i, f.j})
}

// addBox adds the box of a finding, which is not empty.
func (r *region) addBox(b *geom.Box) {
	for k := range b.Min {
		// Few findings of many widen the box: a branch is cheaper than min and max, which tell -0 from 0.
		if x := b.Min[k]; x < r.Box.Min[k] || x == 0 {
			r.Box.Min[k] = min(r.Box.Min[k], x)
		}
		if x := b.Max[k]; x > r.Box.Max[k] || x == 0 {
			r.Box.Max[k] = max(r.Box.Max[k], x)
		}
	}
}

// addDepth adds the depth of a finding.
func (r *region) addDepth(rule check.Rule, depth float64) {
	if rule == check.Crossing && depth <= r.CrossingDepth {
		return // as nearly all
	}
	r.Depth = max(r.Depth, depth)
	switch rule {
	case check.Crossing:
		r.CrossingDepth = max(r.CrossingDepth, depth)
	case check.Overlap, check.Duplicate, check.ZFighting:
		r.Width = max(r.Width, depth)
	}
}

// addFirst records the triangles of a finding if they come before those of the first finding so far.
func (r *region) addFirst(at [2]uint32) {
	if at[0] < r.first[0] || at[0] == r.first[0] && at[1] < r.first[1] {
		r.first = at
	}
}

// addPart adds a part, unless it is there already.
func (r *region) addPart(p int) {
	if len(r.Parts) == 1 && r.Parts[0] == p {
		return
	}
	if k, found := slices.BinarySearch(r.Parts, p); !found {
		r.Parts = slices.Insert(r.Parts, k, p)
	}
}

func (r *region) merge(o *region) {
	r.Counts = r.Counts.Add(o.Counts)
	r.Box = r.Box.Union(o.Box)
	r.Depth, r.CrossingDepth, r.Width = max(r.Depth, o.Depth), max(r.CrossingDepth, o.CrossingDepth), max(r.Width, o.Width)
	r.area.Merge(o.area)
	r.length.Merge(o.length)
	r.edgeLength.Merge(o.edgeLength)
	for _, p := range o.Parts {
		r.addPart(p)
	}
	r.addFirst(o.first)
}

// finished returns the regions that have a finding beyond precision, in the order of
// check.CompareRegions.
func finished(regions []*region) []*region {
	regions = slices.DeleteFunc(regions, func(r *region) bool { return r.Counts.Worst().WithinPrecision() })
	for _, r := range regions {
		r.Area, r.Length, r.EdgeLength = r.area.Value(), r.length.Value(), r.edgeLength.Value()
		if r.shells != anyShells {
			r.Shells = slices.Compact([]int{int(r.shells[0]), int(r.shells[1])})
		}
	}
	slices.SortFunc(regions, func(a, b *region) int {
		return cmp.Or(check.CompareRegions(&a.Region, &b.Region), slices.Compare(a.first[:], b.first[:]))
	})
	return regions
}
