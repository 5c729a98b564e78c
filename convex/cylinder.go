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

// loose says which parts of a sum leave the farthest point free, besides the edge in question.
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

// penetrationOfCylinder is Penetrate for a cylinder and a box. It reports false if they are in
// special positions, or if it finds no point that is in both. Penetrate then expands a polytope,
// with which the tests compare it.
func (p *pair) penetrationOfCylinder() (out Penetration, ok bool) {
	cylinder, box, sign, ok := p.cylinderAndBox()
	if !ok {
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
	if !ok || !s.common(of, on, touch*s.size) && !p.ballsMeet() {
		return out, false
	}
	out = Penetration{Depth: s.depth, Error: 4 * rounds * s.size, Converged: true}
	first, second := cylinder.origin.add(s.frame.transposed(of)), box.origin.add(s.frame.transposed(on))
	if sign > 0 {
		first, second = second, first
	}
	first.put(&out.Points[0])
	second.put(&out.Points[1])
	if out.Depth <= touch*s.size {
		out.Depth = 0
		return out, true
	}
	s.frame.transposed(vecAt(&s.n)).scale(-sign).put(&out.Direction)
	return out, true
}

// cylinderAndBox identifies the two bodies, and returns the sign by which delta leads from the
// cylinder to the box. It reports false for other pairs.
func (p *pair) cylinderAndBox() (cylinder, box *body, sign float64, ok bool) {
	switch {
	case p.a.kind == coreCylinder && p.b.kind == coreBox:
		return &p.a, &p.b, -1, true
	case p.a.kind == coreBox && p.b.kind == coreCylinder:
		return &p.b, &p.a, 1, true
	}
	return nil, nil, 0, false
}

// cylinderMeets reports whether a cylinder and a box meet, and whether that is certain: the normal
// of a face separates them, or the deepest point along one is in both.
func (p *pair) cylinderMeets() (meet, sure bool) {
	cylinder, box, sign, ok := p.cylinderAndBox()
	if !ok {
		return false, false
	}
	var s barrel
	if !s.make(cylinder, box, p.delta.scale(sign)) {
		return false, false
	}
	s.faces()
	if s.depth < -wide*s.size {
		return false, true
	}
	of, on, _ := s.points()
	return true, s.common(of, on, -wide*s.size)
}

// make initializes s; q is the vector from the centre of the cylinder to that of the box. It
// reports false for special positions.
func (s *barrel) make(c, b *body, q vec) bool {
	x, y, z := b.half[0], b.half[1], b.half[2]
	s.half[0], s.half[1], s.half[2] = x.length(), y.length(), z.length()
	s.long, s.radius = c.half[0].dot(c.half[1]), c.flat
	s.size = q.norm1() + s.half[0] + s.half[1] + s.half[2] + s.long + s.radius
	least := stocky * s.size
	if !(0x1p-200 < s.size && s.size < 0x1p+200 && s.half[0] > least && s.half[1] > least && s.half[2] > least &&
		s.long > least && s.radius > least) {
		return false
	}
	s.frame = matrix{x.scale(1 / s.half[0]), y.scale(1 / s.half[1]), z.scale(1 / s.half[2])}
	off := max(math.Abs(s.frame.x.dot(s.frame.y)), math.Abs(s.frame.y.dot(s.frame.z)), math.Abs(s.frame.z.dot(s.frame.x)))
	u, q := s.frame.apply(c.half[1]), s.frame.apply(q)
	s.u[0], s.u[1], s.u[2] = u.x, u.y, u.z
	s.q[0], s.q[1], s.q[2] = q.x, q.y, q.z
	s.across[0] = math.Sqrt(dot2(u.y, u.z, u.y, u.z))
	s.across[1] = math.Sqrt(dot2(u.z, u.x, u.z, u.x))
	s.across[2] = math.Sqrt(dot2(u.x, u.y, u.x, u.y))
	for k := range 3 {
		if !(s.across[k] > askew && math.Abs(s.u[k]) > askew) {
			return false
		}
	}
	return off <= square
}

// faces tries the normals of faces, and those across the axis alone.
func (s *barrel) faces() {
	u, q := &s.u, &s.q
	reach := [3]float64{math.Abs(u[0]), math.Abs(u[1]), math.Abs(u[2])}
	s.depth = math.Inf(1)
	end := vecAt(&s.half).dot(vec{reach[0], reach[1], reach[2]}) + s.long
	s.take(end-math.Abs(vecAt(u).dot(vecAt(q))), looseDisc, 0)
	beside := math.Inf(1)
	for k := range 3 {
		i, j := after[k], after[after[k]]
		s.take(s.half[k]+dot2(s.long, s.radius, reach[k], s.across[k])-math.Abs(q[k]), looseEdges, k)
		side := (dot2(s.half[i], s.half[j], reach[j], reach[i]) - math.Abs(det2(q[i], q[j], u[i], u[j]))) / s.across[k]
		s.take(side+s.radius, looseAxisEdge, k)
		beside = min(beside, side)
	}
	s.setNormal()
	if beside < 0 && s.depth > 0 { // the origin is outside of the shadow of the box along the axis
		s.corners()
	}
}

func (s *barrel) take(depth float64, l loose, edge int) {
	if depth < s.depth {
		s.depth, s.loose, s.edge = depth, l, edge
	}
}

// setNormal sets the normal of the face taken, towards the origin.
func (s *barrel) setNormal() {
	k, i, j := s.edge, after[s.edge], after[after[s.edge]]
	switch s.loose {
	case looseEdges:
		s.n[k], s.n[i], s.n[j] = math.Copysign(1, s.q[k]), 0, 0
	case looseDisc:
		sign := math.Copysign(1, vecAt(&s.u).dot(vecAt(&s.q)))
		s.n[0], s.n[1], s.n[2] = sign*s.u[0], sign*s.u[1], sign*s.u[2]
	default:
		scale := math.Copysign(1, det2(s.q[i], s.q[j], s.u[i], s.u[j])) / s.across[k]
		s.n[k], s.n[i], s.n[j] = 0, scale*s.u[j], -scale*s.u[i]
	}
}

// corners tries the normals across the axis from the origin to a corner of the shadow of the box
// along the axis.
func (s *barrel) corners() {
	u, q := vecAt(&s.u), vecAt(&s.q)
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
			s.n[0], s.n[1], s.n[2] = v.x/far, v.y/far, v.z/far
		}
	}
}

