package geom

import (
	"math"
	"math/bits"
)

// View is a direction to look along: one of the three axes or one of the four diagonals of a cube,
// which see the faces of boxes at an angle.
type View int

// Views are the certain orientations of a triangle in each View: bit 2k means counter-clockwise in
// view k, bit 2k+1 clockwise. Neither is set if float64 cannot decide. The & of several triangles
// has their common orientations.
type Views uint16

// diagonals are the views after the axes; each is the sum of the axes with these signs.
var diagonals = [...][3]float64{{1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {-1, 1, 1}}

// boundDiagonal is the factor of the bound of the sum of a normal's coordinates.
const boundDiagonal = 8 * epsilon

// EachViews sets views[i] to the views of ts[i]. views must be as long as ts.
func EachViews(ts []Triangle, views []Views) { eachViews(ts, views[:len(ts)]) }

// eachViewsGo is the portable EachViews.
func eachViewsGo(ts []Triangle, views []Views) {
	for i := range ts {
		views[i] = ViewsOf(&ts[i])
	}
}

// ViewsOf returns the views of t. A triangle with any view is not degenerate.
//
// The orientation along a direction is the sign of its inner product with the normal. Each
// coordinate of the normal is off by at most bound2D of its permanent, their sum in a diagonal by
// two more roundings.
func ViewsOf(t *Triangle) Views {
	n, m := normal(&t[0], &t[1], &t[2])
	diagonal := boundDiagonal * (m[0] + m[1] + m[2])
	return view(0, n[0], bound2D*m[0]) | view(1, n[1], bound2D*m[1]) | view(2, n[2], bound2D*m[2]) |
		view(3, n[0]+n[1]+n[2], diagonal) | view(4, n[0]+n[1]-n[2], diagonal) |
		view(5, n[0]-n[1]+n[2], diagonal) | view(6, n[1]+n[2]-n[0], diagonal)
}

// view returns the bit of one view if the sign of value is certain.
func view(k int, value, bound float64) Views {
	if !(bound >= minPermanent*bound2D) {
		return 0
	}
	var v Views
	if value > bound {
		v = 1 << (2 * k)
	}
	if -value > bound {
		v = 2 << (2 * k)
	}
	return v
}

// First returns the first view in which v has an orientation, and whether it is
// counter-clockwise. v must not be 0.
func (v Views) First() (view View, ccw bool) {
	b := bits.TrailingZeros16(uint16(v))
	return View(b / 2), b%2 == 0
}

// Axis returns the axis whose coordinate alone decides the sides of a line; see Side. ok is false
// for diagonals.
func (w View) Axis(line int) (axis int, ok bool) { return next[(int(w)+line)%3], w < 3 }

// Side returns the side of a line through v, as seen in the view, on which the point p lies: -1, 0
// or +1. There are two lines, 0 and 1. ok is false if float64 cannot decide.
//
// A line seen in a view is a plane that contains the view's direction: p[a] = v[a] for an axis,
// p[a] - v[a] = ±(p[b] - v[b]) for a diagonal.
func (w View) Side(p, v *Vec, line int) (side int, ok bool) {
	if a, ok := w.Axis(line); ok {
		return compare(p[a], v[a]), true
	}
	a := next[line]
	b := next[a]
	d := &diagonals[w-3]
	x, y := p[a]-v[a], p[b]-v[b]
	if d[a] != d[b] {
		y = -y
	}
	if exact(p[a], v[a]) && exact(p[b], v[b]) {
		return compare(x, y), true
	}
	return certainSign(x-y, 4*epsilon*(math.Abs(x)+math.Abs(y)))
}

func compare(x, y float64) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

// exact reports whether x - y is a float64 (Knuth's two-sum has no second part).
func exact(x, y float64) bool {
	d := x - y
	yy := x - d
	xx := d + yy
	return x-xx == 0 && yy-y == 0
}
