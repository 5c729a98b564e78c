package check

import "github.com/meshcheck/meshcheck/geom"

// Facing tells how the windings of two coplanar triangles compare.
type Facing uint8

const (
	// NoFacing is for rules that have none.
	NoFacing Facing = iota
	// Same: both normals point the same way, the classic cause of z-fighting.
	Same
	// Opposite: the normals point against each other.
	Opposite
)

// String returns "same", "opposite" or "".
func (f Facing) String() string { return [...]string{"", "same", "opposite"}[f] }

// Region is a set of findings of the rules Crossing, Overlap and Duplicate, connected through
// shared vertices or triangles: one place to fix. Touches belong to no region.
type Region struct {
	Counts Counts
	// Box holds all triangles of the region's findings.
	Box geom.Box
	// Depth is the greatest depth, Area the sum of overlap and duplicate areas,
	// Length the sum of the lengths of crossing segments.
	Depth, Area, Length float64
	// Parts are the parts that meet in the region, as indices into
	// the parts of the mesh, ascending.
	Parts []int
}

// Finding is one pair of triangles, or one triangle that takes part in no pair.
type Finding struct {
	Rule Rule
	// A is the triangle with the smaller index. B is nil for Nonfinite and Degenerate.
	A Face
	B *Face
	// Severity by the policy; between the objects of a pair it is the rule's own.
	Severity Severity
	// SameShell reports whether both triangles belong to one shell.
	SameShell bool
	// ThroughEdge marks a Crossing where the surface passes exactly through an edge.
	ThroughEdge bool
	// Facing is set for Overlap and Duplicate.
	Facing Facing
	// Segment is where two triangles in different planes meet; its ends are equal
	// where they meet in a point. Polygon is the common area of two coplanar ones,
	// counter-clockwise as seen against A's normal; it has fewer than three corners
	// where they only touch. At most one of the two is set. Float64, not exact.
	Segment []geom.Vec
	Polygon []geom.Vec
	// Area is the area of Polygon; 0 unless the rule is Overlap or Duplicate.
	Area float64
	// Depth is the length of the shortest translation that separates the two.
	Depth float64
	// Region is an index into the mesh's regions, -1 for single triangles, for touches
	// and for findings whose region was cut from the list.
	Region int
}

// Place returns the mean of the corners of Segment or Polygon, or else of the first triangle.
// It is not finite where these are not.
func (f *Finding) Place() geom.Vec {
	points := f.A.Corners[:]
	switch {
	case len(f.Segment) > 0:
		points = f.Segment
	case len(f.Polygon) > 0:
		points = f.Polygon
	}
	var mean geom.Vec
	for _, p := range points {
		for k := range mean {
			mean[k] += p[k] / float64(len(points)) // divided first: no overflow
		}
	}
	return mean
}

// Face names a triangle and says where it is.
type Face struct {
	// Part is an index into the parts of the mesh, Triangle the number of the triangle
	// in the mesh, InPart its number within the part.
	Part, Triangle, InPart int
	// Corners in world coordinates, in stored order. Not finite for Nonfinite.
	Corners geom.Triangle
}
