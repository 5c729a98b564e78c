package geom

import "math"

// This file and the two beside it decide orientations exactly. Each predicate
// climbs a ladder: a float64 evaluation with a proved error bound
// (orient3DFast), integers of fixed width when the coordinates fit
// (orient3DInt64, orient3DInt128), and arbitrary precision for the rest
// (orient3DBig). Every rung that answers gives the exact sign.
//
// References: J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and
// Fast Robust Geometric Predicates", Discrete & Computational Geometry 18, 1997
// (the error bounds). The integer rungs rest on float coordinates being integers
// times a common power of two.
//
// Products are wrapped in float64(…) so that no compiler may fuse them with the
// sum that follows: the bounds count every rounding.

// epsilon is half a unit in the last place of 1: the largest relative error of
// one rounding to float64.
const epsilon = 1.0 / (1 << 53)

// bound3D and bound2D are the factors of Shewchuk's first-stage bounds: the
// computed determinant is off by at most the factor times its permanent, the same
// expression with every term made positive.
const (
	bound3D = (7 + 56*epsilon) * epsilon
	bound2D = (3 + 16*epsilon) * epsilon
)

// The bounds hold while no product underflows to where its relative error is
// lost. A product of two differences loses at most 2^-1075; times a difference of
// at most maxFactor that stays far below bound·minPermanent.
const (
	minPermanent = 0x1p-700
	maxFactor    = 0x1p+300
)

// Orient3D returns the sign of ((b-a)×(c-a))·(d-a), exactly: +1 when d lies on
// the side of the plane abc to which its normal points, -1 on the other side, 0
// when the four points are coplanar. Coordinates must be finite.
//
// An odd permutation of the arguments changes the sign, an even one does not.
func Orient3D(a, b, c, d Vec) int {
	p := PlaneOf(a, b, c)
	return p.Side(d)
}

// Orient2D returns the sign of (b-a)×(c-a), exactly: +1 when a, b, c turn
// counter-clockwise, -1 when they turn clockwise, 0 when they are collinear.
// Coordinates must be finite.
func Orient2D(a, b, c Vec2) int {
	if s, ok := orient2DFast(a, b, c); ok {
		return s
	}
	if s, ok := orient2DInt64(a, b, c); ok {
		return s
	}
	if s, ok := orient2DInt128(a, b, c); ok {
		return s
	}
	return orient2DBig(a, b, c)
}

// orient2DFast answers where float64 is certain of the sign.
func orient2DFast(a, b, c Vec2) (sign int, ok bool) {
	l := float64((b[0] - a[0]) * (c[1] - a[1]))
	r := float64((b[1] - a[1]) * (c[0] - a[0]))
	return certainSign(l-r, bound2D*(math.Abs(l)+math.Abs(r)))
}

// certainSign returns the sign of det where it exceeds its error bound. A bound
// that may have suffered from underflow, or is not finite, is no bound.
func certainSign(det, bound float64) (sign int, ok bool) {
	if !(bound >= minPermanent*bound2D) {
		return 0, false
	}
	if det > bound {
		return 1, true
	}
	if -det > bound {
		return -1, true
	}
	return 0, false
}

// Plane is the oriented plane through three points, prepared for many exact side
// tests.
type Plane struct {
	a, b, c Vec
	// n is the float64 normal (b-a)×(c-a), m the same with every term positive.
	n, m Vec
}

// PlaneOf returns the plane through a, b and c, whose normal points to where the
// three turn counter-clockwise. Collinear points make a plane on which every
// point lies.
func PlaneOf(a, b, c Vec) Plane {
	n, m := normal(&a, &b, &c)
	return Plane{a: a, b: b, c: c, n: n, m: m}
}

// normal returns (b-a)×(c-a) and the same with every term made positive.
func normal(a, b, c *Vec) (n, m Vec) {
	ux, uy, uz := b[0]-a[0], b[1]-a[1], b[2]-a[2]
	vx, vy, vz := c[0]-a[0], c[1]-a[1], c[2]-a[2]
	x1, x2 := float64(uy*vz), float64(uz*vy)
	y1, y2 := float64(uz*vx), float64(ux*vz)
	z1, z2 := float64(ux*vy), float64(uy*vx)
	n = Vec{x1 - x2, y1 - y2, z1 - z2}
	m = Vec{math.Abs(x1) + math.Abs(x2), math.Abs(y1) + math.Abs(y2), math.Abs(z1) + math.Abs(z2)}
	return n, m
}

// next is the cyclic successor of an axis or of a corner.
var next = [3]int{1, 2, 0}

// Side returns Orient3D of the plane's three points and d: +1 on the side of the
// normal, -1 on the other, 0 on the plane, exactly.
func (p *Plane) Side(d Vec) int {
	if s, ok := p.sideFast(d); ok {
		return s
	}
	if d == p.a || d == p.b || d == p.c || p.inAxisPlane(&d) {
		return 0
	}
	if s, ok := orient3DInt64(p.a, p.b, p.c, d); ok {
		return s
	}
	if s, ok := orient3DInt128(p.a, p.b, p.c, d); ok {
		return s
	}
	return orient3DBig(p.a, p.b, p.c, d)
}

// inAxisPlane reports whether the plane's points and d have a coordinate in common,
// as on the faces of most things that people build.
func (p *Plane) inAxisPlane(d *Vec) bool {
	for k := range 3 {
		if x := d[k]; p.a[k] == x && p.b[k] == x && p.c[k] == x {
			return true
		}
	}
	return false
}

// sideFast answers where float64 is certain of the sign.
func (p *Plane) sideFast(d Vec) (sign int, ok bool) {
	return certainSign(p.evaluate(&d))
}

// evaluate returns the determinant in float64 and its error bound, which is not a
// number where a difference is too large for it to hold.
func (p *Plane) evaluate(d *Vec) (det, bound float64) {
	x, y, z := d[0]-p.a[0], d[1]-p.a[1], d[2]-p.a[2]
	det = float64(x*p.n[0]) + float64(y*p.n[1]) + float64(z*p.n[2])
	x, y, z = math.Abs(x), math.Abs(y), math.Abs(z)
	if x > maxFactor || y > maxFactor || z > maxFactor {
		return det, math.NaN()
	}
	return det, bound3D * (float64(x*p.m[0]) + float64(y*p.m[1]) + float64(z*p.m[2]))
}

// Glance returns the sides of t's corners as far as float64 is certain of them, and
// 0 for a corner that has to be asked about by Side; and their heights, the float64
// distances above the plane times the length of its normal.
func (p *Plane) Glance(t *Triangle) (side [3]int, height [3]float64) {
	const least = minPermanent * bound2D
	for k := range t {
		det, bound := p.evaluate(&t[k])
		height[k] = det
		if !(bound >= least) {
			continue
		}
		if det > bound {
			side[k] = 1
		} else if det < -bound {
			side[k] = -1
		}
	}
	return side, height
}

// Normal returns the plane's normal in float64, its length twice the area of the
// triangle it was made of. Not exact.
func (p *Plane) Normal() Vec { return p.n }
