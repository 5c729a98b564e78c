package fan

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// maxDepths is how many depths at vertices with long fans are kept.
const maxDepths = 1 << 14

// depthKey names an edge that lies in a triangle.
type depthKey struct{ from, to, triangle uint32 }

// Depth returns how far the triangles at an edge between two vertices reach through the plane of a
// triangle in which the edge lies: the smaller of the heights of their free corners above and below
// it. The triangle with its number is as in BothSides. Float64.
func (s *Spreads) Depth(from, to uint32, number uint32, t *geom.Triangle) float64 {
	fan := s.fan(from)
	if len(fan) <= longFan {
		return s.depth(fan, to, t)
	}
	// There may be many triangles at an edge, and Depth is called for each of them.
	key := depthKey{from, to, number}
	s.mu.Lock()
	d, known := s.depths[key]
	s.mu.Unlock()
	if known {
		return d
	}
	d = s.depth(fan, to, t)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.depths == nil || len(s.depths) == maxDepths {
		s.depths = map[depthKey]float64{}
	}
	s.depths[key] = d
	return d
}

// depth computes Depth for the triangles of the fan at one end.
func (s *Spreads) depth(fan []mesh.Corner, to uint32, t *geom.Triangle) float64 {
	n := t.UnitNormal()
	above, below := 0.0, 0.0
	s.mesh.EachApex(fan, to, func(apex uint32) {
		h := n.Dot(s.vertex(apex).Sub(t[0]))
		above, below = math.Max(above, h), math.Max(below, -h)
	})
	return min(above, below)
}
