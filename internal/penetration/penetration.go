// Package penetration measures how deep two objects penetrate each other. There are three measures,
// for what bodies the objects have:
//
//   - Translation: for two convex bodies, the length of the shortest translation that separates
//     them (package convex).
//   - Surface: where one object is closed, the greatest distance of a point on the surface of the
//     other, inside it, from its surface. It is found by branch and bound over pieces of
//     triangles (surface.go), with points measured by descents of the other's tree (search.go).
//   - Reach: for two open surfaces, how far one extends beyond the other, on the side on which
//     it extends less far (reach.go).
//
// Depths are float64; each comes with a bound on its error.
package penetration

import (
	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/world"
)

// Depth is how deep two objects penetrate each other.
type Depth struct {
	// Found reports that there is a point to measure: the zero Depth is that of objects that are
	// not in each other.
	Found bool
	// Value is the depth, and Error by how much it may be more.
	Value, Error float64
	// At is the point of one object that is deepest in the other, or extends farthest beyond it.
	At geom.Vec
}

// Max returns the greater of two depths of the same measure, with a bound for both.
func (d Depth) Max(e Depth) Depth {
	limit := max(d.Value+d.Error, e.Value+e.Error)
	if e.Found && (!d.Found || e.Value > d.Value) {
		d = e
	}
	d.Error = limit - d.Value
	return d
}

// Translation returns the length of the shortest translation that separates two convex bodies.
func Translation(a, b *world.Object) Depth {
	p := convex.Penetrate(convex.Placed{Set: a.Shape.ConvexHull(), World: a.World}, convex.Placed{Set: b.Shape.ConvexHull(), World: b.World})
	return Depth{Found: true, Value: p.Depth, Error: p.Error, At: p.Points[0]}
}
