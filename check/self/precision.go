package self

import (
	"math"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/tritri"
)

// Triangles of two surfaces that are one surface, moved apart by rounding, run within
// surfaceGap resolutions of each other over a polygon that is wider than surfaceWidth
// resolutions in every direction.
const (
	surfaceGap   = 2
	surfaceWidth = 64
)

// rounding is more than depths of the size of the resolution of float32 are off by, relatively:
// what is as deep as the resolution is within it, however its corners are ordered.
const rounding = 0x1p-20

// resolution returns the distance in the world between neighbouring numbers of the formats in
// which the corners of two triangles of these parts are stored, at the greatest coordinate of
// both.
func (c *checker) resolution(m *meeting, parts [2]int) float64 {
	largest := 0.0
	for k := range m.t {
		for i := range m.t[k] {
			largest = max(largest, math.Abs(m.t[k][i]), math.Abs(m.u[k][i]))
		}
	}
	a, b := &c.mesh.Parts[parts[0]].Positions, &c.mesh.Parts[parts[1]].Positions
	return max(a.Gap(largest), b.Gap(largest)) * c.stretch * (1 + rounding)
}

// coarsestResolution returns a bound of the resolutions of all pairs: that at the greatest
// coordinate of all.
func (c *checker) coarsestResolution(bounds geom.Box) float64 {
	largest, gap := 0.0, 0.0
	for i := range bounds.Min {
		largest = max(largest, -bounds.Min[i], bounds.Max[i])
	}
	for k := range c.mesh.Parts {
		gap = max(gap, c.mesh.Parts[k].Positions.Gap(largest))
	}
	return gap * c.stretch * (1 + rounding)
}

// withinPrecision reports whether a depth is no greater than the resolution of a pair, which it
// returns if so. Few are small enough for the resolution to matter.
func (c *checker) withinPrecision(depth float64, m *meeting, parts [2]int) (resolution float64, within bool) {
	if !(depth <= c.coarsest) {
		return 0, false
	}
	resolution = c.resolution(m, parts)
	return resolution, depth <= resolution
}

// judgeShallow gives a crossing of t and u in the world, no deeper than the resolution, its
// rule. If the triangles lie along each other it is z-fighting: it has the area over which they
// do, and the width of that stands for its depth.
func judgeShallow(e *collect.Entry, t, u *geom.Triangle, resolution float64) {
	e.Rule = check.CrossingWithinPrecision
	n, o := t.Normal(), u.Normal()
	if d := n.Dot(o); d*d < 0.99*n.Dot(n)*o.Dot(o) {
		return // at more than 5 degrees the gap is soon too wide
	}
	polygon, width := tritri.CommonPolygon(t, u, surfaceGap*resolution)
	if other, w := tritri.CommonPolygon(u, t, surfaceGap*resolution); w > width {
		polygon, width = other, w
	}
	if width > surfaceWidth*resolution {
		e.Rule, e.Area, e.Depth = check.ZFighting, tritri.Area(polygon), width
	}
}
