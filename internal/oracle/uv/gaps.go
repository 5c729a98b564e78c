package uv

import (
	"math"
	"math/big"
)

// Gap is the distance of two islands in texels.
type Gap struct {
	A, B     int
	Touching bool
	Texels   float64
}

// Gaps returns the distances of all pairs of islands, A < B, that share no overlapping and no
// stacked triangles and no corner, in texels of an image size.
func (u *Truth) Gaps(width, height int) (gaps []Gap) {
	s := u.sheet
	joined := map[[2]int]bool{}
	for _, p := range u.Pairs {
		joined[[2]int{p.A, p.B}] = true
	}
	for i, f := range s.faces {
		for _, g := range s.faces[i+1:] {
			if f.commonCorners(g) > 0 {
				joined[[2]int{min(f.island, g.island), max(f.island, g.island)}] = true
			}
		}
	}
	outlines := s.outlines([2]int{width, height})
	unit := float(s.scale) * s.shownTile
	for a := range s.islands {
		for b := a + 1; b < len(s.islands); b++ {
			if joined[[2]int{a, b}] {
				continue
			}
			square := leastSquare(outlines[a], outlines[b])
			gaps = append(gaps, Gap{A: a, B: b, Touching: square.Sign() == 0, Texels: math.Sqrt(float(square)) / unit})
		}
	}
	return gaps
}

// Borders returns, for each island that lies in one tile, its distance from the border of the
// tile in texels.
func (u *Truth) Borders(width, height int) (out []float64) {
	s := u.sheet
	side := s.scaled(s.shownTile)
	for k := range s.islands {
		tile, whole := s.tileOf(k)
		if !whole {
			continue
		}
		low, high := s.boundsOf(k)
		least := math.Inf(1)
		for axis, texels := range []int{width, height} {
			from, to := big.NewRat(int64(tile[axis]), 1), big.NewRat(int64(tile[axis])+1, 1)
			from.Sub(low[axis], from.Mul(from, side))
			to.Sub(to.Mul(to, side), high[axis])
			for _, d := range []*big.Rat{from, to} {
				least = min(least, float(new(big.Rat).Quo(d, side))*float64(texels))
			}
		}
		out = append(out, least)
	}
	return out
}

// edge is an edge of an outline in texels, times the scale and the side of a tile.
type edge [2]point

// outlines returns the outline of each island: all edges except those of exactly two triangles,
// one on either side.
func (s *sheet) outlines(size [2]int) [][]edge {
	out := make([][]edge, len(s.islands))
	for _, f := range s.faces {
		for k := range 3 {
			if !s.inside(f, k) {
				p, q := f.shown[k], f.shown[(k+1)%3]
				out[f.island] = append(out[f.island], edge{inTexels(p, size), inTexels(q, size)})
			}
		}
	}
	return out
}

func inTexels(p point, size [2]int) (out point) {
	for k := range 2 {
		out[k] = new(big.Rat).Mul(p[k], big.NewRat(int64(size[k]), 1))
	}
	return out
}

// inside reports whether edge k of a triangle has exactly one other triangle, on its other side.
func (s *sheet) inside(f *face, k int) bool {
	a, b := f.corners[k], f.corners[(k+1)%3]
	across := 0
	for _, g := range s.faces {
		if g == f || g.mesh != f.mesh {
			continue
		}
		for m := range 3 {
			c, d := g.corners[m], g.corners[(m+1)%3]
			same, opposite := c == a && d == b, c == b && d == a
			if !same && !opposite {
				continue
			}
			across++
			// If both wind the same way in UV, they lie on different sides if the edge runs back.
			if (f.area.Sign() == g.area.Sign()) != opposite {
				return false
			}
		}
	}
	return across == 1
}

// leastSquare returns the square of the distance of two outlines.
func leastSquare(a, b []edge) (least *big.Rat) {
	for _, e := range a {
		for _, f := range b {
			if d := e.square(f); least == nil || d.Cmp(least) < 0 {
				least = d
			}
		}
	}
	return least
}

// square returns the square of the distance of two edges.
func (e edge) square(f edge) *big.Rat {
	if e.splits(f) && f.splits(e) {
		return new(big.Rat)
	}
	least := e.squareTo(f[0])
	for _, d := range []*big.Rat{e.squareTo(f[1]), f.squareTo(e[0]), f.squareTo(e[1])} {
		if d.Cmp(least) < 0 {
			least = d
		}
	}
	return least
}

// splits reports whether the ends of f lie strictly on different sides of the line through e.
func (e edge) splits(f edge) bool {
	d := e[1].sub(e[0])
	return d.cross(f[0].sub(e[0])).Sign()*d.cross(f[1].sub(e[0])).Sign() < 0
}

// squareTo returns the square of the distance of a point.
func (e edge) squareTo(p point) *big.Rat {
	d, w := e[1].sub(e[0]), p.sub(e[0])
	along, length := d.dot(w), d.dot(d)
	switch {
	case along.Sign() <= 0:
		return w.dot(w)
	case along.Cmp(length) >= 0:
		v := p.sub(e[1])
		return v.dot(v)
	}
	area := d.cross(w)
	return area.Quo(area.Mul(area, area), length)
}
