package solid

import (
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
)

// Locator classifies points with respect to a closed surface, exactly.
//
// A point p is inside if a ray from it meets the surface an odd number of times. Rays
// along an axis need only comparisons of coordinates and Orient2D, but may be degenerate:
// they pass through vertices and edges and lie in faces. So the ray does not start at p but
// at p' = p + (ε, ε²), in the projection along the axis, with a positive ε that is smaller
// than any number it is compared with (simulation of simplicity).
//
// Proof of correctness for p not on the surface:
//
// In the projection, p' lies on no line through two different vertices a and b:
// Orient2D(a, b, p') is the sign of a polynomial in ε, D - ε·(b-a)v + ε²·(b-a)u, and not all
// of its coefficients are zero. Its sign is that of the first that is not zero. So the ray
// meets no edge. It meets a triangle whose projection has an area at one point in its interior
// or not at all, and no triangle that is parallel to the axis. If every edge of the surface
// belongs to an even number of triangles, the surface, counted modulo two, is the boundary of
// a volume, which the ray leaves or enters at each intersection: the parity of their number
// shows whether p' is in it. If triangles pass each edge as often one way as the other, the
// sum of the signs with which the ray passes through them is the winding number, likewise.
//
// p and p' lie in the same region: the surface is a closed set, p is not on it, and ε is
// smaller than the distance.
//
// An intersection is ahead of p' if it is ahead of p. If the projection of p' lies within a
// triangle, that of p lies within it or on its border. If p were in the triangle's plane as
// well, it would be on the triangle. So p is strictly on one side of the plane, p' on the same
// side, and Plane.Side returns which.
//
// Reference: H. Edelsbrunner and E. P. Mücke, "Simulation of Simplicity: A Technique to
// Cope with Degenerate Cases in Geometric Algorithms", ACM Transactions on Graphics 9,
// 1990. We perturb the point only, which suffices for one ray.
type Locator struct {
	tree *boxtree.Tree
	// transform maps the tree's coordinates to those of the triangles and points.
	transform boxtree.Transform
	// triangle returns the corners of a triangle, within its transformed box.
	triangle func(i uint32) geom.Triangle
	// unindexed are the triangles that are not in the tree. Triangles that are degenerate as
	// stored must be among them: rounded to the world they may have an area, without which the
	// surface is not closed.
	unindexed []uint32
	axis      int
}

// NewLocator returns the locator of the surface of all triangles in the tree and of those
// that are not in it, which must be closed. transform maps the tree's coordinates to those
// of points and triangles, and triangle returns the corners of one, within its transformed box.
// Rays go along the axis on which the surface is shortest.
func NewLocator(tree *boxtree.Tree, transform boxtree.Transform, triangle func(i uint32) geom.Triangle, unindexed []uint32) *Locator {
	s := &Locator{tree: tree, transform: transform, triangle: triangle, unindexed: unindexed}
	b := transform.Apply(tree.Bounds())
	for k := range 3 {
		if b.Max[k]-b.Min[k] < b.Max[s.axis]-b.Min[s.axis] {
			s.axis = k
		}
	}
	return s
}

// Location is where a point lies with respect to a surface.
type Location struct {
	// On: the point lies on a triangle, exactly. The other fields are then meaningless.
	On bool
	// Crossings of a ray from the point, and the sum of their signs, the winding number: in an
	// oriented surface, how often it goes around the point, positive where triangles are
	// wound counter-clockwise seen from outside.
	Crossings, Winding int
}

// Inside reports whether the surface, counted modulo two, encloses the point.
func (l *Location) Inside() bool { return !l.On && l.Crossings%2 == 1 }

// Locate classifies p. It is safe for concurrent use if triangle is.
func (s *Locator) Locate(p geom.Vec) (l Location) {
	cross := func(ids []uint32) {
		for _, i := range ids {
			if l.On {
				return
			}
			t := s.triangle(i)
			on, sign := crossRay(&t, &p, s.axis)
			if l.On = on; sign != 0 {
				l.Crossings++
				l.Winding += sign
			}
		}
	}
	cross(s.unindexed)
	s.tree.Stab(p, s.axis, s.transform, cross)
	return l
}

