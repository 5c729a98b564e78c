package oracle

import (
	"math/big"
	"slices"
)

// Common measures the intersection of two convex bodies: squared lengths in the unit of the
// scene.
type Common struct {
	// Parting is the squared length of the shortest translation after which the bodies have no
	// interior point in common, 0 if they have none already.
	Parting *big.Rat
	// Ball is a lower bound of the squared radius of the largest ball in both bodies.
	Ball *big.Rat
}

// Convex compares the objects i and j, which must be convex and closed.
//
// The translations that leave two convex bodies an interior point in common form the
// interior of their Minkowski difference. The normals of its faces are normals of faces of
// either body and cross products of an edge of each, so the shortest translation is along one
// of these. The center of the ball is the mean of the vertices of the intersection, or another
// point of it.
func (s *Scene) Convex(i, j int) Common {
	a, b := s.body(i), s.body(j)
	c := Common{Parting: s.parting(a, b), Ball: new(big.Rat)}
	if c.Parting.Sign() > 0 {
		c.Ball = s.ball(a, b)
	}
	return c
}

// Margin returns the least squared distance of a vertex of object i from the planes of
// the faces of object j, which is convex and wound outwards unless it is mirrored: nil if
// a vertex is outside.
func (s *Scene) Margin(i, j int) *big.Rat {
	var least *big.Rat
	inner, outer := s.body(i), s.body(j)
	for _, p := range inner.vertices() {
		squared, inside := outer.heights(p)
		if !inside {
			return nil
		}
		if least == nil || squared.Cmp(least) < 0 {
			least = squared
		}
	}
	return s.unscaled(least)
}

// unscaled turns a squared length in integer steps into one in the unit of the scene.
func (s *Scene) unscaled(squared *big.Rat) *big.Rat {
	unit := s.scale.unit()
	return new(big.Rat).Quo(squared, unit.Mul(unit, unit))
}

// heights returns the least squared distance of p from the planes of a convex body's
// faces; inside is false if p is in front of one.
func (b *body) heights(p point) (least *big.Rat, inside bool) {
	side := -1
	if b.volume() < 0 {
		side = 1
	}
	for _, f := range b.faces {
		h := f.plane.height(p)
		if h.Sign()*side < 0 {
			return nil, false
		}
		squared := new(big.Rat).SetFrac(h, p.den)
		squared.Mul(squared, squared)
		squared.Quo(squared, new(big.Rat).SetInt(f.normal.dot(f.normal)))
		if least == nil || squared.Cmp(least) < 0 {
			least = squared
		}
	}
	return least, true
}

// parting returns the square of the least overlap of the bodies' projections onto an axis.
func (s *Scene) parting(a, b *body) *big.Rat {
	p, q := a.corners(), b.corners()
	var least *big.Rat
	for _, axis := range axes(a, b) {
		low, high := shadow(p, axis)
		from, to := shadow(q, axis)
		width := new(big.Int).Sub(high, from)
		if other := new(big.Int).Sub(to, low); other.Cmp(width) < 0 {
			width = other
		}
		if width.Sign() <= 0 {
			return new(big.Rat)
		}
		squared := new(big.Rat).SetFrac(width.Mul(width, width), axis.dot(axis))
		if least == nil || squared.Cmp(least) < 0 {
			least = squared
		}
	}
	return s.unscaled(least)
}

// corners returns the vertices of a body, each once.
func (b *body) corners() []integer {
	var out []integer
	for _, p := range b.vertices() {
		out = append(out, p.num)
	}
	return out
}

// axes returns the candidate directions of the shortest translation that separates two convex
// bodies.
func axes(a, b *body) []integer {
	var all []integer
	for _, f := range append(slices.Clone(a.faces), b.faces...) {
		all = append(all, f.normal)
	}
	along := func(of *body) []integer {
		var edges []integer
		for _, f := range of.faces {
			for k := range 3 {
				if f.bends(k) {
					edges = append(edges, f.corners[(k+1)%3].sub(f.corners[k]))
				}
			}
		}
		return directions(edges)
	}
	other := along(b)
	for _, v := range along(a) {
		for _, w := range other {
			all = append(all, v.cross(w))
		}
	}
	return directions(all)
}

// bends reports whether a triangle with edge k of f is in another plane.
func (f *face) bends(k int) bool {
	for _, g := range f.surface.edges[f.edge(k)] {
		if !g.over(f.plane).zero() {
			return true
		}
	}
	return false
}

// directions returns the nonzero vectors without multiples of others.
func directions(all []integer) []integer {
	var out []integer
	seen := map[string]bool{}
	for _, v := range all {
		if v.zero() {
			continue
		}
		shortest := point{num: v, den: new(big.Int)}.lowest().num
		if negative(shortest) {
			shortest = integer{new(big.Int), new(big.Int), new(big.Int)}.sub(shortest)
		}
		name := shortest[0].Text(36) + " " + shortest[1].Text(36) + " " + shortest[2].Text(36)
		if !seen[name] {
			seen[name] = true
			out = append(out, shortest)
		}
	}
	return out
}

// negative reports whether the first nonzero coordinate is negative.
func negative(v integer) bool {
	for _, x := range v {
		if x.Sign() != 0 {
			return x.Sign() < 0
		}
	}
	return false
}

// shadow returns the ends of the points' projections onto an axis, times the axis's length.
func shadow(points []integer, axis integer) (low, high *big.Int) {
	for _, p := range points {
		at := axis.dot(p)
		if low == nil || at.Cmp(low) < 0 {
			low = at
		}
		if high == nil || at.Cmp(high) > 0 {
			high = at
		}
	}
	return low, high
}

// ball returns the squared radius of a ball in two convex bodies that have interior points
// in common. The vertices of the intersection are the points where faces meet and the vertices
// of one body in the other.
func (s *Scene) ball(a, b *body) *big.Rat {
	var points []point
	add := func(p point) {
		if !slices.ContainsFunc(points, p.equal) {
			points = append(points, p.lowest())
		}
	}
	for _, f := range a.faces {
		for _, g := range b.faces {
			met, _ := meet(f, g)
			for _, p := range met {
				add(p)
			}
		}
	}
	for _, pair := range [2][2]*body{{a, b}, {b, a}} {
		for _, p := range pair[0].vertices() {
			if _, inside := pair[1].heights(p); inside {
				add(p)
			}
		}
	}
	centre := middle(points).lowest()
	least, _ := a.heights(centre)
	if other, _ := b.heights(centre); other.Cmp(least) < 0 {
		least = other
	}
	return s.unscaled(least)
}
