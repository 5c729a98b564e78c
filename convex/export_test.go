package convex

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// DepthOfOnePortal is PortalDepth by the ray between the centres alone.
func DepthOfOnePortal(a, b Set) float64 {
	var p pair
	p.make(a, b)
	s := portal{pair: &p, upper: math.Inf(1)}
	center := vecOf(a.Inner().Sub(b.Inner()))
	s.shoot(center, center.neg())
	return s.upper
}

// PenetrateByPolytope is Penetrate without what it does for boxes.
func PenetrateByPolytope(a, b Set) Penetration {
	var p pair
	var g walk
	p.make(a, b)
	g.run(&p, p.round, 0)
	return g.penetration(&p)
}

// BoxesMeet is the result of the slabs of two boxes, and whether it is certain.
func BoxesMeet(a, b *geom.OBB) (meet, sure bool) {
	var p pair
	p.make(a, b)
	return p.boxesMeet()
}

// Glance is the result of the plane between the origins of two sets and of the balls within them.
func Glance(a, b Set) (apart, meet bool) {
	var p pair
	p.make(a, b)
	return p.apart(), p.ballsMeet()
}

// PenetrateByNormals is the result of the normals of a cylinder and a box, if they decide.
func PenetrateByNormals(a, b Set) (Penetration, bool) {
	var p pair
	p.make(a, b)
	return p.penetrationOfCylinder()
}

// CylinderMeets is the result of the faces of a cylinder and a box, and whether it is certain.
func CylinderMeets(a, b Set) (meet, sure bool) {
	var p pair
	p.make(a, b)
	return p.cylinderMeets()
}
