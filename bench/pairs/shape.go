package main

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// kind is the number that stands for a shape in a file.
type kind uint32

const (
	sphere kind = iota
	capsule
	cylinder
	box
	hull
)

// shape is a convex body in its own frame, and the pose of that frame.
type shape struct {
	kind kind
	pose geom.Affine // a rotation and a translation
	// size is a sphere's radius; the radius and half the length along z of a capsule,
	// without its caps, and of a cylinder; half the edges of a box; nothing of a hull.
	size     [3]float64
	vertices []geom.Vec  // of a hull
	faces    [][3]uint32 // of a hull, counter-clockwise from outside
}

// center returns the origin of the shape's frame.
func (s *shape) center() geom.Vec { return geom.Vec{s.pose[0][3], s.pose[1][3], s.pose[2][3]} }

func (s *shape) move(d geom.Vec) {
	for r := range s.pose {
		s.pose[r][3] += d[r]
	}
}

// axis returns one axis of the shape's frame.
func (s *shape) axis(k int) geom.Vec { return geom.Vec{s.pose[0][k], s.pose[1][k], s.pose[2][k]} }

// ends returns the ends of the axis of a capsule or a cylinder.
func (s *shape) ends() (p, q geom.Vec) {
	along := s.axis(2).Scale(s.size[1])
	return s.center().Sub(along), s.center().Add(along)
}

// reach returns the greatest n·x over the shape's points x.
func (s *shape) reach(n geom.Vec) float64 {
	at := s.center().Dot(n)
	switch s.kind {
	case sphere:
		return at + s.size[0]*n.Norm()
	case capsule:
		return at + s.size[1]*math.Abs(s.axis(2).Dot(n)) + s.size[0]*n.Norm()
	case cylinder:
		u := s.axis(2)
		h := u.Dot(n)
		return at + s.size[1]*math.Abs(h) + s.size[0]*n.Sub(u.Scale(h)).Norm()
	case box:
		for k, half := range s.size {
			at += half * math.Abs(s.axis(k).Dot(n))
		}
		return at
	default:
		most := math.Inf(-1)
		for _, v := range s.vertices {
			most = max(most, s.pose.Apply(v).Dot(n))
		}
		return most
	}
}

// overlap returns how far b has to move along the unit vector n until a plane normal to n
// separates them; negative if one does already.
func overlap(a, b *shape, n geom.Vec) float64 { return a.reach(n) + b.reach(n.Scale(-1)) }
