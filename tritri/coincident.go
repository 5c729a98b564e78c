package tritri

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// CommonPolygon returns the convex polygon in t's plane over which t and u are within a distance
// of each other, and its least width in that plane; nil and 0 if there is none. Float64.
func CommonPolygon(t, u *geom.Triangle, distance float64) (polygon []geom.Vec, width float64) {
	n := t.UnitNormal()
	// u cut by the sides of t and by the layer around its plane.
	piece := u[:]
	for k := range t {
		outward := t[next[k]].Sub(t[k]).Cross(n)
		piece = cutAway(piece, outward, outward.Dot(t[k]))
	}
	level := n.Dot(t[0])
	piece = cutAway(piece, n, level+distance)
	piece = cutAway(piece, n.Scale(-1), distance-level)
	if len(piece) < 3 {
		return nil, 0
	}
	flat := make([]geom.Vec, len(piece))
	for k, p := range piece {
		flat[k] = p.Sub(n.Scale(n.Dot(p) - level))
	}
	return flat, widthOf(flat, n)
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
