package oracle

import (
	"math/big"
	"math/rand/v2"

	"github.com/meshcheck/meshcheck/geom"
)

// Location is the position of a point relative to a surface.
type Location struct {
	// On: the point is on a triangle; then the other fields are 0.
	On bool
	// Crossings counts the triangles that a ray from the point crosses, in some direction
	// that meets no edge. Winding is the sum of their signs: positive from the back to the
	// side that sees the triangle counter-clockwise. For a closed surface, Crossings is odd
	// inside, and Winding is the winding number.
	Crossings, Winding int
}

// Locate finds the position of p relative to a soup of finite triangles. It draws random
// directions until one meets no edge.
func Locate(soup []geom.Triangle, p geom.Vec) Location {
	scale := newScale(append([]geom.Triangle{{p, p, p}}, soup...))
	at, point := scale.integer(p), geom.Box{Min: p, Max: p}
	around := make([]seen, len(soup))
	for i, t := range soup {
		for k := range t {
			around[i].corners[k] = scale.integer(t[k]).sub(at)
		}
		c := &around[i].corners
		around[i].normal = c[1].sub(c[0]).cross(c[2].sub(c[0]))
		if t.Box().Intersects(point) && around[i].holdsOrigin() {
			return Location{On: true}
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for {
		var d integer
		for k := range d {
			d[k] = big.NewInt(rng.Int64N(1<<40) - 1<<39)
		}
		if l, ok := shoot(around, d); ok {
			return l
		}
	}
}

// shoot counts the triangles that the ray from the origin towards d passes through; ok
// is false if it meets an edge.
func shoot(around []seen, d integer) (l Location, ok bool) {
	for i := range around {
		sign, ok := around[i].pierced(d)
		if !ok {
			return Location{}, false
		}
		if sign != 0 {
			l.Crossings++
			l.Winding += sign
		}
	}
	return l, true
}

// seen is a triangle as seen from the point, which is the origin.
type seen struct {
	corners [3]integer
	normal  integer
}

// holdsOrigin reports whether the origin is on the triangle.
func (s *seen) holdsOrigin() bool {
	if s.normal.zero() { // only an edge can contain it
		for k, v := range s.corners {
			if w := s.corners[(k+1)%3]; v.cross(w).zero() && v.dot(w).Sign() <= 0 {
				return true
			}
		}
		return false
	}
	if s.normal.dot(s.corners[0]).Sign() != 0 {
		return false
	}
	for k, v := range s.corners {
		if v.cross(s.corners[(k+1)%3]).dot(s.normal).Sign() < 0 {
			return false
		}
	}
	return true
}

// pierced returns the sign with which the ray towards d passes through the triangle, 0
// if it does not; ok is false if it may meet an edge.
func (s *seen) pierced(d integer) (sign int, ok bool) {
	along := s.normal.dot(d).Sign()
	if !s.normal.zero() && s.normal.dot(s.corners[0]).Sign() != along {
		return 0, true // behind, or the plane holds the origin
	}
	for k, v := range s.corners {
		side := v.cross(s.corners[(k+1)%3])
		switch turn := side.dot(d).Sign(); {
		case turn == 0 && !side.zero():
			return 0, false
		case turn != along && along != 0:
			return 0, true
		}
	}
	return along, true
}
