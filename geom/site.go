package geom

import "math"

// Site is a triangle prepared for measuring distances from many points.
type Site struct {
	Triangle
	base    int // the corner at which the longest edge begins
	edges   Triangle
	squares [3]float64 // of their lengths
	// What Foot makes of the edges: that from the base to the corner before it, a vector in the
	// plane at right angles to the longest edge, and the squared length of the normal.
	before, across Vec
	square         float64
}

// Set prepares t and replaces the previous triangle.
func (s *Site) Set(t *Triangle) {
	s.Triangle, s.base = *t, 0
	for k := range t {
		s.edges[k] = t[next[k]].Sub(t[k])
		s.squares[k] = s.edges[k].Dot(s.edges[k])
		if s.squares[k] > s.squares[s.base] {
			s.base = k
		}
	}
	e := s.edges[s.base]
	s.before = t[next[next[s.base]]].Sub(t[s.base])
	n := e.Cross(s.before)
	s.across, s.square = n.Cross(e), n.Dot(n)
}

// Distance returns the same distance as Triangle.Nearest, bit for bit.
//
// Square roots are monotone, so the least square has the least root. If a square may be out of the
// range in which Norm takes a root, or Segment.Nearest and Foot products, Nearest computes the
// distance.
//
// The code uses scalars because the compiler keeps them in registers, unlike arrays.
func (s *Site) Distance(p Vec) float64 {
	o, e, g, c := &s.Triangle[s.base], &s.edges[s.base], &s.before, &s.across
	longest := s.squares[s.base]
	wx, wy, wz := p[0]-o[0], p[1]-o[1], p[2]-o[2]
	if !(longest+(float64(wx*wx)+float64(wy*wy)+float64(wz*wz)) < maxSquare/64) {
		_, d := s.Nearest(p)
		return d
	}
	y := (float64(wx*c[0]) + float64(wy*c[1]) + float64(wz*c[2])) / s.square
	x := (float64((wx-float64(y*g[0]))*e[0]) + float64((wy-float64(y*g[1]))*e[1]) + float64((wz-float64(y*g[2]))*e[2])) / longest
	var least float64
	if x >= 0 && y >= 0 && x+y <= 1 {
		wx -= float64(x*e[0]) + float64(y*g[0])
		wy -= float64(x*e[1]) + float64(y*g[1])
		wz -= float64(x*e[2]) + float64(y*g[2])
		least = float64(wx*wx) + float64(wy*wy) + float64(wz*wz)
	} else {
		least = min(s.squareToEdge(0, &p), s.squareToEdge(1, &p), s.squareToEdge(2, &p))
	}
	if least > 0x1p-900 {
		return math.Sqrt(least)
	}
	_, d := s.Nearest(p)
	return d
}

// squareToEdge returns the square of the distance of p from edge k.
func (s *Site) squareToEdge(k int, p *Vec) float64 {
	o, e, square := &s.Triangle[k], &s.edges[k], s.squares[k]
	wx, wy, wz := p[0]-o[0], p[1]-o[1], p[2]-o[2]
	if square >= minSquare {
		switch x := (float64(wx*e[0]) + float64(wy*e[1]) + float64(wz*e[2])) / square; {
		case x >= 1:
			wx, wy, wz = wx-e[0], wy-e[1], wz-e[2]
		case x > 0:
			wx, wy, wz = wx-float64(x*e[0]), wy-float64(x*e[1]), wz-float64(x*e[2])
		}
	}
	return float64(wx*wx) + float64(wy*wy) + float64(wz*wz)
}
