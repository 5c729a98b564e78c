package parts

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/tritri"
)

// nearlyParallel reports whether planes with these normals are so nearly parallel that
// they may lie within a distance of each other over eight times that distance: the angle
// between them is at most about 14 degrees.
func nearlyParallel(n, m *geom.Vec) bool {
	d := n.Dot(*m)
	return d*d >= 15.0/16*n.Dot(*n)*m.Dot(*m)
}

// within reports whether u has a point that is at most a distance away from the plane of t.
func within(t, u *geom.Triangle, distance float64) bool {
	low, high := math.Inf(1), math.Inf(-1)
	n := t.UnitNormal()
	for _, p := range u {
		h := n.Dot(p.Sub(t[0]))
		low, high = min(low, h), max(high, h)
	}
	return low <= distance && high >= -distance
}

// Two surfaces coincide where they are within rounding of each other over a polygon that is
// this many times wider than rounding in every direction of its plane. wide is for triangles
// that cross by no more than rounding explains. For those that do cross, veryWide tells
// coplanar surfaces from surfaces that cross at a small angle.
const (
	wide     = 8
	veryWide = 1024
)

// commonPolygon returns the convex polygon in t's plane over which t and u are within r of
// each other. ok is false if it is less than widths·r wide in some direction.
func commonPolygon(t, u *geom.Triangle, r, widths float64) (polygon []geom.Vec, ok bool) {
	polygon, width := tritri.CommonPolygon(t, u, r)
	return polygon, width > widths*r
}

// noteCoincident records in met whether triangles p.a of a and p.b of b, which are nearly
// parallel, coincide or face each other.
func (c *pairCheck) noteCoincident(met *contact, p indexPair, t, u *geom.Triangle, sameFacing bool) {
	facing := c.a.Closed() && c.b.Closed() && sameFacing != (c.a.Inward() == c.b.Inward())
	if facing && met.faces && comparePairs(p, met.facing) > 0 || !facing && met.coincident {
		return
	}
	if !within(t, u, c.a.Rounding+c.b.Rounding) {
		return
	}
	if facing {
		met.face(p)
	} else if _, ok := commonPolygon(t, u, roundingOfPair(c.a, c.b, p.a, p.b), veryWide); ok {
		met.coincident = true
	}
}
