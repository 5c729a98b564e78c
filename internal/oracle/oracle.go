// Package oracle decides exactly, but slowly, which triangles of a soup meet and how.
// Tests compare the fast engine with it.
//
// It shares no method with the engine. It computes no orientation determinant of four
// points. Instead it scales all coordinates to integers, and clips every edge of one
// triangle against the other, as a line against a plane and three walls (Cyrus and Beck,
// Generalized two- and three-dimensional clipping, Computers & Graphics, 1978), in
// rational arithmetic. The hull of the remaining points is the intersection, which
// determines the kind of a pair.
package oracle

import (
	"github.com/meshcheck/meshcheck/geom"
)

// The kinds of Pair, as the reports spell them.
const (
	Crossing  = "crossing"  // different planes, and the interiors meet
	Overlap   = "overlap"   // one plane, and the interiors share area
	Duplicate = "duplicate" // the same three vertices
	Touch     = "touch"     // any other meeting beyond the shared vertices and edge
)

// The values of Pair.Facing.
const (
	Same     = "same"     // the normals point the same way
	Opposite = "opposite" // the normals point against each other
)

// Pair is one finding between triangles I < J of a soup.
type Pair struct {
	I, J int
	// Kind is Crossing, Overlap, Duplicate or Touch.
	Kind string
	// ThroughEdge marks a crossing exactly along an edge of one of the two: each pair of
	// triangles only touches, but the surface passes through.
	ThroughEdge bool
	// Facing is Same or Opposite for overlaps and duplicates, else "".
	Facing string
	// SharedVertices is the number of corners at equal coordinates, 0 to 3.
	SharedVertices int
	// Segment has the ends of the intersection of a crossing, each coordinate rounded
	// to the nearest float64, the smaller end (by x, then y, then z) first.
	Segment [2]geom.Vec
	// Area of the intersection of an overlap or duplicate, computed exactly up to
	// one square root and the last rounding; a relative error below 1e-15.
	Area float64
}

// Truth holds all findings in a soup.
type Truth struct {
	// Nonfinite and Degenerate are the triangles that take part in no pair, in
	// ascending order: a coordinate that is NaN or infinite; collinear corners.
	Nonfinite, Degenerate []int
	// Pairs in ascending order of I, then J.
	Pairs Pairs
}

// Count returns the number of pairs of one kind.
func (t *Truth) Count(kind string) int { return t.Pairs.Count(kind) }

// ThroughEdge returns the number of crossings along an edge. They are in
// Count(Crossing) as well.
func (t *Truth) ThroughEdge() int { return t.Pairs.ThroughEdge() }

// Pairs is a list of findings.
type Pairs []Pair

// Count returns the number of pairs of one kind.
func (p Pairs) Count(kind string) int {
	n := 0
	for i := range p {
		if p[i].Kind == kind {
			n++
		}
	}
	return n
}

// ThroughEdge returns the number of crossings along an edge.
func (p Pairs) ThroughEdge() int {
	n := 0
	for i := range p {
		if p[i].ThroughEdge {
			n++
		}
	}
	return n
}

// Check decides all pairs of the soup. Triangles are closed sets. Corners at
// equal coordinates are one vertex; -0 equals 0. A pair is a finding if the
// triangles meet in more than the hull of their common vertices, or have all
// three in common. The work grows with the square of the soup; pairs
// whose boxes are apart cost almost nothing. Check cannot fail.
func Check(soup []geom.Triangle) Truth {
	var truth Truth
	var all surface
	s := newScale(soup)
	for i, t := range soup {
		if !t.Finite() {
			truth.Nonfinite = append(truth.Nonfinite, i)
			continue
		}
		f := s.face(i, t)
		if f.normal.zero() {
			truth.Degenerate = append(truth.Degenerate, i)
			continue
		}
		all.add(f)
	}
	for i, a := range all.faces {
		for _, b := range all.faces[i+1:] {
			if p, _ := pair(a, b); p.Kind != "" {
				p.finish(&s)
				truth.Pairs = append(truth.Pairs, p.Pair)
			}
		}
	}
	return truth
}
