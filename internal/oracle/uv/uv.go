// Package uv decides exactly, but slowly, how the triangles of a UV sheet overlap and how far its
// islands are apart. Tests compare the check of UV sets with it.
//
// It compares all pairs of triangles, and clips and measures them in rational arithmetic.
package uv

import (
	"math/big"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/oracle"
)

// Triangle is a triangle of a sheet.
type Triangle struct {
	Mesh  int
	Space geom.Triangle
	// UV are the coordinates for overlaps; Shown are those for range, tiles, padding and
	// borders.
	UV, Shown [3][2]float64
	// Resolution is the greatest depth of an overlap that the file cannot distinguish from
	// none.
	Resolution float64
}

// Truth holds all findings in a sheet.
type Truth struct {
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
	Pairs []IslandPair

	sheet *sheet
}

// IslandPair is two islands, A < B.
type IslandPair struct {
	A, B int
	// Pairs of triangles that overlap; they share Area.
	Pairs int
	Area  float64
	// Deep: some overlap deeper than the resolution. Stack: the islands lie on one another.
	Deep, Stack bool
}

// Check decides all pairs of triangles of a sheet by rational arithmetic. The sides of tiles are
// given in the coordinates that are checked, and in those shown.
func Check(triangles []Triangle, tile, shownTile float64) *Truth {
	s := &sheet{tile: tile, shownTile: shownTile}
	truth := &Truth{sheet: s, Tiles: map[[2]int]int{}}
	s.scale = scaleOf(triangles)
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
func (u *Truth) take(i int, t *Triangle) {
	if !finite(&t.UV) {
		u.Nonfinite++
		return
	}
	f := u.sheet.face(i, t)
	space := oracle.Check([]geom.Triangle{t.Space})
	sound := space.Nonfinite == nil && space.Degenerate == nil
	switch area := f.uv.doubleArea(); {
	case area.Sign() == 0 && sound:
		u.Degenerate++
	case area.Sign() != 0 && !sound:
		u.Dropped++
	case area.Sign() != 0:
		u.sheet.add(f)
	}
}

// pair decides all pairs of triangles.
func (u *Truth) pair() {
	s, n := u.sheet, len(u.sheet.faces)
	found := newMarks(n)
	islands := map[[2]int]*shared{}
	foldArea := new(big.Rat)
	for i, f := range s.faces {
		for j, g := range s.faces[i+1:] {
			j += i + 1
			a, b := min(f.island, g.island), max(f.island, g.island)
			stacked, area := f.sharedArea(g)
			if area == nil {
				continue
			}
			if a != b && islands[[2]int{a, b}] == nil {
				islands[[2]int{a, b}] = &shared{overlap: new(big.Rat), stacked: new(big.Rat)}
			}
			p := islands[[2]int{a, b}]
			switch deep := !stacked && f.uv.deeper(g.uv, s.limit(f, g)); {
			case stacked:
				u.StackedPairs++
				found.stacked.set(i, j)
				if a != b {
					p.stacked.Add(p.stacked, area)
				}
			case a == b:
				u.FoldPairs++
				foldArea.Add(foldArea, area)
				found.fold.set(i, j)
				found.deepFold.setIf(deep, i, j)
			default:
				u.OverlapPairs++
				p.pairs++
				p.overlap.Add(p.overlap, area)
				found.overlap.set(i, j)
				found.deepOverlap.setIf(deep, i, j)
				if deep {
					p.deep = append(p.deep, [2]int{i, j})
				}
			}
		}
	}
	u.FoldArea = s.inTiles(foldArea)
	u.finishPairs(islands, &found)
	u.Overlap, u.Fold, u.Stacked = found.overlap.list(s), found.fold.list(s), found.stacked.list(s)
	u.DeepOverlap, u.DeepFold, u.OutsideStacks = found.deepOverlap.list(s), found.deepFold.list(s), found.outside.list(s)
}

// finishPairs decides which pairs of islands are stacks.
func (u *Truth) finishPairs(islands map[[2]int]*shared, found *marks) {
	s := u.sheet
	for a := range s.islands {
		for b := a + 1; b < len(s.islands); b++ {
			p := islands[[2]int{a, b}]
			if p == nil {
				continue
			}
			both := new(big.Rat).Add(p.overlap, p.stacked)
			stack := s.isWhole(both, a) && s.isWhole(both, b)
			u.Pairs = append(u.Pairs, IslandPair{A: a, B: b, Pairs: p.pairs, Area: s.inTiles(p.overlap), Deep: len(p.deep) > 0, Stack: stack})
			for _, pair := range p.deep {
				found.outside.setIf(!stack, pair[0], pair[1])
			}
		}
	}
}

// judgeIslands finds the windings of islands and the tiles they lie in.
func (u *Truth) judgeIslands() {
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
