package uv

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"sync"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/checks"
	"github.com/meshcheck/meshcheck/internal/checks/uv/padding"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// CompareSearches examines the first sheet of a scene with both searches for overlaps, and with both for
// islands nearer than limits in texels of an image of 64 × 64. It returns their common result, and fails
// if they differ.
func CompareSearches(ctx context.Context, w *world.World, limits []float64, most, workers int) (overlaps int, near int64, err error) {
	sheets, _ := sheetsOf(w.Scene(), nil, 0, nil)
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
	side := 64 / c.layout.shownTile()
	p, err := padding.New(ctx, c.forPadding(), geom.Vec2{side, side}, workers)
	if err != nil {
		return 0, 0, err
	}
	for _, limit := range limits {
		want, err := p.Within(ctx, limit, most, workers)
		if err != nil {
			return 0, 0, err
		}
		got, err := p.Dense(ctx, limit, most, workers)
		if err != nil {
			return 0, 0, err
		}
		if !reflect.DeepEqual(got, want) {
			return 0, 0, fmt.Errorf("limit %v: a dense search finds %+v, one by boxes %+v", limit, got, want)
		}
		near += got.Pairs
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
	return findFor(ctx, w, check.Options{UV: *o}, settings)
}

// FindWith checks the UV sets of a scene with options that are not only about them.
func FindWith(ctx context.Context, s *mesh.Scene, o check.Options) (*check.UVResult, error) {
	return findFor(ctx, world.New(s, 1), o, check.Settings{Workers: 1})
}

func findFor(ctx context.Context, w *world.World, o check.Options, settings check.Settings) (*check.UVResult, error) {
	j := &checks.Job{Scene: w.Scene(), World: w, Options: o, Settings: settings, Result: &check.Result{}}
	if err := j.FindHulls(ctx); err != nil {
		return nil, err
	}
	return new(Check).find(ctx, j, func(float64) {})
}
