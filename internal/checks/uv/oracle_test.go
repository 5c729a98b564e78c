package uv_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/longtest"
	uvoracle "github.com/meshcheck/meshcheck/internal/oracle/uv"
	"github.com/meshcheck/meshcheck/internal/trig"
	"github.com/meshcheck/meshcheck/mesh"
)

// twin asks the oracle about the only sheet of a scene.
func twin(s *mesh.Scene, sheet *check.UVSheet) *uvoracle.Truth {
	var formats []mesh.UVFormat
	var transforms []mesh.UVTransform
	for _, ref := range sheet.Parts {
		part := &s.Meshes[ref.Mesh].Parts[ref.Part]
		transform := mesh.IdentityUV
		if m := s.MaterialOf(part); m != nil {
			transform = m.Textures[0].Transform
		}
		formats, transforms = append(formats, part.UVs[0].Format), append(transforms, transform)
	}
	differ := slices.ContainsFunc(transforms, func(t mesh.UVTransform) bool { return t != transforms[0] })
	divide := differ || slices.ContainsFunc(formats, func(f mesh.UVFormat) bool { return f != formats[0] })
	tile, shownTile := 1.0, 1.0
	if one := formats[0].One; !divide && one > 0 {
		tile = float64(one)
	}
	shown := !differ && transforms[0] != mesh.IdentityUV
	if !shown {
		shownTile = tile
	}
	var triangles []uvoracle.Triangle
	for i, ref := range sheet.Parts {
		part, one := &s.Meshes[ref.Mesh].Parts[ref.Part], 1.0
		if divide && formats[i].One > 0 {
			one = float64(formats[i].One)
		}
		for k := range part.Triangles() {
			t := uvoracle.Triangle{Mesh: ref.Mesh, Space: part.Triangle(k)}
			most := 0.0
			for c := range 3 {
				p := part.UVs[0].At(part.Corner(3*k + c))
				most = max(most, math.Abs(p[0]), math.Abs(p[1]))
				p[0], p[1] = p[0]/one, p[1]/one
				if differ {
					p = transformed(p, &transforms[i])
				}
				t.UV[c], t.Shown[c] = p, p
				if shown {
					t.Shown[c] = transformed([2]float64{p[0] / tile, p[1] / tile}, &transforms[i])
				}
			}
			t.Resolution = 1
			if formats[i].Component == mesh.Float32 {
				next := math.Nextafter32(float32(most), float32(math.Inf(1)))
				t.Resolution = float64(next) - most
			}
			t.Resolution /= one
			if differ {
				t.Resolution *= max(math.Abs(transforms[i].Scale[0]), math.Abs(transforms[i].Scale[1]))
			}
			triangles = append(triangles, t)
		}
	}
	return uvoracle.Check(triangles, tile, shownTile)
}

// transformed is the formula of the contract, with each operation rounded.
func transformed(p [2]float64, t *mesh.UVTransform) [2]float64 {
	s, c := trig.Sincos(t.Rotation)
	u := float64(float64(c*t.Scale[0])*p[0]) + float64(float64(s*t.Scale[1])*p[1])
	v := float64(float64(-s*t.Scale[0])*p[0]) + float64(float64(c*t.Scale[1])*p[1])
	return [2]float64{u + t.Offset[0] + 0, v + t.Offset[1] + 0}
}

// TestOracle compares random sheets with rational arithmetic.
func TestOracle(t *testing.T) {
	found := check.UVSheet{}
	padded := 0
	for round := range longtest.Rounds(t, 300, 1200) {
		seed := uint64(round)
		g := &layoutGenerator{Rand: rand.New(rand.NewPCG(seed, 7))}
		s := g.scene(g.charts(pick(g, 0.0, 4, 8, 16, 1<<20)))
		limit := check.PaddingLimit{Texels: pick(g, 1, 3.0, 8), Width: pick(g, 16, 64, 100), Height: pick(g, 16, 64)}
		got := checkScene(t, s, check.UVOptions{Padding: []check.PaddingLimit{limit}})
		if len(got.Sheets) != 1 {
			t.Fatalf("seed %d: %d sheets", seed, len(got.Sheets))
		}
		sheet := &got.Sheets[0]
		truth := twin(s, sheet)
		compareTruth(t, seed, sheet, truth)
		comparePadding(t, seed, &sheet.Padding[0], truth)
		if sheet.Padding[0].Touching != touching(truth, &sheet.Padding[0]) {
			t.Errorf("seed %d: %d pairs touch, want %d", seed, sheet.Padding[0].Touching, touching(truth, &sheet.Padding[0]))
		}
		if alone := checkWorkers(t, s, check.UVOptions{Padding: []check.PaddingLimit{limit}}, 1); !reflect.DeepEqual(alone, got) {
			t.Errorf("seed %d: one worker finds\n%+v\nseveral\n%+v", seed, alone, got)
		}
		if t.Failed() {
			t.FailNow()
		}
		found.Overlap, found.Fold, found.Stacked = found.Overlap+sheet.Overlap, found.Fold+sheet.Fold, found.Stacked+sheet.Stacked
		found.Beyond.Overlap += sheet.Overlap - sheet.Beyond.Overlap
		found.IslandPairs.StacksOverlapping += sheet.IslandPairs.StacksOverlapping
		found.Flipped, found.Ties = found.Flipped+sheet.Flipped, found.Ties+sheet.Ties
		padded += int(sheet.Padding[0].Pairs)
	}
	if found.Overlap == 0 || found.Fold == 0 || found.Stacked == 0 || found.Flipped == 0 || found.IslandPairs.StacksOverlapping == 0 || padded == 0 || found.Beyond.Overlap == 0 || found.Ties == 0 {
		t.Errorf("the layouts have too little to find: %+v, %d near", found, padded)
	}
}