// points returns the points of the cylinder and of the box, from their centres, whose difference is
// the point of the boundary nearest to the origin. It reports false if there are none.
func (s *barrel) points() (of, on vec, ok bool) {
	u, q, n := vecAt(&s.u), vecAt(&s.q), vecAt(&s.n)
	target := q.add(n.scale(s.depth))
	on = vec{-math.Copysign(s.half[0], n.x), -math.Copysign(s.half[1], n.y), -math.Copysign(s.half[2], n.z)}
	along := u.dot(n)
	end := u.scale(math.Copysign(s.long, along))
	rim := n.sub(u.scale(along))
	k := s.edge
	if s.loose == looseDisc {
		rim = target.add(on).sub(end)
		rim = rim.scale(min(1, s.radius/rim.length()))
	} else {
		rim = rim.scale(s.radius / rim.length())
	}
	switch of = end.add(rim); s.loose {
	case looseEdges:
		on = s.within(of.sub(target)).except(k, on)
	case looseEdge:
		on = on.except(k, s.within(of.sub(target)))
	case looseAxis:
		of = s.onAxis(u.dot(target.add(on))).add(rim)
	case looseAxisEdge:
		square := s.across[k] * s.across[k]
		of = s.onAxis(u.except(k, vec{}).dot(target.add(on).sub(rim)) / square).add(rim)
		on = on.except(k, s.within(of.sub(target)))
	}
	return of, on, of.sub(on).sub(target).norm1() <= touch*s.size
}

// within returns the point of the box nearest to v.
func (s *barrel) within(v vec) vec {
	return vec{
		max(-s.half[0], min(v.x, s.half[0])),
		max(-s.half[1], min(v.y, s.half[1])),
		max(-s.half[2], min(v.z, s.half[2])),
	}
}

// onAxis returns the point of the axis nearest to the one that is along ahead of its centre.
func (s *barrel) onAxis(along float64) vec {
	return vecAt(&s.u).scale(max(-s.long, min(along, s.long)))
}

// common reports whether one of these points is in both sets, or off by at most slack, which proves
// that they meet. Otherwise the least support proves nothing; but it changes by no more than they
// move.
func (s *barrel) common(of, on vec, slack float64) bool {
	q, u := vecAt(&s.q), vecAt(&s.u)
	v := of.sub(q)
	if math.Abs(v.x) <= s.half[0]+slack && math.Abs(v.y) <= s.half[1]+slack && math.Abs(v.z) <= s.half[2]+slack {
		return true
	}
	v = on.add(q)
	along := u.dot(v)
	return math.Abs(along) <= s.long+slack && v.sub(u.scale(along)).length() <= s.radius+slack
}
