package plane

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// MinRectangle returns the rectangle of least area that contains a hull, which must be a result of
// Hull. One of its sides lies along an edge of the hull (H. Freeman and R. Shapira, "Determining
// the Minimum-Area Encasing Rectangle for an Arbitrary Closed Curve", Communications of the ACM 18,
// 1975), found by rotating calipers (G. Toussaint, "Solving Geometric Problems with the Rotating
// Calipers", IEEE MELECON, 1983). The area is the least up to rounding, for edges between 2^-450
// and 2^450. The rectangle certainly contains every point of the hull: its sides are grown by 2^-47
// of the hull's extent and of its distance from the origin. Apart and Gap of two such rectangles
// therefore hold for the hulls in them.
//
// A hull of one point gives that point, an empty one the origin. A hull that extends beyond 2^1000
// gives a rectangle with infinite sides, which is apart from nothing.
func MinRectangle(hull []geom.Vec2) geom.OBR {
	if len(hull) == 0 {
		return geom.OBR{}
	}
	if len(hull) == 1 {
		return geom.OBR{Center: hull[0]}
	}
	corners := wellApart(hull)
	i := leastEdge(corners)
	return enclose(hull, corners[i], direction(minus(corners[(i+1)%len(corners)], corners[i])))
}

// Enclose returns the rectangle along a direction that certainly contains the points, like that of
// MinRectangle. The direction may have any length. There must be a point.
func Enclose(points []geom.Vec2, along geom.Vec2) geom.OBR {
	return enclose(points, points[0], direction(along))
}

// wellApart returns a hull without the corners so near to the previous one that products of their
// edge would underflow and stop the calipers.
func wellApart(hull []geom.Vec2) []geom.Vec2 {
	near := func(p, q geom.Vec2) bool { d := minus(p, q); return dot(d, d) < 0x1p-900 }
	corners := append(make([]geom.Vec2, 0, len(hull)), hull[0])
	for _, p := range hull[1:] {
		if !near(p, corners[len(corners)-1]) {
			corners = append(corners, p)
		}
	}
	if n := len(corners); n > 1 && near(corners[n-1], hull[0]) {
		corners = corners[:n-1]
	}
	return corners
}

// direction returns d at length 1, off by 4ε: 2ε of the length, then a reciprocal and a
// product. If d is so short or long that this would not hold, it returns the first axis.
func direction(d geom.Vec2) geom.Vec2 {
	n := length(d)
	if !(0x1p-900 < n && n < 0x1p+900) {
		return geom.Vec2{1, 0}
	}
	return scaled(d, 1/n)
}

// leastEdge returns the edge of a convex polygon, by its first corner, along which the enclosing
// rectangle has the least area.
//
// The direction of the edge to the next corner, not two projections, decides whether that corner is
// farther in some direction. Rounding then turns edges by at most 2ε, however short they are, and a
// caliper misses no more than that fraction of the polygon's extent.
func leastEdge(hull []geom.Vec2) (best int) {
	n := len(hull)
	edge := func(i int) geom.Vec2 { return minus(hull[(i+1)%n], hull[i%n]) }
	least := math.Inf(1)
	right, top, left := 1, 1, 1
	for i := range n {
		d := edge(i)
		for right = max(right, i+1); right < i+n && dot(d, edge(right)) > 0; right++ {
		}
		for top = max(top, right); top < i+n && cross(d, edge(top)) > 0; top++ {
		}
		for left = max(left, top); left < i+n && dot(d, edge(left)) < 0; left++ {
		}
		width := dot(d, minus(hull[right%n], hull[left%n]))
		height := cross(d, minus(hull[top%n], hull[i]))
		if area := width * (height / dot(d, d)); area < least {
			best, least = i, area
		}
	}
	return best
}

// enclose returns the rectangle around points along the direction u of length 1, grown so that
// it contains them.
//
// Let R bound |p-o| for all points p, ν = |u|, v = (-u₁, u₀), and ε = 2^-53. The projections of
// p-o onto u and v are off by 3ε·R, from the difference, the products and the sum. The centre
// o + m₀·u + m₁·v with |m| ≤ R is off by 4ε·R from the products and the first sum, and by ε·|c|
// from the last. Projected onto u it is off by another |ν²-1|·R ≤ 9ε·R. With 2ε·R for the
// middle and the half-length, the projection of p-c onto u is below h + 18ε·R + 2ε·|c|, where h
// is the half-length before growth; and likewise onto v.
//
// The half-edges A = a·u and B = b·v are rounded: A is off by ε·a, B by ε·b. Suppose that
// p-c = s·A + t·B with |s| > 1 and |s| ≥ |t|. Then its projection onto u is above
// a·ν²·(1-ε) - 2ε·b ≥ a - 11ε·a - 2ε·b. With a = h + g, and h at most R, and g small beside R,
// that is at least h + g - 14ε·R - 14ε·g. So g = 64ε·(R + |c|) is more than enough for |s| ≤ 1,
// for |t| ≤ 1 by symmetry, and for the roundings of g and a. What underflows loses a few
// times 2^-1075, far below the 2^-1000 that g has besides.
func enclose(points []geom.Vec2, o, u geom.Vec2) geom.OBR {
	v := geom.Vec2{-u[1], u[0]}
	low, high := geom.Vec2{math.Inf(1), math.Inf(1)}, geom.Vec2{math.Inf(-1), math.Inf(-1)}
	extent := 0.0
	for _, p := range points {
		w := minus(p, o)
		x, y := dot(w, u), dot(w, v)
		low, high = geom.Vec2{min(low[0], x), min(low[1], y)}, geom.Vec2{max(high[0], x), max(high[1], y)}
		extent = max(extent, math.Abs(w[0])+math.Abs(w[1]))
	}
	var middle, half geom.Vec2
	for k := range 2 {
		middle[k] = low[k] + (high[k]-low[k])/2
		half[k] = max(high[k]-middle[k], middle[k]-low[k])
	}
	c := plus(o, plus(scaled(u, middle[0]), scaled(v, middle[1])))
	away := extent + math.Abs(c[0]) + math.Abs(c[1])
	if !(away < 0x1p+1000) {
		return geom.OBR{Half: [2]geom.Vec2{{math.Inf(1), 0}, {0, math.Inf(1)}}}
	}
	growth := float64(64*epsilon*away) + 0x1p-1000
	return geom.OBR{Center: c, Half: [2]geom.Vec2{scaled(u, half[0]+growth), scaled(v, half[1]+growth)}}
}
