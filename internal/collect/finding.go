package collect

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/tritri"
)

// Finding is a finding of a Regional rule as a worker enters it.
type Finding struct {
	// I and J are two triangles. For an edge crossing I is the first triangle at the edge, and J a
	// number of the edge.
	I, J        uint32
	Rule        check.Rule
	ThroughEdge bool
	// Fails: it fails even if the criteria allow a finding of this size.
	Fails bool
	// Triangles are the numbers of both triangles as Triangles knows them, in the order in which ends and
	// sides name their features. Shells are those of an edge crossing, which has no two such triangles.
	Triangles, Shells [2]uint32
	// MoreParts are the parts of other triangles that take part, and of all at an edge.
	MoreParts []int
	// Box holds what the triangles have in common.
	Box geom.Box
	// Depth is the length of the shortest translation that separates the triangles, within their
	// plane if they have one in common. Length is that of the segment in which they meet, Area that
	// of the polygon.
	Depth, Area, Length float64

	features [6]tritri.FeaturePair // of the ends of a segment, or the sides of a polygon
	n        uint8                 // of features
	sides    bool
	vertices [2]uint32 // at the ends of an edge crossing
}

// AddEnds adds the ends of the segment in which the triangles meet.
func (f *Finding) AddEnds(ends [2]tritri.FeaturePair) {
	f.features[0], f.features[1], f.n = ends[0], ends[1], 2
}

// AddSide adds a side of the polygon that the triangles have in common.
func (f *Finding) AddSide(p tritri.FeaturePair) {
	f.features[f.n], f.sides = p, true
	f.n++
}

// SetVertices sets the ends of an edge along which surfaces pass through each other.
func (f *Finding) SetVertices(from, to uint32) { f.vertices = [2]uint32{from, to} }

// place is an end of a segment or a side of a polygon, named by the features of the mesh that
// hold it: a vertex, an edge or a face on either side. The smaller number comes first.
type place [2]uint64

// Tags of the numbers of features, which leave 61 bits for vertices and faces.
const (
	ofEdge = uint64(1) << 61
	ofFace = uint64(2) << 61
	atEdge = uint64(3) << 61 // a vertex at the end of an edge crossing
	ofSide = uint64(1) << 63 // set in the first number of a side
)

// placeOf returns the place of features of two triangles.
func placeOf(p tritri.FeaturePair, t, u *Corners) place {
	a, b := t.feature(p.T), u.feature(p.U)
	return place{min(a, b), max(a, b)}
}

// feature numbers a feature of a triangle: triangles that share it have the same number for it.
func (c *Corners) feature(of tritri.Feature) uint64 {
	f := &features[of]
	a, b := c.Vertices[f.from], c.Vertices[f.to]
	// Which kind of feature it is cannot be predicted: all numbers are computed, and one is chosen.
	return [...]uint64{uint64(a), ofEdge | uint64(min(a, b))<<30 | uint64(max(a, b)), ofFace | uint64(c.Face)}[f.kind]
}

// features has, for each feature of a triangle, its dimension, and the corners at its ends.
var features = [...]struct{ kind, from, to uint8 }{{0, 0, 0}, {0, 1, 1}, {0, 2, 2}, {1, 0, 1}, {1, 1, 2}, {1, 2, 0}, {2, 0, 0}}
