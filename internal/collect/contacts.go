package collect

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
)

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
	of, n, err := g.union.Number(ctx, workers)
	if err != nil {
		return nil, nil, err
	}
	g.of, boxes = make([]int, len(of)), make([]geom.Box, n)
	for at, set := range of {
		if g.of[at] = int(set); int(set) == len(root) {
			root = append(root, uint32(at))
			boxes[set] = g.all[at].box
		}
	}
	s := g.sharesOf(workers)
	return root, boxes, parallel.Tasks(ctx, workers, s.number(), func(_, share int) {
		for at, set := range g.of {
			if s.has(share, set) {
				boxes[set] = boxes[set].Union(g.all[at].box)
			}
		}
	})
}

// shares divide sets of records among workers, each of which goes through all records.
type shares struct{ mask int }

// sharesOf returns shares for some workers.
func (g *grouping) sharesOf(workers int) shares {
	return shares{1<<bits.Len(uint(max(1, min(workers, len(g.all)/recordsPerTask))-1)) - 1}
}

// number returns the number of shares.
func (s shares) number() int { return s.mask + 1 }

// has reports whether a set is in a share. Sets next to each other are in the same share, mostly, because
// they may be in the same cache line.
func (s shares) has(share, set int) bool { return set>>4&s.mask == share }
