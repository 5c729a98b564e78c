package check

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

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

// Region is one place to fix: findings of two triangles whose contacts lie near each other. A
// contact is a set of findings that hang together, each by an end of its segment or a side of its
// polygon: the same feature of one surface meets the same feature of the other there. Contacts
// of the same two shells belong to one region if their boxes meet, each grown on all sides by half
// its diagonal, or if both belong to one region with a third. In a soup, of fewer than two
// triangles a shell on average, parts stand for shells. Touches belong to no region, nor do
// findings within precision, unless one that is beyond it is in their region.
type Region struct {
	// Number is from 1 on over all meshes of the file, the worst first: see CompareRegions. It is 0
	// for a region of a pair of objects.
	Number int    `json:"number,omitzero"`
	Counts Counts `json:"counts"`
	// Box holds what the triangles of the region's findings have in common.
	Box geom.Box `json:"box,omitempty"`
	// Depth is the greatest depth of its findings, Area the sum of the areas of overlaps, duplicates
	// and z-fighting, Length the sum of the lengths of crossing segments, EdgeLength that of the edges
	// of edge crossings.
	Depth      float64 `json:"depth,omitempty"`
	Area       float64 `json:"area,omitempty"`
	Length     float64 `json:"length,omitempty"`
	EdgeLength float64 `json:"edge_length,omitempty"`
	// Parts are the parts that meet in the region, as indices into
	// the parts of the mesh, ascending.
	Parts []int `json:"parts"`
	// Shells are the two shells that meet in the region, ascending, or the one that meets
	// itself. They are numbered from 0 in the order of their first triangles. It is nil in a
	// soup, where Parts stand for shells, in a mesh with too many findings and pairs of shells
	// for more than one region, and for a region of a pair of objects.
	Shells []int `json:"shells,omitempty"`
}

// CompareRegions orders regions, the worst first: those that fail before others, then by their
// worst rule, the greatest depth, area and lengths, then by the lower corners of their boxes.
func CompareRegions(r, s *Region) int {
	if a, b := r.Counts.Failing() > 0, s.Counts.Failing() > 0; a != b {
		if a {
			return -1
		}
		return 1
	}
	return cmp.Or(
		cmp.Compare(r.Counts.Worst(), s.Counts.Worst()),
		cmp.Compare(s.Depth, r.Depth), cmp.Compare(s.Area, r.Area), cmp.Compare(s.Length, r.Length), cmp.Compare(s.EdgeLength, r.EdgeLength),
		slices.Compare(r.Box.Min[:], s.Box.Min[:]),
	)
}

// NumberRegions numbers the regions of a file, the worst first.
func NumberRegions(all []*Region) {
	slices.SortStableFunc(all, CompareRegions)
	for k, r := range all {
		r.Number = k + 1
	}
}

// Finding is one pair of triangles, one triangle that takes part in no pair, or the triangles
// around one edge.
type Finding struct {
	Rule Rule
	// A is the triangle with the smaller index, B the other, or the next one at an edge. B is nil for
	// Nonfinite and Degenerate.
	A Face
	B *Face
	// Severity by the policy; between the objects of a pair it is the rule's own.
	Severity Severity
	// SameShell reports whether both triangles, or all at an edge, belong to one shell.
	SameShell bool
	// ThroughEdge marks a Crossing where the surface passes exactly through an edge.
	ThroughEdge bool
	// Facing is set for Overlap and Duplicate.
	Facing Facing
	// Segment is where two triangles in different planes meet; its ends are equal
	// where they meet in a point. Polygon is the common area of two coplanar ones,
	// counter-clockwise as seen against A's normal; it has fewer than three corners
	// where they only meet. At most one of the two is set. Float64, not exact.
	Segment []geom.Vec
	Polygon []geom.Vec
	// Area is the area of Polygon; 0 unless the rule is Overlap or Duplicate.
	Area float64
	// Depth is the length of the shortest translation that separates the two, in their plane if
	// that is the same. That of ThroughEdge is how far the surface passes through, and the
	// width of ZFighting stands for its depth.
	Depth float64
	// AtEdge is the number of triangles that meet at the edge of an EdgeCrossing, which is Segment;
	// Others are the first of those after A and B, by their numbers. 0 and nil for other rules.
	AtEdge int
	Others []Face
	// Region is an index into the mesh's regions, -1 for what belongs to none and for findings
	// whose region was cut from the list.
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
	// CutFrom is the number, from 1, of the face of the part that the triangle was cut from,
	// where faces of the file have more than three corners; 0 where they are the triangles.
	CutFrom int
	// Corners in world coordinates, in stored order. Not finite for Nonfinite.
	Corners geom.Triangle
}
