// Package convex has convex sets, their distance and penetration depth, and the convex hull of
// points.
//
// Distances and depths are float64 with a bound of their error; hulls and polyhedra are decided by
// exact signs.
package convex

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// Set is a compact convex set, defined by its support function.
//
// This package knows more about Sphere, Capsule, Cylinder, *geom.OBB, Cloud, *Hull and Placed than
// their methods: use Sphere{…}, not &Sphere{…}. The Slack of an OBB is ignored. Implementations
// must be finite, and their methods safe for concurrent use.
type Set interface {
	// Support returns a point of the set that is farthest in direction d, which need not have unit
	// length. For d = 0 it returns any point of the set.
	Support(d geom.Vec) geom.Vec
	// Inner returns a point of the set, in its interior if it has one.
	Inner() geom.Vec
}

// Sphere is the closed ball around Center. With a radius of 0 it is a point; a negative radius
// counts as 0.
type Sphere struct {
	Center geom.Vec
	Radius float64
}

// Support returns the point of the ball farthest in direction d.
func (s Sphere) Support(d geom.Vec) geom.Vec { return rounded(s.Center, d, s.Radius) }

// Inner returns the centre.
func (s Sphere) Inner() geom.Vec { return s.Center }

// Capsule is the set of points within Radius of the segment from A to B, which may be equal. A
// negative radius counts as 0.
type Capsule struct {
	A, B   geom.Vec
	Radius float64
}

// Support returns the point of the capsule farthest in direction d.
func (c Capsule) Support(d geom.Vec) geom.Vec {
	if c.B.Sub(c.A).Dot(d) > 0 {
		return rounded(c.B, d, c.Radius)
	}
	return rounded(c.A, d, c.Radius)
}

// Inner returns the middle of the segment.
func (c Capsule) Inner() geom.Vec { return c.A.Lerp(c.B, 0.5) }

// Cylinder is the solid cylinder with flat ends whose axis is the segment from A to B: all points
// whose foot on the line AB is between A and B and at most Radius away. If A = B, it has no axis
// and is that point. A negative radius counts as 0.
type Cylinder struct {
	A, B   geom.Vec
	Radius float64
}

// Support returns the point of the cylinder farthest in direction d.
func (c Cylinder) Support(d geom.Vec) geom.Vec {
	axis := c.B.Sub(c.A)
	length, norm := axis.Norm(), d.Norm()
	if length == 0 || norm == 0 {
		return c.A
	}
	end := c.A
	if axis.Dot(d) > 0 {
		end = c.B
	}
	u, e := vecOf(axis.Scale(1/length)), vecOf(d.Scale(1/norm))
	return end.Add(rim(u, e, u.dot(e), max(c.Radius, 0)).point())
}

// Inner returns the middle of the axis.
func (c Cylinder) Inner() geom.Vec { return c.A.Lerp(c.B, 0.5) }

// rounded returns p moved by radius in direction d, and p for d = 0.
func rounded(p, d geom.Vec, radius float64) geom.Vec {
	length := d.Norm()
	if !(length > 0 && radius > 0) {
		return p
	}
	return p.Add(d.Scale(1 / length).Scale(radius))
}

// Cloud is the convex hull of points, which may be equal, collinear or coplanar. A cloud of no
// points, which is not a compact set, counts as the origin. Support scans all points: for more than
// a hundred, HullOf makes a faster set.
type Cloud []geom.Vec

// Support returns the first of the points that are farthest in direction d.
func (c Cloud) Support(d geom.Vec) geom.Vec {
	if len(c) == 0 {
		return geom.Vec{}
	}
	return c[farthest(c, vecOf(d))]
}

// Inner returns the mean of the points.
func (c Cloud) Inner() geom.Vec {
	var mean geom.Vec
	share := 1 / float64(len(c))
	for _, p := range c {
		mean = mean.Add(p.Scale(share))
	}
	return mean
}

// farthest returns the index of the first of the points farthest in direction d. There must be one.
func farthest(points []geom.Vec, d vec) int {
	best, at := math.Inf(-1), 0
	for i := range points {
		p := &points[i]
		if along := float64(p[0]*d.x) + float64(p[1]*d.y) + float64(p[2]*d.z); along > best {
			best, at = along, i
		}
	}
	return at
}

// Placed is the image of a set under an affine map, which may scale, shear, mirror and
// flatten it.
type Placed struct {
	Set   Set
	World geom.Affine
}

// Support returns the image of the point of Set farthest in the direction Aᵀd, where A is the
// linear part of the map: x·Aᵀd = A·x·d.
func (p Placed) Support(d geom.Vec) geom.Vec {
	var m matrix
	m.x, m.y, m.z = linear(&p.World)
	return p.World.Apply(p.Set.Support(m.transposed(vecOf(d)).point()))
}

// Inner returns the image of Set's inner point.
func (p Placed) Inner() geom.Vec { return p.World.Apply(p.Set.Inner()) }
