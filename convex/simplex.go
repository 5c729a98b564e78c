package convex

import "math"

// simplex is up to four points of a difference A - B, with their points of A, and the weights that
// make them the point nearest to the origin.
type simplex struct {
	w, a   [4]vec
	weight [4]float64
	found  [4]float64 // the weights that nearest has found
	n      int
}

// push adds a point; reduce and keep make room for it.
func (s *simplex) push(w, a vec) {
	s.w[s.n], s.a[s.n] = w, a
	s.n++
}

// has reports whether w is a corner of the simplex.
func (s *simplex) has(w vec) bool {
	for i := range s.n {
		if s.w[i] == w {
			return true
		}
	}
	return false
}

// nearest finds the point v of the simplex nearest to the origin, and its weights. It reports
// whether the simplex is a tetrahedron that contains the origin.
//
// Corners, edges and faces are tested if the origin is on their outer side: the point nearest to a
// point outside lies on a side that faces it. Of several candidates the one with the least distance
// is chosen, so that a wrong sign of a weight near zero has no noticeable effect (compare M.
// Montanari, N. Petrinic and E. Barbieri, "Improving the GJK Algorithm for Faster and More Reliable
// Distance Queries Between Convex Objects", ACM Transactions on Graphics 36, 2017, who compare
// signed volumes).
func (s *simplex) nearest() (v vec, enclosed bool) {
	f := &s.found
	switch s.n {
	case 1:
		f[0] = 1
		return s.w[0], false
	case 2:
		v, t := nearestOfSegment(s.w[0], s.w[1])
		f[0], f[1] = 1-t, t
		return v, false
	case 3:
		v, x, y, z := nearestOfTriangle(s.w[0], s.w[1], s.w[2])
		f[0], f[1], f[2] = x, y, z
		return v, false
	}
	return s.nearestOfTetrahedron()
}

// keep takes over the weights found, and drops the corners without weight.
func (s *simplex) keep() {
	n := 0
	for i := range s.n {
		x := s.found[i]
		if !(x > 0) {
			continue
		}
		if i > n {
			s.w[n], s.a[n] = s.w[i], s.a[i]
		}
		s.weight[n] = x
		n++
	}
	s.n = n
}

// inA returns the point of A with these weights.
func (s *simplex) inA() vec {
	var p vec
	for i := range s.n {
		p = p.add(s.a[i].scale(s.weight[i]))
	}
	return p
}

// nearestOfSegment returns the point a + t·(b-a) of a segment nearest to the origin.
func nearestOfSegment(a, b vec) (v vec, t float64) {
	e := b.sub(a)
	at, ee := -a.dot(e), e.dot(e)
	switch {
	case !(at > 0):
		return a, 0
	case at >= ee:
		return b, 1
	}
	t = at / ee
	return a.add(e.scale(t)), t
}

// stout is the square of the sine below which a triangle counts as a sliver.
const stout = 0x1p-20

// nearestOfTriangle returns the point x·a + y·b + z·c of a triangle nearest to the
// origin.
func nearestOfTriangle(a, b, c vec) (v vec, x, y, z float64) {
	e, g := b.sub(a), c.sub(a)
	n := e.cross(g)
	nn := n.dot(n)
	if !(nn > stout*e.dot(e)*g.dot(g)) {
		return nearestOfSliver(a, b, c)
	}
	m := n.cross(a)
	y, z = -g.dot(m), e.dot(m)
	x = nn - y - z
	if x >= 0 && y >= 0 && z >= 0 {
		inverse := 1 / nn
		return n.scale(n.dot(a) * inverse), x * inverse, y * inverse, z * inverse
	}
	return nearestOfEdges(a, b, c, x < 0, y < 0, z < 0)
}

// nearestOfEdges is nearestOfTriangle for the edges opposite to the given ones of a, b, c.
func nearestOfEdges(a, b, c vec, ofA, ofB, ofC bool) (v vec, x, y, z float64) {
	best := math.Inf(1)
	if ofC {
		q, t := nearestOfSegment(a, b)
		v, x, y, z, best = q, 1-t, t, 0, q.dot(q)
	}
	if ofB {
		if q, t := nearestOfSegment(a, c); q.dot(q) < best {
			v, x, y, z, best = q, 1-t, 0, t, q.dot(q)
		}
	}
	if ofA {
		if q, t := nearestOfSegment(b, c); q.dot(q) < best {
			v, x, y, z = q, 0, 1-t, t
		}
	}
	return v, x, y, z
}

