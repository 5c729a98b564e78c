package oracle

import (
	"math/big"

	"github.com/meshcheck/meshcheck/geom"
)

// UVTriangle is a triangle of a sheet.
type UVTriangle struct {
	Mesh  int
	Space geom.Triangle
	// UV are the coordinates for overlaps; Shown are those for range, tiles, padding and
	// borders.
	UV, Shown [3][2]float64
	// Resolution is the greatest depth of an overlap that the file cannot distinguish from
	// none.
	Resolution float64
}

// UVTruth holds all findings in a sheet.
type UVTruth struct {
	Nonfinite, Degenerate, Dropped, TakingPart int
	// Islands are lists of triangles, ascending.
	Islands [][]int
	// The triangles of each kind, named as in the counts of the check.
	Overlap, Fold, Stacked, Flipped, OutOfRange, CrossingTile, DeepOverlap, DeepFold, OutsideStacks []int
	// Mirrored are islands; Ties is the number of those whose two parts have equal areas.
	Mirrored []int
	Ties     int
	// Tiles has the number of islands by tile, without the tile at the origin.
	Tiles map[[2]int]int
	// OverlapPairs, FoldPairs and StackedPairs are numbers of pairs of triangles.
	OverlapPairs, FoldPairs, StackedPairs int
	FoldArea                              float64
	// Pairs are those of islands that overlap or have stacked triangles, by A, then B.
	Pairs []UVIslandPair

	sheet *uvSheet
}

// UVIslandPair is two islands, A < B.
type UVIslandPair struct {
	A, B int
	// Pairs of triangles that overlap; they share Area.
	Pairs int
	Area  float64
	// Deep: some overlap deeper than the resolution. Stack: the islands lie on one another.
	Deep, Stack bool
}

// CheckUV decides all pairs of triangles of a sheet by rational arithmetic. The sides of tiles are
// given in the coordinates that are checked, and in those shown.
func CheckUV(triangles []UVTriangle, tile, shownTile float64) *UVTruth {
	s := &uvSheet{tile: tile, shownTile: shownTile}
	truth := &UVTruth{sheet: s, Tiles: map[[2]int]int{}}
	s.scale = scaleOfUVs(triangles)
	for i := range triangles {
		truth.take(i, &triangles[i])
	}
	truth.TakingPart = len(s.faces)
	s.findIslands()
	truth.pair()
	truth.judgeIslands()
	return truth
}

// take adds a triangle to the sheet, or counts it as excluded.
func (u *UVTruth) take(i int, t *UVTriangle) {
	if !finiteUV(&t.UV) {
		u.Nonfinite++
		return
	}
	f := u.sheet.face(i, t)
	sound := t.Space.Finite() && !flatInSpace(&t.Space)
	switch area := f.uv.doubleArea(); {
	case area.Sign() == 0 && sound:
		u.Degenerate++
	case area.Sign() != 0 && !sound:
		u.Dropped++
	case area.Sign() != 0:
		u.sheet.add(f)
	}
}

// flatInSpace reports whether the corners of a finite triangle are collinear.
func flatInSpace(t *geom.Triangle) bool {
	s := newScale([]geom.Triangle{*t})
	f := s.face(0, *t)
	return f.normal.zero()
}

// pair decides all pairs of triangles.
func (u *UVTruth) pair() {
	s, n := u.sheet, len(u.sheet.faces)
	marks := newUVMarks(n)
	shared := map[[2]int]*uvShared{}
	foldArea := new(big.Rat)
	for i, f := range s.faces {
		for j, g := range s.faces[i+1:] {
			j += i + 1
			a, b := min(f.island, g.island), max(f.island, g.island)
			stacked, area := f.sharedArea(g)
			if area == nil {
				continue
			}
			if a != b && shared[[2]int{a, b}] == nil {
				shared[[2]int{a, b}] = &uvShared{overlap: new(big.Rat), stacked: new(big.Rat)}
			}
			p := shared[[2]int{a, b}]
			switch deep := !stacked && f.uv.deeper(g.uv, s.limit(f, g)); {
			case stacked:
				u.StackedPairs++
				marks.stacked.set(i, j)
				if a != b {
					p.stacked.Add(p.stacked, area)
				}
			case a == b:
				u.FoldPairs++
				foldArea.Add(foldArea, area)
				marks.fold.set(i, j)
				marks.deepFold.setIf(deep, i, j)
			default:
				u.OverlapPairs++
				p.pairs++
				p.overlap.Add(p.overlap, area)
				marks.overlap.set(i, j)
				marks.deepOverlap.setIf(deep, i, j)
				if deep {
					p.deep = append(p.deep, [2]int{i, j})
				}
			}
		}
	}
	u.FoldArea = s.inTiles(foldArea)
	u.finishPairs(shared, &marks)
	u.Overlap, u.Fold, u.Stacked = marks.overlap.list(s), marks.fold.list(s), marks.stacked.list(s)
	u.DeepOverlap, u.DeepFold, u.OutsideStacks = marks.deepOverlap.list(s), marks.deepFold.list(s), marks.outside.list(s)
}

// finishPairs decides which pairs of islands are stacks.
func (u *UVTruth) finishPairs(shared map[[2]int]*uvShared, marks *uvMarks) {
	s := u.sheet
	for a := range s.islands {
		for b := a + 1; b < len(s.islands); b++ {
			p := shared[[2]int{a, b}]
			if p == nil {
				continue
			}
			both := new(big.Rat).Add(p.overlap, p.stacked)
			stack := s.isWhole(both, a) && s.isWhole(both, b)
			u.Pairs = append(u.Pairs, UVIslandPair{A: a, B: b, Pairs: p.pairs, Area: s.inTiles(p.overlap), Deep: len(p.deep) > 0, Stack: stack})
			for _, pair := range p.deep {
				marks.outside.setIf(!stack, pair[0], pair[1])
			}
		}
	}
}

// judgeIslands finds the windings of islands and the tiles they lie in.
func (u *UVTruth) judgeIslands() {
	s := u.sheet
	for k, members := range s.islands {
		sum, more := new(big.Rat), 0
		var list []int
		for _, m := range members {
			area := s.faces[m].area
			sum.Add(sum, area)
			more += area.Sign()
			list = append(list, s.faces[m].number)
		}
		u.Islands = append(u.Islands, list)
		if sum.Sign() == 0 {
			u.Ties++
		}
		// V points down: an unmirrored triangle has a negative area.
		mirrored := sum.Sign() > 0 || sum.Sign() == 0 && more > 0
		if mirrored {
			u.Mirrored = append(u.Mirrored, k)
		}
		for _, m := range members {
			if (s.faces[m].area.Sign() > 0) != mirrored {
				u.Flipped = append(u.Flipped, s.faces[m].number)
			}
		}
		if tile, whole := s.tileOf(k); whole && tile != [2]int{} {
			u.Tiles[tile]++
		}
	}
	for _, f := range s.faces {
		out, crosses := s.rangeOf(f)
		if out {
			u.OutOfRange = append(u.OutOfRange, f.number)
		}
		if crosses {
			u.CrossingTile = append(u.CrossingTile, f.number)
		}
	}
}
