package fan

import (
	"cmp"

	"github.com/meshcheck/meshcheck/geom"
)

// line is the line through two points, as seen by the half planes that it bounds: each is
// that of a point beside the line.
type line [2]geom.Vec

// turn returns the sign of the angle from the half plane of p to that of q: 0 where they
// are the same or opposite.
func (l *line) turn(p, q geom.Vec) int { return geom.Orient3D(l[0], l[1], p, q) }

// opposite reports whether p and q, in a plane with the line, are on different sides of it.
func (l *line) opposite(p, q geom.Vec) bool {
	for k := range 3 {
		i, j := (k+1)%3, (k+2)%3
		a, b := [2]float64{l[0][i], l[0][j]}, [2]float64{l[1][i], l[1][j]}
		if o := geom.Orient2D(a, b, [2]float64{p[i], p[j]}); o != 0 {
			return o != geom.Orient2D(a, b, [2]float64{q[i], q[j]})
		}
	}
	return false
}

// compare compares the angles of p and q, counted from the half plane of o: 0 where they
// are in the same half plane.
func (l *line) compare(o, p, q geom.Vec) int {
	return cmp.Or(cmp.Compare(l.half(o, p), l.half(o, q)), -l.turn(p, q))
}

// half returns 0 for an angle below 180 degrees, and 1 for another.
func (l *line) half(o, p geom.Vec) int {
	if s := l.turn(o, p); s < 0 || s == 0 && l.opposite(o, p) {
		return 1
	}
	return 0
}
