package collect

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
)

// Region sums up the findings of a region. Two findings are in the same region if they share
// a vertex, or if both are in the same region as a third.
type Region struct {
	Counts check.Counts
	// Box holds all findings, and Depth is the greatest of any.
	Box   geom.Box
	Depth float64
	// Parts are the parts of all triangles, ascending.
	Parts []int

	root         uint32 // the smallest vertex of the region's findings
	area, length exactSum
}

// newRegion returns a region without findings, in a mesh with lengths below 2^unit.
func newRegion(unit int) *Region {
	return &Region{Box: geom.EmptyBox(), area: exactSum{unit: 2 * unit}, length: exactSum{unit: unit}}
}

func (r *Region) add(e Entry, x Extent, times int) {
	count(&r.Counts, e, times)
	r.Box = r.Box.Union(x.Box)
	r.Depth = max(r.Depth, e.Depth)
	r.area.addTimes(e.Area, times)
	r.length.addTimes(x.Length, times)
	for _, p := range x.Parts {
		r.AddPart(p)
	}
}

// AddPart adds a part unless the region has it.
func (r *Region) AddPart(p int) {
	if k, found := slices.BinarySearch(r.Parts, p); !found {
		r.Parts = slices.Insert(r.Parts, k, p)
	}
}

func (r *Region) merge(o *Region) {
	r.Counts = r.Counts.Add(o.Counts)
	r.Box = r.Box.Union(o.Box)
	r.Depth = max(r.Depth, o.Depth)
	r.area.merge(o.area)
	r.length.merge(o.length)
	for _, p := range o.Parts {
		r.AddPart(p)
	}
}

// Regions returns the regions in order of severity, and a function that returns the number of
// the region of a pair from the first vertex of its first triangle.
func (c *Collector) Regions() (regions []*Region, number func(vertex uint32) int) {
	joined := c.joined()
	byRoot := map[uint32]*Region{}
	for w := range c.shards {
		for v, r := range c.shards[w].regions {
			root := joined.Find(v)
			if all := byRoot[root]; all != nil {
				all.merge(r)
			} else {
				r.root = root
				byRoot[root] = r
				regions = append(regions, r)
			}
		}
	}
	slices.SortFunc(regions, compareRegions)
	numbers := make(map[uint32]int, len(regions))
	for k, r := range regions {
		numbers[r.root] = k
	}
	return regions, func(v uint32) int { return numbers[joined.Find(v)] }
}

// Area returns the sum of the areas of all findings.
func (r *Region) Area() float64 { return r.area.value() }

// Length returns the sum of the lengths of all findings.
func (r *Region) Length() float64 { return r.length.value() }

// compareRegions orders regions by severity: those with findings that fail first, then by
// their worst rule, then the deepest, the largest and the longest, then by position.
func compareRegions(a, b *Region) int {
	return cmp.Or(
		compareBool(b.Counts.Failing() > 0, a.Counts.Failing() > 0),
		cmp.Compare(a.Counts.Worst(), b.Counts.Worst()),
		cmp.Compare(b.Depth, a.Depth),
		cmp.Compare(b.area.value(), a.area.value()),
		cmp.Compare(b.length.value(), a.length.value()),
		slices.Compare(a.Box.Min[:], b.Box.Min[:]),
		cmp.Compare(a.root, b.root),
	)
}
