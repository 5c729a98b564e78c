package convex

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// barrel is the difference of a cylinder and a box around its centre: all sums of three
// half-edges and half an axis, each times a number from -1 to 1, and a point of a disc across
// the axis. It is in the frame of the box.
//
// The largest ball in it around the origin touches the boundary where that has a tangent
// plane: in a face, or in a curved strip that an arc of the disc and an edge or the axis span.
// The normal is that of the box, the axis, across the axis and an edge, or any across the axis
// or across an edge. For the last two, the shadow along the axis or the edge is searched: a
// polygon with an arc of a circle or an ellipse at each corner.
type barrel struct {
	frame  matrix   // the directions of the edges of the box
	half   geom.Vec // their half lengths
	u      geom.Vec // the direction of the axis
	across geom.Vec // the sines of its angles with the edges
	long   float64  // half the axis
	radius float64
	q      geom.Vec // the origin
	size   float64

	depth float64  // the least support so far, relative to the origin
	n     geom.Vec // its normal, of length 1, set last for faces
	loose loose    // which points of the sum are farthest along n
	edge  int
}

// loose says what leaves the farthest point of a sum free, besides the edge it is about.
type loose uint8

const (
	looseEdges    loose = iota // the two other edges
	looseDisc                  // the disc
	looseAxisEdge              // the axis and the edge
	looseAxis                  // the axis
	looseEdge                  // the edge
)

const (
	// askew is the sine of the angle of the axis with edges and faces of the box below which a
	// polytope is expanded instead. Three edges may then span a face.
	askew = 0x1p-10
	// square is the sine by which the angles of a box may be off.
	square = 0x1p-49
	// stocky is the least length of a box or a cylinder relative to the size.
	stocky = 0x1p-20
)

// penetrationOfCylinder is Penetrate for a cylinder and a box. It reports false where those are
// in special positions, or if it finds no point that is in both: Penetrate then expands a
// polytope, which the tests compare with it.
func (p *pair) penetrationOfCylinder() (out Penetration, ok bool) {
	cylinder, box, sign := &p.a, &p.b, -1.0
	if cylinder.kind == coreBox {
		cylinder, box, sign = box, cylinder, 1
	}
	if cylinder.kind != coreCylinder || box.kind != coreBox {
		return out, false
	}
	var s barrel
	if !s.make(cylinder, box, p.delta.scale(sign)) {
		return out, false
	}
	s.faces()
	for k := 0; k < 3 && s.depth > 0; k++ {
		s.strips(k)
	}
	if s.depth < -touch*s.size {
		return Penetration{Converged: true}, true
	}
	s.depth = max(s.depth, 0)
	of, on, ok := s.points()
	if !ok || !s.common(of, on) && !p.ballsMeet() {
		return out, false
	}
	out = Penetration{Depth: s.depth, Error: 4 * rounds * s.size, Converged: true}
	out.Points[0] = cylinder.origin.add(s.frame.transposed(vecOf(of))).point()
	out.Points[1] = box.origin.add(s.frame.transposed(vecOf(on))).point()
	if sign > 0 {
		out.Points[0], out.Points[1] = out.Points[1], out.Points[0]
	}
	if out.Depth <= touch*s.size {
		out.Depth = 0
		return out, true
	}
	out.Direction = s.frame.transposed(vecOf(s.n)).scale(-sign).point()
	return out, true
}

// make sets what is given of s: q is the vector from the centre of the cylinder to that of the
// box. It reports false for special positions.
func (s *barrel) make(c, b *body, q vec) bool {
	x, y, z := b.half[0], b.half[1], b.half[2]
	s.half = geom.Vec{x.length(), y.length(), z.length()}
	s.long, s.radius = c.half[0].dot(c.half[1]), c.flat
	s.size = q.norm1() + s.half[0] + s.half[1] + s.half[2] + s.long + s.radius
	least := stocky * s.size
	if !(0x1p-200 < s.size && s.size < 0x1p+200 && s.half[0] > least && s.half[1] > least && s.half[2] > least &&
		s.long > least && s.radius > least) {
		return false
	}
	s.frame = matrix{x.scale(1 / s.half[0]), y.scale(1 / s.half[1]), z.scale(1 / s.half[2])}
	off := max(math.Abs(s.frame.x.dot(s.frame.y)), math.Abs(s.frame.y.dot(s.frame.z)), math.Abs(s.frame.z.dot(s.frame.x)))
	s.u, s.q = s.frame.apply(c.half[1]).point(), s.frame.apply(q).point()
	for k, u := range s.u {
		i, j := after[k], after[after[k]]
		s.across[k] = math.Sqrt(dot2(s.u[i], s.u[j], s.u[i], s.u[j]))
		if !(s.across[k] > askew && math.Abs(u) > askew) {
			return false
		}
	}
	return off <= square
}

