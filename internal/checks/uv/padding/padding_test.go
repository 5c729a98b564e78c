package padding_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/checks/uv/padding"
	"github.com/meshcheck/meshcheck/plane"
)

// rectangle is an island of two triangles.
type rectangle struct{ low, high geom.Vec2 }

// sheetOf returns a sheet of rectangles, each a class of its own. Those that meet overlap.
func sheetOf(islands []rectangle) *padding.Sheet {
	s := &padding.Sheet{Stacked: func(uint32) (uint32, bool) { return 0, false }}
	for i, r := range islands {
		a, b, c, d := r.low, geom.Vec2{r.high[0], r.low[1]}, r.high, geom.Vec2{r.low[0], r.high[1]}
		first, island := uint32(4*i), uint32(i)
		s.Triangles = append(s.Triangles, plane.Triangle{a, b, c}, plane.Triangle{a, c, d})
		s.Corners = append(s.Corners, [3]uint32{first, first + 1, first + 2}, [3]uint32{first, first + 2, first + 3})
		s.Island, s.Outline = append(s.Island, island, island), append(s.Outline, 0b011, 0b110)
		s.Class, s.Classes = append(s.Class, island), append(s.Classes, []uint32{island})
	}
	s.Members = func(island uint32) []uint32 { return []uint32{2 * island, 2*island + 1} }
	s.Overlap = func(a, b uint32) bool { return gap(islands[a], islands[b]) == 0 }
	s.Overlaps = func(yield func(a, b uint32) bool) {
		for b := range islands {
			for a := range b {
				if s.Overlap(uint32(a), uint32(b)) && !yield(uint32(a), uint32(b)) {
					return
				}
			}
		}
	}
	return s
}

func gap(r, q rectangle) float64 {
	var d geom.Vec2
	for k := range 2 {
		d[k] = max(0, r.low[k]-q.high[k], q.low[k]-r.high[k])
	}
	return math.Hypot(d[0], d[1])
}

// TestWithin: both searches find the pairs that a comparison of all islands finds.
func TestWithin(t *testing.T) {
	const texels = 64
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 7))
		islands := make([]rectangle, 1+rng.IntN(80))
		for i := range islands {
			low := geom.Vec2{rng.Float64(), rng.Float64()}
			islands[i] = rectangle{low, geom.Vec2{low[0] + 0.02 + 0.1*rng.Float64(), low[1] + 0.02 + 0.1*rng.Float64()}}
		}
		limit := 8 * rng.Float64()
		var all []float64
		for b := range islands {
			for a := range b {
				if d := gap(islands[a], islands[b]) * texels; d > 0 && d < limit {
					all = append(all, d)
				}
			}
		}
		slices.Sort(all)
		search, err := padding.New(t.Context(), sheetOf(islands), geom.Vec2{texels, texels}, 2)
		if err != nil {
			t.Fatal(err)
		}
		boxes, err := search.Within(t.Context(), limit, 5, 2)
		if err != nil {
			t.Fatal(err)
		}
		dense, err := search.Dense(t.Context(), limit, 5, 2)
		if err != nil || !reflect.DeepEqual(boxes, dense) {
			t.Fatalf("seed %d: %+v and %+v, %v", seed, boxes, dense, err)
		}
		if boxes.Pairs != int64(len(all)) || len(boxes.Nearest) != min(len(all), 5) {
			t.Fatalf("seed %d: %+v, want %v", seed, boxes, all)
		}
		for k, n := range boxes.Nearest {
			if math.Abs(n.Distance-all[k]) > 1e-9 || n.Pairs != 1 || search.Joined(n.A, n.B) {
				t.Errorf("seed %d: pair %d is %+v, want a distance of %v", seed, k, n, all[k])
			}
		}
	}
}

// TestBeyond: the least distance is found although it is above the limit.
func TestBeyond(t *testing.T) {
	islands := []rectangle{{geom.Vec2{0, 0}, geom.Vec2{0.1, 0.1}}, {geom.Vec2{0.5, 0}, geom.Vec2{0.6, 0.1}}}
	for n, want := range []float64{-1, -1, 40} {
		search, err := padding.New(t.Context(), sheetOf(islands[:n]), geom.Vec2{100, 100}, 1)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := search.Beyond(t.Context(), 3, 800, 1); err != nil || math.Abs(got-want) > 1e-9 {
			t.Errorf("%d islands: %v, %v, want %v", n, got, err, want)
		}
	}
}
