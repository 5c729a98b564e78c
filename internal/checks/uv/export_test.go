package uv

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"sync"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/checks"
	"github.com/meshcheck/meshcheck/internal/world"
)

// CompareSearches examines the first sheet of a scene with both searches for overlaps, and with both for
// islands nearer than limits in texels of an image of 64 × 64. It returns their common result, and fails
// if they differ.
func CompareSearches(ctx context.Context, w *world.World, limits []float64, most, workers int) (overlaps int, near int64, err error) {
	sheets, _ := sheetsOf(w.Scene(), 0)
	c := checker{world: w, sheet: sheets[0], settings: check.Settings{Workers: workers}}
	if err := c.read(ctx); err != nil {
		return 0, 0, err
	}
	if err := c.search(ctx, func(float64) {}); err != nil {
		return 0, 0, err
	}
	o := c.overlaps
	byBoxes := pairsOf(ctx, o, workers)
	var groups []uint32
	for i, g := range o.stacks.group {
		if g == uint32(i) {
			groups = append(groups, g)
		}
	}
	if o.slivers, err = newSliverSearch(ctx, o.layout.triangles, groups); err != nil {
		return 0, 0, err
	}
	if got := pairsOf(ctx, o, workers); !slices.Equal(got, byBoxes) {
		return 0, 0, fmt.Errorf("a search of slivers finds %v, one by boxes %v", got, byBoxes)
	}
	for _, limit := range limits {
		p, err := newPaddingSearch(ctx, c.layout, c.islands, o, [2]int{64, 64}, workers)
		if err != nil {
			return 0, 0, err
		}
		want, err := p.findByBoxes(ctx, limit, most, math.MaxInt64, workers)
		if err != nil {
			return 0, 0, err
		}
		d, err := newDenseSearch(ctx, p, limit)
		if err != nil {
			return 0, 0, err
		}
		got, err := d.find(ctx, most, workers)
		if err != nil {
			return 0, 0, err
		}
		if got.count != want.count || got.touching != want.touching || !(len(got.nearest) == 0 && len(want.nearest) == 0 || reflect.DeepEqual(got.nearest, want.nearest)) {
			return 0, 0, fmt.Errorf("limit %v: a dense search finds %+v, one by boxes %+v", limit, got, want)
		}
		near += got.count
	}
	return len(byBoxes), near, nil
}

// pairsOf returns what a search visits, sorted.
func pairsOf(ctx context.Context, o *overlapSearch, workers int) (pairs [][2]uint32) {
	var mu sync.Mutex
	_ = o.visit(ctx, workers, func(_ int, i, j uint32) {
		mu.Lock()
		defer mu.Unlock()
		pairs = append(pairs, [2]uint32{i, j})
	}, func(float64) {})
	slices.SortFunc(pairs, func(a, b [2]uint32) int { return slices.Compare(a[:], b[:]) })
	return pairs
}

// Find checks the UV sets of the scene of w.
func Find(ctx context.Context, w *world.World, o *check.UVOptions, settings check.Settings) (*check.UVResult, error) {
	return new(Check).find(ctx, &checks.Job{World: w, Options: check.Options{UV: *o}, Settings: settings}, func(float64) {})
}