// Meetings calls visit for each triangle that holds p, and for each that the ray of Locate from p
// passes through, with the sign of that: the signs of those of a closed shell add up to its winding
// number around p if none of them holds p.
func (s *Locator) Meetings(p geom.Vec, visit func(i uint32, on bool, sign int)) {
	meet := func(ids []uint32) {
		for _, i := range ids {
			t := s.triangle(i)
			if on, sign := crossRay(&t, &p, s.axis); on || sign != 0 {
				visit(i, on, sign)
			}
		}
	}
	meet(s.unindexed)
	s.tree.Stab(p, s.axis, s.transform, meet)
}

func project(p *geom.Vec, axis int) geom.Vec2 { return geom.Vec2{p[(axis+1)%3], p[(axis+2)%3]} }

// crossRay reports whether p is on t. If it is not, sign is the sign of the inner product of
// t's normal and the axis if the ray from p' along the axis meets t, and 0 otherwise.
func crossRay(t *geom.Triangle, p *geom.Vec, axis int) (on bool, sign int) {
	q := project(p, axis)
	a, b, c := project(&t[0], axis), project(&t[1], axis), project(&t[2], axis)
	if outOfRange(q[0], a[0], b[0], c[0]) || outOfRange(q[1], a[1], b[1], c[1]) {
		return false, 0
	}
	turn := geom.Orient2D(a, b, c)
	if turn == 0 {
		return onEdgeOn(t, p), 0
	}
	ab, bc, ca := geom.Orient2D(a, b, q), geom.Orient2D(b, c, q), geom.Orient2D(c, a, q)
	if ab == -turn || bc == -turn || ca == -turn {
		return false, 0
	}
	plane := geom.PlaneOf(t[0], t[1], t[2])
	side := plane.Side(*p)
	if side == 0 {
		return true, 0
	}
	// The normal points along the axis if turn is positive: the plane is then ahead of points
	// below it.
	ahead := side == -turn
	if ahead && perturbed(ab, a, b) == turn && perturbed(bc, b, c) == turn && perturbed(ca, c, a) == turn {
		return false, turn
	}
	return false, 0
}

// outOfRange reports whether x is outside of the range of three coordinates.
func outOfRange(x, a, b, c float64) bool { return x < min(a, b, c) || x > max(a, b, c) }

// perturbed returns Orient2D(a, b, q'), given that Orient2D(a, b, q) is s. a and b must
// differ.
func perturbed(s int, a, b geom.Vec2) int {
	switch {
	case s != 0:
		return s
	case b[1] != a[1]:
		return sign(a[1] < b[1], -1)
	}
	return sign(a[0] < b[0], 1)
}

// sign returns s if the condition holds and -s if not.
func sign(holds bool, s int) int {
	if holds {
		return s
	}
	return -s
}

// onEdgeOn reports whether p is on a triangle that is parallel to the axis or degenerate, by
// the projections along all axes.
func onEdgeOn(t *geom.Triangle, p *geom.Vec) bool {
	inLine := true
	for axis := range 3 {
		q := project(p, axis)
		a, b, c := project(&t[0], axis), project(&t[1], axis), project(&t[2], axis)
		if outOfRange(q[0], a[0], b[0], c[0]) || outOfRange(q[1], a[1], b[1], c[1]) {
			return false
		}
		ab, bc, ca := geom.Orient2D(a, b, q), geom.Orient2D(b, c, q), geom.Orient2D(c, a, q)
		if turn := geom.Orient2D(a, b, c); turn != 0 {
			plane := geom.PlaneOf(t[0], t[1], t[2])
			return ab != -turn && bc != -turn && ca != -turn && plane.Side(*p) == 0
		}
		inLine = inLine && ab == 0 && bc == 0 && ca == 0
	}
	// All corners are on one line, and p is between the outermost if it is on it too.
	return inLine
}