// TestAreaAboveTile: two islands that go to and fro over a tile share more area than the tile has.
func TestAreaAboveTile(t *testing.T) {
	g := &layoutGenerator{Rand: rand.New(rand.NewPCG(1, 7))}
	zigzag := func() chart {
		const columns = 12
		c := g.sheet(columns, 1, 0, 0)
		first := c[0][0].vertex
		for i := range c {
			for k := range 3 {
				at := c[i][k].vertex - first
				c[i][k].uv = [2]float64{float64(at % (columns + 1) % 2), float64(at / (columns + 1))}
			}
		}
		return c
	}
	s := plain(g, []chart{zigzag(), zigzag()})
	sheet := &checkScene(t, s, check.UVOptions{}).Sheets[0]
	compareTruth(t, 0, sheet, twin(s, sheet))
	if sheet.IslandPairs.Area < 40 {
		t.Errorf("the islands share %v tiles", sheet.IslandPairs.Area)
	}
}

// TestOneHugeCoordinate: a triangle with a coordinate near the greatest float32 does not change the area that
// others share, wherever it lies, and its own shared area is measured too.
func TestOneHugeCoordinate(t *testing.T) {
	stacks := 0
	for round := range longtest.Rounds(t, 10, 60) {
		g := &layoutGenerator{Rand: rand.New(rand.NewPCG(uint64(round), 37))}
		list := append(g.charts(8), g.sheet(2, 2, 0, 8))
		list = append(list, g.copied(list[len(list)-1], 8))
		want := &checkScene(t, plain(g, list), check.UVOptions{}).Sheets[0]
		far := chart{g.alone([2]float64{2e38, 1e38}, [2]float64{3e38, 1e38}, [2]float64{2e38, 3e38})}
		got := &checkScene(t, plain(g, append(list[:len(list):len(list)], far)), check.UVOptions{}).Sheets[0]
		if !reflect.DeepEqual(got.IslandPairs, want.IslandPairs) || got.Wide != want.Wide {
			t.Errorf("round %d: far away: %+v, want %+v", round, got.IslandPairs, want.IslandPairs)
		}
		stacks += int(want.IslandPairs.Stacks)
		over := plain(g, append(list[:len(list):len(list)], chart{g.alone([2]float64{-3e38, -1e38}, [2]float64{3e38, -1e38}, [2]float64{0, 3e38})}))
		sheet := &checkScene(t, over, check.UVOptions{}).Sheets[0]
		compareTruth(t, uint64(round), sheet, twin(over, sheet))
		if t.Failed() {
			t.FailNow()
		}
	}
	if stacks == 0 {
		t.Error("there are no stacks")
	}
}

