package parts

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
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
	n := unitNormal(t)
	for _, p := range u {
		h := n.Dot(p.Sub(t[0]))
		low, high = min(low, h), max(high, h)
	}
	return low <= distance && high >= -distance
}

// unitNormal returns the normal of t, of length 1; 0 if t has none.
func unitNormal(t *geom.Triangle) geom.Vec {
	e, f := t[1].Sub(t[0]), t[2].Sub(t[0])
	return geom.PreciseCross(&e, &f).Unit()
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
func commonPolygon(t, u *geom.Triangle, r, widths float64) (piece []geom.Vec, ok bool) {
	n := unitNormal(t)
	// u cut by the sides of t and by the layer around its plane.
	piece = u[:]
	for k := range t {
		outward := t[(k+1)%3].Sub(t[k]).Cross(n)
		piece = cutAway(piece, outward, outward.Dot(t[k]))
	}
	level := n.Dot(t[0])
	piece = cutAway(piece, n, level+r)
	piece = cutAway(piece, n.Scale(-1), r-level)
	if len(piece) < 3 {
		return nil, false
	}
	flat := make([]geom.Vec, len(piece))
	for k, p := range piece {
		flat[k] = p.Sub(n.Scale(n.Dot(p) - level))
	}
	return flat, widthOf(flat, n) > widths*r
}

// cutAway returns the part of a convex polygon whose points p have d·p ≤ most.
func cutAway(polygon []geom.Vec, d geom.Vec, most float64) []geom.Vec {
	out := make([]geom.Vec, 0, len(polygon)+1)
	for k, p := range polygon {
		q := polygon[(k+1)%len(polygon)]
		a, b := d.Dot(p)-most, d.Dot(q)-most
		if a <= 0 {
			out = append(out, p)
		}
		if a < 0 && b > 0 || a > 0 && b < 0 {
			out = append(out, p.Lerp(q, a/(a-b)))
		}
	}
	return out
}

// widthOf returns the least width of a convex polygon with the given normal. The
// direction in which a polygon is least wide is across one of its edges.
func widthOf(polygon []geom.Vec, n geom.Vec) float64 {
	width := math.Inf(1)
	for k, p := range polygon {
		e := polygon[(k+1)%len(polygon)].Sub(p)
		length := e.Norm()
		if length == 0 {
			continue
		}
		across := e.Cross(n).Scale(1 / length)
		farthest := 0.0
		for _, q := range polygon {
			farthest = max(farthest, math.Abs(across.Dot(q.Sub(p))))
		}
		width = min(width, farthest)
	}
	if math.IsInf(width, 1) {
		return 0
	}
	return width
}
