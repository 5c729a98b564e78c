// Package geom has vectors, boxes, triangles and exact orientation signs. All other packages of
// meshcheck build on it.
//
// Coordinates are float64 and are treated as exact real numbers. Functions named Orient… return
// exact signs; everything else is plain float64 arithmetic unless documented otherwise.
package geom

import "math"

// Here and wherever a number may reach a report, float64(…) rounds products before they
// are added. If a compiler fused the two, the reports of one model would differ between
// machines.

// Vec is a point or a direction in space, in the unit of its source.
type Vec [3]float64

// Vec2 is a point or a direction in the plane.
type Vec2 = [2]float64

// Add returns v + w.
func (v Vec) Add(w Vec) Vec { return Vec{v[0] + w[0], v[1] + w[1], v[2] + w[2]} }

// Sub returns v - w.
func (v Vec) Sub(w Vec) Vec { return Vec{v[0] - w[0], v[1] - w[1], v[2] - w[2]} }

// Scale returns s·v.
func (v Vec) Scale(s float64) Vec {
	return Vec{float64(s * v[0]), float64(s * v[1]), float64(s * v[2])}
}

// Dot returns the inner product of v and w.
func (v Vec) Dot(w Vec) float64 {
	return float64(v[0]*w[0]) + float64(v[1]*w[1]) + float64(v[2]*w[2])
}

// Cross returns the cross product v × w.
func (v Vec) Cross(w Vec) Vec {
	return Vec{
		float64(v[1]*w[2]) - float64(v[2]*w[1]),
		float64(v[2]*w[0]) - float64(v[0]*w[2]),
		float64(v[0]*w[1]) - float64(v[1]*w[0]),
	}
}

// Norm returns the Euclidean length of v, without intermediate overflow or underflow.
func (v Vec) Norm() float64 {
	if d := v.Dot(v); 0x1p-900 < d && d < 0x1p+900 {
		return math.Sqrt(d)
	}
	return v.scaledNorm()
}

// scaledNorm is Norm for lengths whose squares may be out of range.
func (v Vec) scaledNorm() float64 {
	largest := max(math.Abs(v[0]), math.Abs(v[1]), math.Abs(v[2]))
	if largest == 0 || math.IsInf(largest, 0) || math.IsNaN(largest) {
		return largest
	}
	// Scaling by a power of two is exact and avoids overflow and underflow.
	_, e := math.Frexp(largest)
	w := Vec{math.Ldexp(v[0], -e), math.Ldexp(v[1], -e), math.Ldexp(v[2], -e)}
	return math.Ldexp(math.Sqrt(w.Dot(w)), e)
}

// Unit returns v scaled to length 1, up to rounding, or 0 for 0.
func (v Vec) Unit() Vec {
	if n := v.Norm(); n > 0 {
		return v.Scale(1 / n)
	}
	return Vec{}
}

// Perpendicular returns a vector of length 1 orthogonal to v, up to rounding, or 0 for 0: the
// direction of the cross product of v and the first axis along which v is shortest.
func (v Vec) Perpendicular() Vec {
	least := 0
	for k := range v {
		if math.Abs(v[k]) < math.Abs(v[least]) {
			least = k
		}
	}
	var axis Vec
	axis[least] = 1
	return v.Cross(axis).Unit()
}

// TripleProduct returns u · (v × w) in float64: six times the signed volume of the tetrahedron with
// edges u, v and w from one corner, positive if these are right-handed.
func TripleProduct(u, v, w Vec) float64 { return u.Dot(v.Cross(w)) }

// Lerp returns the point v + s·(w-v).
func (v Vec) Lerp(w Vec, s float64) Vec { return v.Add(w.Sub(v).Scale(s)) }

// Finite reports whether no coordinate of v is NaN or infinite.
func (v Vec) Finite() bool {
	// x-x is 0 for finite x and NaN otherwise.
	return (v[0]-v[0])+(v[1]-v[1])+(v[2]-v[2]) == 0
}

// Triangle is three corners in the order of their winding. They may be collinear or equal.
type Triangle [3]Vec

// Normal returns the cross product of two edges: its length is twice the area.
func (t *Triangle) Normal() Vec { return t[1].Sub(t[0]).Cross(t[2].Sub(t[0])) }

// UnitNormal returns the normal of t with length 1, or 0 if it has none. Slivers lose nothing to
// cancellation.
func (t *Triangle) UnitNormal() Vec {
	d, e := t[1].Sub(t[0]), t[2].Sub(t[0])
	return PreciseCross(&d, &e).Unit()
}

// Extent returns the least and the greatest coordinate of t along an axis.
func (t *Triangle) Extent(axis Vec) (low, high float64) {
	x, y, z := axis.Dot(t[0]), axis.Dot(t[1]), axis.Dot(t[2])
	if x > y {
		x, y = y, x
	}
	return min(x, z), max(y, z)
}

// Sub returns t with p subtracted from each corner.
func (t *Triangle) Sub(p Vec) Triangle { return Triangle{t[0].Sub(p), t[1].Sub(p), t[2].Sub(p)} }

// Finite reports whether no coordinate of t is NaN or infinite.
func (t *Triangle) Finite() bool { return t[0].Finite() && t[1].Finite() && t[2].Finite() }

// Centroid returns the mean of the corners, in float64.
func (t *Triangle) Centroid() Vec {
	third := t[0].Scale(1.0 / 3)
	return third.Add(t[1].Scale(1.0 / 3)).Add(t[2].Scale(1.0 / 3))
}

// Area returns the area of t.
func (t *Triangle) Area() float64 { return t.Normal().Norm() / 2 }

// Box returns the smallest box that holds t.
func (t *Triangle) Box() Box { return EmptyBox().Include(t[0]).Include(t[1]).Include(t[2]) }

// Degenerate reports whether the corners are collinear or equal, exactly.
// Coordinates must be finite.
func (t *Triangle) Degenerate() bool {
	for k := range 3 {
		i, j := next[k], next[next[k]]
		if Orient2D([2]float64{t[0][i], t[0][j]}, [2]float64{t[1][i], t[1][j]}, [2]float64{t[2][i], t[2][j]}) != 0 {
			return false
		}
	}
	return true
}
