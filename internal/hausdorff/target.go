package hausdorff

import "github.com/meshcheck/meshcheck/geom"

// surface is a surface in the world, in leaves of a few triangles that lie together.
type surface interface {
	// leaves is their number; leaf returns the triangles of one, in out if they fit. All of a
	// leaf belong to the body of the number owner.
	leaves() int
	leaf(i int, out []geom.Triangle) (triangles []geom.Triangle, owner int)
}

// target is what the distance of a surface is measured from: a closed set of points.
type target interface {
	// Distance returns that of p, 0 or less within the set: then how far it is from what is
	// outside, at least, with a minus. A distance of enough or less may be too great, but
	// must not come out as more than enough.
	Distance(p geom.Vec, enough float64) float64
	// majorant returns the values that a convex function has at the corners of a triangle
	// whose centroid is c, where that function is nowhere on the triangle less than the
	// distance: so the distance is at most what lies between the values linearly. +Inf if
	// there is no such function.
	majorant(t *geom.Triangle, c geom.Vec) [3]float64
	// nearest returns a nearest point.
	nearest(p geom.Vec) geom.Vec
	// hiding reports whether anything is hidden, and hides that points of a triangle t of the
	// body of the number owner are not to be counted: all that have the points for their
	// corners.
	hiding() bool
	hides(t *geom.Triangle, points []geom.Vec, owner int) bool
	// splitPlane returns a plane between parts of a triangle of which each is near to something
	// else, or of which one is hidden: a point of it, and its normal at any length. The normal
	// is 0 if none is known.
	splitPlane(t *geom.Triangle, c geom.Vec, owner int) (at, normal geom.Vec)
}
