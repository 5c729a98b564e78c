package parallel

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSort(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{0, 1, 2, sortRun - 1, sortRun, sortRun + 1, 2 * sortRun, 3*sortRun + 5, 9 * sortRun} {
		list := make([]int, n)
		for i := range list {
			list[i] = rng.IntN(n)
		}
		want := slices.Clone(list)
		slices.Sort(want)
		if err := Sort(t.Context(), list, make([]int, n), cmp.Compare[int]); err != nil || !slices.Equal(list, want) {
			t.Errorf("%d numbers are not sorted, %v", n, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	compared := 0
	err := Sort(ctx, make([]int, 10*sortRun), make([]int, 10*sortRun), func(a, b int) int {
		if compared++; compared == 11*sortRun { // within the runs, or the first merge
			cancel()
		}
		return cmp.Compare(a, b)
	})
	if !errors.Is(err, context.Canceled) || compared > 11*sortRun+20*sortRun {
		t.Errorf("%v after %d comparisons", err, compared)
	}
}
