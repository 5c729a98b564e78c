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
// one plane: far above the rounding of float64, and far below anything that is modelled.
const flatShare = 0x1p-40

// flatness reports whether finite points lie in one plane, up to rounding, and otherwise returns four
// that do not.
func flatness(points []geom.Vec) (flat bool, corners [4]uint32) {
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
		return true, corners
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
		return true, corners
	}
	axis := points[corners[1]].Sub(o).Scale(1 / d)
	corners[2], d = farthest(func(p geom.Vec) float64 { return axis.Cross(p.Sub(o)).Norm() })
	if !(d > flatShare*most) {
		return true, corners
	}
	normal := axis.Cross(points[corners[2]].Sub(o)).Scale(1 / d)
	corners[3], d = farthest(func(p geom.Vec) float64 { return abs(normal.Dot(p.Sub(o))) })
	return !(d > flatShare*most), corners
}

// flattened reports whether a pose moves all vertices of a subject into one plane, which do not lie in
// one as they are stored.
func (k *subject) flattened(points []geom.Vec) bool {
	if k.corners == nil {
		return false
	}
	var body [4]geom.Vec
	for i, v := range k.corners {
		body[i] = points[v]
	}
	if flat, _ := flatness(body[:]); !flat {
		return false
	}
	flat, _ := flatness(points)
	return flat
}
