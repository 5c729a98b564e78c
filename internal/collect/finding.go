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
	// Vertices are the corners of both triangles. Faces are their numbers, the same for triangles
	// of the same three vertices.
	Vertices [2][3]uint32
	Faces    [2]uint32
	// Shells and Parts are those of both triangles; MoreParts are those of others that take part.
	Shells    [2]uint32
	Parts     [2]int
	MoreParts []int
	// Box holds what the triangles have in common.
	Box geom.Box
	// Depth is the length of the shortest translation that separates the triangles, within their
	// plane if they have one in common. Length is that of the segment in which they meet, Area that
	// of the polygon.
	Depth, Area, Length float64

	places [6]place
	n      int
}

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

// AddEnds adds the ends of the segment in which the triangles meet.
func (f *Finding) AddEnds(ends [2]tritri.FeaturePair) {
	for _, p := range ends {
		f.add(p, 0)
	}
}

// AddSide adds a side of the polygon that the triangles have in common.
func (f *Finding) AddSide(p tritri.FeaturePair) { f.add(p, ofSide) }

// AddVertex adds an end of an edge along which surfaces pass through each other.
func (f *Finding) AddVertex(v uint32) {
	f.places[f.n] = place{atEdge | uint64(v)}
	f.n++
}

func (f *Finding) add(p tritri.FeaturePair, tag uint64) {
	a, b := f.feature(0, p.T), f.feature(1, p.U)
	f.places[f.n] = place{min(a, b) | tag, max(a, b)}
	f.n++
}

// feature numbers a feature of a triangle: triangles that share it have the same number for it.
func (f *Finding) feature(side int, of tritri.Feature) uint64 {
	v := &f.Vertices[side]
	if k, ok := of.Corner(); ok {
		return uint64(v[k])
	}
	if from, to, ok := of.Ends(); ok {
		low, high := min(v[from], v[to]), max(v[from], v[to])
		return ofEdge | uint64(low)<<30 | uint64(high)
	}
	return ofFace | uint64(f.Faces[side])
}
