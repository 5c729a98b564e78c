package poses

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

func abs(x float64) float64 { return math.Abs(x) }

// finite reports whether no coordinate is NaN or infinite.
func finite(p *geom.Vec) bool { return p[0]-p[0] == 0 && p[1]-p[1] == 0 && p[2]-p[2] == 0 }

// countFinite returns the number of finite points.
func countFinite(points []geom.Vec) (n int) {
	for i := range points {
		if finite(&points[i]) {
			n++
		}
	}
	return n
}

// flatShare is the thickness, relative to the greatest coordinate, up to which points count as lying in
// one plane, or on one line: far above the rounding of float64, and far below anything that is modelled.
const flatShare = 0x1p-40

// extent returns the number of dimensions, up to rounding, in which finite points extend, and one more points
// that extend in as many; -1 if there are no points.
func extent(points []geom.Vec) (dimensions int, corners [4]uint32) {
	first := -1
	most := 0.0
	for i := range points {
		if p := &points[i]; finite(p) {
			if first < 0 {
				first = i
			}
			most = max(most, abs(p[0]), abs(p[1]), abs(p[2]))
		}
	}
	if first < 0 {
		return -1, corners
	}
	farthest := func(distance func(p geom.Vec) float64) (at uint32, d float64) {
		for i := range points {
			if p := &points[i]; finite(p) {
				if x := distance(*p); x > d {
					at, d = uint32(i), x
				}
			}
		}
		return at, d
	}
	o := points[first]
	corners[0] = uint32(first)
	var d float64
	corners[1], d = farthest(func(p geom.Vec) float64 { return p.Sub(o).Norm() })
	if !(d > flatShare*most) {
		return 0, corners
	}
	axis := points[corners[1]].Sub(o).Scale(1 / d)
	corners[2], d = farthest(func(p geom.Vec) float64 { return axis.Cross(p.Sub(o)).Norm() })
	if !(d > flatShare*most) {
		return 1, corners
	}
	normal := axis.Cross(points[corners[2]].Sub(o)).Scale(1 / d)
	corners[3], d = farthest(func(p geom.Vec) float64 { return abs(normal.Dot(p.Sub(o))) })
	if !(d > flatShare*most) {
		return 2, corners
	}
	return 3, corners
}

// flattened reports whether a pose takes a dimension from a subject: moves a body into a plane, or a sheet
// into a line.
func (k *subject) flattened(points []geom.Vec) bool {
	if k.dimensions < 2 {
		return false
	}
	var few [4]geom.Vec
	for i, v := range k.corners {
		few[i] = points[v]
	}
	if d, _ := extent(few[:k.dimensions+1]); d == k.dimensions {
		return false
	}
	d, _ := extent(points)
	return d < k.dimensions
}
