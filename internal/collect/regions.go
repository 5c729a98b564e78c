package collect

import (
	"cmp"
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/geom"
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

// joinContacts numbers the regions that records belong to. Records with the same shells whose
// contacts lie near each other belong to one region.
func (g *grouping) joinContacts(ctx context.Context, workers int) error {
	root, boxes, err := g.contacts(ctx, workers)
	if err != nil {
		return err
	}
	number := map[[2]uint32]int{} // of two shells
	var between [][]int           // the contacts of each two shells, which are in the order of records
	for k, r := range root {
		shells := g.links[r].shells
		n, listed := number[shells]
		if !listed {
			n, between = len(between), append(between, nil)
			number[shells] = n
		}
		between[n] = append(between[n], k)
	}
	region, regions := make([]int, len(root)), make([]int, len(between)) // first within those of the shells
	errs := make([]error, len(between))
	err = parallel.Tasks(ctx, workers, len(between), func(_, n int) {
		grown := make([]geom.Box, len(between[n]))
		for i, k := range between[n] {
			grown[i] = boxes[k].Grown(boxes[k].Diagonal() / 2)
		}
		var set []int
		set, regions[n], errs[n] = bvh.Components(ctx, grown)
		for i, s := range set {
			region[between[n][i]] = s
		}
	})
	if err := cmp.Or(err, cmp.Or(errs...)); err != nil {
		return err
	}
	for n, contacts := range between {
		for _, k := range contacts {
			region[k] += len(g.between)
		}
		shells := g.links[root[contacts[0]]].shells
		g.between = append(g.between, slices.Repeat([][2]uint32{shells}, regions[n])...)
	}
	for at, contact := range g.of {
		g.of[at] = region[contact]
	}
	return nil
}

// contacts numbers the sets of records that are connected by common places, and returns a record
// and the box of each set.
func (g *grouping) contacts(ctx context.Context, workers int) (root []uint32, boxes []geom.Box, err error) {
	g.of = make([]int, len(g.all))
	err = parallel.Ranges(ctx, workers, len(g.all), recordsPerTask, func(lo, hi int) {
		for at := lo; at < hi; at++ {
			g.of[at] = int(g.union.Find(uint32(at)))
		}
	})
	for at, r := range g.all {
		first := g.of[at] // of its set, and numbered already if it is another record
		if first == at {
			g.of[at] = len(root)
			root, boxes = append(root, uint32(at)), append(boxes, geom.EmptyBox())
		} else {
			g.of[at] = g.of[first]
		}
		box := &boxes[g.of[at]]
		*box = box.Union(r.box)
	}
	return root, boxes, err
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

// sums adds up the records of each region. Each worker adds up some of the records, and the sums are
// then merged. There are fewer sums than records, however many workers and regions there are.
func (g *grouping) sums(ctx context.Context, unit, workers int) ([]region, error) {
	const recordsPerSum = 8
	parts := max(1, min(workers, len(g.all)/recordsPerTask, len(g.all)/(recordsPerSum*max(1, len(g.between)))))
	sums := make([][]region, parts)
	err := parallel.Tasks(ctx, workers, parts, func(_, part int) {
		some := make([]region, len(g.between))
		for k, shells := range g.between {
			some[k] = *newRegion(unit, shells)
		}
		for at := len(g.all) * part / parts; at < len(g.all)*(part+1)/parts; at++ {
			some[g.of[at]].add(g.all[at], g.links[at].parts)
		}
		sums[part] = some
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
