package hausdorff

import (
	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
)

// Body is a part of a set in the world: a convex set, or a mesh for one that is concave.
type Body struct {
	Set     convex.Set      // nil for a trimesh
	Mesh    *Mesh           // nil for a convex set
	surface []geom.Triangle // of a convex set, its normals outwards
	Box     geom.Box
}

// NewConvexBody returns the body of a convex set with the given box. Its surface is
// triangulated, so that distances from it can be measured too.
func NewConvexBody(set convex.Set, box geom.Box) Body {
	return Body{Set: set, surface: convex.Triangulate(set, quarterSegments), Box: box}
}

// distance returns the distance of p from the body, 0 or less within it.
func (b *Body) distance(p geom.Vec, enough float64) float64 {
	if b.Set == nil {
		return b.Mesh.distance(p, enough)
	}
	return convex.Distance(convex.Sphere{Center: p}, b.Set).Distance
}

func (b *Body) nearest(p geom.Vec) geom.Vec {
	if b.Set == nil {
		return b.Mesh.nearest(p)
	}
	return convex.Distance(convex.Sphere{Center: p}, b.Set).Points[1]
}

// contains reports whether p is in the body, which is closed.
func (b *Body) contains(p geom.Vec) bool {
	switch {
	case !b.Box.Intersects(geom.PointBox(p)):
		return false
	case b.Set == nil:
		return b.Mesh.contains(p)
	}
	return convex.Distance(convex.Sphere{Center: p}, b.Set).Distance == 0
}

// quarterSegments is the number of chords for a quarter of a circle in the triangulation of
// round sets: chords are then within 0.03 % of the radius of the circle, and the facets of a
// sphere within 0.1 %.
const quarterSegments = 32

// liftShare is the offset, relative to the size of the whole comparison, by which points are
// lifted off a surface to classify them just outside of it.
const liftShare = 0x1p-24

// splitPlane returns a plane that separates a convex body from the corner of a triangle that is
// farthest from it, and touches the body; the normal is 0 if all corners are in it.
func (b *Body) splitPlane(t *geom.Triangle) (at, normal geom.Vec) {
	most := 0.0
	for _, p := range t {
		if q := convex.Distance(convex.Sphere{Center: p}, b.Set); q.Distance > most {
			most, at, normal = q.Distance, q.Points[1], p.Sub(q.Points[1])
		}
	}
	return at, normal
}
