package self

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/internal/precision"
	"github.com/meshcheck/meshcheck/tritri"
)

// rounding bounds the relative error of depths of about the resolution of float32: a finding as deep
// as the resolution counts as within it, whatever the order of its corners.
const rounding = 0x1p-20

// roundingDistance returns the greatest distance by which rounding may have moved the surfaces of a
// pair against each other, in stored coordinates, or 0 if the pair, of a depth in the world, is
// deeper than that.
func (c *checker) roundingDistance(p *pair, depth float64) float64 {
	if !(depth <= c.limits.rounding) {
		return 0
	}
	if c.moved {
		depth = c.storedDepth(p)
	}
	distance := precision.Gap * c.resolution(p)
	if depth > distance {
		return 0
	}
	return distance
}

// applyVerdict sets the rule of a finding by the verdict on its place. If its surfaces lie along each
// other it is z-fighting: its area is that over which its triangles do, and its depth is the width of
// that area, or of the disc over which the surfaces do.
func (c *checker) applyVerdict(f *collect.Finding, p *pair) {
	switch v := p.shown.verdict; {
	case v == precision.Within && f.Rule == check.Overlap:
		f.Rule = check.OverlapWithinPrecision
	case v == precision.Within:
		f.Rule = check.CrossingWithinPrecision
	case v == precision.Along && f.Rule == check.Crossing:
		distance := precision.Gap * c.resolution(p)
		t, u := p.inOrder()
		polygon, width := tritri.CommonPolygon(t, u, distance)
		if other, w := tritri.CommonPolygon(u, t, distance); w > width {
			polygon, width = other, w
		}
		for k := range polygon {
			polygon[k] = c.place(polygon[k])
		}
		f.Rule, f.Area = check.ZFighting, tritri.Area(polygon)
		f.Depth = min(max(width, precision.ScaleOfRounding(c.diagonal).DiameterFor(distance))*c.stretch, c.box.Diagonal())
	}
}
