package oracle

import (
	"math/big"
	"slices"
)

// This file measures figures in the plane in rational arithmetic: two triangles, two
// segments, and a point and a parallelogram. The shared area is that of the hull of the
// edges clipped against the other triangle. The depth is the distance of the origin from the
// boundary of the Minkowski difference, the hull of all differences of corners.

// Point2 is a point in the plane.
type Point2 = [2]float64

// rational2 is a point or direction in the plane with rational coordinates.
type rational2 [2]*big.Rat

func exact2(p Point2) rational2 {
	return rational2{new(big.Rat).SetFloat64(p[0]), new(big.Rat).SetFloat64(p[1])}
}

func (p rational2) minus(q rational2) rational2 {
	return rational2{new(big.Rat).Sub(p[0], q[0]), new(big.Rat).Sub(p[1], q[1])}
}

func (p rational2) cross(q rational2) *big.Rat {
	l, r := new(big.Rat).Mul(p[0], q[1]), new(big.Rat).Mul(p[1], q[0])
	return l.Sub(l, r)
}

func (p rational2) compare(q rational2) int {
	if c := p[0].Cmp(q[0]); c != 0 {
		return c
	}
	return p[1].Cmp(q[1])
}

// counterClockwise2 returns the corners of a triangle in counter-clockwise order.
func counterClockwise2(t [3]Point2) [3]rational2 {
	r := [3]rational2{exact2(t[0]), exact2(t[1]), exact2(t[2])}
	if r[1].minus(r[0]).cross(r[2].minus(r[0])).Sign() < 0 {
		r[1], r[2] = r[2], r[1]
	}
	return r
}

// SharedArea returns the area of the intersection of two nondegenerate triangles of any
// winding.
func SharedArea(t, u [3]Point2) *big.Rat {
	a, b := counterClockwise2(t), counterClockwise2(u)
	var ends []rational2
	for k := range 3 {
		ends = append(ends, inside2(a[k], a[(k+1)%3], b)...)
		ends = append(ends, inside2(b[k], b[(k+1)%3], a)...)
	}
	return area2(hull2(ends))
}

// inside2 returns the ends of the part of a segment that lies in a triangle, if any.
func inside2(p, q rational2, t [3]rational2) []rational2 {
	from, to := new(big.Rat), big.NewRat(1, 1)
	for k := range 3 {
		d := t[(k+1)%3].minus(t[k])
		h, g := d.cross(p.minus(t[k])), d.cross(q.minus(t[k]))
		if h.Sign() < 0 && g.Sign() < 0 {
			return nil
		}
		if h.Sign() >= 0 && g.Sign() >= 0 {
			continue
		}
		at := new(big.Rat).Quo(h, new(big.Rat).Sub(h, g))
		if h.Sign() < 0 && at.Cmp(from) > 0 {
			from = at
		}
		if g.Sign() < 0 && at.Cmp(to) < 0 {
			to = at
		}
	}
	if from.Cmp(to) > 0 {
		return nil
	}
	d := q.minus(p)
	point := func(t *big.Rat) rational2 {
		x, y := new(big.Rat).Mul(t, d[0]), new(big.Rat).Mul(t, d[1])
		return rational2{x.Add(x, p[0]), y.Add(y, p[1])}
	}
	return []rational2{point(from), point(to)}
}

// hull2 returns the corners of the convex hull, counter-clockwise: after each corner comes the
// point with no other to the right, the farthest of several in line (R. A. Jarvis, 1973).
func hull2(points []rational2) (hull []rational2) {
	if len(points) == 0 {
		return nil
	}
	first := slices.MinFunc(points, rational2.compare)
	for at := first; ; {
		hull = append(hull, at)
		to := at
		for _, p := range points {
			d, e := to.minus(at), p.minus(at)
			turn := d.cross(e).Sign()
			if turn < 0 || turn == 0 && lengthSquared2(e).Cmp(lengthSquared2(d)) > 0 {
				to = p
			}
		}
		if at = to; at.compare(first) == 0 {
			return hull
		}
	}
}

func lengthSquared2(d rational2) *big.Rat {
	x, y := new(big.Rat).Mul(d[0], d[0]), new(big.Rat).Mul(d[1], d[1])
	return x.Add(x, y)
}

// area2 returns the area of a counter-clockwise polygon.
func area2(polygon []rational2) *big.Rat {
	sum := new(big.Rat)
	for i := range polygon {
		sum.Add(sum, polygon[i].cross(polygon[(i+1)%len(polygon)]))
	}
	return sum.Quo(sum, big.NewRat(2, 1))
}

// DepthSquared returns the square of the length of the shortest translation after which two
// triangles share no area, 0 if they share none.
func DepthSquared(t, u [3]Point2) *big.Rat {
	var differences []rational2
	for _, p := range t {
		for _, q := range u {
			differences = append(differences, exact2(p).minus(exact2(q)))
		}
	}
	hull := hull2(differences)
	var least *big.Rat
	for i, p := range hull {
		d := hull[(i+1)%len(hull)].minus(p)
		across := p.cross(d) // of the origin, positive to the left of the edge
		if across.Sign() <= 0 {
			return new(big.Rat)
		}
		across.Quo(across.Mul(across, across), lengthSquared2(d))
		if least == nil || across.Cmp(least) < 0 {
			least = across
		}
	}
	return least
}

// SegmentDistanceSquared returns the square of the distance of two closed segments.
func SegmentDistanceSquared(s, o [2]Point2) *big.Rat {
	lift := func(p Point2) rational { return rational{exact2(p)[0], exact2(p)[1], new(big.Rat)} }
	return edgeDistance(segment{lift(s[0]), lift(s[1])}, segment{lift(o[0]), lift(o[1])})
}

// InParallelogram reports whether p is one of the points center + s·half[0] + t·half[1] with
// |s| and |t| at most 1.
func InParallelogram(p, center Point2, half [2]Point2) bool {
	w, a, b := exact2(p).minus(exact2(center)), exact2(half[0]), exact2(half[1])
	area := a.cross(b)
	if area.Sign() == 0 {
		panic("oracle: a parallelogram without area")
	}
	s, t := w.cross(b), a.cross(w)
	return s.Abs(s).Cmp(area.Abs(area)) <= 0 && t.Abs(t).Cmp(area) <= 0
}
