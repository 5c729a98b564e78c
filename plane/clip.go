package plane

import "github.com/meshcheck/meshcheck/geom"

// SharedArea returns the area of the intersection of t and u, which must be counter-clockwise and
// overlap. Float64, with coordinates relative to the first corner of one of them: the error is a
// few units in the last place of the product of the triangles' extents, not of the area, and the
// result is never more than the area of either. If such products overflow or underflow, nothing
// else is guaranteed.
func SharedArea(t, u *Triangle) float64 {
	// The lines of a far larger triangle must clip: its corners are too far away to be moved accurately.
	if t.Area() > 0x1p+30*u.Area() {
		t, u = u, t
	}
	var buffer clipped
	c := clip(&buffer, t, u)
	area := 0.0
	for i := range c {
		area += cross(c[i], c[(i+1)%len(c)])
	}
	return min(max(area/2, 0), t.Area(), u.Area())
}

// SharedPolygon appends the corners of the intersection of t and u to out, counter-clockwise. The
// triangles must be counter-clockwise and overlap. Float64, as SharedArea: corners may repeat, and
// there may be fewer than three if the triangles hardly overlap.
func SharedPolygon(out []geom.Vec2, t, u *Triangle) []geom.Vec2 {
	if t.Area() > 0x1p+30*u.Area() {
		t, u = u, t // as SharedArea
	}
	var buffer clipped
	for _, p := range clip(&buffer, t, u) {
		out = append(out, plus(p, t[0]))
	}
	return out
}

// clipped has room for a triangle clipped by three lines. A polygon of n corners, i of them inside,
// has at most 2·min(i, n-i) edges that cross the line: 3 corners become at most 4, these 6 if
// rounding has dented the polygon, and these 9.
type clipped [9]geom.Vec2

// clip returns the intersection of t and u relative to t[0], in the buffer (I. Sutherland and G.
// Hodgman, "Reentrant Polygon Clipping", Communications of the ACM 17, 1974).
func clip(buffer *clipped, t, u *Triangle) []geom.Vec2 {
	var other clipped
	var lines Triangle
	for k := range 3 {
		buffer[k], lines[k] = minus(t[k], t[0]), minus(u[k], t[0])
	}
	from, to := buffer[:3], other[:0]
	for k := range 3 {
		to = clipLeft(to[:0], from, lines[k], minus(lines[next[k]], lines[k]))
		from, to = to, from
	}
	return append(buffer[:0], from...)
}

// clipLeft appends to out the part of a polygon to the left of the line from a along d.
func clipLeft(out, polygon []geom.Vec2, a, d geom.Vec2) []geom.Vec2 {
	if len(polygon) == 0 {
		return out
	}
	p := polygon[len(polygon)-1]
	height := cross(d, minus(p, a))
	for _, q := range polygon {
		above := cross(d, minus(q, a))
		if height > 0 && above < 0 || height < 0 && above > 0 {
			out = append(out, plus(p, scaled(minus(q, p), height/(height-above))))
		}
		if above >= 0 {
			out = append(out, q)
		}
		p, height = q, above
	}
	return out
}
