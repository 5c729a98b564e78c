package oracle

import (
	"math/big"

	"github.com/meshcheck/meshcheck/geom"
)

// Distance returns the distance between two closed triangles, the root of an exact
// square, rounded once. The triangles must be finite; degenerate ones are the
// segments and points that their corners span, {p, q, q} and {p, p, p} among them.
//
// The square is the least over all pairs of edges and all pairs of a corner and a face; a
// degenerate triangle has no face. It is 0 if an edge passes through a face.
func Distance(t, u geom.Triangle) float64 {
	s := newScale([]geom.Triangle{t, u})
	a, b := s.face(0, t), s.face(1, u)
	best := distance2Corners(a.corners[0], b.corners[0])
	consider := func(square fraction, ok bool) {
		if ok && square.compare(best) < 0 {
			best = square
		}
	}
	for i := range 3 {
		p, q := a.corners[i], a.corners[(i+1)%3]
		for j := range 3 {
			distance2Edges(p, q, b.corners[j], b.corners[(j+1)%3], consider)
		}
		consider(distance2Face(p, b))
		consider(distance2Face(b.corners[i], a))
		consider(fraction{big.NewInt(0), big.NewInt(1)},
			pierces(p, q, b) || pierces(b.corners[i], b.corners[(i+1)%3], a))
	}
	square := new(big.Float).SetPrec(200).SetRat(new(big.Rat).SetFrac(best.num, best.den))
	root, _ := square.Sqrt(square).SetMantExp(square, -s.exponent).Float64()
	return root
}

func distance2Corners(p, q integer) fraction {
	w := p.sub(q)
	return fraction{w.dot(w), big.NewInt(1)}
}

// distance2Edges calls consider with the candidates of the least squared distance between two
// segments: within both, or at an end of one.
func distance2Edges(a, b, c, d integer, consider func(fraction, bool)) {
	for _, end := range []integer{a, b} {
		consider(distance2Edge(end, c, d))
		consider(distance2Corners(end, c), true)
		consider(distance2Corners(end, d), true)
	}
	consider(distance2Edge(c, a, b))
	consider(distance2Edge(d, a, b))
	e, f, w := b.sub(a), d.sub(c), c.sub(a)
	n := e.cross(f)
	nn := n.dot(n)
	if nn.Sign() == 0 {
		return
	}
	within := func(x *big.Int) bool { return x.Sign() >= 0 && x.Cmp(nn) <= 0 }
	along := w.dot(n)
	consider(fraction{along.Mul(along, along), nn}, within(w.cross(f).dot(n)) && within(w.cross(e).dot(n)))
}

// distance2Edge returns the squared distance from p to the line ab, if the foot of the
// perpendicular is between a and b.
func distance2Edge(p, a, b integer) (square fraction, ok bool) {
	e, w := b.sub(a), p.sub(a)
	at, ee := w.dot(e), e.dot(e)
	if ee.Sign() == 0 || at.Sign() < 0 || at.Cmp(ee) > 0 {
		return fraction{}, false
	}
	c := w.cross(e)
	return fraction{c.dot(c), ee}, true
}

// distance2Face returns the squared distance from p to the plane of f, if the foot of
// the perpendicular is in f.
func distance2Face(p integer, f *face) (square fraction, ok bool) {
	if f.normal.zero() {
		return fraction{}, false
	}
	for _, w := range f.walls { // walls are perpendicular to f, so p is behind one if its foot is
		if w.above(p).Sign() < 0 {
			return fraction{}, false
		}
	}
	h := f.plane.above(p)
	return fraction{h.Mul(h, h), f.normal.dot(f.normal)}, true
}

// pierces reports whether the segment pq meets the plane of f in one point, and f in
// that point.
func pierces(p, q integer, f *face) bool {
	hp, hq := f.plane.above(p), f.plane.above(q)
	if hp.Sign()*hq.Sign() > 0 || hp.Cmp(hq) == 0 {
		return false
	}
	x := along(p, q, zeroAt(hp, hq))
	for _, w := range f.walls {
		if w.sideOf(x) < 0 {
			return false
		}
	}
	return true
}
