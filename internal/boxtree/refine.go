package boxtree

import (
	"context"
	"slices"
	"sort"

	"github.com/meshcheck/meshcheck/internal/parallel"
)

// crowd is the least number of boxes in one cell that get a finer grid.
const crowd = 2 * Width

// refine sorts sorted keys in the same cell along the curve of a finer grid, over the centres in
// that cell, and so on in the cells of that grid. Otherwise, in a mesh with a single triangle far
// away, all others would be in one cell, in no order, and the tree would separate nothing.
//
// It terminates: the outermost centres of a cell lie in different cells of the next grid, and equal
// centres are left unchanged.
func refine(ctx context.Context, workers int, keys []uint64, box func(i int) Box) error {
	var few [][]uint64
	runs, err := crowded(ctx, workers, keys)
	if err != nil {
		return err
	}
	for _, run := range runs {
		if len(run) < chunk {
			few = append(few, run)
		} else if err := refineCell(ctx, workers, run, box); err != nil {
			return err
		}
	}
	errs := make([]error, len(few))
	err = parallel.Tasks(ctx, workers, len(few), func(_, k int) {
		errs[k] = refineCell(ctx, 1, few[k], box)
	})
	for _, e := range errs {
		if err == nil {
			err = e
		}
	}
	return err
}

// crowded returns the long runs of sorted keys with equal codes.
func crowded(ctx context.Context, workers int, keys []uint64) ([][]uint64, error) {
	if len(keys) <= chunk {
		return crowdedIn(keys, 0, len(keys)), ctx.Err()
	}
	runs := make([][][]uint64, (len(keys)+chunk-1)/chunk)
	err := parallel.Tasks(ctx, workers, len(runs), func(_, c int) {
		runs[c] = crowdedIn(keys, c*chunk, (c+1)*chunk)
	})
	return slices.Concat(runs...), err
}

// crowdedIn returns the long runs that begin from lo on and before hi.
func crowdedIn(keys []uint64, lo, hi int) (runs [][]uint64) {
	const step = crowd / 2 // no run is missed
	same := func(i, j int) bool { return keys[i]>>idBits == keys[j]>>idBits }
	for i := lo; i < hi+step && i+step < len(keys); {
		if !same(i, i+step) {
			i += step
			continue
		}
		first := i
		for first > lo && same(first-1, i) {
			first--
		}
		last := i + step + sort.Search(len(keys)-i-step, func(k int) bool { return !same(i+step+k, i) })
		before := first == lo && lo > 0 && same(lo-1, lo) // it begins before lo
		if !before && first < hi && last-first >= crowd {
			runs = append(runs, keys[first:last])
		}
		i = last
	}
	return runs
}

// refineCell sorts the boxes of one cell.
func refineCell(ctx context.Context, workers int, run []uint64, box func(i int) Box) error {
	centres, err := centresOf(ctx, workers, run, box)
	if err != nil {
		return err
	}
	g := gridOver(centres.wide())
	if g.scale == 0 {
		return nil // all at one place
	}
	err = parallel.Ranges(ctx, workers, len(run), chunk, func(lo, hi int) {
		var boxes batch
		var keys [batchLength]uint64
		for ; lo < hi; lo += batchLength {
			some := run[lo:min(hi, lo+batchLength)]
			for i, k := range some {
				b := box(int(k & (MaxBoxes - 1)))
				boxes.set(i, &b)
			}
			g.keysTo(&boxes, keys[:len(some)], 0)
			for i, k := range some {
				some[i] = keys[i]&(1<<sizeShift-MaxBoxes) | k&(MaxBoxes-1)
			}
		}
	})
	if err != nil {
		return err
	}
	sorted, err := radixSort(ctx, workers, run)
	if err != nil {
		return err
	}
	copy(run, sorted)
	return refine(ctx, workers, run, box)
}

// centresOf returns the box around the centres of a run's boxes.
func centresOf(ctx context.Context, workers int, run []uint64, box func(i int) Box) (Box, error) {
	parts := make([]Box, (len(run)+chunk-1)/chunk)
	err := parallel.Tasks(ctx, workers, len(parts), func(_, c int) {
		parts[c] = nothing
		for _, k := range run[c*chunk : min(len(run), (c+1)*chunk)] {
			b := box(int(k & (MaxBoxes - 1)))
			for a := range 3 {
				b[a] = b[a]/2 + b[3+a]/2
				b[3+a] = b[a]
			}
			parts[c].include(&b)
		}
	})
	all := nothing
	for c := range parts {
		all.include(&parts[c])
	}
	return all, err
}
