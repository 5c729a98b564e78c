package convex

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// zonotope is the difference of two boxes or parallelepipeds: all sums of the six half-edges, each
// times a number from -1 to 1, around the vector between the centres. Each of its faces is spanned
// by two of them, so it has at most 15 normals, and the depth is the least support along them (S.
// Gottschalk, M. Lin and D. Manocha, "OBBTree", SIGGRAPH 1996, test boxes for separation along the
// same axes).
type zonotope struct {
	half   [6]vec
	center vec
	size   float64

	i, j   int // the half-edges that span the face of the least support
	n      vec // its normal, of any length, to the side of the origin
	nn     float64
	height float64 // support along n, relative to the origin, times n's length
}

// penetrationOfBoxes is Penetrate for two boxes. It reports false if the edges of the face nearest
// to the origin have more than two directions, or there is no such face. Penetrate then expands a
// polytope, with which the tests compare it.
func (p *pair) penetrationOfBoxes() (out Penetration, ok bool) {
	z := zonotope{center: p.delta, size: p.delta.norm1()}
	copy(z.half[:3], p.a.half[:])
	copy(z.half[3:], p.b.half[:])
	for _, h := range z.half {
		z.size += h.norm1()
	}
	if !(0x1p-200 < z.size && z.size < 0x1p+200) {
		return out, false
	}
	if z.apart() {
		return Penetration{Converged: true}, true
	}
	length := math.Sqrt(z.nn)
	if length == 0 {
		return out, false
	}
	out = Penetration{Depth: max(z.height, 0) / length, Error: rounds * z.size, Converged: true}
	n := z.n.scale(1 / length)
	x := n.scale(out.Depth)
	inA, ok := z.inA(x)
	if !ok {
		return out, false
	}
	p.places(&out.Points, inA, x, vec{})
	if out.Depth <= touch*z.size {
		out.Depth = 0
		return out, true
	}
	n.put(&out.Direction)
	return out, true
}

// apart finds the face nearest to the origin, or one that the origin is outside of.
func (z *zonotope) apart() bool {
	var square [6]float64
	for k, h := range z.half {
		square[k] = h.dot(h)
	}
	for i := range z.half {
		for j := range i {
			n := z.half[i].cross(z.half[j])
			nn := n.dot(n)
			if !(nn > oblique*square[i]*square[j]) {
				e, f := z.half[i].point(), z.half[j].point()
				n = vecOf(geom.PreciseCross(&e, &f))
				if nn = n.dot(n); nn < 0x1p-990 {
					continue
				}
			}
			if z.face(i, j, n, nn) {
				return true
			}
		}
	}
	return false
}

// oblique is the square of the sine below which a cross product is computed precisely: above it,
// rounding turns it by at most 2^-48.
const oblique = 0x1p-10

// face keeps a face if it is the nearest to the origin so far, and reports whether the origin is
// outside it.
func (z *zonotope) face(i, j int, n vec, nn float64) bool {
	off := n.dot(z.center)
	height := -math.Abs(off)
	for k, h := range z.half {
		if k != i && k != j { // those are in the face
			height += math.Abs(n.dot(h))
		}
	}
	if height < 0 && height*height > touch*touch*z.size*z.size*nn {
		return true
	}
	height = max(height, 0)
	if z.nn == 0 || height*height*z.nn < z.height*z.height*nn {
		z.i, z.j, z.nn, z.height = i, j, nn, height
		z.n = n.scale(math.Copysign(1, -off))
	}
	return false
}

// inA returns the point of A that, minus a point of B, is the point x of the nearest face. It
// reports false if the face is wider than the two edges that span it, or these are too nearly
// parallel to decide.
func (z *zonotope) inA(x vec) (a vec, ok bool) {
	r := x.sub(z.center)
	for k, h := range z.half {
		if k == z.i || k == z.j {
			continue
		}
		h = towards(h, z.n)
		r = r.sub(h)
		if k < 3 {
			a = a.add(h)
		}
	}
	e, f := z.half[z.i], z.half[z.j]
	n := e.cross(f)
	s := max(-1, min(r.cross(f).dot(n)/n.dot(n), 1))
	t := max(-1, min(e.cross(r).dot(n)/n.dot(n), 1))
	if z.i < 3 {
		a = a.add(e.scale(s))
	}
	if z.j < 3 {
		a = a.add(f.scale(t))
	}
	missing := r.sub(e.scale(s)).sub(f.scale(t))
	return a, missing.norm1() <= touch*z.size
}
