package convex

import "math"

// wide is how far bricks have to be apart, or in each other, by their size, to be sure of
// it: what is less is left to the walk, which tells it from touching.
const wide = 0x1p-44

// parallel is the sine, by the lengths' bounds, below which two edges are taken for
// parallel. It is that much less than wide that bricks which are sure to meet still do
// when an edge is turned by it.
const parallel = 0x1p-47

// slabs asks whether two bricks meet by the axes of geom.OBB.Apart: the normals of three
// faces each and the cross products of an edge of each. The difference of the bricks is all
// that is within the slabs across them. On no axis it makes the cross product of two edges:
// its product with a third is that of a face's normal with one of them.
type slabs struct {
	e, f   *[3]vec // half-edges of both
	c      vec     // between the centres
	size   float64
	unsure bool
	inside bool // a centre is sure to be in the other brick
}

// sureToMeet reports whether the cores are bricks that are sure to meet: a walk may be
// lost among the corners of needles, which are near to each other in any direction.
func (p *pair) sureToMeet() bool {
	meet, sure := p.bricksMeet()
	return meet && sure
}

// bricksMeet reports whether the cores, if they are bricks, meet, and if that is sure.
func (p *pair) bricksMeet() (meet, sure bool) {
	if p.a.kind != brick || p.b.kind != brick {
		return false, false
	}
	e, f, c := &p.a.half, &p.b.half, p.delta
	size, half := c.reach(), 0.0
	for k := range e {
		size += e[k].reach() + f[k].reach()
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

// apart reports whether one of the slabs is sure not to hold the origin.
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
		length := wide * s.size * e.reach()
		for j, f := range s.f {
			k1, k2 := after[j], after[after[j]]
			height := math.Abs(acrossE[j1][j]) + math.Abs(acrossE[j2][j]) +
				math.Abs(acrossF[k1][i]) + math.Abs(acrossF[k2][i]) - math.Abs(n.dot(f))
			least := length * f.reach()
			if height < -least {
				return true
			}
			if !(height > least) && !(e.cross(f).reach() <= parallel*e.reach()*f.reach()) {
				s.unsure = true
			}
		}
	}
	return false
}

// faces is apart for the normals of the faces of e, and tells their products with the edges
// of f.
func (s *slabs) faces(e, f *[3]vec, across *[3][3]float64) bool {
	s.inside = true
	for k := range e {
		u, v := &e[after[k]], &e[after[after[k]]]
		n := u.cross(*v)
		x, y, z := n.dot(f[0]), n.dot(f[1]), n.dot(f[2])
		across[k] = [3]float64{x, y, z}
		above := math.Abs(n.dot(e[k])) - math.Abs(n.dot(s.c))
		height := above + math.Abs(x) + math.Abs(y) + math.Abs(z)
		least := wide * s.size * u.reach() * v.reach()
		if height < -least {
			s.inside = false
			return true
		}
		s.inside = s.inside && above > least
		s.unsure = s.unsure || !(height > least)
	}
	return false
}
