package convex

import "math"

// DepthOfOnePortal is PortalDepth by the ray between the centres alone.
func DepthOfOnePortal(a, b Set) float64 {
	var p pair
	p.make(a, b)
	s := portal{pair: &p, upper: math.Inf(1)}
	center := vecOf(a.Inner().Sub(b.Inner()))
	s.shoot(center, center.neg())
	return s.upper
}
