package poses

import (
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/posed"
	"github.com/meshcheck/meshcheck/tritri"
)

// failing returns a pair that was found at some positions, with its depth; ok is false if the two faces only
// touch. The depth is 0 if they lie in one plane, where a pose that moves them by next to nothing parts
// them. Edge reports that a surface goes through the other exactly along an edge.
func (s *scene) failing(p *posed.Pair, positions []geom.Vec) (q pair, edge, ok bool) {
	q = pair{p.A, p.B, 0}
	a, b := s.triangle(p.A, positions), s.triangle(p.B, positions)
	switch p.Kind {
	case tritri.Crossing:
		q.depth = tritri.Depth(&a, &b)
	case tritri.Touch:
		m := tritri.Relate(&a, &b)
		if m.Through == tritri.EdgeOfU {
			q.depth = s.through(p.B, m.Edge, &a, positions)
		} else {
			q.depth = s.through(p.A, m.Edge, &b, positions)
		}
		return q, true, q.depth > 0
	}
	return q, false, true
}

// through returns how far a surface passes through a triangle t exactly along an edge of a face, which begins
// at a corner and lies in t: the smaller of the heights of the faces at that edge above and below t; 0 if
// they are not on both sides.
func (s *scene) through(face uint32, corner int, t *geom.Triangle, positions []geom.Vec) float64 {
	k, triangle := s.subjectOf(face)
	edged := s.triangle(face, positions)
	from, to := edged[corner], edged[(corner+1)%3]
	plane, normal := geom.PlaneOf(t[0], t[1], t[2]), t.UnitNormal()
	var heights [2]float64 // above, below
	both := [2]bool{}
	for _, c := range k.stored.fans.Around(k.stored.welded.Faces[triangle][corner]) {
		near := s.triangle(uint32(k.first+c.Triangle()), positions)
		apex, ok := opposite(&near, from, to)
		if !ok {
			continue
		}
		h := normal.Dot(apex.Sub(t[0]))
		switch side := plane.Side(apex); {
		case side > 0:
			heights[0], both[0] = max(heights[0], h), true
		case side < 0:
			heights[1], both[1] = max(heights[1], -h), true
		}
	}
	if !both[0] || !both[1] {
		return 0
	}
	return max(min(heights[0], heights[1]), leastDepth)
}

// leastDepth is that of a surface that passes through another by less than rounding shows.
const leastDepth = 0x1p-1022

// opposite returns the corner of a triangle that is not on its edge between two points; ok is false if the
// triangle has no such edge.
func opposite(t *geom.Triangle, from, to geom.Vec) (apex geom.Vec, ok bool) {
	for k := range t {
		a, b := t[(k+1)%3], t[(k+2)%3]
		if a == from && b == to || a == to && b == from {
			return t[k], true
		}
	}
	return apex, false
}
