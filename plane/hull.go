package plane

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// Hull returns the corners of the convex hull of the points, exactly: counter-clockwise from the
// least by x, then y, each once, without corners in line with their neighbours. Collinear points
// give the two ends, equal points give one, and points that are not finite are ignored. This is A.
// M. Andrew's monotone chain ("Another Efficient Algorithm for Convex Hulls in Two Dimensions",
// Information Processing Letters 9, 1979).
func Hull(points []geom.Vec2) []geom.Vec2 {
	sorted := make([]geom.Vec2, 0, len(points))
	for _, p := range points {
		if finite(p) {
			sorted = append(sorted, p)
		}
	}
	slices.SortFunc(sorted, func(p, q geom.Vec2) int {
		return cmp.Or(cmp.Compare(p[0], q[0]), cmp.Compare(p[1], q[1]))
	})
	sorted = slices.Compact(sorted)
	if len(sorted) < 3 {
		return sorted
	}
	hull := chain(make([]geom.Vec2, 0, 16), sorted)
	slices.Reverse(sorted)
	return chain(hull, sorted)
}

// chain appends the first point, and the points between the first and the last at which the
// boundary from the first to the last turns left.
func chain(hull, sorted []geom.Vec2) []geom.Vec2 {
	start := len(hull)
	for _, p := range sorted {
		for n := len(hull); n >= start+2 && geom.Orient2D(hull[n-2], hull[n-1], p) <= 0; n-- {
			hull = hull[:n-1]
		}
		hull = append(hull, p)
	}
	return hull[:len(hull)-1]
}