// compareTruth compares all but padding.
func compareTruth(t *testing.T, seed uint64, got *check.UVSheet, want *uvoracle.Truth) {
	t.Helper()
	same := func(what string, got, want any) {
		t.Helper()
		if got != want {
			t.Errorf("seed %d: %s: %v, want %v", seed, what, got, want)
		}
	}
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-9*math.Abs(want)+1e-15 {
			t.Errorf("seed %d: %s: %v, want %v", seed, what, got, want)
		}
	}
	same("nonfinite", got.Nonfinite, want.Nonfinite)
	same("degenerate", got.Degenerate, want.Degenerate)
	same("dropped", got.Dropped, want.Dropped)
	same("taking part", got.TakingPart, want.TakingPart)
	same("islands", got.Islands, len(want.Islands))
	same("overlap", got.Overlap, len(want.Overlap))
	same("fold", got.Fold, len(want.Fold))
	same("stacked", got.Stacked, len(want.Stacked))
	same("flipped", got.Flipped, len(want.Flipped))
	same("mirrored", got.Mirrored, len(want.Mirrored))
	same("ties", got.Ties, want.Ties)
	same("out of range", got.OutOfRange, len(want.OutOfRange))
	same("crossing tiles", got.CrossingTile, len(want.CrossingTile))
	same("pairs", got.Pairs, check.UVPairCounts{Overlap: int64(want.OverlapPairs), Fold: int64(want.FoldPairs), Stacked: int64(want.StackedPairs)})
	tiles := map[[2]int]int{}
	for _, tile := range got.Tiles {
		tiles[[2]int{tile.I, tile.J}] = tile.Islands
	}
	if !reflect.DeepEqual(tiles, want.Tiles) {
		t.Errorf("seed %d: tiles %v, want %v", seed, tiles, want.Tiles)
	}
	near("fold area", got.IslandPairs.FoldArea, want.FoldArea)
	beyond := check.UVBeyond{Overlap: len(want.DeepOverlap), Fold: len(want.DeepFold), OutsideStacks: len(want.OutsideStacks)}
	var p check.IslandPairs
	area := 0.0
	listed := map[[2]uint32]check.IslandPair{}
	for _, l := range got.IslandPairs.Listed {
		listed[l.Islands] = l
	}
	for _, w := range want.Pairs {
		if w.Stack {
			p.Stacks++
		}
		if w.Pairs == 0 {
			continue
		}
		p.Overlapping++
		area += w.Area
		if w.Stack {
			p.StacksOverlapping++
		}
		if w.Deep {
			beyond.IslandPairs++
		}
		l := listed[[2]uint32{uint32(w.A), uint32(w.B)}]
		same("pairs of two islands", l.Pairs, int64(w.Pairs))
		same("stack", l.Stack, w.Stack)
		same("deep", l.Deep, w.Deep)
		near("area of two islands", l.Area, w.Area)
	}
	same("islands listed", len(listed), int(p.Overlapping))
	same("overlapping islands", got.IslandPairs.Overlapping, p.Overlapping)
	same("stacks", got.IslandPairs.Stacks, p.Stacks)
	same("overlapping stacks", got.IslandPairs.StacksOverlapping, p.StacksOverlapping)
	near("area", got.IslandPairs.Area, area)
	same("beyond precision", got.Beyond, beyond)
}

// touching returns how many pairs of islands touch.
func touching(truth *uvoracle.Truth, p *check.IslandPadding) (n int64) {
	for _, gap := range truth.Gaps(p.Width, p.Height) {
		if gap.Touching {
			n++
		}
	}
	return n
}

// comparePadding compares distances. Those in float64 may be on the other side of a limit where
// they are next to it.
func comparePadding(t *testing.T, seed uint64, got *check.IslandPadding, want *uvoracle.Truth) {
	t.Helper()
	const close = 1e-9
	least, low, high, touching := math.Inf(1), int64(0), int64(0), int64(0)
	byPair := map[[2]uint32]float64{}
	for _, gap := range want.Gaps(got.Width, got.Height) {
		byPair[[2]uint32{uint32(gap.A), uint32(gap.B)}] = gap.Texels
		least = min(least, gap.Texels)
		if gap.Texels < got.Limit-close {
			low++
		}
		if gap.Texels < got.Limit+close {
			high++
		}
		if gap.Texels < close {
			touching++ // or nearly so, before coordinates are rounded to texels
		}
	}
	if got.Pairs < low || got.Pairs > high {
		t.Errorf("seed %d: %d near pairs, want %d to %d", seed, got.Pairs, low, high)
	}
	if got.Touching > touching {
		t.Errorf("seed %d: %d pairs touch, want %d", seed, got.Touching, touching)
	}
	if math.IsInf(least, 1) {
		least = -1
	}
	if math.Abs(got.Least-least) > close*max(1, least) && (got.Least >= 0 || least < 8*float64(max(got.Width, got.Height))) {
		t.Errorf("seed %d: least %v, want %v", seed, got.Least, least)
	}
	for _, l := range got.Listed {
		exact, ok := byPair[l.Islands]
		apart := math.Hypot((l.At[0][0]-l.At[1][0])*float64(got.Width), (l.At[0][1]-l.At[1][1])*float64(got.Height))
		if !ok || math.Abs(l.Distance-exact) > close || math.Abs(apart-exact) > close {
			t.Errorf("seed %d: islands %v are %v apart, their points %v, want %v, %v", seed, l.Islands, l.Distance, apart, exact, ok)
		}
	}
	low, high = 0, 0
	for _, d := range want.Borders(got.Width, got.Height) {
		if d < got.Limit/2-close {
			low++
		}
		if d < got.Limit/2+close {
			high++
		}
	}
	if int64(got.Border) < low || int64(got.Border) > high {
		t.Errorf("seed %d: %d islands near the border, want %d to %d", seed, got.Border, low, high)
	}
}
