package geom

import "math"

// Box is an axis-aligned box: the closed set of points p with Min ≤ p ≤ Max on every axis. A box
// with Min > Max on some axis is empty.
type Box struct{ Min, Max Vec }

// EmptyBox returns the empty box, which is neutral in unions.
func EmptyBox() Box {
	inf := math.Inf(1)
	return Box{Min: Vec{inf, inf, inf}, Max: Vec{-inf, -inf, -inf}}
}

// Empty reports whether b contains no point.
func (b Box) Empty() bool {
	return b.Min[0] > b.Max[0] || b.Min[1] > b.Max[1] || b.Min[2] > b.Max[2]
}

// PointBox returns the box of one point.
func PointBox(p Vec) Box { return Box{Min: p, Max: p} }

// Include returns the smallest box that contains b and p.
func (b Box) Include(p Vec) Box {
	for k := range p {
		b.Min[k] = min(b.Min[k], p[k])
		b.Max[k] = max(b.Max[k], p[k])
	}
	return b
}

// BoxOf returns the smallest box that contains all points.
func BoxOf(points []Vec) Box {
	b := EmptyBox()
	for i := range points {
		p := &points[i]
		for k, x := range p {
			// Few points widen the box, so a branch is cheaper than min and max.
			if x < b.Min[k] {
				b.Min[k] = x
			}
			if x > b.Max[k] {
				b.Max[k] = x
			}
		}
	}
	return b
}

// Union returns the smallest box that contains b and c.
func (b Box) Union(c Box) Box {
	for k := range b.Min {
		b.Min[k] = min(b.Min[k], c.Min[k])
		b.Max[k] = max(b.Max[k], c.Max[k])
	}
	return b
}

// Intersects reports whether b and c have a point in common. Touching counts.
func (b Box) Intersects(c Box) bool {
	return b.Min[0] <= c.Max[0] && c.Min[0] <= b.Max[0] &&
		b.Min[1] <= c.Max[1] && c.Min[1] <= b.Max[1] &&
		b.Min[2] <= c.Max[2] && c.Min[2] <= b.Max[2]
}

// Grown returns b enlarged by a margin, plus one unit in the last place on every side, so that
// rounding cannot reduce the margin.
func (b Box) Grown(margin float64) Box {
	for k := range b.Min {
		b.Min[k] = math.Nextafter(b.Min[k]-margin, math.Inf(-1))
		b.Max[k] = math.Nextafter(b.Max[k]+margin, math.Inf(1))
	}
	return b
}

// MaxAbs returns the greatest absolute coordinate of b's corners.
func (b Box) MaxAbs() float64 {
	var n float64
	for k := range 3 {
		n = max(n, math.Abs(b.Min[k]), math.Abs(b.Max[k]))
	}
	return n
}

// Diagonal returns the length from Min to Max, or 0 for an empty box.
func (b Box) Diagonal() float64 {
	if b.Empty() {
		return 0
	}
	return b.Max.Sub(b.Min).Norm()
}

// Distance returns the distance from p to the nearest point of b: 0 if b contains p, +Inf if b is
// empty. It is rounded down: never above the true distance, and below it by at most a factor of
// 2^-48. A search that skips boxes farther away than its best result therefore loses nothing. p and
// b must be finite.
func (b Box) Distance(p Vec) float64 {
	return b.outside(p).Norm() * (1 - 8*epsilon)
}

// outside returns how far p is outside b on each axis. Each difference is rounded once; with the
// squares, the sums and the root that makes 5 roundings. Distance takes off 8 of them, in a product
// that is rounded once more.
func (b Box) outside(p Vec) Vec {
	var d Vec
	if b.Empty() {
		d[0] = math.Inf(1)
		return d
	}
	for k, x := range p {
		d[k] = max(b.Min[k]-x, x-b.Max[k], 0)
	}
	return d
}
