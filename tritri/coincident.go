package tritri

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// CommonPolygon returns the convex polygon in t's plane over which t and u are within a distance
// of each other, and its least width in that plane; nil and 0 if there is none. Float64.
func CommonPolygon(t, u *geom.Triangle, distance float64) (polygon []geom.Vec, width float64) {
	n := t.UnitNormal()
	level := n.Dot(t[0])
	// u cut by the layer around t's plane and by t's sides.
	var room [2]cutPolygon
	piece, next := &room[0], &room[1]
	piece.n = copy(piece.corners[:], u[:])
	cut := func(d geom.Vec, most float64) {
		piece.cutAway(next, d, most)
		piece, next = next, piece
	}
	cut(n, level+distance)
	cut(n.Scale(-1), distance-level)
	for k := range t {
		if piece.n == 0 {
			return nil, 0
		}
		outward := t[(k+1)%3].Sub(t[k]).Cross(n)
		cut(outward, outward.Dot(t[k]))
	}
	if piece.n < 3 {
		return nil, 0
	}
	flat := make([]geom.Vec, piece.n)
	for k, p := range piece.corners[:piece.n] {
		flat[k] = p.Sub(n.Scale(n.Dot(p) - level))
	}
	return flat, widthOf(flat, n)
}

// cutPolygon is a convex polygon: a triangle cut at most five times.
type cutPolygon struct {
	corners [8]geom.Vec
	n       int
}

// cutAway sets out to the part of the polygon whose points p have d·p ≤ most.
func (c *cutPolygon) cutAway(out *cutPolygon, d geom.Vec, most float64) {
	out.n = 0
	for k := range c.n {
		p, q := &c.corners[k], &c.corners[(k+1)%c.n]
		a, b := d.Dot(*p)-most, d.Dot(*q)-most
		if a <= 0 {
			out.add(*p)
		}
		if a < 0 && b > 0 || a > 0 && b < 0 {
			out.add(p.Lerp(*q, a/(a-b)))
		}
	}
}

// add adds a corner. There are never too many but for rounding.
func (c *cutPolygon) add(p geom.Vec) {
	if c.n < len(c.corners) {
		c.corners[c.n] = p
		c.n++
	}
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
