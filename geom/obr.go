package geom

import "slices"

// OBR is an oriented rectangle in the plane, or a parallelogram: the closed set of points Center +
// s₀·Half[0] + s₁·Half[1] with both |sᵢ| ≤ 1. The half-edges need not be orthogonal, and may be 0.
// It is the planar counterpart of OBB.
type OBR struct {
	Center Vec2
	Half   [2]Vec2
}

// Apart reports that r and q are certain to have no point in common: that their
// projections onto one of 4 axes, the normals of their sides, are apart, or those onto
// the line of their centres. True is proved, rounding included; false means that they
// meet, touch, or are nearer to each other than about 2^-46 of their extent and
// distance. Segments and points are decided as well. Symmetric.
func (r *OBR) Apart(q *OBR) bool {
	s := separationInPlane(r, q)
	return s.along(&s.edge[0]) > 0 || s.along(&s.edge[1]) > 0 ||
		s.along(&s.edge[3]) > 0 || s.along(&s.edge[4]) > 0 || s.along(&s.between) > 0
}

// Gap returns a lower bound of the distance between r and q: the widest gap between
// their projections onto the axes of Apart, and 0 unless Apart. It is the distance
// itself, up to rounding, where a side is nearest to a vertex. Never above the
// distance, rounding included. Symmetric.
func (r *OBR) Gap(q *OBR) float64 {
	s := separationInPlane(r, q)
	return max(s.width(&s.edge[0]), s.width(&s.edge[1]),
		s.width(&s.edge[3]), s.width(&s.edge[4]), s.width(&s.between))
}

// separationInPlane lays both into the plane z = 0 of space. Its edges are the normals
// of the sides themselves, which in the plane take no product and are exact.
func separationInPlane(r, q *OBR) separation {
	if slices.Compare(r.Center[:], q.Center[:]) > 0 {
		r, q = q, r // as separationOf
	}
	lift := func(p Vec2) Vec { return Vec{p[0], p[1], 0} }
	s := separation{between: lift(r.Center).Sub(lift(q.Center))}
	for i, o := range []*OBR{r, q} {
		for k, h := range o.Half {
			s.half[3*i+k] = lift(h)
			s.edge[3*i+k] = Vec{-h[1], h[0], 0}
		}
	}
	s.measure()
	return s
}
