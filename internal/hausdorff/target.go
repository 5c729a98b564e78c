package hausdorff

import "github.com/meshcheck/meshcheck/geom"

// surface is a surface in the world, in leaves of a few triangles that lie together.
type surface interface {
	// leaves returns the number of leaves. leaf returns the triangles of a leaf, in out if they
	// fit, which all belong to the body with the number owner.
	leaves() int
	leaf(i int, out []geom.Triangle) (triangles []geom.Triangle, owner int)
}

// target is the set that the distance of a surface is measured from: a closed set of points.
type target interface {
	// Distance returns the distance of p from the set. Within the set it is 0 or negative, with
	// an absolute value of at most the distance from the complement. A distance of enough or
	// less may be too great, but not more than enough.
	Distance(p geom.Vec, enough float64) float64
	// majorant returns the values, at the corners of a triangle whose centroid is c, of a
	// convex function that is an upper bound of the distance on the triangle: so the linear
	// interpolation of the values is an upper bound too. +Inf if no such function is known.
	majorant(t *geom.Triangle, c geom.Vec) [3]float64
	// nearest returns a nearest point.
	nearest(p geom.Vec) geom.Vec
	// hiding reports whether anything can be hidden. hides reports whether the convex hull of
	// some points of a triangle t of the body with the number owner is hidden, that is, not on
	// the surface of the union of the bodies.
	hiding() bool
	hides(t *geom.Triangle, points []geom.Vec, owner int) bool
	// splitPlane returns a plane between parts of a triangle that are nearest to different
	// parts of the set, or one of which is hidden: a point of it, and its normal of any length.
	// The normal is 0 if no such plane is known.
	splitPlane(t *geom.Triangle, c geom.Vec, owner int) (at, normal geom.Vec)
}
