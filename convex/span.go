package convex

import (
	"cmp"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// spanOf returns the dimension of the affine hull of points, -1 for no points, and dimension+1
// points that span it: as far from each other as roughly possible, and exactly independent. For
// collinear points they are the ends of the segment.
func spanOf(points []geom.Vec) (corners []uint32, dimension int) {
	if len(points) == 0 {
		return nil, -1
	}
	a, b := ends(points)
	p, q := points[a], points[b]
	if p == q {
		return []uint32{a}, 0
	}
	c, ok := mostApart(points,
		func(r geom.Vec) float64 { return q.Sub(p).Cross(r.Sub(p)).Norm() },
		func(r geom.Vec) bool { return !(&geom.Triangle{p, q, r}).Degenerate() })
	if !ok {
		return []uint32{a, b}, 1
	}
	plane := geom.PlaneOf(p, q, points[c])
	d, ok := mostApart(points,
		func(r geom.Vec) float64 { return math.Abs(plane.Normal().Dot(r.Sub(p))) },
		func(r geom.Vec) bool { return plane.Side(r) != 0 })
	if !ok {
		return []uint32{a, b, c}, 2
	}
	return []uint32{a, b, c, d}, 3
}

// ends returns the points lowest and highest on the axis of the greatest extent.
func ends(points []geom.Vec) (low, high uint32) {
	box := geom.BoxOf(points)
	axis := 0
	for k := range 3 {
		if box.Max[k]-box.Min[k] > box.Max[axis]-box.Min[axis] {
			axis = k
		}
	}
	for i := range points {
		if points[i][axis] < points[low][axis] {
			low = uint32(i)
		}
		if points[i][axis] > points[high][axis] {
			high = uint32(i)
		}
	}
	return low, high
}

// mostApart returns the point with the greatest measure if it is independent, otherwise the first
// that is.
func mostApart(points []geom.Vec, measure func(geom.Vec) float64, independent func(geom.Vec) bool) (at uint32, ok bool) {
	var greatest float64
	for i := range points {
		if m := measure(points[i]); m > greatest {
			at, greatest = uint32(i), m
		}
	}
	if independent(points[at]) {
		return at, true
	}
	i := slices.IndexFunc(points, independent)
	return uint32(max(i, 0)), i >= 0
}

// polygonOf returns the corners of the hull of coplanar points, counter-clockwise around a normal
// whose first coordinate other than 0 is positive. The points in span are not collinear.
//
// The monotone chain (A. M. Andrew, "Another Efficient Algorithm for Convex Hulls in Two
// Dimensions", Information Processing Letters 9, 1979) runs along a coordinate axis that is not in
// the plane, so that the projection merges no points and makes none collinear.
func polygonOf(points []geom.Vec, span []uint32) []uint32 {
	project := viewOf(points[span[0]], points[span[1]], points[span[2]])
	order := make([]uint32, len(points))
	flat := make([][2]float64, len(points))
	for i, p := range points {
		order[i], flat[i] = uint32(i), project(p)
	}
	slices.SortFunc(order, func(i, j uint32) int {
		return cmp.Or(cmp.Compare(flat[i][0], flat[j][0]), cmp.Compare(flat[i][1], flat[j][1]))
	})
	lower := chain(order, flat)
	slices.Reverse(order)
	return append(lower, chain(order, flat)...)
}

// viewOf returns the projection along the first axis that is not parallel to the plane of p, q and
// r, which are not collinear.
func viewOf(p, q, r geom.Vec) func(geom.Vec) [2]float64 {
	var project func(geom.Vec) [2]float64
	for k := range 3 {
		project = func(v geom.Vec) [2]float64 { return [2]float64{v[(k+1)%3], v[(k+2)%3]} }
		if geom.Orient2D(project(p), project(q), project(r)) != 0 {
			break
		}
	}
	return project
}

// chain returns the corners on the right-hand side of points in order, without the last.
func chain(order []uint32, flat [][2]float64) []uint32 {
	var out []uint32
	for _, i := range order {
		if n := len(out); n > 0 && flat[out[n-1]] == flat[i] {
			continue
		}
		for n := len(out); n > 1 && geom.Orient2D(flat[out[n-2]], flat[out[n-1]], flat[i]) <= 0; n-- {
			out = out[:n-1]
		}
		out = append(out, i)
	}
	return out[:len(out)-1]
}
