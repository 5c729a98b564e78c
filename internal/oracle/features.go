package oracle

import (
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// Feature is the smallest face of a triangle that holds a point: 0 to 2 its corners, 3 to 5
// the edges that begin there, 6 the interior.
type Feature = int

// Ends returns for each end of the segment in which two triangles in different planes meet the
// features of both that hold it. It is for triangles that are finite and have an area.
func Ends(t, u geom.Triangle) (ends [][2]Feature) {
	a, b, points := common(t, u)
	for _, p := range points {
		ends = append(ends, [2]Feature{a.feature(p), b.feature(p)})
	}
	return ends
}

// Sides returns for each side of the polygon that two triangles in one plane have in common the
// features of both that hold its middle.
func Sides(t, u geom.Triangle) (sides [][2]Feature) {
	a, b, points := common(t, u)
	for _, f := range []*face{a, b} {
		for _, w := range f.walls {
			on := slices.DeleteFunc(slices.Clone(points), func(p point) bool { return w.sideOf(p) != 0 })
			if len(on) < 2 {
				continue
			}
			m := middle(on)
			if s := [2]Feature{a.feature(m), b.feature(m)}; !slices.Contains(sides, s) {
				sides = append(sides, s)
			}
		}
	}
	return sides
}

// common returns two triangles in one scale, and what they have in common as meet does.
func common(t, u geom.Triangle) (a, b *face, points []point) {
	s := newScale([]geom.Triangle{t, u})
	a, b = s.face(0, t), s.face(1, u)
	points, _ = meet(a, b)
	return a, b, points
}

// feature returns what of f holds p, a point of it.
func (f *face) feature(p point) Feature {
	var on []int
	for k, w := range f.walls {
		if w.sideOf(p) == 0 {
			on = append(on, k)
		}
	}
	switch len(on) {
	case 0:
		return 6
	case 1:
		return 3 + on[0]
	}
	if on[0] == 0 && on[1] == 2 {
		return 0
	}
	return on[1] // the corner at which the second edge begins
}
