// Package polygon cuts the polygons of model files into triangles by ear clipping, in the order of
// the corners. All decisions are exact.
package polygon

import (
	"context"
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// MaxCorners is the greatest number of corners that a polygon may have.
const MaxCorners = 1 << 16

// Cutter cuts polygons. It reuses its memory, and must not be used concurrently.
type Cutter struct {
	triangles [][3]uint32
	points    [][2]float64
	// The remaining corners, as a ring.
	next, prev []int32
	gone       []bool
	left       int
	first      int32
	// queue is a heap of the corners to be examined.
	queue  []int32
	queued []bool
	search search
	// blocked has, for each corner, the list of those that cannot be cut off because of it, as
	// indices into entries, or -1.
	blocked []int32
	entries []entry
}

// entry is a corner that another one blocks, and the index of the next entry of the latter.
type entry struct{ corner, next int32 }

// Cut cuts a polygon of 3 to MaxCorners corners into len(corners)-2 triangles, given by the numbers
// of their corners. The slice is valid until the next call.
//
// The polygon is projected along the axis in which its area vector Σ (pᵢ-p₀)×(pᵢ₊₁-p₀) is greatest
// in magnitude. Repeatedly, one ear is cut off: the first corner, in the order from the second of
// the remaining corners round to the first, that turns strictly in the direction of the polygon and
// whose closed triangle contains no other corner, except for corners at the same places as its own.
// When there is no ear, the rest is cut into the fan from its first corner, and so is the whole
// polygon if its area vector is zero or not finite. A strictly convex polygon becomes the fan from
// its first corner.
//
// The error is that of ctx.
func (c *Cutter) Cut(ctx context.Context, corners []geom.Vec) ([][3]uint32, error) {
	c.triangles = c.triangles[:0]
	if len(corners) == 3 || !c.project(corners) || c.convex() {
		c.fan(len(corners))
		return c.triangles, nil
	}
	err := c.clip(ctx)
	return c.triangles, err
}

// fan cuts a polygon into the fan from its first corner.
func (c *Cutter) fan(n int) {
	for i := 2; i < n; i++ {
		c.triangles = append(c.triangles, [3]uint32{0, uint32(i - 1), uint32(i)})
	}
}

// project drops an axis so that the polygon is counter-clockwise. It reports whether the polygon
// has an area vector.
func (c *Cutter) project(corners []geom.Vec) bool {
	area := areaVector(corners)
	axis, size := 0, -1.0
	for k, x := range area {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
		if math.Abs(x) > size {
			axis, size = k, math.Abs(x)
		}
	}
	if size == 0 {
		return false
	}
	u, v := (axis+1)%3, (axis+2)%3
	if area[axis] < 0 {
		u, v = v, u
	}
	c.points = c.points[:0]
	for i := range corners {
		c.points = append(c.points, [2]float64{corners[i][u], corners[i][v]})
	}
	return true
}

// areaVector returns twice the area of a polygon along each axis. The conversions round every
// product by itself, also on machines that would fuse it with the difference.
func areaVector(corners []geom.Vec) (sum geom.Vec) {
	p := corners[0]
	d := corners[1].Sub(p)
	for i := 2; i < len(corners); i++ {
		e := corners[i].Sub(p)
		sum[0] += float64(d[1]*e[2]) - float64(d[2]*e[1])
		sum[1] += float64(d[2]*e[0]) - float64(d[0]*e[2])
		sum[2] += float64(d[0]*e[1]) - float64(d[1]*e[0])
		d = e
	}
	return sum
}

// convex reports whether all corners turn strictly in the direction of the polygon, and its sides
// turn only once in all: their direction changes twice between rising and falling.
func (c *Cutter) convex() bool {
	n := len(c.points)
	changes := 0
	a, b := &c.points[n-2], &c.points[n-1]
	rises := less(a, b)
	for i := range c.points {
		p := &c.points[i]
		if geom.Orient2D(*a, *b, *p) <= 0 {
			return false
		}
		if r := less(b, p); r != rises {
			rises = r
			changes++
		}
		a, b = b, p
	}
	return changes == 2
}

// less orders points by their first coordinate, and then by the second.
func less(p, q *[2]float64) bool { return p[0] < q[0] || p[0] == q[0] && p[1] < q[1] }
