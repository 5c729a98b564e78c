package oracle

import (
	"math"
	"math/big"

	"github.com/meshcheck/meshcheck/geom"
)

// integer is a point or direction with integer coordinates.
type integer [3]*big.Int

func (v integer) sub(w integer) integer {
	var d integer
	for k := range d {
		d[k] = new(big.Int).Sub(v[k], w[k])
	}
	return d
}

func (v integer) dot(w integer) *big.Int {
	sum, product := new(big.Int), new(big.Int)
	for k := range v {
		sum.Add(sum, product.Mul(v[k], w[k]))
	}
	return sum
}

func (v integer) cross(w integer) integer {
	var c integer
	product := new(big.Int)
	for k := range c {
		i, j := (k+1)%3, (k+2)%3
		c[k] = new(big.Int).Mul(v[i], w[j])
		c[k].Sub(c[k], product.Mul(v[j], w[i]))
	}
	return c
}

func (v integer) zero() bool { return v[0].Sign() == 0 && v[1].Sign() == 0 && v[2].Sign() == 0 }

// halfspace is the set of points p with inward·p ≥ offset.
type halfspace struct {
	inward integer
	offset *big.Int
}

// above returns inward·p - offset: positive inside, zero on the boundary.
func (h halfspace) above(p integer) *big.Int {
	d := h.inward.dot(p)
	return d.Sub(d, h.offset)
}

// face is a triangle in the form for clipping: the part of a plane between three walls.
type face struct {
	index    int
	surface  *surface
	vertices geom.Triangle // as given, -0 replaced by 0, or names of points that are rational
	box      geom.Box
	corners  [3]integer
	normal   integer
	plane    halfspace // its boundary is the plane of the triangle
	// walls are perpendicular to the plane, contain the edges from corner k to corner k+1 and
	// face inwards.
	walls [3]halfspace
}

// scale turns coordinates into integers by one power of two for the whole soup, times
// a common denominator if coordinates are rational; nil means 1.
type scale struct {
	exponent    int
	denominator *big.Int
}

// newScale returns the scale at which every finite coordinate of the soup is an integer.
func newScale(soup []geom.Triangle) scale {
	least := 0
	for _, t := range soup {
		for _, v := range t {
			for _, x := range v {
				if x != 0 && !math.IsNaN(x) && !math.IsInf(x, 0) {
					least = min(least, lowestBit(x))
				}
			}
		}
	}
	return scale{exponent: -least}
}

// lowestBit returns the exponent of the lowest bit that is set in x, finite and not 0.
func lowestBit(x float64) int {
	fraction, exponent := math.Frexp(x)
	e := exponent - 53
	for m := int64(math.Ldexp(fraction, 53)); m&1 == 0; m >>= 1 {
		e++
	}
	return e
}

func (s scale) integer(v geom.Vec) integer {
	var out integer
	for k, x := range v {
		fraction, exponent := math.Frexp(x)
		// The mantissa times 2^shift is an integer by the choice of the scale, even
		// where shift is negative: then the low bits of the mantissa are zero.
		m := big.NewInt(int64(math.Ldexp(fraction, 53)))
		if shift := exponent - 53 + s.exponent; shift >= 0 {
			out[k] = m.Lsh(m, uint(shift))
		} else {
			out[k] = m.Rsh(m, uint(-shift))
		}
	}
	return out
}

// face prepares triangle t, which must be finite. A degenerate one gets a zero normal.
func (s scale) face(index int, t geom.Triangle) *face {
	f := &face{index: index, vertices: t}
	for i := range f.vertices {
		for k := range 3 {
			f.vertices[i][k] += 0 // -0 + 0 = 0
		}
		f.corners[i] = s.integer(f.vertices[i])
	}
	f.box = f.vertices.Box()
	f.prepare()
	return f
}

// prepare computes plane and walls from the corners.
func (f *face) prepare() {
	f.normal = f.corners[1].sub(f.corners[0]).cross(f.corners[2].sub(f.corners[0]))
	f.plane = halfspace{f.normal, f.normal.dot(f.corners[0])}
	for k := range f.walls {
		inward := f.normal.cross(f.corners[(k+1)%3].sub(f.corners[k]))
		f.walls[k] = halfspace{inward, inward.dot(f.corners[k])}
	}
}

// edge is two vertices, the smaller one first: the key under which triangles
// that share an edge find each other.
type edge [2]geom.Vec

func newEdge(v, w geom.Vec) edge {
	for k := range v {
		if v[k] != w[k] {
			if v[k] > w[k] {
				v, w = w, v
			}
			break
		}
	}
	return edge{v, w}
}

// edge returns the edge from corner k to corner k+1.
func (f *face) edge(k int) edge { return newEdge(f.vertices[k], f.vertices[(k+1)%3]) }
