package precision

import (
	"iter"
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/tritri"
)

// wider reports whether the pieces of a plane in which triangles overlap hold a disc that is wider
// than the distance of a flat place and has its centre in the polygon that the two triangles of the place
// have in common. Some discs between the distance and twice that are found as well. Where pieces of
// neighbouring triangles form a disc, it is found from each piece that holds the centre of one.
func (n *neighbourhood) wider(s *Surfaces, p *Place) bool {
	polygon := s.common(p)
	if len(polygon) < 3 {
		return true
	}
	// A convex polygon holds a disc of a radius of a third of its width (W. Blaschke, 1914).
	if t, u := s.triangle(p.T), s.triangle(p.U); p.T != p.U {
		if _, width := tritri.CommonPolygon(&t, &u, p.Distance); width >= 3*p.Distance {
			return true
		}
	}
	n.setPlaces(s, []Place{*p}, []member{{}})
	if !n.gather(s, 2*p.Distance) {
		return true
	}
	for k := range polygon {
		polygon[k] = polygon[k].Sub(n.origin)
	}
	plane := n.plane(polygon)
	pieces := n.coplanar(s, &plane)
	for q := range plane.samples(polygon, p.Distance/4) {
		if ringed(pieces, q, ring*p.Distance) {
			return true
		}
	}
	return false
}

// ring is the radius, in distances, of the discs that are searched for: more than half, because half is
// clean, and enough below one that a disc of radius one holds one around a sample.
const ring = 0.7

// piece is a triangle in the plane of the first triangle of a place.
type piece struct {
	corners [3][2]float64
	copies  int // how many triangles it represents
}

// coplanar returns the triangles that lie in the plane of the first one, exactly.
func (n *neighbourhood) coplanar(s *Surfaces, plane *flat) (pieces []piece) {
	t := s.mesh.Triangle(int(n.faces[0].number))
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

// plane returns axes of the plane of the first triangle: along the longest diagonal of a polygon in it, and
// across that. Only their signs depend on any order.
func (n *neighbourhood) plane(polygon []geom.Vec) flat {
	t := n.triangle(&n.faces[0])
	normal := t.UnitNormal()
	u, ends := normal.Perpendicular(), geom.LongestDiagonal(polygon)
	if d := ends[0].Sub(ends[1]).Norm(); d > 0 {
		u = ends[0].Sub(ends[1]).Scale(1 / d)
	}
	return flat{u, normal.Cross(u)}
}

func (f *flat) at(p geom.Vec) [2]float64 { return [2]float64{p.Dot(f.u), p.Dot(f.v)} }

// mostSamples is the greatest number of points along a polygon that are examined.
const mostSamples = 512

// samples returns points of a convex polygon in space: two on each of some lines across its longest
// diagonal, which are at most a step apart where it is not too long for that.
func (f *flat) samples(polygon []geom.Vec, step float64) iter.Seq[[2]float64] {
	corners := make([][2]float64, len(polygon))
	low, high := math.Inf(1), math.Inf(-1)
	for k, p := range polygon {
		corners[k] = f.at(p)
		low, high = min(low, corners[k][0]), max(high, corners[k][0])
	}
	count := 1 + int(min(mostSamples-1, (high-low)/step))
	return func(yield func([2]float64) bool) {
		for k := range count {
			x := low + (float64(k)+0.5)/float64(count)*(high-low)
			bottom, top := chord(corners, x)
			for _, share := range [...]float64{0.25, 0.75} {
				if !yield([2]float64{x, bottom + (top-bottom)*share}) {
					return
				}
			}
		}
	}
}

// chord returns where an upright line enters and leaves a convex polygon.
func chord(polygon [][2]float64, x float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for k, p := range polygon {
		q := polygon[(k+1)%len(polygon)]
		a, b := p[0]-x, q[0]-x
		if a*b > 0 || a == b {
			continue
		}
		y := p[1] + (q[1]-p[1])*a/(a-b)
		low, high = min(low, y), max(high, y)
	}
	if low > high {
		return 0, 0
	}
	return low, high
}

// rays are the directions of the points around a point: the same if an axis is turned over, and none of them on
// an axis.
var rays = evenRays()

func evenRays() (all [12][2]float64) {
	for k := range all {
		sin, cos := math.Sincos((float64(k) + 0.5) * 2 * math.Pi / float64(len(all)))
		all[k] = [2]float64{cos, sin}
	}
	return all
}

// ringed reports whether triangles lie twice over a point and over points around it.
func ringed(pieces []piece, p [2]float64, radius float64) bool {
	if !doubled(pieces, p) {
		return false
	}
	for _, share := range [...]float64{1, 0.5} {
		for k := range rays {
			if !doubled(pieces, [2]float64{p[0] + radius*share*rays[k][0], p[1] + radius*share*rays[k][1]}) {
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
