package precision

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// Wider reports whether the pieces of a plane in which triangles overlap hold a disc that is wider
// than a distance and has its centre in the polygon that the two triangles of a place have in
// common, which is not wider than the distance itself. Of discs between the distance and twice
// that, some are found. Where pieces of neighbouring triangles form one, each piece that holds the
// centre of a disc tells.
func (s *Surfaces) Wider(p *Place, polygon []geom.Vec, distance float64) bool {
	n := s.neighbourhood()
	defer s.memory.Put(n)
	if !n.gather(s, p, 2*distance, mostTriangles) {
		return true
	}
	pieces := n.coplanar(s)
	radius := 0.55 * distance
	for _, q := range samples(n, polygon, distance/2) {
		if ringed(pieces, q, radius) {
			return true
		}
	}
	return false
}

// piece is a triangle in the plane of the first triangle of a place.
type piece struct {
	corners [3][2]float64
	copies  int // how many there are of it
}

// coplanar returns the triangles that lie in the plane of the first one, exactly.
func (n *neighbourhood) coplanar(s *Surfaces) (pieces []piece) {
	t := s.mesh.Triangle(int(n.faces[0].number))
	plane := n.plane()
	for k := range n.faces {
		f := &n.faces[k]
		u := s.mesh.Triangle(int(f.number))
		if k > 0 && (geom.Orient3D(t[0], t[1], t[2], u[0]) != 0 || geom.Orient3D(t[0], t[1], t[2], u[1]) != 0 || geom.Orient3D(t[0], t[1], t[2], u[2]) != 0) {
			continue
		}
		q := piece{copies: max(1, len(s.copies.Of(f.number)))}
		for i, c := range f.corners {
			q.corners[i] = plane.at(n.corners[c].Vec)
		}
		pieces = append(pieces, q)
	}
	return pieces
}

// flat has two axes of a plane.
type flat struct{ u, v geom.Vec }

// plane returns axes of the plane of the first triangle.
func (n *neighbourhood) plane() flat {
	t := n.triangle(&n.faces[0])
	normal := t.UnitNormal()
	u := normal.Perpendicular()
	return flat{u, normal.Cross(u)}
}

func (f *flat) at(p geom.Vec) [2]float64 { return [2]float64{p.Dot(f.u), p.Dot(f.v)} }

// mostSamples is how many points of a polygon are looked at along its length at most.
const mostSamples = 512

// samples returns points of a convex polygon in space: two on each of some lines across it, which
// are at most a step apart where it is not too long for that.
func samples(n *neighbourhood, polygon []geom.Vec, step float64) (points [][2]float64) {
	plane := n.plane()
	flat := make([][2]float64, len(polygon))
	for k, p := range polygon {
		flat[k] = plane.at(p.Sub(n.origin))
	}
	a, b := farthest(flat)
	d := [2]float64{b[0] - a[0], b[1] - a[1]}
	length := math.Hypot(d[0], d[1])
	if length == 0 {
		return [][2]float64{a}
	}
	d = [2]float64{d[0] / length, d[1] / length}
	count := 1 + int(min(mostSamples-1, length/step))
	for k := range count {
		at := (float64(k) + 0.5) / float64(count) * length
		low, high := chord(flat, a, d, at)
		for _, share := range [...]float64{0.25, 0.75} {
			w := low + (high-low)*share
			points = append(points, [2]float64{a[0] + d[0]*at - d[1]*w, a[1] + d[1]*at + d[0]*w})
		}
	}
	return points
}

// farthest returns the two corners of a polygon that are farthest apart.
func farthest(polygon [][2]float64) (a, b [2]float64) {
	most := -1.0
	for i, p := range polygon {
		for _, q := range polygon[:i+1] {
			if d := math.Hypot(q[0]-p[0], q[1]-p[1]); d > most {
				a, b, most = q, p, d
			}
		}
	}
	return a, b
}

// chord returns where a line across the direction d, at a distance from a, enters and leaves a
// convex polygon.
func chord(polygon [][2]float64, a, d [2]float64, at float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for k, p := range polygon {
		q := polygon[(k+1)%len(polygon)]
		x, y := (p[0]-a[0])*d[0]+(p[1]-a[1])*d[1]-at, (q[0]-a[0])*d[0]+(q[1]-a[1])*d[1]-at
		if x*y > 0 || x == y {
			continue
		}
		h, g := (p[1]-a[1])*d[0]-(p[0]-a[0])*d[1], (q[1]-a[1])*d[0]-(q[0]-a[0])*d[1]
		w := h + (g-h)*x/(x-y)
		low, high = min(low, w), max(high, w)
	}
	if low > high {
		return 0, 0
	}
	return low, high
}

// ringed reports whether triangles lie twice over a point and over points around it.
func ringed(pieces []piece, p [2]float64, radius float64) bool {
	if !doubled(pieces, p) {
		return false
	}
	const around = 12
	for _, share := range [...]float64{1, 0.5} {
		for k := range around {
			// No multiple of a right angle: edges often run along the axes.
			sin, cos := math.Sincos((float64(k) + 0.3) * 2 * math.Pi / around)
			if !doubled(pieces, [2]float64{p[0] + radius*share*cos, p[1] + radius*share*sin}) {
				return false
			}
		}
	}
	return true
}

// doubled reports whether a point is inside of at least two triangles.
func doubled(pieces []piece, p [2]float64) bool {
	count := 0
	for k := range pieces {
		c := &pieces[k].corners
		a, b, d := cross(c[0], c[1], p), cross(c[1], c[2], p), cross(c[2], c[0], p)
		if a > 0 && b > 0 && d > 0 || a < 0 && b < 0 && d < 0 {
			if count += pieces[k].copies; count > 1 {
				return true
			}
		}
	}
	return false
}