// faces tries the normals of faces, and those across the axis alone.
func (s *barrel) faces() {
	u, q := &s.u, &s.q
	s.depth = math.Inf(1)
	reach := geom.Vec{math.Abs(u[0]), math.Abs(u[1]), math.Abs(u[2])}
	s.take(s.half.Dot(reach)+s.long-math.Abs(u.Dot(*q)), looseDisc, 0)
	beside := math.Inf(1)
	for k := range 3 {
		i, j := after[k], after[after[k]]
		s.take(s.half[k]+dot2(s.long, s.radius, reach[k], s.across[k])-math.Abs(q[k]), looseEdges, k)
		side := (dot2(s.half[i], s.half[j], reach[j], reach[i]) - math.Abs(det2(q[i], q[j], u[i], u[j]))) / s.across[k]
		s.take(side+s.radius, looseAxisEdge, k)
		beside = min(beside, side)
	}
	s.n = s.normal()
	if beside < 0 && s.depth > 0 { // the origin is outside of the shadow of the box along the axis
		s.corners()
	}
}

func (s *barrel) take(depth float64, l loose, edge int) {
	if depth < s.depth {
		s.depth, s.loose, s.edge = depth, l, edge
	}
}

// normal returns the normal of the face taken, towards the origin.
func (s *barrel) normal() (n geom.Vec) {
	k := s.edge
	switch s.loose {
	case looseEdges:
		n[k] = 1
	case looseDisc:
		n = s.u
	default:
		i, j := after[k], after[after[k]]
		n[i], n[j] = s.u[j]/s.across[k], -s.u[i]/s.across[k]
	}
	if n.Dot(s.q) < 0 {
		return n.Scale(-1)
	}
	return n
}

// corners tries the normals across the axis that lead from a corner of the shadow of the box
// along the axis to the origin.
func (s *barrel) corners() {
	u, q := vecOf(s.u), vecOf(s.q)
	for corner := range 8 {
		x, y, z := s.half[0], s.half[1], s.half[2]
		if corner&1 != 0 {
			x = -x
		}
		if corner&2 != 0 {
			y = -y
		}
		if corner&4 != 0 {
			z = -z
		}
		v := q.sub(vec{x, y, z})
		v = v.sub(u.scale(u.dot(v)))
		if v.x*x < 0 || v.y*y < 0 || v.z*z < 0 {
			continue
		}
		if far := v.length(); s.radius-far < s.depth {
			s.take(s.radius-far, looseAxis, 0)
			s.n = v.scale(1 / far).point()
		}
	}
}

// points returns the points of the cylinder and of the box, from their centres, whose
// difference is the point of the boundary nearest to the origin. It reports false if there are
// none.
func (s *barrel) points() (of, on geom.Vec, ok bool) {
	target := s.q.Add(s.n.Scale(s.depth))
	for k, h := range s.half {
		on[k] = -math.Copysign(h, s.n[k])
	}
	along := s.u.Dot(s.n)
	end, rim := s.u.Scale(math.Copysign(s.long, along)), geom.Vec{}
	if s.loose != looseDisc {
		rim = s.n.Sub(s.u.Scale(along))
		rim = rim.Scale(s.radius / rim.Norm())
	}
	of = end.Add(rim)
	k, i, j := s.edge, after[s.edge], after[after[s.edge]]
	switch s.loose {
	case looseEdges:
		on[i], on[j] = s.within(of, target, i), s.within(of, target, j)
	case looseDisc:
		rim = target.Add(on).Sub(end)
		if far := rim.Norm(); far > s.radius {
			rim = rim.Scale(s.radius / far)
		}
		of = end.Add(rim)
	case looseAxisEdge:
		r := target.Add(on).Sub(rim)
		at := dot2(s.u[i], s.u[j], r[i], r[j]) / (s.across[k] * s.across[k])
		of = s.u.Scale(max(-s.long, min(at, s.long))).Add(rim)
		on[k] = s.within(of, target, k)
	case looseAxis:
		at := s.u.Dot(target.Add(on))
		of = s.u.Scale(max(-s.long, min(at, s.long))).Add(rim)
	case looseEdge:
		on[k] = s.within(of, target, k)
	}
	missing := of.Sub(on).Sub(target)
	return of, on, vecOf(missing).norm1() <= touch*s.size
}

// within returns the coordinate k of the point of the box that is target away from a point of
// the cylinder.
func (s *barrel) within(of, target geom.Vec, k int) float64 {
	return max(-s.half[k], min(of[k]-target[k], s.half[k]))
}

// common reports whether one of these points is in both sets, which proves that they meet. On
// sets that are apart the least support says nothing, but it changes by no more than they move.
func (s *barrel) common(of, on geom.Vec) bool {
	slack := touch * s.size
	v := of.Sub(s.q)
	if math.Abs(v[0]) <= s.half[0]+slack && math.Abs(v[1]) <= s.half[1]+slack && math.Abs(v[2]) <= s.half[2]+slack {
		return true
	}
	v = on.Add(s.q)
	along := s.u.Dot(v)
	return math.Abs(along) <= s.long+slack && v.Sub(s.u.Scale(along)).Norm() <= s.radius+slack
}