// nearestOfSliver is nearestOfTriangle where the edges are nearly parallel. The normal is
// then inaccurate, and a point of its plane may not be in the triangle: so the point is found
// in the triangle, by its height above the longest edge and its position along it, which are
// correct to within rounding of the edges (as in geom.Triangle.Foot, where the proof is).
func nearestOfSliver(a, b, c vec) (v vec, x, y, z float64) {
	ab, bc, ca := b.sub(a), c.sub(b), a.sub(c)
	switch l := max(ab.dot(ab), bc.dot(bc), ca.dot(ca)); l {
	case bc.dot(bc):
		v, y, z, x = nearestAboveBase(b, c, a)
	case ca.dot(ca):
		v, z, x, y = nearestAboveBase(c, a, b)
	default:
		v, x, y, z = nearestAboveBase(a, b, c)
	}
	u, p, q, r := nearestOfEdges(a, b, c, true, true, true)
	if x >= 0 && y >= 0 && z >= 0 && v.dot(v) < u.dot(u) {
		return v, x, y, z
	}
	return u, p, q, r
}

// nearestAboveBase returns the foot x·a + y·b + z·c of the origin in the plane of a
// triangle whose longest edge is ab. The weights are meaningless for a degenerate triangle.
func nearestAboveBase(a, b, c vec) (v vec, x, y, z float64) {
	e, g := b.sub(a), c.sub(a)
	n := e.cross(g)
	z = -a.dot(n.cross(e)) / n.dot(n)
	y = -a.add(g.scale(z)).dot(e) / e.dot(e)
	return a.add(e.scale(y)).add(g.scale(z)), 1 - y - z, y, z
}

// thin is the volume, relative to the product of the edges, below which its sign is unreliable.
const thin = 0x1p-49

// nearestOfTetrahedron is nearest for four points.
func (s *simplex) nearestOfTetrahedron() (v vec, enclosed bool) {
	a, b, c, d := s.w[3], s.w[0], s.w[1], s.w[2]
	f := &s.found
	ab, ac, ad := b.sub(a), c.sub(a), d.sub(a)
	nd, nb, nc := ab.cross(ac), ac.cross(ad), ad.cross(ab)
	volume := nd.dot(ad)
	// Each outside is a weight times the volume: negative if the origin is beyond the face.
	sign := math.Copysign(1, -volume)
	outB, outC, outD := nb.dot(a)*sign, nc.dot(a)*sign, nd.dot(a)*sign
	outA := math.Abs(volume) - outB - outC - outD
	if !(volume*volume > 27*thin*thin*ab.dot(ab)*ac.dot(ac)*ad.dot(ad)) {
		outA, outB, outC, outD = -1, -1, -1, -1
	}
	best := math.Inf(1)
	if outD < 0 {
		q, x, y, z := nearestOfTriangle(a, b, c)
		v, best = q, q.dot(q)
		f[0], f[1], f[2], f[3] = y, z, 0, x
	}
	if outB < 0 {
		if q, x, y, z := nearestOfTriangle(a, c, d); q.dot(q) < best {
			v, best = q, q.dot(q)
			f[0], f[1], f[2], f[3] = 0, y, z, x
		}
	}
	if outC < 0 {
		if q, x, y, z := nearestOfTriangle(a, d, b); q.dot(q) < best {
			v, best = q, q.dot(q)
			f[0], f[1], f[2], f[3] = z, 0, y, x
		}
	}
	if outA < 0 {
		if q, x, y, z := nearestOfTriangle(b, c, d); q.dot(q) < best {
			v, best = q, q.dot(q)
			f[0], f[1], f[2], f[3] = x, y, z, 0
		}
	}
	if math.IsInf(best, 1) {
		share := 1 / math.Abs(volume)
		f[0], f[1], f[2], f[3] = outB*share, outC*share, outD*share, outA*share
		return vec{}, true
	}
	return v, false
}

// doubt returns how far outside of an enclosing tetrahedron the origin may be because of rounding:
// the height above a narrow face is less accurate.
func (s *simplex) doubt() float64 {
	var far float64
	for i := range 4 {
		a, b, c := s.w[(i+1)&3], s.w[(i+2)&3], s.w[(i+3)&3]
		e, f := b.sub(a), c.sub(a)
		n := e.cross(f)
		off := thin * e.norm1() * f.norm1() * a.norm1()
		far = max(far, (off-math.Abs(n.dot(a)))/n.length())
	}
	return far
}
