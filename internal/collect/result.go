package collect

import (
	"cmp"
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/parallel"
)

// Result is what a collector holds in the end.
type Result struct {
	Counts check.Counts
	// Listed are the worst findings, as many as the limit allows: by region, the worst first, then
	// those without a region by rule, then single triangles by number.
	Listed []Listed
	// Regions are the worst of RegionCount regions, in the order of check.CompareRegions.
	Regions     []check.Region
	RegionCount int
	// Truncated: findings or regions were left out.
	Truncated bool
}

// NoRegions asks Result not to divide findings into regions.
const NoRegions = -1

// Result returns the result with at most as many regions as given. The only error is ctx's.
func (c *Collector) Result(ctx context.Context, most int) (*Result, error) {
	var (
		r       Result
		regions []*region
		number  func(*entry) int
		listed  []entry
		err     error
	)
	cancelled := parallel.Tasks(ctx, len(c.shards), 2, func(_, task int) {
		if task == 1 {
			r.Counts, listed, r.Truncated = c.total()
		} else if most != NoRegions {
			regions, number, err = c.regions(ctx)
		}
	})
	if err := cmp.Or(err, cancelled); err != nil {
		return nil, err
	}
	r.RegionCount = len(regions)
	cut := min(max(most, 0), len(regions))
	for _, x := range regions[:cut] {
		r.Regions = append(r.Regions, x.Region)
	}
	r.Truncated = r.Truncated || cut < len(regions)
	r.Listed = c.inOrder(listed, func(e *entry) int {
		if number != nil && e.rule.Regional() {
			if n := number(e); n < cut {
				return n
			}
		}
		return -1
	})
	return &r, nil
}

// inOrder lists entries, of which those of a rule come the worst first, in the order of their
// regions; those without a region stand last, single triangles at the very end.
func (c *Collector) inOrder(entries []entry, region func(*entry) int) []Listed {
	// Regions or triangles above the indices of entries: numbers are sorted faster than structs.
	order, singles := make([]uint64, 0, len(entries)), []uint64(nil)
	for k := range entries {
		if e := &entries[k]; e.j == NoTriangle {
			singles = append(singles, uint64(e.i)<<32|uint64(k))
		} else {
			order = append(order, uint64(uint32(region(e)))<<32|uint64(k)) // -1 is beyond all others
		}
	}
	slices.Sort(order)
	slices.Sort(singles)
	listed := make([]Listed, len(entries))
	for n, o := range append(order, singles...) {
		e, r := &entries[uint32(o)], -1
		if n < len(order) {
			r = int(int32(o >> 32))
		}
		listed[n] = Listed{I: e.i, J: e.j, Rule: e.rule, Severity: check.Error, ThroughEdge: e.throughEdge, Depth: e.depth, Area: e.area, Region: r}
		if !e.fails {
			listed[n].Severity = c.criteria[e.rule].Within
		}
	}
	return listed
}

// total returns the counts and the entries to be listed, at most as many as the limit allows,
// and whether any were left out.
//
// The rules share the limit: a rule with fewer findings than its share loses none, so that ten
// thousand crossings do not hide a single overlap. The worst of each rule are listed.
func (c *Collector) total() (counts check.Counts, listed []entry, dropped bool) {
	var byRule [check.TriangleRules]worst
	for w := range c.shards {
		s := &c.shards[w]
		counts = counts.Add(s.counts)
		for k := range byRule {
			byRule[k].max = s.worst[k].max
			byRule[k].entries = append(byRule[k].entries, s.worst[k].entries...)
			dropped = dropped || s.worst[k].dropped
		}
	}
	for k := range byRule {
		byRule[k].trim()
	}
	for k, n := range divideCap(byRule[0].max, &byRule) {
		byRule[k].max = n
		byRule[k].sort()
		dropped = dropped || byRule[k].dropped
		listed = append(listed, byRule[k].entries...)
	}
	return counts, listed, dropped
}

// divideCap divides room among the rules, one entry at a time to each that has any left,
// the most severe rule first.
func divideCap(room int, byRule *[check.TriangleRules]worst) (share [check.TriangleRules]int) {
	for dealt := true; dealt; {
		dealt = false
		for k := range byRule {
			if room > 0 && share[k] < len(byRule[k].entries) {
				share[k]++
				room--
				dealt = true
			}
		}
	}
	return share
}
