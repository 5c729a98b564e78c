package plane

import (
	"math"
	"math/bits"

	"github.com/meshcheck/meshcheck/geom"
)

// cornersInCommon returns a set with bit 3i+j set if corner i of t is corner j of u.
func cornersInCommon(t, u *Triangle) uint {
	return cornersAt(&t[0], u) | cornersAt(&t[1], u)<<3 | cornersAt(&t[2], u)<<6
}

// cornersAt returns a set with bit j set if corner j of u is p.
func cornersAt(p *geom.Vec2, u *Triangle) (at uint) {
	x, y := p[0], p[1]
	if x == u[0][0] && y == u[0][1] {
		at = 1
	}
	if x == u[1][0] && y == u[1][1] {
		at |= 2
	}
	if x == u[2][0] && y == u[2][1] {
		at |= 4
	}
	return at
}

// overlapAtCorners decides Overlap for triangles with corners in common.
func overlapAtCorners(t, u *Triangle, common uint) bool {
	switch bits.OnesCount(common) {
	case 1:
		k := bits.TrailingZeros(common)
		return conesOverlap(t, k/3, u, k%3)
	case 2:
		// An edge in common: they overlap if the third corners are on the same side of it.
		i, j := 0, 0
		for common>>(3*i)&7 != 0 {
			i++
		}
		for common>>j&0b001001001 != 0 {
			j++
		}
		return geom.Orient2D(t[next[i]], t[next[next[i]]], u[j]) > 0
	}
	return true
}

// conesOverlap decides Overlap for triangles whose only common corner is i of t and j of u. Near
// that corner each triangle is the cone of its angle, so they overlap if the cones do. If not, one
// of the four rays separates them.
func conesOverlap(t *Triangle, i int, u *Triangle, j int) bool {
	p := t[i]
	a, b := minus(t[next[i]], p), minus(t[next[next[i]]], p)
	c, d := minus(u[next[j]], p), minus(u[next[next[j]]], p)
	ac, ad, bc, bd := cross(a, c), cross(a, d), cross(b, c), cross(b, d)
	// Each of the four is positive if its ray separates: c and d are to the right of a, or to
	// the left of b; a and b are to the right of c, or to the left of d. They are combined
	// because branches would be mispredicted.
	clear := max(min(-ac, -ad), min(bc, bd), min(ac, bc), min(-ad, -bd))
	// As in band, for the four differences here.
	x := math.Abs(a[0]) + math.Abs(b[0]) + math.Abs(c[0]) + math.Abs(d[0])
	y := math.Abs(a[1]) + math.Abs(b[1]) + math.Abs(c[1]) + math.Abs(d[1])
	band := float64(8*epsilon*float64(x*y)) + boundLeast
	switch {
	case clear > band:
		return false
	case clear < -band:
		return true
	}
	return overlapExactly(t, u)
}
