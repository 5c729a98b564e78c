package uv_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/mesh"
)

// answer is the numbers that laws hold for: all but those about places in the plane and about windings.
type answer struct {
	nonfinite, degenerate, islands, overlap, fold, stacked, flipped, ties int
	pairs                                                                 check.UVPairCounts
	overlapping, stacks, both                                             int64
	area, foldArea                                                        float64
	beyond                                                                check.UVBeyond
	near, touching                                                        int64
	least                                                                 float64
}

func answerOf(s *check.UVSheet) answer {
	a := answer{
		nonfinite: s.Nonfinite, degenerate: s.Degenerate, islands: s.Islands, overlap: s.Overlap, fold: s.Fold,
		stacked: s.Stacked, flipped: s.Flipped, ties: s.Ties, pairs: s.Pairs, beyond: s.Beyond,
		overlapping: s.IslandPairs.Overlapping, stacks: s.IslandPairs.Stacks, both: s.IslandPairs.StacksOverlapping,
		area: s.IslandPairs.Area, foldArea: s.IslandPairs.FoldArea,
	}
	a.near, a.touching, a.least = s.Padding[0].Pairs, s.Padding[0].Touching, s.Padding[0].Least
	return a
}

// changed returns charts with all corners changed.
func changed(list []chart, change func(uv [2]float64) [2]float64) (out []chart) {
	for _, c := range list {
		c = slices.Clone(c)
		for i := range c {
			for k := range 3 {
				c[i][k].uv = change(c[i][k].uv)
			}
		}
		out = append(out, c)
	}
	return out
}

// shuffled returns charts with their triangles, and the corners of these, in another order.
func shuffled(g *layoutGenerator, list []chart) []chart {
	list = changed(list, func(uv [2]float64) [2]float64 { return uv })
	for _, c := range list {
		g.Shuffle(len(c), func(i, j int) { c[i], c[j] = c[j], c[i] })
		for i, t := range c {
			n := g.IntN(3)
			c[i] = [3]corner{t[n], t[(n+1)%3], t[(n+2)%3]}
		}
	}
	g.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// plain returns a scene of one part with the triangles of all charts.
func plain(g *layoutGenerator, list []chart) *mesh.Scene {
	return &mesh.Scene{Meshes: []*mesh.Mesh{{Parts: []mesh.Part{g.part(slices.Concat(list...), 0, -1)}}}}
}

// TestLaws changes layouts in ways that do not change the answer.
func TestLaws(t *testing.T) {
	for round := range longtest.Rounds(t, 100, 600) {
		g := &layoutGenerator{Rand: rand.New(rand.NewPCG(uint64(round), 11))}
		// Coordinates and areas are so short that float64 sums and float32 shifts are exact.
		list := g.charts(pick(g, 4.0, 8, 64))
		size := check.PaddingLimit{Texels: 2, Width: 32, Height: 32}
		ask := func(list []chart, size check.PaddingLimit) (answer, *check.UVSheet) {
			sheet := &checkScene(t, plain(g, list), check.UVOptions{Padding: []check.PaddingLimit{size}}).Sheets[0]
			return answerOf(sheet), sheet
		}
		want, sheet := ask(list, size)
		expect := func(law string, list []chart, size check.PaddingLimit, area float64, exceptPrecision bool) *check.UVSheet {
			got, sheet := ask(list, size)
			got.area, got.foldArea = got.area/area, got.foldArea/area
			near := func(x, y float64) bool { return x-y <= 1e-12*y && y-x <= 1e-12*y }
			if near(got.area, want.area) && near(got.foldArea, want.foldArea) && (near(got.least, want.least) || got.least == want.least) {
				got.area, got.foldArea, got.least = want.area, want.foldArea, want.least
			}
			if exceptPrecision {
				got.beyond = want.beyond
			}
			if want.ties > 0 {
				got.flipped = want.flipped // at a tie the unmirrored triangles win
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("round %d: %s: %+v, want %+v", round, law, got, want)
			}
			return sheet
		}
		order := expect("order", shuffled(g, list), size, 1, false)
		if order.Mirrored != sheet.Mirrored || order.OutOfRange != sheet.OutOfRange || !reflect.DeepEqual(order.Tiles, sheet.Tiles) {
			t.Errorf("round %d: another order: mirrored %d, want %d", round, order.Mirrored, sheet.Mirrored)
		}
		turned := expect("u and v swapped", changed(list, func(p [2]float64) [2]float64 { return [2]float64{p[1], p[0]} }), size, 1, false)
		if sheet.Ties == 0 && turned.Mirrored != sheet.Islands-sheet.Mirrored {
			t.Errorf("round %d: swapped: %d islands mirrored, of %d before %d", round, turned.Mirrored, sheet.Islands, sheet.Mirrored)
		}
		expect("mirrored", changed(list, func(p [2]float64) [2]float64 { return [2]float64{-p[0], p[1]} }), size, 1, false)
		moved := expect("moved by tiles", changed(list, func(p [2]float64) [2]float64 { return [2]float64{p[0] + 3, p[1] - 2} }), size, 1, true)
		if moved.CrossingTile != sheet.CrossingTile || moved.Padding[0].Border != sheet.Padding[0].Border {
			t.Errorf("round %d: moved: %d triangles cross, want %d", round, moved.CrossingTile, sheet.CrossingTile)
		}
		expect("scaled", changed(list, func(p [2]float64) [2]float64 { return [2]float64{4 * p[0], 4 * p[1]} }),
			check.PaddingLimit{Texels: 2, Width: 8, Height: 8}, 16, false)
		if t.Failed() {
			t.FailNow()
		}
	}
}
