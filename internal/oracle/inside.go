package oracle

import "math/big"

// boundary counts the triangles at each edge of a surface.
type boundary struct {
	sides   map[edge]int // all
	surplus map[edge]int // sides along the edge from its smaller vertex, minus the others
}

func (b *boundary) add(f *face) {
	if b.sides == nil {
		b.sides, b.surplus = map[edge]int{}, map[edge]int{}
	}
	for k := range 3 {
		v, w := f.vertices[k], f.vertices[(k+1)%3]
		if v == w {
			continue // the other two sides of the triangle are one edge, there and back
		}
		e := newEdge(v, w)
		b.sides[e]++
		if e[0] == v {
			b.surplus[e]++
		} else {
			b.surplus[e]--
		}
	}
}

// rule returns a function that decides, from the number of crossings of a ray with the
// surface and the sum of their signs, whether the ray begins inside: nil for an open or empty
// surface. It uses the sum if the surface is oriented.
func (b *boundary) rule() (inside func(crossings, winding int) bool, oriented bool) {
	if len(b.sides) == 0 {
		return nil, false
	}
	oriented = true
	for e, n := range b.sides {
		if n%2 != 0 {
			return nil, false
		}
		oriented = oriented && b.surplus[e] == 0
	}
	if oriented {
		return func(_, winding int) bool { return winding != 0 }, true
	}
	return func(crossings, _ int) bool { return crossings%2 != 0 }, false
}

// sideOf returns 1 for p strictly inside the body, 0 on its surface, -1 outside.
// The body must be closed.
func (b *body) sideOf(p point) int {
	for _, f := range b.faces {
		if f.holds(p) {
			return 0
		}
	}
	// A ray through an edge or a vertex decides nothing; then the next one is tried.
	// Each edge excludes the directions in one plane through p, and no plane through
	// the origin has more than two points of the curve (1, n, n²).
	for n := int64(1); ; n++ {
		crossings, winding, ok := b.shoot(p, integer{big.NewInt(n * n), big.NewInt(1), big.NewInt(n)})
		if !ok {
			continue
		}
		if b.inside(crossings, winding) {
			return 1
		}
		return -1
	}
}

// holds reports whether p lies in the closed triangle.
func (f *face) holds(p point) bool {
	if f.plane.sideOf(p) != 0 {
		return false
	}
	for _, w := range f.walls {
		if w.sideOf(p) < 0 {
			return false
		}
	}
	return true
}

// shoot counts the triangles that the ray from p, a point on none of them, along d
// passes through, and sums their signs: 1 where it leaves through a triangle's front.
// ok is false if the ray meets a triangle other than by passing through its interior.
func (b *body) shoot(p point, d integer) (crossings, winding int, ok bool) {
	for _, f := range b.faces {
		height, slope := f.plane.sideOf(p), f.normal.dot(d).Sign()
		if height != 0 && (slope == 0 || height == slope) {
			continue // parallel, or behind p
		}
		switch f.passed(p, d) {
		case passes:
			crossings++
			winding += slope
		case grazes:
			return 0, 0, false
		}
	}
	return crossings, winding, true
}

// passage is how a line passes a triangle.
type passage int

const (
	misses passage = iota
	passes
	grazes // through an edge, or along the plane
)

// passed returns how the line through p along d passes f, from the sides of the three
// edges on which it runs.
func (f *face) passed(p point, d integer) passage {
	var arms [3]integer // from p to the corners, times p.den
	for k, c := range f.corners {
		for i := range c {
			arms[k][i] = new(big.Int).Mul(c[i], p.den)
			arms[k][i].Sub(arms[k][i], p.num[i])
		}
	}
	var left, right, on bool
	for k := range 3 {
		switch arms[k].cross(arms[(k+1)%3]).dot(d).Sign() {
		case 1:
			left = true
		case -1:
			right = true
		default:
			on = true
		}
	}
	switch {
	case left && right:
		return misses
	case on:
		return grazes
	}
	return passes
}
