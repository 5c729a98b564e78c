package convex

import "math"

// wide is how far boxes have to be apart, or in each other, relative to their size, for the
// result to be certain. Smaller distances are left to GJK, which tells them from touching.
const wide = 0x1p-44

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

// sureToMeet reports whether the cores are boxes that are certain to meet: GJK may stall
// among the corners of needles, which are near to each other in any direction.
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
	size, half := c.norm1(), 0.0
	for k := range e {
		size += e[k].norm1() + f[k].norm1()
		half += math.Abs(c.dot(e[k])) + math.Abs(c.dot(f[k]))
	}
	if !(0x1p-200 < size && size < 0x1p+200) {
		return false, false
	}
	if c.dot(c)-half > wide*size*size {
		return false, true
	}
	s := slabs{e: e, f: f, c: c, size: size}
	if s.apart() {
		return false, true
	}
	return true, s.inside || !s.unsure
}

// apart reports whether one of the slabs is certain not to hold the origin.
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
