package tritri

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// HalfSpace is the set of points p with Normal·p ≤ Most.
type HalfSpace struct {
	Normal geom.Vec
	Most   float64
}

// CommonPolygon returns the convex polygon in t's plane over which t and u are within a distance of
// each other, and its least width in that plane; nil and 0 if there is none. Float64.
func CommonPolygon(t, u *geom.Triangle, distance float64) (polygon []geom.Vec, width float64) {
	var c cutPolygon
	n := t.UnitNormal()
	if c.cutCommon(t, u, n, distance, nil); c.n < 3 {
		return nil, 0
	}
	return append(polygon, c.corners[:c.n]...), widthOf(c.corners[:c.n], n)
}

// CommonWidth returns the width of the polygon of CommonPolygon, cut by half-spaces.
func CommonWidth(t, u *geom.Triangle, distance float64, within *[6]HalfSpace) float64 {
	var c cutPolygon
	n := t.UnitNormal()
	if c.cutCommon(t, u, n, distance, within[:]); c.n < 3 {
		return 0
	}
	return widthOf(c.corners[:c.n], n)
}

// cutCommon sets the polygon to u cut by the layer around t's plane, by t's sides and by
// half-spaces, projected to t's plane.
func (c *cutPolygon) cutCommon(t, u *geom.Triangle, n geom.Vec, distance float64, within []HalfSpace) {
	level := n.Dot(t[0])
	c.n = copy(c.corners[:], u[:])
	c.cut(n, level+distance)
	c.cut(n.Scale(-1), distance-level)
	for k := 0; k < len(t) && c.n > 0; k++ {
		outward := t[(k+1)%3].Sub(t[k]).Cross(n)
		c.cut(outward, outward.Dot(t[k]))
	}
	for k := 0; k < len(within) && c.n > 0; k++ {
		c.cut(within[k].Normal, within[k].Most)
	}
	for k, p := range c.corners[:c.n] {
		c.corners[k] = p.Sub(n.Scale(n.Dot(p) - level))
	}
}

// cutPolygon is a convex polygon: a triangle cut at most eleven times.
type cutPolygon struct {
	corners [14]geom.Vec
	n       int
	uncut   [14]geom.Vec // the corners before the last cut
}

// cut keeps the part of the polygon with d·p ≤ most.
func (c *cutPolygon) cut(d geom.Vec, most float64) {
	var beyond [len(c.corners)]float64
	inside := true
	for k, p := range c.corners[:c.n] {
		beyond[k] = d.Dot(p) - most
		inside = inside && beyond[k] <= 0
	}
	if inside {
		return
	}
	uncut := c.uncut[:copy(c.uncut[:], c.corners[:c.n])]
	c.n = 0
	for k := range uncut {
		l := k + 1
		if l == len(uncut) {
			l = 0
		}
		p, q, a, b := &uncut[k], &uncut[l], beyond[k], beyond[l]
		if a <= 0 {
			c.add(*p)
		}
		if a < 0 && b > 0 || a > 0 && b < 0 {
			c.add(p.Lerp(*q, a/(a-b)))
		}
	}
}

// add adds a corner. Only rounding can make too many, which are dropped.
func (c *cutPolygon) add(p geom.Vec) {
	if c.n < len(c.corners) {
		c.corners[c.n] = p
		c.n++
	}
}

// widthOf returns the least width of a convex polygon with the given normal. It is least across one
// of its edges.
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
