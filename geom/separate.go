package geom

import (
	"math"
	"slices"
)

// separation is two parallelepipeds to be projected onto axes.
//
// An axis may be any vector: if the projections onto it are apart, so are the bodies.
// A cross product with rounding errors, for example of near-parallel edges, is therefore
// a valid axis: the exact direction of its computed coordinates. Only the rounding of the
// projections has to be bounded.
//
// With ε = 2^-53, axis a, centres apart by d (computed to 1ε), half-edges h, slack s
// and m = |d| + Σ|h| + s by coordinate, let P = Σ|aₖ|·mₖ. A product of three terms is
// off by 3ε of the same with every term positive; with d's own rounding the term |a·d|
// is off by 4ε, and a radius |a·h|, summed up with the other six, by 3ε + 6ε; their
// difference is rounded once more. That makes 5ε for the part of |d| in P and 10ε for
// the rest, and P itself is computed to within 12ε of its value. So a difference above
// 16ε·P is above zero in truth. Products that underflow lose 24 times 2^-1075 at most, nothing beside
// 16ε·P for P ≥ 2^-900. Rounding keeps order: if a sum overflows, so does P, and the
// comparison fails, as it does for NaN.
type separation struct {
	between Vec    // from the second's centre to the first's
	half    [6]Vec // three of the first, three of the second
	slack   Vec    // of both
	extent  Vec    // m above
	edge    [6]Vec // the directions that make axes
}

// boxAxes are the pairs of edges whose cross products are the axes: the faces of the
// first and of the second, then an edge of each.
var boxAxes = [15][2]uint8{
	{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3},
	{0, 3}, {0, 4}, {0, 5}, {1, 3}, {1, 4}, {1, 5}, {2, 3}, {2, 4}, {2, 5},
}

// separationOf takes the two in the order of their centres, so that exchanging them changes no
// rounding. With equal centres they are not apart in either order.
func separationOf(o, p *OBB) separation {
	if slices.Compare(o.Center[:], p.Center[:]) > 0 {
		o, p = p, o
	}
	s := separation{between: o.Center.Sub(p.Center), slack: o.Slack.Add(p.Slack)}
	e, f := o.edges(), p.edges()
	copy(s.half[:3], o.Half[:])
	copy(s.half[3:], p.Half[:])
	copy(s.edge[:3], e[:])
	copy(s.edge[3:], f[:])
	s.measure()
	return s
}

// measure fills in the extent.
func (s *separation) measure() {
	for k := range s.extent {
		m := math.Abs(s.between[k]) + s.slack[k]
		for i := range s.half {
			m += math.Abs(s.half[i][k])
		}
		s.extent[k] = m
	}
}

// along returns by how much the projections onto the axis are certain to be apart, times the length
// of the axis. A value of 0 or less proves nothing.
func (s *separation) along(axis *Vec) float64 {
	x, y, z := axis[0], axis[1], axis[2]
	ax, ay, az := math.Abs(x), math.Abs(y), math.Abs(z)
	p := float64(ax*s.extent[0]) + float64(ay*s.extent[1]) + float64(az*s.extent[2])
	if !(p >= 0x1p-900) {
		return 0
	}
	r := float64(ax*s.slack[0]) + float64(ay*s.slack[1]) + float64(az*s.slack[2])
	for i := range s.half {
		h := &s.half[i]
		r += math.Abs(float64(x*h[0]) + float64(y*h[1]) + float64(z*h[2]))
	}
	d := &s.between
	return math.Abs(float64(x*d[0])+float64(y*d[1])+float64(z*d[2])) - r - 16*epsilon*p
}

// width returns a lower bound of the distance between the projections, 0 if it cannot
// tell. Of the 16ε·P that along takes off it needs 5ε for the part of |d| in P, which
// is no less than the gap: the 11ε left are more than the 3ε of the axis's length and
// the 2ε of a difference and a quotient.
func (s *separation) width(axis *Vec) float64 {
	gap, length := s.along(axis), axis.Norm()
	if !(gap > 0 && length > 0x1p-900) { // shorter, and Norm rounds by more
		return 0
	}
	return gap / length
}

// PreciseCross returns v × w with every coordinate within 2^-52 of its own value, whatever cancels,
// unless products underflow or overflow. The normal of a sliver, and the direction across two
// near-parallel edges, are as accurate as any others. Vec.Cross is faster, but its error is
// relative to the products.
//
// It is Kahan's determinant with two fused operations (C.-P. Jeannerod, N. Louvet and J.-M. Muller,
// "Further Analysis of Kahan's Algorithm for the Accurate Computation of 2×2 Determinants",
// Mathematics of Computation 82, 2013).
func PreciseCross(v, w *Vec) Vec {
	return Vec{
		determinant(v[1], v[2], w[1], w[2]),
		determinant(v[2], v[0], w[2], w[0]),
		determinant(v[0], v[1], w[0], w[1]),
	}
}

// determinant returns a·d - b·c to within 2ε of its value.
func determinant(a, b, c, d float64) float64 {
	bc := float64(b * c)
	rest := math.FMA(-b, c, bc) // bc less the exact product
	return math.FMA(a, d, -bc) + rest
}
