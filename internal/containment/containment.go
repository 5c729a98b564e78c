// Package containment determines how two objects lie relative to each other where the crossings
// of their triangles do not decide it: whether one is inside the other, whether they penetrate
// each other, and whether their surfaces coincide.
//
// Numbers in files are rounded. Surfaces that were modelled in contact may cross a little, and
// a point near a surface may be on its wrong side. The answers of Pair.Classify hold however
// far rounding has moved the two objects. It proceeds from the cheapest test to the most
// expensive:
//
//  1. Pair.Neighbours finds the triangles of the two that are within a few roundings of each
//     other. All that follows looks at these only (neighbours.go).
//  2. Objects that a translation no longer than the rounding separates are in contact and
//     nothing else (separation.go).
//  3. Points of each shell of one object are located in the other, if that is closed
//     (shells.go). They keep a safe distance from its surface: they are outside the exclusion
//     zones of its triangles (zone.go, search.go).
//  4. If both objects are closed and no shell passes through the other's surface, points
//     beside coincident triangles show whether the bodies have a common interior (interior.go).
//  5. If one of them is open, surfaces may coincide over a disc (coincident.go); and two open
//     surfaces may pass through each other along their edges (through.go).
package containment

import (
	"cmp"
	"context"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/world"
)

// Pair is two objects.
type Pair [2]*world.Object

// Triangles are a triangle of the first object of a pair and one of the second, by number.
type Triangles [2]uint32

// Compare orders by the number of the first triangle, then by that of the second.
func (t Triangles) Compare(u Triangles) int {
	return cmp.Or(cmp.Compare(t[0], u[0]), cmp.Compare(t[1], u[1]))
}

// Rounding bounds how far rounding can have moved two triangles against each other.
func (p *Pair) Rounding(t Triangles) float64 { return p[0].RoundingOf(t[0]) + p[1].RoundingOf(t[1]) }

// Margin is the distance up to which triangles have to be related: twice as far as rounding can
// have moved them. Where a few numbers are so coarse that this is large compared with the
// common box of the two, it is reduced to a part of that; otherwise all triangles would be
// related to all.
func (p *Pair) Margin() float64 {
	a, b := p[0], p[1]
	common := geom.Box{}
	for k := range common.Min {
		common.Min[k] = max(a.Box.Min[k], b.Box.Min[k])
		common.Max[k] = max(min(a.Box.Max[k], b.Box.Max[k]), common.Min[k])
	}
	rounding := 2 * (a.Rounding + b.Rounding)
	coarse := max(common.Diagonal()*0x1p-6, min(a.Box.Diagonal(), b.Box.Diagonal())*0x1p-10)
	return min(rounding, coarse)
}

// Relation is how two objects lie relative to each other.
type Relation struct {
	// Near are the triangles near each other. Where the objects are separable, these may be a
	// single pair of them.
	Near Neighbours
	// Inner reports for each object that a shell of it lies inside the other one, which is
	// closed.
	Inner [2]bool
	// Undecided is why it cannot be decided whether each object lies inside the other; "" if
	// it is decided.
	Undecided [2]string
	// Through: the two penetrate each other.
	Through bool
	// Coincident: surfaces of which at least one is open coincide over some area; or both are
	// closed, and the bodies that they bound overlap beside such an area.
	Coincident bool
}

// Classify returns the relation of two objects none of whose triangles cross by more than
// rounding explains. Near reports whether any triangles are within Margin of each other.
// Facing, if not nil, are two triangles of closed objects near each other's plane with the
// bodies on opposite sides. It fails only with ctx's error.
func (p Pair) Classify(ctx context.Context, near bool, facing *Triangles, workers int) (Relation, error) {
	c := classifier{ctx: ctx, objects: p}
	if near {
		var separable bool
		if c.Near, separable = p.separableAlong(facing); separable {
			return c.Relation, ctx.Err()
		}
		var err error
		if c.Near, err = p.Neighbours(ctx, workers); err != nil {
			return c.Relation, err
		}
	}
	c.classify()
	return c.Relation, ctx.Err()
}

// classifier determines the relation of two objects.
//
// Only points that keep a distance of safetyFactor times the rounding from the surfaces in
// question are located, and those are on the same side of the surfaces as without rounding.
// Enough points are located:
//
//   - Some part of a surface lies deep inside a closed one, or outside, if and only if a
//     triangle has points that keep the distance. Triangles that are not neighbours keep it
//     everywhere. In a neighbour, the points that do not are near certain triangles of the
//     other surface, each of which excludes a convex set. The border of the rest is on the
//     sides of the neighbour or along an edge of one of those triangles: lines beside these
//     edges, and the sides, meet every piece of the rest that is not itself narrower than
//     the distance. Pieces that meet in a side are one.
//   - If no part of either surface lies deep inside the other, but the bodies have a
//     common ball, then moving the ball to the nearest triangle ends at a point of both
//     surfaces: they coincide there, with both bodies on one side.
type classifier struct {
	Relation
	ctx     context.Context
	objects Pair
}

// safetyFactor is how many times farther than rounding a point has to be from a surface for
// its side to be certain, however rounding has moved both.
const safetyFactor = 2

// distance is the least distance from the surfaces of points that are located.
func (c *classifier) distance() float64 { return safetyFactor * c.Near.Rounding }

// classify applies the tests from the cheapest to the most expensive until one decides.
func (c *classifier) classify() {
	closed := [2]bool{c.objects[0].Closed(), c.objects[1].Closed()}
	if c.separable() {
		if !closed[0] || !closed[1] {
			c.findCoincident()
		}
		return
	}
	for k := range c.objects {
		if closed[1-k] {
			c.classifyShells(k)
		} else {
			c.Undecided[k] = c.undecidable(k)
		}
	}
	switch {
	case c.Through:
	case closed[0] && closed[1]:
		c.findCommonInterior()
	default:
		c.findCoincident()
		if !closed[0] && !closed[1] && !c.Coincident {
			c.Through = c.passesThrough(0) || c.passesThrough(1) || c.piercedBy(0) || c.piercedBy(1)
		}
	}
}

// undecidable returns why it cannot be decided whether a shell of object k lies inside the
// other object, which is not closed; "" if no shell can.
func (c *classifier) undecidable(k int) string {
	other := c.objects[1-k]
	if len(c.Near.Pairs) > 0 || !shellLiesIn(c.objects[k], other.Box) {
		return ""
	}
	return "the outer object is not closed (" + other.Shape.Surface().Closure.Reason(other.Shape.Welded) + ")"
}
