package check

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// Facing is how the windings of two coplanar triangles compare.
type Facing uint8

const (
	// NoFacing is the value for rules without a facing.
	NoFacing Facing = iota
	// Same: both normals point the same way, the classic cause of z-fighting.
	Same
	// Opposite: the normals point in opposite directions.
	Opposite
)

// String returns "same", "opposite" or "".
func (f Facing) String() string { return [...]string{"", "same", "opposite"}[f] }

// Region is one place to fix: findings of two triangles whose contacts lie near each other.
//
// A contact is a set of findings connected through ends of their segments or sides of their
// polygons: the same feature of one surface meets the same feature of the other there. Two contacts
// of the same two shells belong to one region if their boxes meet, each grown on all sides by half
// its diagonal, or if both belong to a region with a third. In a soup, with fewer than two
// triangles a shell on average, parts replace shells. Touches belong to no region, nor do findings
// within precision, unless their region has one beyond precision.
type Region struct {
	// Number counts from 1 over the listed regions of all meshes of the file: see NumberRegions. It
	// is 0 for a region of a pair of objects.
	Number int    `json:"number,omitzero"`
	Counts Counts `json:"counts"`
	// Box holds the intersections of the triangles of the region's findings.
	Box geom.Box `json:"box,omitempty"`
	// Depth is the greatest depth of the findings of any rule, CrossingDepth that of findings of
	// the rule Crossing. Width is that of overlaps, duplicates and z-fighting, whose depth is how
	// wide the area is in which the triangles lie on each other. Both leave out findings within
	// precision, and are 0 in reports of earlier versions: see Sizes.
	Depth         float64 `json:"depth,omitempty"`
	CrossingDepth float64 `json:"crossing_depth,omitempty"`
	Width         float64 `json:"width,omitempty"`
	// Area is the sum of the areas of overlaps, duplicates and z-fighting, Length the sum of the
	// lengths of crossing segments, EdgeLength that of the edges of edge crossings.
	Area       float64 `json:"area,omitempty"`
	Length     float64 `json:"length,omitempty"`
	EdgeLength float64 `json:"edge_length,omitempty"`
	// Parts are the parts that meet in the region, as ascending indices into the parts of the mesh.
	Parts []int `json:"parts"`
	// Shells are the two shells that meet in the region, ascending, or the one that meets itself.
	// They are numbered from 0 in the order of their first triangles. Shells is nil in a soup,
	// where Parts replace shells; for a region of a pair of objects; and in a mesh with too many
	// findings and pairs of shells to divide into several regions.
	Shells []int `json:"shells,omitempty"`
}

// Sizes returns how deep the crossings of a region are and how wide the areas in which triangles lie
// on each other: CrossingDepth and Width. If neither is known, Depth is one of them: the former if
// there are crossings.
func (r *Region) Sizes() (deep, wide float64) {
	switch {
	case r.CrossingDepth > 0 || r.Width > 0:
		return r.CrossingDepth, r.Width
	case r.Counts.Of(Crossing) > 0:
		return r.Depth, 0
	}
	return 0, r.Depth
}

// CompareRegions orders regions as lists show them: those that fail first, and then as
// NumberRegions numbers them.
func CompareRegions(r, s *Region) int {
	if a, b := r.Counts.Failing() > 0, s.Counts.Failing() > 0; a != b {
		if a {
			return -1
		}
		return 1
	}
	return compareNumbered(r, s)
}

// NumberRegions numbers the regions of a file by depth, the greatest first, and then by position,
// whatever the policy is. It leaves them in the order of their numbers.
func NumberRegions(all []*Region) {
	slices.SortStableFunc(all, compareNumbered)
	for k, r := range all {
		r.Number = k + 1
	}
}

// compareNumbered orders regions by their numbers. Those of one mesh with the same depth and box
// differ in their shells or parts.
func compareNumbered(r, s *Region) int {
	return cmp.Or(
		cmp.Compare(s.Depth, r.Depth), compareBoxes(&r.Box, &s.Box),
		slices.Compare(r.Shells, s.Shells), slices.Compare(r.Parts, s.Parts),
	)
}

// Finding is one pair of triangles, a single triangle, or the triangles around one edge.
type Finding struct {
	Rule Rule
	// A is the triangle with the smaller index, B the other one, or the next one at an edge. B is
	// nil for Nonfinite and Degenerate.
	A Face
	B *Face
	// Severity is decided by the policy, but between the objects of a pair it is the rule's own.
	Severity Severity
	// SameShell reports whether both triangles, or all at an edge, belong to one shell.
	SameShell bool
	// ThroughEdge marks a Crossing where the surface passes exactly through an edge.
	ThroughEdge bool
	// Facing is set for Overlap and Duplicate.
	Facing Facing
	// Segment is where two triangles in different planes meet; its ends are equal if they meet in a
	// point. Polygon is the common area of two coplanar triangles, counter-clockwise around A's
	// normal; it has fewer than three corners if they only touch. At most one of the two is set.
	// Float64, not exact.
	Segment []geom.Vec
	Polygon []geom.Vec
	// Area is the area of Polygon; 0 unless the rule is Overlap or Duplicate.
	Area float64
	// Depth is the length of the shortest translation that separates the two triangles, in their
	// plane if they are coplanar. For ThroughEdge it is how far the surface passes through, for
	// ZFighting its width.
	Depth float64
	// AtEdge is the number of triangles at the edge of an EdgeCrossing, which is Segment; Others
	// are the first of them after A and B, by index. They are 0 and nil for other rules.
	AtEdge int
	Others []Face
	// Region is an index into the mesh's regions. It is -1 for findings without a region and for
	// those whose region was cut from the list.
	Region int
}

// Faces returns A, B, which may be nil, and Others.
func (f *Finding) Faces() []*Face {
	faces := []*Face{&f.A, f.B}
	for i := range f.Others {
		faces = append(faces, &f.Others[i])
	}
	return faces
}

// Length returns the length of Segment.
func (f *Finding) Length() float64 {
	if len(f.Segment) < 2 {
		return 0
	}
	return f.Segment[0].Sub(f.Segment[1]).Norm()
}

// Place returns the mean of the corners of Segment or Polygon, or else of the first triangle. It is
// not finite if the corners are not.
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

// Face identifies a triangle and has its corners.
type Face struct {
	// Part is an index into the parts of the mesh, Triangle the index of the triangle in the mesh,
	// InPart its index within the part.
	Part, Triangle, InPart int
	// CutFrom is the number, from 1, of the polygon of the part that the triangle was cut from, if
	// the part has faces with more than three corners; otherwise 0.
	CutFrom int
	// Corners in world coordinates, in stored order. They are not finite for Nonfinite.
	Corners geom.Triangle
}
