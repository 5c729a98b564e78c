package parallel

import (
	"context"
	"slices"
)

// sortRun is how many elements Sort sorts or merges between checks of the context.
const sortRun = 1 << 14

// Sort sorts a list like slices.SortFunc, on one goroutine, but returns ctx's error soon after it
// is cancelled. scratch must be as long as the list.
func Sort[T any](ctx context.Context, list, scratch []T, compare func(a, b T) int) error {
	for run := range slices.Chunk(list, sortRun) {
		if err := ctx.Err(); err != nil {
			return err
		}
		slices.SortFunc(run, compare)
	}
	from, to := list, scratch
	for width := sortRun; width < len(list); width *= 2 {
		for lo := 0; lo < len(list); lo += 2 * width {
			mid, hi := min(lo+width, len(list)), min(lo+2*width, len(list))
			if err := merge(ctx, to[lo:hi], from[lo:mid], from[mid:hi], compare); err != nil {
				return err
			}
		}
		from, to = to, from
	}
	copy(list, from)
	return nil
}

// merge merges two sorted lists.
func merge[T any](ctx context.Context, to, a, b []T, compare func(a, b T) int) error {
	for run := range slices.Chunk(to, sortRun) {
		if err := ctx.Err(); err != nil {
			return err
		}
		for i := range run {
			if len(b) == 0 || len(a) > 0 && compare(a[0], b[0]) <= 0 {
				run[i], a = a[0], a[1:]
			} else {
				run[i], b = b[0], b[1:]
			}
		}
	}
	return nil
}
