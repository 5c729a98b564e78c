package geom

import "math"

// OBB is an oriented box, or a parallelepiped: the closed set of points Center + s₀·Half[0] +
// s₁·Half[1] + s₂·Half[2] with every |sᵢ| ≤ 1. The half-edges need not be orthogonal, and may be 0:
// a map with shear makes a parallelepiped, and a flat or singular one a parallelogram, a segment or
// a point.
type OBB struct {
	Center Vec
	Half   [3]Vec
	// Slack is how far a point of the box may lie outside that set, on each axis and in the unit of
	// Center: the rounding of the box's computation, and whatever a caller adds to it. Apart
	// includes it, Support does not. No component is negative.
	Slack Vec
}

// OBBOf returns the oriented box that m makes of b. It contains, with its slack, the point
// m.Apply(p) for every p in b, with the rounding of both, and so the triangles between such points.
// If b is empty or not finite, the result is apart from nothing.
//
// The slack of a coordinate is 2^-49 of n = Σ|aₖ|·max|pₖ| + |t|, the largest that the terms of
// Apply can add up to. Apply is off by at most 4 roundings of n for p and as many for the centre, a
// half-edge by 2; 16 are allowed.
func OBBOf(b Box, m Affine) OBB {
	var o OBB
	var middle Vec
	for k := range middle {
		middle[k] = b.Min[k]/2 + b.Max[k]/2
		half := max(b.Max[k]-middle[k], middle[k]-b.Min[k])
		far := max(math.Abs(b.Min[k]), math.Abs(b.Max[k]))
		for r := range m {
			o.Half[k][r] = m[r][k] * half
			o.Slack[r] += math.Abs(m[r][k] * far)
		}
	}
	o.Center = m.Apply(middle)
	for r := range m {
		// Products that underflow lose 2^-1075 each, and there are fewer than 32.
		o.Slack[r] = 16*epsilon*(o.Slack[r]+math.Abs(m[r][3])) + 0x1p-1070
	}
	return o
}

// Support returns the corner of the set farthest in direction d.
func (o *OBB) Support(d Vec) Vec {
	var corner Vec
	for _, h := range o.Half {
		corner = corner.Add(h.Scale(math.Copysign(1, h.Dot(d))))
	}
	return o.Center.Add(corner)
}

// Inner returns the centre.
func (o *OBB) Inner() Vec { return o.Center }

// Apart reports whether o and p are certain to have no point in common: their projections onto one
// of 15 axes, the cross products of any two of the six half-edges, are apart. Three are face
// normals of o, three of p, and nine belong to an edge of each (S. Gottschalk, M. Lin and D.
// Manocha, "OBBTree: A Hierarchical Structure for Rapid Interference Detection", SIGGRAPH 1996;
// their nine products of rotation matrices require boxes with right angles, ours do not). The line
// between the centres is tried as well.
//
// True is proved, including rounding. False means that they meet, touch, or are nearer to each
// other than about 2^-46 of their extent and distance. Boxes flat along one half-edge are decided
// as well as solid ones. The result may be false for needles and points that are apart, for
// half-edges that happen to lie in one plane, and for lengths beyond 1e±60, where exponents run
// out. Symmetric.
func (o *OBB) Apart(p *OBB) bool {
	s := separationOf(o, p)
	for _, axis := range boxAxes {
		a := PreciseCross(&s.edge[axis[0]], &s.edge[axis[1]])
		if s.along(&a) > 0 {
			return true
		}
	}
	return s.along(&s.between) > 0
}

// edges returns the half-edges as directions for axes. A half-edge of length 0 is replaced by the
// normal of the other two, so that flat boxes in one plane are separated within it.
func (o *OBB) edges() [3]Vec {
	e := o.Half
	for k := range e {
		if e[k] != (Vec{}) {
			continue
		}
		e[k] = PreciseCross(&o.Half[next[k]], &o.Half[next[next[k]]]).Unit()
	}
	return e
}
