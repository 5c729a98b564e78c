package oracle

import (
	"math/big"
	"slices"
)

// sideOf returns the sign of p's distance from the boundary of h: positive inside.
func (h halfspace) sideOf(p point) int {
	return h.inward.dot(p.num).Cmp(new(big.Int).Mul(h.offset, p.den))
}

// strictlyInside reports whether p, a point in the plane of f, lies in the
// interior of the triangle.
func (f *face) strictlyInside(p point) bool {
	for _, w := range f.walls {
		if w.sideOf(p) <= 0 {
			return false
		}
	}
	return true
}

// corners are three numbers, one for each corner of a triangle.
type corners [3]*big.Int

// over returns the height of each corner of f over the boundary of h, positive inside.
func (f *face) over(h halfspace) corners {
	var c corners
	for k := range c {
		c[k] = h.above(f.corners[k])
	}
	return c
}

// apart reports whether all three are positive or all are negative.
func (c corners) apart() bool {
	s := c[0].Sign()
	return s != 0 && c[1].Sign() == s && c[2].Sign() == s
}

func (c corners) zero() bool { return c[0].Sign() == 0 && c[1].Sign() == 0 && c[2].Sign() == 0 }

// meet returns a set of points, each once, whose convex hull is the intersection
// of the triangles a and b, and whether they lie in one plane.
//
// It is complete because an extreme point of the intersection lies on an edge of
// a or of b, and there it is an end of what is left of that edge inside the other.
func meet(a, b *face) (points []point, coplanar bool) {
	if !a.box.Intersects(b.box) {
		return nil, false
	}
	overA := b.over(a.plane)
	if overA.apart() {
		return nil, false
	}
	overB := a.over(b.plane)
	if overB.apart() {
		return nil, false
	}
	add := func(p point) {
		if !slices.ContainsFunc(points, p.equal) {
			points = append(points, p)
		}
	}
	clipEdges(b, a, overA, add)
	clipEdges(a, b, overB, add)
	return points, overA.zero()
}

// clipEdges clips the edges of f, whose corners have the given heights over the
// plane of g, against g, and calls add with the ends of the remaining segments.
func clipEdges(f, g *face, heights corners, add func(point)) {
	var inside [3]corners
	for k, w := range g.walls {
		inside[k] = f.over(w)
		if c := inside[k]; c[0].Sign() < 0 && c[1].Sign() < 0 && c[2].Sign() < 0 {
			return
		}
	}
	for i := range 3 {
		j := (i + 1) % 3
		from, to, some := inPlane(heights[i], heights[j])
		for k := 0; k < 3 && some; k++ {
			from, to, some = clip(from, to, inside[k][i], inside[k][j])
		}
		if some {
			add(along(f.corners[i], f.corners[j], from))
			add(along(f.corners[i], f.corners[j], to))
		}
	}
}

// inPlane returns the t in [0, 1] at which the linear function that is p at 0
// and q at 1 vanishes: none, one, or all of them.
func inPlane(p, q *big.Int) (from, to fraction, some bool) {
	switch {
	case p.Sign()*q.Sign() > 0:
		return from, to, false
	case p.Sign() == 0 && q.Sign() == 0:
		one := big.NewInt(1)
		return fraction{new(big.Int), one}, fraction{one, one}, true
	}
	t := zeroAt(p, q)
	return t, t, true
}

// zeroAt returns the t at which the linear function that is p at 0 and q at 1
// vanishes; p and q must differ.
func zeroAt(p, q *big.Int) fraction { return newFraction(p, new(big.Int).Sub(p, q)) }

// clip cuts the interval [from, to] of [0, 1] down to where the linear function
// that is p at 0 and q at 1 is not negative, and reports whether any of it is left.
func clip(from, to fraction, p, q *big.Int) (fraction, fraction, bool) {
	switch {
	case p.Sign() >= 0 && q.Sign() >= 0:
		return from, to, true
	case p.Sign() < 0 && q.Sign() < 0:
		return from, to, false
	}
	t := zeroAt(p, q)
	if p.Sign() < 0 && t.compare(from) > 0 {
		from = t
	}
	if q.Sign() < 0 && t.compare(to) < 0 {
		to = t
	}
	return from, to, from.compare(to) <= 0
}
