package containment

import (
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/solid"
	"github.com/meshcheck/meshcheck/tritri"
)

// findCommonInterior looks for a point inside both bodies, beside the places where their
// surfaces coincide.
func (c *classifier) findCommonInterior() {
	if len(c.Near.Pairs) == 0 {
		return
	}
	bodies := [2]solid.Body{c.objects[0].Body(), c.objects[1].Body()}
	inBoth := func(at geom.Vec) bool {
		return bodies[0].Position(at) == solid.Inside && bodies[1].Position(at) == solid.Inside
	}
	seen := NewCells(c.distance())
	for _, pair := range c.Near.Pairs {
		if c.ctx.Err() != nil {
			return
		}
		t, u := c.objects[0].Triangle(pair[0]), c.objects[1].Triangle(pair[1])
		if a, b := t.Normal(), u.Normal(); !NearlyParallel(&a, &b) {
			continue
		}
		polygon, isWide := commonPolygon(&t, &u, c.objects.Rounding(pair))
		if len(polygon) == 0 {
			continue
		}
		// The points beside many small polygons near each other are the same.
		if _, first := seen.First(polygon[0]); !isWide && !first {
			continue
		}
		if c.hasPointBeside(polygon, t.UnitNormal(), inBoth) {
			c.Through, c.Coincident = true, true
			return
		}
	}
}

// wide is how many times wider than rounding a polygon has to be in every direction of its
// plane for two surfaces that are within rounding of each other over it to coincide.
const wide = 8

// commonPolygon returns the convex polygon in t's plane over which t and u are within a distance
// of each other, and whether it is wide compared with the distance.
func commonPolygon(t, u *geom.Triangle, distance float64) (polygon []geom.Vec, isWide bool) {
	polygon, width := tritri.CommonPolygon(t, u, distance)
	return polygon, width > wide*distance
}

// NearlyParallel reports whether planes with these normals are so nearly parallel that
// they may lie within a distance of each other over eight times that distance: the angle
// between them is at most about 14 degrees.
func NearlyParallel(n, m *geom.Vec) bool {
	d := n.Dot(*m)
	return d*d >= 15.0/16*n.Dot(*n)*m.Dot(*m)
}

// hasPointBeside reports whether a point beside a polygon, on either side, that keeps the
// distance from both surfaces satisfies a condition. The centre is tested instead of the whole
// polygon unless other triangles come near.
func (c *classifier) hasPointBeside(polygon []geom.Vec, n geom.Vec, satisfies func(at geom.Vec) bool) bool {
	middle := geom.Vec{}
	for _, q := range polygon {
		middle = middle.Add(q.Scale(1 / float64(len(polygon))))
	}
	found := false
	visited := 0
	visit := func(at geom.Vec) bool {
		visited++
		found = found || satisfies(at)
		return !found
	}
	sides := [2]geom.Vec{n.Scale(2 * c.distance()), n.Scale(-2 * c.distance())}
	for _, side := range sides {
		m := middle.Add(side)
		eachFree(geom.Segment{m, m}, c.distance(), c.objects[:], visit)
	}
	if visited == len(sides) || found {
		return found
	}
	for _, q := range polygon {
		for _, side := range sides {
			if !eachFree(geom.Segment{middle.Add(side), q.Add(side)}, c.distance(), c.objects[:], visit) {
				return true
			}
		}
	}
	return false
}
