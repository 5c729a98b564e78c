package self

import (
	"math"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/tritri"
)

// Triangles of two surfaces that are one surface, moved apart by rounding, run within
// surfaceGap resolutions of each other over a polygon that is wider in every direction than
// surfaceWidth resolutions, or than widthShare of the diagonal of the mesh's box if that is less.
const (
	surfaceGap   = 2
	surfaceWidth = 64
	widthShare   = 0x1p-9
)

// rounding is more than depths of the size of the resolution of float32 are off by, relatively:
// what is as deep as the resolution is within it, however its corners are ordered.
const rounding = 0x1p-20

// resolution returns the distance between neighbouring numbers of the formats in which the corners
// of two triangles of these parts are stored, at the greatest coordinate of both.
func (c *checker) resolution(m *meeting, parts [2]int) float64 {
	largest := 0.0
	for k := range m.t {
		for i := range m.t[k] {
			largest = max(largest, math.Abs(m.t[k][i]), math.Abs(m.u[k][i]))
		}
	}
	a, b := &c.mesh.Parts[parts[0]].Positions, &c.mesh.Parts[parts[1]].Positions
	return max(a.Resolution(largest, c.diagonal), b.Resolution(largest, c.diagonal)) * (1 + rounding)
}

// coarsestResolution returns a bound of the resolutions of all pairs in the world: that at the
// greatest coordinate of all.
func (c *checker) coarsestResolution(bounds geom.Box) float64 {
	largest, gap := 0.0, 0.0
	for i := range bounds.Min {
		largest = max(largest, -bounds.Min[i], bounds.Max[i])
	}
	for k := range c.mesh.Parts {
		gap = max(gap, c.mesh.Parts[k].Positions.Resolution(largest, c.diagonal))
	}
	return gap * c.stretch * (1 + rounding)
}

// judgePrecision gives a crossing or an overlap, of a depth in the world, the rule that it has if it is
// no deeper than the resolution of the pair. That is decided in stored coordinates, in which the
// resolution is the same in all directions. Few findings are small enough for it to matter.
func (c *checker) judgePrecision(e *collect.Entry, m *meeting, depth float64, parts [2]int) {
	if !(depth <= c.coarsest) {
		return
	}
	resolution := c.resolution(m, parts)
	if c.moved {
		depth = c.storedDepth(e, m)
	}
	switch {
	case depth > resolution:
	case e.Rule == check.Overlap:
		e.Rule = check.OverlapWithinPrecision
	case e.Rule == check.Crossing:
		e.Rule = check.CrossingWithinPrecision
		c.judgeShallow(e, m, resolution)
	}
}

// storedDepth is the depth of a finding in stored coordinates.
func (c *checker) storedDepth(e *collect.Entry, m *meeting) float64 {
	t, u := m.inOrder()
	switch {
	case e.Rule != check.Crossing:
		return tritri.FlatDepth(t, u)
	case e.ThroughEdge:
		from, to, number, face := c.edgeThrough(m)
		return c.storedSpreads.Depth(c.welded, geom.Identity(), c.fans.Around(from), from, to, number, face)
	}
	return tritri.Depth(t, u)
}

// judgeShallow makes z-fighting of a crossing no deeper than the resolution whose triangles lie along
// each other: it has the area over which they do in the world, and the width of that stands for its
// depth.
func (c *checker) judgeShallow(e *collect.Entry, m *meeting, resolution float64) {
	t, u := m.inOrder()
	n, o := t.Normal(), u.Normal()
	if d := n.Dot(o); d*d < 0.99*n.Dot(n)*o.Dot(o) {
		return // at more than 5 degrees the gap is soon too wide
	}
	if _, width := commonPolygon(t, u, surfaceGap*resolution); width <= min(surfaceWidth*resolution, widthShare*c.diagonal) {
		return
	}
	placedT, placedU := c.placedInOrder(m)
	polygon, width := commonPolygon(&placedT, &placedU, surfaceGap*resolution*c.stretch)
	e.Rule, e.Area, e.Depth = check.ZFighting, tritri.Area(polygon), width
}

// commonPolygon returns the wider of the polygons over which two triangles are within a distance of
// each other, and its width.
func commonPolygon(t, u *geom.Triangle, distance float64) (polygon []geom.Vec, width float64) {
	polygon, width = tritri.CommonPolygon(t, u, distance)
	if other, w := tritri.CommonPolygon(u, t, distance); w > width {
		return other, w
	}
	return polygon, width
}
