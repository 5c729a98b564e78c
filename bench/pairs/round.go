package main

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// leastRound returns the least overlap of a cylinder a and a box b, and its direction.
//
// A ball within the Minkowski difference touches its boundary first where that is
// smooth. There it is a face of the box with a point of the cylinder, a flat end with
// a corner of the box, the side with a corner or an edge, or the rim with an edge. The
// normal is an axis of the box; the cylinder's axis; across that axis; across the
// edge. The last two are great circles of directions, searched each.
func leastRound(a, b *shape) (least float64, best geom.Vec) {
	least = math.Inf(1)
	try := func(n geom.Vec) {
		if o := overlap(a, b, n); o < least {
			least, best = o, n
		}
	}
	u := a.axis(2)
	tryBoth(u, try)
	searchCircle(a, b, u, try)
	for k := range 3 {
		e := b.axis(k)
		tryBoth(e, try)
		if n := u.Cross(e); n.Norm() > 0 {
			tryBoth(n.Unit(), try)
		}
		searchCircle(a, b, e, try)
	}
	return least, best
}

func tryBoth(n geom.Vec, try func(geom.Vec)) {
	try(n)
	try(n.Scale(-1))
}

// searchCircle tries the directions across the unit vector w that have less overlap
// than their neighbours: one in half a degree each, then the best between neighbours.
func searchCircle(a, b *shape, w geom.Vec, try func(geom.Vec)) {
	const steps = 720
	s := w.Perpendicular()
	t := w.Cross(s)
	at := func(step float64) geom.Vec {
		sin, cos := math.Sincos(2 * math.Pi * step / steps)
		return s.Scale(cos).Add(t.Scale(sin))
	}
	value := func(step float64) float64 { return overlap(a, b, at(step)) }
	var all [steps]float64
	for i := range all {
		all[i] = value(float64(i))
	}
	for i, v := range all {
		if v <= all[(i+1)%steps] && v <= all[(i+steps-1)%steps] {
			try(at(lowest(value, float64(i-1), float64(i+1))))
		}
	}
}

// lowest returns the minimum of a unimodal function between lo and hi, by golden-section
// search.
func lowest(f func(float64) float64, lo, hi float64) float64 {
	const golden = 2/math.Phi - 1 // the distance of the two points tried, relative to the interval
	for hi-lo > 1e-13 {
		width := hi - lo
		x, y := (lo+hi)/2-width*golden/2, (lo+hi)/2+width*golden/2
		if f(x) < f(y) {
			hi = y
		} else {
			lo = x
		}
		if hi-lo == width {
			break
		}
	}
	return (lo + hi) / 2
}

// nearestToCylinder returns the shortest segment from a cylinder a to a box that it
// does not meet: to an edge, or to a face from the cylinder's foremost point. That
// point's foot need not be on the face; then the segment is no shorter than the edges'.
func nearestToCylinder(a *shape, b *polytope) (best geom.Segment) {
	least := math.Inf(1)
	take := func(v, w geom.Vec, d float64) {
		if d < least {
			least, best = d, geom.Segment{v, w}
		}
	}
	for _, e := range b.edges {
		w := nearestOnEdge(a, e)
		v := nearestInCylinder(a, w)
		take(v, w, w.Sub(v).Norm())
	}
	for _, t := range b.triangles {
		for _, n := range []geom.Vec{t.Normal(), t.Normal().Scale(-1)} {
			v := foremost(a, n)
			w, d := t.Nearest(v)
			take(v, w, d)
		}
	}
	return best
}

// nearestOnEdge returns the point of e nearest to a cylinder: on either side of it
// the distance, which is convex, has a slope of another sign.
func nearestOnEdge(a *shape, e geom.Segment) geom.Vec {
	along := e[1].Sub(e[0])
	lo, hi := 0.0, 1.0
	for hi-lo > 0x1p-60 {
		x := (lo + hi) / 2
		if x == lo || x == hi {
			break
		}
		w := e[0].Lerp(e[1], x)
		if w.Sub(nearestInCylinder(a, w)).Dot(along) < 0 {
			lo = x
		} else {
			hi = x
		}
	}
	return e[0].Lerp(e[1], (lo+hi)/2)
}

// nearestInCylinder returns the point of a cylinder nearest to a point.
func nearestInCylinder(a *shape, w geom.Vec) geom.Vec {
	u, from := a.axis(2), w.Sub(a.center())
	h := from.Dot(u)
	radial := from.Sub(u.Scale(h))
	if r := radial.Norm(); r > a.size[0] {
		radial = radial.Scale(a.size[0] / r)
	}
	return a.center().Add(u.Scale(max(-a.size[1], min(h, a.size[1])))).Add(radial)
}

// foremost returns the point of a cylinder farthest in direction n.
func foremost(a *shape, n geom.Vec) geom.Vec {
	u := a.axis(2)
	h := u.Dot(n)
	radial := n.Sub(u.Scale(h))
	return a.center().Add(u.Scale(math.Copysign(a.size[1], h))).Add(radial.Scale(a.size[0] / radial.Norm()))
}
