package tritri

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// Segment returns the ends of the segment in which t and u meet, two triangles in
// different planes for which Relate says that they do. The ends are equal where
// they meet in a point.
//
// This is Möller's interval overlap in float64: what a report draws, not what
// decides. Rounding may move the ends; it never makes them other than finite.
func Segment(t, u *geom.Triangle) (p, q geom.Vec) {
	// Relative to one corner the arithmetic does not lose what is common to both
	// triangles' distance from the origin.
	o := t[0]
	a, b := moved(t, o), moved(u, o)
	d := unit(a.Normal()).Cross(unit(b.Normal()))
	i, j := cut(&a, &b, d)
	k, l := cut(&b, &a, d)
	if d.Dot(k) > d.Dot(i) {
		i = k
	}
	if d.Dot(l) < d.Dot(j) {
		j = l
	}
	if d.Dot(i) > d.Dot(j) {
		// They meet in a point, and rounding has pushed the ends past each other.
		i = i.Lerp(j, 0.5)
		j = i
	}
	return i.Add(o), j.Add(o)
}

func moved(t *geom.Triangle, o geom.Vec) geom.Triangle {
	return geom.Triangle{t[0].Sub(o), t[1].Sub(o), t[2].Sub(o)}
}

// unit returns v at length 1, and the zero vector if it has no length.
func unit(v geom.Vec) geom.Vec {
	n := v.Norm()
	if !(n < 0x1p-1000) && n < 0x1p1000 {
		return v.Scale(1 / n)
	}
	if largest := max(math.Abs(v[0]), math.Abs(v[1]), math.Abs(v[2])); largest > 0 && !math.IsInf(largest, 0) {
		// At the ends of float64's range 1/n would overflow or lose its precision.
		_, e := math.Frexp(largest)
		return unit(geom.Vec{math.Ldexp(v[0], -e), math.Ldexp(v[1], -e), math.Ldexp(v[2], -e)})
	}
	return geom.Vec{}
}

// cut returns the first and the last point along d in which t meets u's plane.
func cut(t, u *geom.Triangle, d geom.Vec) (first, last geom.Vec) {
	plane := geom.PlaneOf(u[0], u[1], u[2])
	n := unit(plane.Normal())
	var side sides
	var height [3]float64
	for k := range t {
		side[k] = plane.Side(t[k])
		height[k] = n.Dot(t[k].Sub(u[0]))
		if side[k] == 0 || (height[k] > 0) != (side[k] > 0) {
			height[k] = 0 // what is left is rounding
		}
	}
	var found bool
	include := func(p geom.Vec) {
		if !found || d.Dot(p) < d.Dot(first) {
			first = p
		}
		if !found || d.Dot(p) > d.Dot(last) {
			last = p
		}
		found = true
	}
	for k := range t {
		if side[k] == 0 {
			include(t[k])
		}
		if m := next[k]; side[k]*side[m] < 0 {
			s := 0.5
			if h := height[k] - height[m]; h != 0 {
				s = height[k] / h
			}
			include(t[k].Lerp(t[m], s))
		}
	}
	if !found {
		// The corners moved to the common origin have been rounded off the plane.
		nearest := 0
		for k := range t {
			if math.Abs(n.Dot(t[k].Sub(u[0]))) < math.Abs(n.Dot(t[nearest].Sub(u[0]))) {
				nearest = k
			}
		}
		include(t[nearest])
	}
	return first, last
}

// Polygon returns the corners of the convex polygon that two coplanar triangles
// have in common, in t's winding. It has fewer than three corners where they only
// touch. Computed in float64 by clipping t at u's edges (I. Sutherland and G.
// Hodgman, "Reentrant Polygon Clipping", CACM 17(1), 1974).
func Polygon(t, u *geom.Triangle) []geom.Vec {
	o := t[0]
	a, b := moved(t, o), moved(u, o)
	n := b.Normal()
	p := a[:]
	for k := range b {
		p = clip(p, b[k], n.Cross(b[next[k]].Sub(b[k])))
	}
	for k := range p {
		p[k] = p[k].Add(o)
	}
	return distinct(p)
}

// clip returns the part of the convex polygon p on the side of q to which inward
// points, q included.
func clip(p []geom.Vec, q, inward geom.Vec) []geom.Vec {
	var out []geom.Vec
	for k := range p {
		a, b := p[k], p[(k+1)%len(p)]
		da, db := inward.Dot(a.Sub(q)), inward.Dot(b.Sub(q))
		if da >= 0 {
			out = append(out, a)
		}
		if da > 0 && db < 0 || da < 0 && db > 0 {
			out = append(out, a.Lerp(b, da/(da-db)))
		}
	}
	return out
}

// distinct drops corners that repeat the one before.
func distinct(p []geom.Vec) []geom.Vec {
	var out []geom.Vec
	for k := range p {
		if p[k] != p[(k+1)%len(p)] {
			out = append(out, p[k])
		}
	}
	if len(out) == 0 && len(p) > 0 {
		out = p[:1]
	}
	return out
}

// Area returns the area of a planar polygon with the given corners, in float64;
// 0 if it has fewer than three.
func Area(polygon []geom.Vec) float64 {
	var n geom.Vec
	for k := 2; k < len(polygon); k++ {
		n = n.Add(polygon[k-1].Sub(polygon[0]).Cross(polygon[k].Sub(polygon[0])))
	}
	return n.Norm() / 2
}

// Depth returns the length of the shortest translation after which t and u no
// longer overlap: the least overlap of their projections onto both normals and
// the nine cross products of their edges, the face normals of their Minkowski
// difference. It is 0 for triangles that are coplanar or apart. Float64.
func Depth(t, u *geom.Triangle) float64 {
	o := t[0]
	a, b := moved(t, o), moved(u, o)
	depth := math.Inf(1)
	shrink := func(axis geom.Vec) {
		n := axis.Norm()
		if n == 0 {
			return
		}
		l0, h0 := extent(&a, axis)
		l1, h1 := extent(&b, axis)
		depth = min(depth, max(0, min(h0-l1, h1-l0))/n)
	}
	na, nb := unit(a.Normal()), unit(b.Normal())
	shrink(na)
	shrink(nb)
	for i := range a {
		e := unit(a[next[i]].Sub(a[i]))
		for j := range b {
			c := e.Cross(unit(b[next[j]].Sub(b[j])))
			// The cross product of near-parallel edges is mostly rounding; such a
			// direction could only make the depth too small by accident.
			if c.Norm() > 1e-8 {
				shrink(c)
			}
		}
	}
	if math.IsInf(depth, 1) {
		return 0
	}
	return depth
}

// extent returns the least and the greatest coordinate of t along axis.
func extent(t *geom.Triangle, axis geom.Vec) (lo, hi float64) {
	x, y, z := axis.Dot(t[0]), axis.Dot(t[1]), axis.Dot(t[2])
	return min(x, y, z), max(x, y, z)
}
