package self

import (
	"math"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/internal/precision"
	"github.com/meshcheck/meshcheck/tritri"
)

// toleranceRadius is the radius, in tolerances, of the surroundings that are examined to decide
// whether surfaces go no farther through each other than a tolerance.
const toleranceRadius = 4

// rounding bounds the relative error of depths of about the resolution of float32: a finding as deep
// as the resolution counts as within it, whatever the order of its corners.
const rounding = 0x1p-20

// setCoarsest computes the greatest depth in the world of findings within precision from the bounds
// of the stored vertices.
func (c *checker) setCoarsest(bounds geom.Box) {
	p := &c.places
	p.diagonal = bounds.Diagonal()
	largest, gap := 0.0, 0.0
	for i := range bounds.Min {
		largest = max(largest, -bounds.Min[i], bounds.Max[i])
	}
	for k := range c.mesh.Parts {
		gap = max(gap, c.mesh.Parts[k].Positions.Resolution(largest, p.diagonal))
	}
	p.coarsest = precision.Gap * gap * c.world.SpectralNorm() * (1 + rounding)
}

// resolution returns the distance between neighbouring numbers of the formats in which the corners
// of two triangles are stored, at the greatest coordinate of both.
func (c *checker) resolution(m *meeting) float64 {
	largest := 0.0
	for k := range m.t {
		for i := range m.t[k] {
			largest = max(largest, math.Abs(m.t[k][i]), math.Abs(m.u[k][i]))
		}
	}
	a, b := &c.mesh.Parts[c.part(m.i)].Positions, &c.mesh.Parts[c.part(m.j)].Positions
	return max(a.Resolution(largest, c.places.diagonal), b.Resolution(largest, c.places.diagonal)) * (1 + rounding)
}

// precise returns the greatest distance by which rounding may have moved the surfaces of a finding
// against each other, in stored coordinates, or 0 if the finding, of a depth in the world, is deeper
// than that.
func (c *checker) precise(e *collect.Entry, m *meeting, depth float64) float64 {
	if !(depth <= c.places.coarsest) {
		return 0
	}
	if c.moved {
		depth = c.storedDepth(e, m)
	}
	distance := precision.Gap * c.resolution(m)
	if depth > distance {
		return 0
	}
	return distance
}

// applyVerdict sets the rule of a finding by the verdict on its place. If its surfaces lie along each
// other it is z-fighting: its area is that over which its triangles do, and its depth is the width of
// that area, or of the disc over which the surfaces do.
func (c *checker) applyVerdict(e *collect.Entry, m *meeting) {
	switch v := m.shown.verdict; {
	case v == precision.Within && e.Rule == check.Overlap:
		e.Rule = check.OverlapWithinPrecision
	case v == precision.Within:
		e.Rule = check.CrossingWithinPrecision
	case v == precision.Along && e.Rule == check.Crossing:
		distance := precision.Gap * c.resolution(m)
		t, u := m.inOrder()
		polygon, width := tritri.CommonPolygon(t, u, distance)
		if other, w := tritri.CommonPolygon(u, t, distance); w > width {
			polygon, width = other, w
		}
		for k := range polygon {
			polygon[k] = c.place(polygon[k])
		}
		e.Rule, e.Area = check.ZFighting, tritri.Area(polygon)
		e.Depth = min(max(width, precision.ScaleOfRounding(c.places.diagonal).DiameterFor(distance))*c.stretch, c.box.Diagonal())
	}
}

// storedDepth is the depth of a finding in stored coordinates.
func (c *checker) storedDepth(e *collect.Entry, m *meeting) float64 {
	t, u := m.inOrder()
	switch {
	case e.Rule == check.Overlap:
		return tritri.FlatDepth(t, u)
	case e.ThroughEdge:
		from, to, number, face := c.edgeThrough(m)
		return c.places.spreads.Depth(c.welded, geom.Identity(), c.fans.Around(from), from, to, number, face)
	}
	return tritri.Depth(t, u)
}
