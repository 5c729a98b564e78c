package plane

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// Overlap reports whether the interiors of t and u have a point in common, and so share area,
// exactly. Both must be counter-clockwise, and therefore finite; otherwise the result is
// meaningless. Symmetric.
//
// The interiors of convex sets have no point in common if and only if a line separates the sets
// weakly. For two polygons that are not flat there is such a line along one of their edges, which
// are the edges of their Minkowski difference. Triangles with corners in common, such as neighbours
// in a set, need fewer lines. O. Devillers and P. Guigue ("Faster Triangle-Triangle Intersection
// Tests", INRIA report 4488, 2002) also need fewer orientations for the others, using a tree of
// cases. Here those of three edges are combined, because one mispredicted branch takes longer than
// several of them.
func Overlap(t, u *Triangle) bool {
	if common := cornersInCommon(t, u); common != 0 {
		return overlapAtCorners(t, u, common)
	}
	band := band(t, u)
	first := clearance(&t[0], &t[1], u)
	if first > band {
		return false
	}
	second, third := clearance(&t[1], &t[2], u), clearance(&t[2], &t[0], u)
	if second > band || third > band {
		return false
	}
	clear := max(clearance(&u[0], &u[1], t), clearance(&u[1], &u[2], t), clearance(&u[2], &u[0], t))
	if clear > band {
		return false
	}
	return max(clear, first, second, third) < -band || overlapExactly(t, u)
}

// clearance returns the least of the products (c-a)×(b-a) of the corners c of u. It is positive if
// all of u lies to the right of the line from a to b, and twice the area of the triangle of a, b
// and the nearest corner.
func clearance(a, b *geom.Vec2, u *Triangle) float64 {
	x, y := b[0]-a[0], b[1]-a[1]
	return min(
		float64((u[0][0]-a[0])*y)-float64((u[0][1]-a[1])*x),
		float64((u[1][0]-a[0])*y)-float64((u[1][1]-a[1])*x),
		float64((u[2][0]-a[0])*y)-float64((u[2][1]-a[1])*x),
	)
}

// band returns a bound of the error of every clearance of the two triangles.
//
// A product p·q - r·s of differences is off by at most boundFactor·(|pq|+|rs|) + boundLeast. No
// difference in x of two of the six corners is above the sum of five: from t[0] to the other
// corners of t and to u[0], and from there to the other corners of u. The same holds for y, so |pq|
// and |rs| are at most the product of the two sums. Twice 3ε makes 6ε, and 8ε covers the roundings
// of the sums and of the bound.
func band(t, u *Triangle) float64 {
	x := math.Abs(t[1][0]-t[0][0]) + math.Abs(t[2][0]-t[0][0]) + math.Abs(u[0][0]-t[0][0]) +
		math.Abs(u[1][0]-u[0][0]) + math.Abs(u[2][0]-u[0][0])
	y := math.Abs(t[1][1]-t[0][1]) + math.Abs(t[2][1]-t[0][1]) + math.Abs(u[0][1]-t[0][1]) +
		math.Abs(u[1][1]-u[0][1]) + math.Abs(u[2][1]-u[0][1])
	return float64(8*epsilon*float64(x*y)) + boundLeast
}

// overlapExactly decides what float64 cannot.
func overlapExactly(t, u *Triangle) bool {
	for k := range 3 {
		if !reaches(&t[k], &t[next[k]], u) || !reaches(&u[k], &u[next[k]], t) {
			return false
		}
	}
	return true
}

// reaches reports whether a corner of u lies strictly to the left of the line from a to b.
func reaches(a, b *geom.Vec2, u *Triangle) bool {
	return geom.Orient2D(*a, *b, u[0]) > 0 || geom.Orient2D(*a, *b, u[1]) > 0 || geom.Orient2D(*a, *b, u[2]) > 0
}
