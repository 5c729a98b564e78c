package meshcheck

import (
	"math"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/solid"
	"github.com/meshcheck/meshcheck/tritri"
)

// nearSurface is an object whose distance can be asked for.
type nearSurface struct {
	o     *object
	carry bvh.Carry
	body  *solid.Body // nil if o is not closed
}

// newNearSurface prepares o for points in a box.
func newNearSurface(o *object, box geom.Box) *nearSurface {
	s := &nearSurface{o: o, carry: bvh.Between(o.shape.box, box, o.world, geom.Identity())}
	if o.shape.surfaceOf().Closure.Closed() {
		b := o.body()
		s.body = &b
	}
	return s
}

// holds reports whether p is within a closed object, or on it.
func (s *nearSurface) holds(p geom.Vec) bool {
	return s.body != nil && s.o.box.Intersects(geom.PointBox(p)) && s.body.Position(p) != solid.Outside
}

// distance returns how far p is from the surface, with a minus where p is in what a
// closed one is around.
func (s *nearSurface) distance(p geom.Vec, enough float64) float64 {
	d := math.Inf(1)
	s.walk(geom.PointBox(p), enough, func(t geom.Triangle) float64 {
		_, e := t.Nearest(p)
		d = min(d, e)
		return e
	})
	if d > enough && s.holds(p) {
		return -d
	}
	return d
}

// nearest returns the point of the surface nearest to p.
func (s *nearSurface) nearest(p geom.Vec) geom.Vec {
	t, _ := s.nearestTriangle(p)
	at, _ := t.Nearest(p)
	return at
}

// nearestTriangle returns a triangle that is nearest to p, and its distance.
func (s *nearSurface) nearestTriangle(p geom.Vec) (nearest geom.Triangle, least float64) {
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

// mostMet is the number of triangles that are asked whether they meet one. Where there are
// more near it, it is halved before it is known.
const mostMet = 256

// meets reports whether a triangle has a point in common with the surface; it may as well
// say so where more than mostMet triangles are near.
func (s *nearSurface) meets(t *geom.Triangle) bool {
	met, asked := false, 0
	place := s.carry.Carried(bvh.Round(t.Box()))
	s.o.shape.tree.NearestTo(place, s.carry.Unit, math.SmallestNonzeroFloat64, math.SmallestNonzeroFloat64, func(i uint32) float64 {
		asked++
		u, d := s.o.triangle(i), 0.0
		if asked <= mostMet {
			_, _, d = tritri.Distance(t, &u)
		}
		met = met || d == 0
		return d
	})
	return met
}

// walk goes to the triangles in the order of their distances from what is in a box, until
// one is nearer than enough.
func (s *nearSurface) walk(box geom.Box, enough float64, distance func(t geom.Triangle) float64) {
	place := s.carry.Carried(bvh.Round(box))
	s.o.shape.tree.NearestTo(place, s.carry.Unit, math.Inf(1), enough, func(i uint32) float64 {
		return distance(s.o.triangle(i)) // by value: one by address would be on the heap
	})
}
