package convex

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// PortalDepth returns an upper bound of the penetration depth of two sets, and a separating
// translation of that length.
//
// It sends a ray from a point inside the difference A - B through the origin, finds a portal, a
// triangle of support points that the ray passes through, and moves it outwards to the boundary (G.
// Snethen, "XenoCollide: Complex Collision Made Simple", Game Programming Gems 7, 2008). The
// support along the portal's normal is a separating translation, but depends on the ray: on long
// sets it may be many times the shortest. Further rays are therefore sent from the origin, along
// the coordinate axes in both directions and then along the normal of each portal found, while the
// translation becomes shorter.
//
// No check uses it: Penetrate computes the depth itself. It is a third method besides GJK and EPA
// for the tests of both, and for comparisons with programs that use MPR.
//
// Error equals Depth, as the only lower bound is 0, and Converged is false unless the sets are
// apart or only touch. For sets that are not finite the depth is NaN or 0.
func PortalDepth(a, b Set) Penetration {
	var p pair
	p.make(a, b)
	s := portal{pair: &p, upper: math.Inf(1)}
	center := vecOf(a.Inner().Sub(b.Inner()))
	s.size = p.delta.norm1() + p.round + center.norm1()
	if center != (vec{}) && !s.shoot(center, center.neg()) {
		return Penetration{Converged: true}
	}
	s.descend(s.way)
	for _, u := range axes {
		s.descend(u)
	}
	slack := rounds * s.size
	if s.upper <= slack {
		return Penetration{Error: slack, Converged: true}
	}
	way := s.way.point()
	at := p.a.origin.add(s.deepest).point()
	return Penetration{
		Depth:     s.upper,
		Error:     s.upper,
		Direction: way,
		Points:    [2]geom.Vec{at, at.Sub(way.Scale(s.upper))},
	}
}

// portal is a triangle of support points, relative to the start of a ray, that the ray passes
// through. It is counter-clockwise as seen against the ray.
type portal struct {
	pair    *pair
	start   vec
	x, a    [3]vec
	size    float64
	upper   float64 // the length of the shortest separating translation so far
	way     vec     // its direction
	deepest vec     // the point of A for it
}

// attempts bounds the steps of one ray, because rounding may make it cycle.
const attempts = 256

// support returns the point of the difference farthest in direction d, radii included,
// relative to the start of the ray; the point of A; and how far the former is along d,
// relative to the origin, times d's length.
func (s *portal) support(d vec) (x, a vec, along float64) {
	w, a := s.pair.support(d)
	if s.pair.round > 0 {
		u := d.unit()
		w = w.add(u.scale(s.pair.round))
		a = a.add(u.scale(s.pair.a.radius))
	}
	s.size = max(s.size, w.norm1()+a.norm1())
	return w.sub(s.start), a, w.dot(d)
}

// descend sends rays from the origin along u and then along the normals of the portals
// they find.
func (s *portal) descend(u vec) {
	for range attempts {
		before := s.upper
		if u == (vec{}) || !s.shoot(vec{}, u) || !(s.upper < before) {
			return
		}
		u = s.way
	}
}

// shoot sends a ray along u and moves its portal to the border. It reports false if the
// origin is found to be outside, or the ray starts on the border.
func (s *portal) shoot(start, u vec) bool {
	s.start = start
	found, hit := s.discover(u)
	if !hit || !found {
		return hit
	}
	return s.refine(u)
}

// discover finds a first portal. found is false if the ray leads to a support point, or the portal
// would be degenerate; hit is false if a plane along the ray has all of the difference behind it.
func (s *portal) discover(u vec) (found, hit bool) {
	var along float64
	if s.x[0], s.a[0], along = s.support(u); along <= 0 {
		return false, false
	}
	s.improve(u.unit(), along/u.length(), s.a[0])
	n := s.x[0].cross(u)
	if n.norm1() <= level*s.x[0].norm1()*u.norm1() {
		return false, true
	}
	if s.x[1], s.a[1], along = s.support(n); along <= 0 {
		return false, false
	}
	n = s.x[0].cross(s.x[1])
	if n.dot(u) < 0 {
		s.x[0], s.x[1] = s.x[1], s.x[0]
		s.a[0], s.a[1] = s.a[1], s.a[0]
		n = n.neg()
	}
	for range attempts {
		x, a, along := s.support(n)
		if along <= 0 {
			return false, false
		}
		s.x[2], s.a[2] = x, a
		switch { // the ray has to be between all three
		case x.cross(s.x[0]).dot(u) < 0:
			s.x[1], s.a[1] = x, a
		case s.x[1].cross(x).dot(u) < 0:
			s.x[0], s.a[0] = x, a
		default:
			return true, true
		}
		n = s.x[0].cross(s.x[1])
	}
	return false, true
}

// refine moves the portal outwards. It reports false if the origin stays outside.
func (s *portal) refine(u vec) bool {
	for range attempts {
		n := s.x[1].sub(s.x[0]).cross(s.x[2].sub(s.x[0])).unit()
		x, a, along := s.support(n)
		if along < 0 {
			return false
		}
		s.improve(n, along, s.between())
		if n.dot(x.sub(s.x[0])) <= tight*s.size {
			return true
		}
		corner := s.behind(x, u)
		s.x[corner], s.a[corner] = x, a
	}
	return true
}

// behind returns the corner that x must replace for the ray to stay in the portal.
func (s *portal) behind(x, u vec) int {
	v := u.cross(x)
	if s.x[0].dot(v) > 0 {
		if s.x[1].dot(v) > 0 {
			return 0
		}
		return 2
	}
	if s.x[2].dot(v) > 0 {
		return 1
	}
	return 0
}

// between returns the point of A on the portal where it is nearest to the origin.
func (s *portal) between() vec {
	_, x, y, z := nearestOfTriangle(s.x[0].add(s.start), s.x[1].add(s.start), s.x[2].add(s.start))
	return s.a[0].scale(x).add(s.a[1].scale(y)).add(s.a[2].scale(z))
}

// improve updates the shortest translation with one along n.
func (s *portal) improve(n vec, along float64, a vec) {
	if along < s.upper {
		s.upper, s.way, s.deepest = along, n, a
	}
}
