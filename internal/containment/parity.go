package containment

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/world"
)

// meetsOddly reports whether a segment meets the surface of o an odd number of times. certain is
// false if it meets a vertex or an edge, or lies in the plane of a triangle that it meets, so
// that the number would have no meaning.
func meetsOddly(o *world.Object, s geom.Segment) (odd, certain bool) {
	certain = true
	o.Touching(geom.BoxOf(s[:]), func(ids []uint32) {
		for _, f := range ids {
			t := o.Triangle(f)
			switch meets, clear := pierces(&s, &t); {
			case !clear:
				certain = false
			case meets:
				odd = !odd
			}
		}
	})
	return odd, certain
}

// pierces reports whether a segment meets the interior of a triangle in one point, exactly.
// clear is false where one of the signs that decide this is 0.
func pierces(s *geom.Segment, t *geom.Triangle) (meets, clear bool) {
	from, to := geom.Orient3D(t[0], t[1], t[2], s[0]), geom.Orient3D(t[0], t[1], t[2], s[1])
	if from*to > 0 {
		return false, true
	}
	least, most := math.MaxInt, math.MinInt
	for k := range t {
		turn := geom.Orient3D(s[0], s[1], t[k], t[(k+1)%3])
		least, most = min(least, turn), max(most, turn)
	}
	switch {
	case least < 0 && most > 0:
		return false, true
	case least == 0 || most == 0 || from == 0 || to == 0:
		return false, false
	}
	return true, true
}

// borderWithin reports whether an edge of an odd number of triangles of o is within a distance
// of a point.
func borderWithin(o *world.Object, at geom.Vec, distance float64) (found bool) {
	o.Touching(geom.PointBox(at).Grown(distance), func(ids []uint32) {
		for _, f := range ids {
			eachEdge(o, f, func(v, w uint32, s geom.Segment) {
				if !found {
					_, d := s.Nearest(at)
					found = d <= distance && o.Shape.OnBorder(v, w)
				}
			})
		}
	})
	return found
}

// eachEdge calls visit for each edge of triangle f of o: its vertices, and the edge in the world.
func eachEdge(o *world.Object, f uint32, visit func(v, w uint32, s geom.Segment)) {
	corners := o.Shape.Welded.Faces[f]
	t := o.Triangle(f)
	for k, v := range corners {
		visit(v, corners[(k+1)%3], geom.Segment{t[k], t[(k+1)%3]})
	}
}
