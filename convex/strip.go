package convex

import "math"

// strip is the shadow of a barrel along an edge of the box, near a corner of the polygon that
// is the shadow of the edges and the axis. There the boundary is an arc of an ellipse. The frame
// is that of the ellipse, whose longer axis is across the axis of the cylinder.
type strip struct {
	*barrel
	edge   int     // the edge
	mi, mj float64 // the direction of the longer axis in the coordinates after[edge] and the next
	a, b   float64 // half the axes of the ellipse
	px, py float64 // the origin, from the middle of the ellipse
}

// spot is the point (a·c, b·s) of an ellipse, where c² + s² = 1.
type spot struct{ c, s float64 }

// strips tries the normals across edge k.
func (s *barrel) strips(k int) {
	i, j := after[k], after[after[k]]
	ui, uj, g := s.u[i], s.u[j], s.across[k]
	e := strip{barrel: s, edge: k, a: s.radius, b: s.radius * math.Abs(s.u[k]), mi: -uj / g, mj: ui / g}
	// The points of the ellipse that are farthest along the two edges.
	ii, jj := s.radius*s.across[i], s.radius*s.across[j]
	ij, ji := -s.radius*ui*uj/s.across[i], -s.radius*ui*uj/s.across[j]
	for _, q := range [4]spot{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
		if q.c*s.q[i] < 0 && q.s*s.q[j] < 0 {
			continue // the normals of the opposite quadrant have less support
		}
		x, y := s.q[i]-float64(q.c*s.half[i]), s.q[j]-float64(q.s*s.half[j])
		first, last := math.Copysign(s.long, ui*q.c), math.Copysign(s.long, uj*q.s)
		// A normal between, along an axis of the ellipse, where the end of the axis may change.
		mx, my := e.b*math.Abs(ui)/g, e.b*math.Abs(uj)/g
		if first != last {
			mx, my = e.a*math.Abs(uj)/g, e.a*math.Abs(ui)/g
		}
		mx, my = mx*q.c, my*q.s
		e.arc(x-float64(first*ui), y-float64(first*uj), q.c*ii, q.c*ij, mx, my)
		e.arc(x-float64(last*ui), y-float64(last*uj), mx, my, q.s*ji, q.s*jj)
	}
}

// arc tries the normals of an arc of the ellipse around the origin of coordinates, from one
// point to another. The origin of the shadow is at x, y.
func (e *strip) arc(x, y, x1, y1, x2, y2 float64) {
	if !e.nearer(x1-x, y1-y, x2-x, y2-y) {
		return
	}
	e.px, e.py = e.turned(x, y)
	x1, y1 = e.turned(x1, y1)
	x2, y2 = e.turned(x2, y2)
	from, to := spot{x1 / e.a, y1 / e.b}, spot{x2 / e.a, y2 / e.b}
	if from.turn(to) < 0 {
		from, to = to, from
	}
	e.search(from, to, 24)
}

// turned takes a point to the frame of the ellipse or back. The shorter axis is the longer one
// turned backwards, so that this is a reflection.
func (e *strip) turned(x, y float64) (float64, float64) {
	return dot2(e.mi, e.mj, x, y), -det2(e.mi, e.mj, x, y)
}

// turn returns the sine of the angle from p to q.
func (p spot) turn(q spot) float64 { return det2(p.c, p.s, q.c, q.s) }

// plus returns the spot in the middle between p and q, or the one ahead of p by an angle with the
// tangent q.
func (p spot) plus(q spot) spot {
	c, s := p.c+q.c, p.s+q.s
	scale := 1 / math.Sqrt(dot2(c, s, c, s))
	return spot{c * scale, s * scale}
}

// nearer reports whether the inside of a chord is nearer to the origin than the depth so far. The
// arc is beyond it.
func (e *strip) nearer(x1, y1, x2, y2 float64) bool {
	dx, dy := x2-x1, y2-y1
	if dot2(x1, y1, dx, dy) >= 0 || dot2(x2, y2, dx, dy) <= 0 {
		return false
	}
	area := det2(x1, y1, dx, dy)
	return area*area < e.depth*e.depth*dot2(dx, dy, dx, dy)
}

// search tries the normals from one spot to another.
func (e *strip) search(from, to spot, depth int) {
	x1, y1 := e.from(from)
	x2, y2 := e.from(to)
	if !e.nearer(x1, y1, x2, y2) {
		return
	}
	middle := from.plus(to)
	slope, bend := e.slope(middle)
	// The derivatives of bend and slope are bounded: what they may change by in half the arc.
	change := 1.2 * middle.turn(to) * (2*det2(e.a, e.b, e.b, e.a) + dot2(e.a, e.b, math.Abs(e.px), math.Abs(e.py)))
	if math.Abs(slope) > change || bend < -change {
		return // it is least at an end
	}
	if depth == 0 || bend > change {
		first, _ := e.slope(from)
		last, _ := e.slope(to)
		if first < 0 && last > 0 {
			e.descend(from, middle, to, slope, bend)
		}
		return
	}
	e.try(middle)
	e.search(from, middle, depth-1)
	e.search(middle, to, depth-1)
}

// slope returns the first and the second derivative, by the angle, of half the square of the
// distance from the origin.
func (e *strip) slope(p spot) (first, second float64) {
	x, y := e.from(p)
	s, c := e.a*p.s, e.b*p.c // the tangent is (-s, c)
	return det2(c, s, x, y), dot2(s, c, s, c) - dot2(e.a*p.c, e.b*p.s, x, y)
}

// from returns the vector from the origin to a spot.
func (e *strip) from(p spot) (x, y float64) {
	return float64(e.a*p.c) - e.px, float64(e.b*p.s) - e.py
}

// descend tries the spot where the slope is 0, which grows from one spot to another.
func (e *strip) descend(from, at, to spot, slope, bend float64) {
	for range 64 {
		if slope < 0 {
			from = at
		} else {
			to = at
		}
		step := -slope / bend
		next := at.plus(spot{float64(-at.s * step), float64(at.c * step)})
		if !(from.turn(next) >= 0 && next.turn(to) >= 0) {
			next = from.plus(to)
		}
		at = next
		if math.Abs(step) < 0x1p-28 { // the next one would be as much as its square
			break
		}
		slope, bend = e.slope(at)
	}
	e.try(at)
}

// try tries the normal at a spot.
func (e *strip) try(p spot) {
	x, y := e.b*p.c, e.a*p.s
	scale := 1 / math.Sqrt(dot2(x, y, x, y))
	x, y = x*scale, y*scale
	i, j := after[e.edge], after[after[e.edge]]
	ni, nj := e.turned(x, y)
	reach := dot2(e.half[i], e.half[j], math.Abs(ni), math.Abs(nj)) + float64(e.long*math.Abs(dot2(e.u[i], e.u[j], ni, nj)))
	depth := reach + float64(e.a*e.b*scale) - dot2(e.q[i], e.q[j], ni, nj)
	if depth < e.depth {
		e.take(depth, looseEdge, e.edge)
		e.n[e.edge], e.n[i], e.n[j] = 0, ni, nj
	}
}
