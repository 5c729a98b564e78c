package convex

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// wide is how far sets must be apart, or boxes in each other, relative to their size, for the
// result to be certain. Smaller distances are left to GJK, which distinguishes them from touching.
const wide = 0x1p-44

// apart reports whether a plane across the line between the origins certainly separates the sets,
// with boxes in place of hulls. It looks at no vertex, and is false for sets known only by their
// methods.
func (p *pair) apart() bool {
	d := p.delta
	dd := d.dot(d)
	inA, squareA := p.a.reach(d.neg(), dd)
	inB, squareB := p.b.reach(d, dd)
	height := dd - inA - inB - p.round*math.Sqrt(dd)
	square := dd + squareA + squareB + p.round*p.round // of the size, at least a ninth
	return height > 0 && height*height > 16*wide*wide*square*dd && 0x1p-400 < dd && square < 0x1p+400
}

// reach returns an upper bound, up to rounding, of the inner product of d with the points of
// the core, and the sum of the squares of the lengths that are rounded. dd is the square of d.
func (b *body) reach(d vec, dd float64) (along, square float64) {
	switch b.kind {
	case coreOrigin:
		return 0, 0
	case coreSegment:
		return math.Abs(b.half[0].dot(d)), b.half[0].dot(b.half[0])
	case coreBox:
		x, y, z := b.half[0], b.half[1], b.half[2]
		return math.Abs(x.dot(d)) + math.Abs(y.dot(d)) + math.Abs(z.dot(d)), x.dot(x) + y.dot(y) + z.dot(z)
	case coreCylinder:
		h, hh := b.half[0].dot(d), b.half[0].dot(b.half[0])
		across := math.Sqrt(max(dd-h*h/hh, 0) + 0x1p-46*dd) // no less, however it is rounded
		return math.Abs(h) + b.flat*across, hh + b.flat*b.flat
	}
	if b.hull == nil {
		return math.Inf(1), 0
	}
	if !b.mapped {
		return b.hull.around.reach(d), b.hull.around.square
	}
	stretch := b.m.x.dot(b.m.x) + b.m.y.dot(b.m.y) + b.m.z.dot(b.m.z)
	return b.hull.around.reach(b.m.transposed(d)), stretch * b.hull.around.square
}

// surround is a box along the axes around the vertices of a hull, relative to its inner point.
type surround struct {
	middle, half vec
	square       float64 // of the lengths of both
}

func surroundOf(box geom.Box, inner vec) surround {
	low, high := vecOf(box.Min).sub(inner), vecOf(box.Max).sub(inner)
	middle, half := low.add(high).scale(0.5), high.sub(low).scale(0.5)
	return surround{middle: middle, half: half, square: middle.dot(middle) + half.dot(half)}
}

// reach returns the greatest inner product of d with its points, up to rounding.
func (s *surround) reach(d vec) float64 {
	return s.middle.dot(d) + s.half.x*math.Abs(d.x) + s.half.y*math.Abs(d.y) + s.half.z*math.Abs(d.z)
}

// ballsMeet reports whether balls within the sets, around their origins, certainly meet, and so the
// sets.
func (p *pair) ballsMeet() bool {
	radii := 0.999 * (p.a.ball() + p.b.ball() + p.round)
	return p.delta.dot(p.delta) < radii*radii && 0x1p-200 < radii && radii < 0x1p+200
}

// ball returns, up to rounding, the radius of a ball within the core around the origin, not always
// the largest.
func (b *body) ball() float64 {
	switch {
	case b.kind == coreBox:
		m := matrix{b.half[0], b.half[1], b.half[2]}
		return m.shrinks() // that of the transposed matrix, which takes a ball to the box, is the same
	case b.kind == coreCylinder:
		return min(b.flat, b.half[0].dot(b.half[1]))
	case b.hull == nil:
		return 0
	case b.mapped:
		return b.hull.inside * b.m.shrinks()
	}
	return b.hull.inside
}

// parallel is the sine, relative to the bounds of the lengths, below which two edges count as
// parallel. It is so much less than wide that boxes that certainly meet still do when an edge
// is turned by it.
const parallel = 0x1p-47

// slabs is the separating axis test of two boxes, with the axes of geom.OBB.Apart: the
// normals of three faces each and the cross products of an edge of each. The difference of the
// boxes is the intersection of the slabs across these axes. The cross product of two edges is
// never computed as such: its product with a third edge is that of a face's normal with one
// of the two.
type slabs struct {
	e, f   *[3]vec // half-edges of both
	c      vec     // between the centres
	size   float64
	unsure bool
	inside bool // a centre is certain to be in the other box
}

// sureToMeet reports whether the cores are boxes that certainly meet: GJK may stall among the
// corners of needles, which are near to each other in any direction.
func (p *pair) sureToMeet() bool {
	meet, sure := p.boxesMeet()
	return meet && sure
}

// boxesMeet reports whether the cores, if they are boxes, meet, and whether that is certain.
func (p *pair) boxesMeet() (meet, sure bool) {
	if p.a.kind != coreBox || p.b.kind != coreBox {
		return false, false
	}
	e, f, c := &p.a.half, &p.b.half, p.delta
	size := c.norm1()
	for k := range e {
		size += e[k].norm1() + f[k].norm1()
	}
	if !(0x1p-200 < size && size < 0x1p+200) {
		return false, false
	}
	s := slabs{e: e, f: f, c: c, size: size}
	if s.apart() {
		return false, true
	}
	return true, s.inside || !s.unsure
}

// apart reports whether one of the slabs certainly does not contain the origin.
func (s *slabs) apart() bool {
	var acrossE, acrossF [3][3]float64 // of the normals of one with the edges of the other
	if s.faces(s.e, s.f, &acrossE) || s.inside {
		return !s.inside
	}
	if s.faces(s.f, s.e, &acrossF) || s.inside {
		return !s.inside
	}
	for i, e := range s.e {
		n := s.c.cross(e)
		j1, j2 := after[i], after[after[i]]
		length := wide * s.size * e.norm1()
		for j, f := range s.f {
			k1, k2 := after[j], after[after[j]]
			height := math.Abs(acrossE[j1][j]) + math.Abs(acrossE[j2][j]) +
				math.Abs(acrossF[k1][i]) + math.Abs(acrossF[k2][i]) - math.Abs(n.dot(f))
			least := length * f.norm1()
			if height < -least {
				return true
			}
			if !(height > least) && !(e.cross(f).norm1() <= parallel*e.norm1()*f.norm1()) {
				s.unsure = true
			}
		}
	}
	return false
}

// faces is apart for the normals of the faces of e. It also sets across to their products
// with the edges of f.
func (s *slabs) faces(e, f *[3]vec, across *[3][3]float64) bool {
	s.inside = true
	for k := range e {
		u, v := &e[after[k]], &e[after[after[k]]]
		n := u.cross(*v)
		x, y, z := n.dot(f[0]), n.dot(f[1]), n.dot(f[2])
		across[k] = [3]float64{x, y, z}
		above := math.Abs(n.dot(e[k])) - math.Abs(n.dot(s.c))
		height := above + math.Abs(x) + math.Abs(y) + math.Abs(z)
		least := wide * s.size * u.norm1() * v.norm1()
		if height < -least {
			s.inside = false
			return true
		}
		s.inside = s.inside && above > least
		s.unsure = s.unsure || !(height > least)
	}
	return false
}
