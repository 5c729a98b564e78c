package uv

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/plane"
)

// ranges are the places of islands among the tiles of the plane.
type ranges []islandRange

// islandRange is the bounds of an island, and the tile that contains it, if one does.
type islandRange struct {
	min, max geom.Vec2
	whole    bool
	tile     [2]float64
	// outOfRange and crossing are numbers of triangles.
	outOfRange, crossing int
}

// rangesOf finds the places of the islands of a layout.
func rangesOf(ctx context.Context, l *layout, is *islands, workers int) (ranges, error) {
	r := make(ranges, is.count())
	side := l.shownTile()
	err := parallel.Ranges(ctx, workers, is.count(), chunk, func(lo, hi int) {
		for island := lo; island < hi; island++ {
			in := &r[island]
			in.min, in.max = geom.Vec2{math.Inf(1), math.Inf(1)}, geom.Vec2{math.Inf(-1), math.Inf(-1)}
			for _, i := range is.members(uint32(island)) {
				from, to := boundsOf(&l.shown[i])
				if from[0] < 0 || from[1] < 0 || to[0] > side || to[1] > side {
					in.outOfRange++
				}
				if crosses(from[0], to[0], side) || crosses(from[1], to[1], side) {
					in.crossing++
				}
				for k := range 2 {
					in.min[k], in.max[k] = min(in.min[k], from[k]), max(in.max[k], to[k])
				}
			}
			in.place(side)
		}
	})
	return r, err
}

func boundsOf(t *plane.Triangle) (low, high geom.Vec2) {
	for k := range 2 {
		low[k], high[k] = min(t[0][k], t[1][k], t[2][k]), max(t[0][k], t[1][k], t[2][k])
	}
	return low, high
}

// crosses reports whether the border of a tile lies strictly between two coordinates.
func crosses(low, high, side float64) bool { return (math.Floor(low/side)+1)*side < high }

// place finds the closed tile that contains the bounds. Bounds entirely on a border belong to the
// tile with the greater number.
func (r *islandRange) place(side float64) {
	r.whole = true
	for k := range 2 {
		r.tile[k] = math.Floor(r.min[k] / side)
		r.whole = r.whole && r.max[k] <= (r.tile[k]+1)*side
	}
}

// tiles counts the islands in each tile, except the one at the origin, sorted by tile. Rows count
// downwards in images, also where V points up.
func (r ranges) tiles(vUp bool) (out []check.UVTile) {
	count := map[[2]int]int{}
	for i := range r {
		if in := &r[i]; in.whole && in.tile != [2]float64{} {
			count[[2]int{tileNumber(in.tile[0]), tileNumber(in.tile[1])}]++
		}
	}
	for at, n := range count {
		if vUp {
			at[1] = -at[1]
		}
		out = append(out, check.UVTile{I: at[0], J: at[1], Islands: n})
	}
	slices.SortFunc(out, func(a, b check.UVTile) int { return cmp.Or(cmp.Compare(a.I, b.I), cmp.Compare(a.J, b.J)) })
	return out
}

// mostTile clamps the numbers of tiles to integers that all programs can read.
const mostTile = 1 << 53

// tileNumber returns the number of a tile, clamped because a transform may have moved it anywhere.
func tileNumber(x float64) int { return int(max(-mostTile, min(x, mostTile))) }
