package oracle

import (
	"math"
	"math/big"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// finish fills in the measures, which are in the unit of the soup.
func (f *finding) finish(s *scale) {
	switch f.Kind {
	case Crossing:
		first := slices.MinFunc(f.points, point.compare)
		last := slices.MaxFunc(f.points, point.compare)
		f.Segment = [2]geom.Vec{s.vec(first), s.vec(last)}
	case Overlap, Duplicate:
		f.Area = s.area(hull(f.points, f.normal), f.normal)
	}
}

// vec returns p in the unit of the soup, each coordinate rounded once.
func (s *scale) vec(p point) geom.Vec {
	var v geom.Vec
	for k, x := range p.rat() {
		v[k], _ = x.Quo(x, s.unit()).Float64()
	}
	return v
}

// unit returns the number of integer steps in one unit of the soup.
func (s *scale) unit() *big.Rat {
	steps := new(big.Int).Lsh(big.NewInt(1), uint(s.exponent))
	if s.denominator != nil {
		steps.Mul(steps, s.denominator)
	}
	return new(big.Rat).SetInt(steps)
}

// area returns the area of the planar polygon, which is the area of its
// projection along axis k times |n| / |n[k]|.
func (s *scale) area(polygon []flat, n integer) float64 {
	twice := new(big.Rat)
	for i, p := range polygon {
		q := polygon[(i+1)%len(polygon)]
		twice.Add(twice, new(big.Rat).Mul(p[0], q[1]))
		twice.Sub(twice, new(big.Rat).Mul(p[1], q[0]))
	}
	twice.Quo(twice, s.unit())
	projected, _ := twice.Quo(twice, s.unit()).Float64()
	k := dominantAxis(n)
	stretch, _ := new(big.Rat).SetFrac(n.dot(n), new(big.Int).Mul(n[k], n[k])).Float64()
	return math.Abs(projected) / 2 * math.Sqrt(stretch)
}

// dominantAxis returns the axis along which n is longest; the projection along
// it flattens no polygon with normal n.
func dominantAxis(n integer) int {
	k := 0
	for i := range n {
		if n[i].CmpAbs(n[k]) > 0 {
			k = i
		}
	}
	return k
}

// flat is a point projected along an axis.
type flat [2]*big.Rat

func (p flat) compare(q flat) int {
	if c := p[0].Cmp(q[0]); c != 0 {
		return c
	}
	return p[1].Cmp(q[1])
}

// left reports whether r lies strictly to the left of the line from p to q.
func left(p, q, r flat) bool {
	minus := func(x, y *big.Rat) *big.Rat { return new(big.Rat).Sub(x, y) }
	a, b := minus(q[0], p[0]), minus(q[1], p[1])
	return a.Mul(a, minus(r[1], p[1])).Cmp(b.Mul(b, minus(r[0], p[0]))) > 0
}

// hull returns the corners, in order around it, of the convex hull of points in
// one plane with normal n, projected along n's dominant axis (Andrew's monotone chain).
func hull(points []point, n integer) []flat {
	k := dominantAxis(n)
	sorted := make([]flat, len(points))
	for i, p := range points {
		r := p.rat()
		sorted[i] = flat{r[(k+1)%3], r[(k+2)%3]}
	}
	slices.SortFunc(sorted, flat.compare)
	lower := chain(sorted)
	slices.Reverse(sorted)
	return append(lower, chain(sorted)...)
}

// chain returns the hull's corners from the first point to the last, without the last.
func chain(sorted []flat) []flat {
	var c []flat
	for _, p := range sorted {
		for len(c) >= 2 && !left(c[len(c)-2], c[len(c)-1], p) {
			c = c[:len(c)-1]
		}
		c = append(c, p)
	}
	return c[:len(c)-1]
}
