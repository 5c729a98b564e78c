package polygon

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// search finds corners in triangles.
type search struct {
	points [][2]float64
	// order has the corners by their first coordinate.
	order []int32
	// at has, for each corner, the position in order at which the search in its triangle continues,
	// or -1 if it has not begun. No corner before it is in the triangle, or ever will be.
	at []int32
}

func (s *search) start(points [][2]float64) {
	s.points = points
	s.order, s.at = resized(s.order, len(points)), resized(s.at, len(points))
	for i := range points {
		s.order[i], s.at[i] = int32(i), -1
	}
	slices.SortFunc(s.order, func(i, j int32) int { return cmp.Compare(points[i][0], points[j][0]) })
}

// restart restarts the search in the triangle of corner i, which has changed.
func (s *search) restart(i int32) { s.at[i] = -1 }

// within returns a corner in the closed triangle t of corner i, which is counter-clockwise, or -1.
// Corners at the same places as those of t do not count.
func (s *search) within(t *[3][2]float64, i int32, gone []bool) int32 {
	low := [2]float64{min(t[0][0], t[1][0], t[2][0]), min(t[0][1], t[1][1], t[2][1])}
	high := [2]float64{max(t[0][0], t[1][0], t[2][0]), max(t[0][1], t[1][1], t[2][1])}
	if s.at[i] < 0 {
		k, _ := slices.BinarySearchFunc(s.order, low[0], func(j int32, x float64) int { return cmp.Compare(s.points[j][0], x) })
		s.at[i] = int32(k)
	}
	for k := int(s.at[i]); k < len(s.order); k++ {
		j := s.order[k]
		p := &s.points[j]
		if p[0] > high[0] {
			s.at[i] = int32(len(s.order))
			return -1
		}
		if p[1] < low[1] || p[1] > high[1] || gone[j] || *p == t[0] || *p == t[1] || *p == t[2] {
			continue
		}
		if geom.Orient2D(t[0], t[1], *p) >= 0 && geom.Orient2D(t[1], t[2], *p) >= 0 && geom.Orient2D(t[2], t[0], *p) >= 0 {
			s.at[i] = int32(k)
			return j
		}
	}
	s.at[i] = int32(len(s.order))
	return -1
}
