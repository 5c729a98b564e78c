package uv

import (
	"math/big"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// sheet holds the triangles of a sheet that take part in its checks. Coordinates are integers:
// those given times scale.
type sheet struct {
	scale           *big.Rat
	tile, shownTile float64
	faces           []*face
	islands         [][]int // of indices into faces
}

// face is a triangle of a sheet.
type face struct {
	number, mesh int
	corners      [3]corner // as listed
	uv, shown    polygon   // uv is counter-clockwise
	area         *big.Rat  // twice the area, as listed
	low, high    point
	resolution   float64
	island       int
}

// corner is a vertex with its coordinates in space and in UV.
type corner struct {
	vertex geom.Vec
	uv     [2]float64
}

func (s *sheet) face(i int, t *Triangle) *face {
	f := &face{number: i, mesh: t.Mesh, resolution: t.Resolution}
	listed := s.polygon(&t.UV)
	f.uv, f.shown, f.area = listed.counterClockwise(), s.polygon(&t.Shown), listed.doubleArea()
	f.low, f.high = bounds(f.uv)
	for k := range 3 {
		f.corners[k] = corner{t.Space[k], t.UV[k]} // 0 and -0 are equal
	}
	return f
}

func (s *sheet) add(f *face) { s.faces = append(s.faces, f) }

func (s *sheet) polygon(t *[3][2]float64) polygon {
	g := make(polygon, 3)
	for k, p := range t {
		for axis, x := range p {
			g[k][axis] = s.scaled(x)
		}
	}
	return g
}

func (s *sheet) scaled(x float64) *big.Rat {
	r := new(big.Rat).SetFloat64(x)
	return r.Mul(r, s.scale)
}

// limit returns how deep two triangles may overlap within precision.
func (s *sheet) limit(f, g *face) *big.Rat { return s.scaled(max(f.resolution, g.resolution)) }

// inTiles returns half of a double area in units of a tile.
func (s *sheet) inTiles(double *big.Rat) float64 {
	side := s.scaled(s.tile)
	side.Mul(side, side)
	return float(side.Quo(double, side.Add(side, side)))
}

// sharedArea returns whether two triangles are stacked, and twice the area that they share, nil
// for none.
func (f *face) sharedArea(g *face) (stacked bool, area *big.Rat) {
	for k := range 2 {
		if f.high[k].Cmp(g.low[k]) <= 0 || g.high[k].Cmp(f.low[k]) <= 0 {
			return false, nil
		}
	}
	if f.uv.sameCorners(g.uv) {
		return true, f.uv.doubleArea()
	}
	if area = f.uv.common(g.uv).doubleArea(); area.Sign() > 0 {
		return false, area
	}
	return false, nil
}

// commonCorners returns how many corners two triangles of one mesh have in common.
func (f *face) commonCorners(g *face) (n int) {
	if f.mesh != g.mesh {
		return 0
	}
	for _, c := range f.corners {
		if slices.Contains(g.corners[:], c) {
			n++
		}
	}
	return n
}

// findIslands propagates the smaller number between connected triangles until nothing changes.
func (s *sheet) findIslands() {
	for i, f := range s.faces {
		f.island = i
	}
	for changed := true; changed; {
		changed = false
		for i, f := range s.faces {
			for _, g := range s.faces[i+1:] {
				if f.island != g.island && f.commonCorners(g) >= 2 {
					least := min(f.island, g.island)
					f.island, g.island, changed = least, least, true
				}
			}
		}
	}
	number := map[int]int{}
	for i, f := range s.faces {
		if f.island == i {
			number[i] = len(s.islands)
			s.islands = append(s.islands, nil)
		}
		f.island = number[f.island]
		s.islands[f.island] = append(s.islands[f.island], i)
	}
}

// isWhole reports whether a double area is all of an island except for a millionth.
func (s *sheet) isWhole(both *big.Rat, island int) bool {
	whole := new(big.Rat)
	for _, m := range s.islands[island] {
		whole.Add(whole, new(big.Rat).Abs(s.faces[m].area))
	}
	off := new(big.Rat).Sub(both, whole)
	return off.Abs(off).Cmp(whole.Mul(whole, big.NewRat(1, 1e6))) <= 0
}

// rangeOf reports whether a triangle leaves the tile at the origin, and whether its interior
// reaches into two tiles.
func (s *sheet) rangeOf(f *face) (out, crosses bool) {
	side := s.scaled(s.shownTile)
	low, high := bounds(f.shown)
	for k := range 2 {
		out = out || low[k].Sign() < 0 || high[k].Cmp(side) > 0
		border := new(big.Rat).Quo(low[k], side)
		border.SetInt64(int64(lowest(border)) + 1)
		crosses = crosses || border.Mul(border, side).Cmp(high[k]) < 0
	}
	return out, crosses
}

// tileOf returns the tile that holds an island, if one does.
func (s *sheet) tileOf(island int) (tile [2]int, whole bool) {
	side := s.scaled(s.shownTile)
	low, high := s.boundsOf(island)
	whole = true
	for k := range 2 {
		tile[k] = lowest(new(big.Rat).Quo(low[k], side))
		end := big.NewRat(int64(tile[k])+1, 1)
		whole = whole && high[k].Cmp(end.Mul(end, side)) <= 0
	}
	return tile, whole
}

// boundsOf returns the bounds of an island as shown.
func (s *sheet) boundsOf(island int) (low, high point) {
	var points polygon
	for _, m := range s.islands[island] {
		points = append(points, s.faces[m].shown...)
	}
	return bounds(points)
}

// shared is what two islands share: double areas, and the pairs of triangles that overlap deeply.
type shared struct {
	pairs            int
	overlap, stacked *big.Rat
	deep             [][2]int
}

// mark has a flag for each triangle.
type mark []bool

func (m mark) set(i, j int) { m[i], m[j] = true, true }

func (m mark) setIf(condition bool, i, j int) {
	if condition {
		m.set(i, j)
	}
}

// list returns the numbers of the marked triangles.
func (m mark) list(s *sheet) (out []int) {
	for i, f := range s.faces {
		if m[i] {
			out = append(out, f.number)
		}
	}
	return out
}

type marks struct{ overlap, fold, stacked, deepOverlap, deepFold, outside mark }

func newMarks(n int) marks {
	return marks{make(mark, n), make(mark, n), make(mark, n), make(mark, n), make(mark, n), make(mark, n)}
}
