package collect

import (
	"context"

	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/mesh"
)

// recordsPerTask is how many records a worker takes at once, or the least that it takes.
const recordsPerTask = 1 << 12

// regions returns the regions in the order of check.CompareRegions, and a function that returns the index of
// the region of a finding that was entered. The index is -1 if the pair belongs to no region:
// findings within precision alone make none.
//
// Findings with an end of their segments or a side of their polygons in common belong to one
// contact. Two contacts of the same two shells belong to one region if their boxes meet, each
// grown on all sides by half its diagonal, or if a chain of such contacts connects them. The only
// error is ctx's.
func (c *Collector) regions(ctx context.Context) (regions []*region, number func(*entry) int, err error) {
	if c.tooMany() {
		regions, number = c.regionsOfShells()
		return regions, number, nil
	}
	g, workers := c.grouping(), len(c.shards)
	if err := g.link(ctx, c, workers); err != nil {
		return nil, nil, err
	}
	if err := g.joinPlaces(ctx, workers); err != nil {
		return nil, nil, err
	}
	if err := g.joinContacts(ctx, workers); err != nil {
		return nil, nil, err
	}
	regions, of, err := g.sum(ctx, c.unit, workers)
	return regions, func(e *entry) int { return of[g.first[e.shard]+int(e.record)] }, err
}

// grouping divides the records of all shards into regions.
type grouping struct {
	shards  []*records
	first   []int     // of each shard: the number of its first record
	all     []*record // by number
	links   []links   // of each record
	union   *mesh.Union
	of      []int       // the region of each record
	between [][2]uint32 // of each region: its shells
}

func (c *Collector) grouping() *grouping {
	n := 0
	for w := range c.shards {
		n += c.shards[w].records.n
	}
	g := &grouping{all: make([]*record, 0, n)}
	for w := range c.shards {
		s := &c.shards[w].records
		g.shards, g.first = append(g.shards, s), append(g.first, len(g.all))
		for k := range s.chunks {
			for i := range s.chunks[k] {
				g.all = append(g.all, &s.chunks[k][i])
			}
		}
	}
	g.union = mesh.NewUnion(len(g.all))
	return g
}

// link sets the links of all records.
func (g *grouping) link(ctx context.Context, c *Collector, workers int) error {
	g.links = make([]links, len(g.all))
	return parallel.Ranges(ctx, workers, len(g.all), recordsPerTask, func(lo, hi int) {
		for ; lo < hi; lo += linksTogether {
			end := min(hi, lo+linksTogether)
			c.setLinks(g.all[lo:end], g.links[lo:end])
		}
	})
}

// sum adds up the regions and sorts them. It returns for each record the number of its region.
func (g *grouping) sum(ctx context.Context, unit, workers int) (regions []*region, of []int, err error) {
	all, err := g.sums(ctx, unit, workers)
	if err != nil {
		return nil, nil, err
	}
	for w, s := range g.shards {
		for _, m := range s.parts {
			all[g.of[g.first[w]+int(m.record)]].addPart(int(m.part))
		}
	}
	regions = make([]*region, len(all))
	for k := range all {
		all[k].number = k
		regions[k] = &all[k]
	}
	regions = finished(regions)
	rank := make([]int, len(all)) // in that order, plus one
	for k, r := range regions {
		rank[r.number] = k + 1
	}
	for at, k := range g.of {
		g.of[at] = rank[k] - 1
	}
	return regions, g.of, nil
}

// sums adds up the records of each region. Each worker adds up a part of the records of a share of the
// regions, and the sums of the parts are then merged. There are fewer sums than records, however many
// workers and regions there are.
func (g *grouping) sums(ctx context.Context, unit, workers int) ([]region, error) {
	const recordsPerSum = 8
	parts := max(1, min(workers, len(g.all)/recordsPerTask, len(g.all)/(recordsPerSum*max(1, len(g.between)))))
	s := g.sharesOf(workers / parts)
	sums := make([][]region, parts)
	err := parallel.Tasks(ctx, workers, parts, func(_, part int) { sums[part] = make([]region, len(g.between)) })
	if err != nil {
		return nil, err
	}
	err = parallel.Tasks(ctx, workers, parts*s.number(), func(_, task int) {
		part, share := task/s.number(), task%s.number()
		some := sums[part]
		for k, shells := range g.between {
			if s.has(share, k) {
				some[k] = *newRegion(unit, shells)
			}
		}
		for at := len(g.all) * part / parts; at < len(g.all)*(part+1)/parts; at++ {
			if k := g.of[at]; s.has(share, k) {
				some[k].add(g.all[at], g.links[at].parts)
			}
		}
	})
	if err != nil {
		return nil, err
	}
	all := sums[0]
	for _, some := range sums[1:] {
		for k := range some {
			all[k].merge(&some[k])
		}
	}
	return all, nil
}
