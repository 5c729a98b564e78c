package containment

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/precision"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/tritri"
)

// findCoincident looks for discs over which the surfaces coincide, as wide as those that
// z-fighting within a mesh is reported for: discs of two triangles, or of many small ones.
func (c *classifier) findCoincident() {
	distance := precision.Gap * c.Near.Rounding
	diameter := precision.ScaleOfRounding(min(c.objects[0].Box.Diagonal(), c.objects[1].Box.Diagonal())).DiameterFor(distance)
	seen := NewCells(diameter)
	for _, pair := range c.Near.Pairs {
		if c.ctx.Err() != nil || c.Coincident {
			return
		}
		t, u := c.objects[0].Triangle(pair[0]), c.objects[1].Triangle(pair[1])
		if a, b := t.Normal(), u.Normal(); !NearlyParallel(&a, &b) {
			continue
		}
		polygon, width := tritri.CommonPolygon(&t, &u, distance)
		if c.Coincident = width >= diameter; len(polygon) == 0 || c.Coincident {
			continue
		}
		for _, at := range samples(geom.LongestDiagonal(polygon), diameter) {
			if corner, first := seen.First(at); first {
				c.Coincident = c.Coincident || c.coincideIn(corner, distance, diameter)
			}
		}
	}
}

// coincideIn looks for a disc that meets a cube as wide as its diameter.
func (c *classifier) coincideIn(corner geom.Vec, distance, diameter float64) bool {
	box := geom.PointBox(corner).Include(corner.Add(geom.Vec{diameter, diameter, diameter})).Grown(diameter)
	surfaces := [2][]geom.Triangle{trianglesIn(c.objects[0], box), trianglesIn(c.objects[1], box)}
	return precision.LieAlong(surfaces, box, distance, diameter)
}

// trianglesIn returns the triangles of o whose boxes meet a box, all in the world.
func trianglesIn(o *world.Object, b geom.Box) (all []geom.Triangle) {
	o.Touching(b, func(ids []uint32) {
		for _, f := range ids {
			if t := o.Triangle(f); t.Box().Intersects(b) {
				all = append(all, t)
			}
		}
	})
	return all
}

// samples returns points on a segment that are at most a distance apart, unless it is very long.
func samples(s geom.Segment, distance float64) (points []geom.Vec) {
	const most = 64
	count := 1 + int(min(most, s[1].Sub(s[0]).Norm()/distance))
	for k := range count {
		points = append(points, s[0].Lerp(s[1], (float64(k)+0.5)/float64(count)))
	}
	return points
}

// Cells is a set of cells of a grid of cubes.
type Cells struct {
	size float64
	seen map[geom.Vec]bool
}

// NewCells returns an empty set of cells of a size.
func NewCells(size float64) Cells { return Cells{size, map[geom.Vec]bool{}} }

// First adds the cell of a point to the set. It returns the cell's least corner, and whether it
// was not in the set before.
func (c *Cells) First(p geom.Vec) (corner geom.Vec, first bool) {
	for k, x := range p {
		corner[k] = math.Floor(x/c.size) * c.size
	}
	first = !c.seen[corner]
	c.seen[corner] = true
	return corner, first
}
