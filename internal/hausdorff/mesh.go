package hausdorff

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/solid"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/tritri"
)

// Mesh is an object whose distances are measured.
type Mesh struct {
	*world.Object
	toTree boxtree.Transform
	body   *solid.Body // nil if the object is not closed
}

// prepare prepares the mesh for distance queries of points in a box.
func (s *Mesh) prepare(box geom.Box) {
	s.toTree = boxtree.Between(s.Shape.Box, box, s.World, geom.Identity())
	if s.Closed() {
		b := s.Body()
		s.body = &b
	}
}

// volume returns the volume that a closed and oriented mesh bounds, each region counted as
// often as the mesh winds around it; 0 for any other mesh.
func (s *Mesh) volume() float64 {
	if !s.Shape.Surface().Closure.Oriented() {
		return 0
	}
	triangles := func(yield func(t *geom.Triangle) bool) {
		for i, proper := range s.Shape.Proper {
			if t := (geom.Triangle{}); proper {
				if t = s.Triangle(uint32(i)); !yield(&t) {
					return
				}
			}
		}
	}
	return math.Abs(solid.VolumeFrom(s.Box.Min, triangles))
}

// contains reports whether p is inside or on a closed mesh.
func (s *Mesh) contains(p geom.Vec) bool {
	return s.body != nil && s.Box.Intersects(geom.PointBox(p)) && s.body.Position(p) != solid.Outside
}

// distance returns the distance of p from the surface, negative if p is inside a closed
// surface. A distance of enough or less may be too great, but not more than enough.
func (s *Mesh) distance(p geom.Vec, enough float64) float64 {
	d := math.Inf(1)
	s.walk(geom.PointBox(p), enough, func(t geom.Triangle) float64 {
		_, e := t.Nearest(p)
		d = min(d, e)
		return e
	})
	if d > enough && s.contains(p) {
		return -d
	}
	return d
}

// nearest returns the point of the surface nearest to p.
func (s *Mesh) nearest(p geom.Vec) geom.Vec {
	t, _ := s.nearestTriangle(p)
	at, _ := t.Nearest(p)
	return at
}

// nearestTriangle returns a triangle that is nearest to p, and its distance.
func (s *Mesh) nearestTriangle(p geom.Vec) (nearest geom.Triangle, least float64) {
	least = math.Inf(1)
	s.walk(geom.PointBox(p), 0, func(t geom.Triangle) float64 {
		_, d := t.Nearest(p)
		if d < least {
			nearest, least = t, d
		}
		return d
	})
	return nearest, least
}

// maxMet is the greatest number of triangles that meets tests exactly. Where more are near a
// triangle, the search splits it first.
const maxMet = 256

// meets reports whether a triangle has a point in common with the surface. It may also report
// true if more than maxMet triangles are near.
func (s *Mesh) meets(t *geom.Triangle) bool {
	met, asked := false, 0
	s.Shape.Tree.NearestTo(t.Box(), s.toTree, math.SmallestNonzeroFloat64, math.SmallestNonzeroFloat64, func(i uint32) float64 {
		asked++
		u, d := s.Triangle(i), 0.0
		if asked <= maxMet {
			_, _, d = tritri.Distance(t, &u)
		}
		met = met || d == 0
		return d
	})
	return met
}

// walk visits triangles about in the order of their distances from the contents of a box,
// until one is nearer than enough.
func (s *Mesh) walk(box geom.Box, enough float64, distance func(t geom.Triangle) float64) {
	s.Shape.Tree.NearestTo(box, s.toTree, math.Inf(1), enough, func(i uint32) float64 {
		return distance(s.Triangle(i)) // by value: one by address would be on the heap
	})
}
