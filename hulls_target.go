package meshcheck

import (
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/tritri"
)

// cover is a hull as an engine takes it, in the world: a convex set, or a surface for
// one that stays concave.
type cover struct {
	set     convex.Set      // nil for a trimesh
	trimesh *nearSurface    // nil for a convex set
	surface []geom.Triangle // of a convex set, its normals outwards
	box     geom.Box
}

// distance returns how far p is from the body, 0 or less within it.
func (b *cover) distance(p geom.Vec, enough float64) float64 {
	if b.set == nil {
		return b.trimesh.distance(p, enough)
	}
	return convex.Distance(convex.Point(p), b.set).Distance
}

func (b *cover) nearest(p geom.Vec) geom.Vec {
	if b.set == nil {
		return b.trimesh.nearest(p)
	}
	return convex.Distance(convex.Point(p), b.set).Points[1]
}

// holds reports whether p is in the body.
func (b *cover) holds(p geom.Vec) bool {
	switch {
	case !b.box.Intersects(pointBox(p)):
		return false
	case b.set == nil:
		return b.trimesh.holds(p)
	}
	return convex.Distance(convex.Point(p), b.set).Distance == 0
}

// unionTarget is the union of hulls.
type unionTarget struct{ bodies []cover }

func (u *unionTarget) distance(p geom.Vec, enough float64) float64 {
	_, d := u.nearestBody(p, enough)
	return d
}

// nearestBody returns the body that is nearest to p, or one that is near enough.
func (u *unionTarget) nearestBody(p geom.Vec, enough float64) (nearest *cover, d float64) {
	d = math.Inf(1)
	for k := range u.bodies {
		b := &u.bodies[k]
		if d <= enough || d <= 0 {
			break
		}
		if b.box.Distance(p) >= d {
			continue
		}
		if e := b.distance(p, enough); e < d {
			nearest, d = b, e
		}
	}
	return nearest, d
}

func (u *unionTarget) nearest(p geom.Vec) geom.Vec {
	b, _ := u.nearestBody(p, -1)
	return b.nearest(p)
}

// within takes the distance from one convex body, which is greatest at a corner.
func (u *unionTarget) within(t *geom.Triangle, c geom.Vec) float64 {
	bound := math.Inf(1)
	for k := range u.bodies {
		b := &u.bodies[k]
		if b.set == nil {
			continue
		}
		far := 0.0
		for i := 0; i < len(t) && far < bound; i++ {
			if far = max(far, b.box.Distance(t[i])); far < bound {
				far = max(far, b.distance(t[i], -1))
			}
		}
		bound = min(bound, far)
	}
	return bound
}

func (u *unionTarget) hides(*geom.Triangle, []geom.Vec, int) bool { return false }

// visualTarget is what the visual meshes of a group are around, and their surfaces. It is
// looked at from the surface of the union of hulls.
type visualTarget struct {
	surfaces []*nearSurface
	bodies   []cover
	// lift is a length that is next to nothing.
	lift float64
}

func (v *visualTarget) distance(p geom.Vec, enough float64) float64 {
	d := math.Inf(1)
	for _, s := range v.surfaces {
		if d <= enough || d <= 0 {
			break
		}
		if s.o.box.Distance(p) < d {
			d = min(d, s.distance(p, enough))
		}
	}
	return d
}

func (v *visualTarget) nearest(p geom.Vec) (q geom.Vec) {
	least := math.Inf(1)
	for _, s := range v.surfaces {
		if at := s.nearest(p); at.Sub(p).Norm() < least {
			least, q = at.Sub(p).Norm(), at
		}
	}
	return q
}

// within takes the distance from the triangle that is nearest to the centroid, which is
// greatest at a corner; it is 0 for what lies in a closed surface and does not meet it.
func (v *visualTarget) within(t *geom.Triangle, c geom.Vec) float64 {
	bound, least := math.Inf(1), math.Inf(1)
	for _, s := range v.surfaces {
		if s.holds(c) && !s.meets(t) {
			return 0
		}
		if s.o.box.Distance(c) >= least {
			continue
		}
		u, d := s.nearestTriangle(c)
		if d >= least {
			continue
		}
		least, bound = d, 0
		for _, p := range t {
			_, e := u.Nearest(p)
			bound = max(bound, e)
		}
	}
	return bound
}

// hides reports that what lies just outside of the points is in one other body: it is no
// surface of the union.
func (v *visualTarget) hides(t *geom.Triangle, points []geom.Vec, owner int) bool {
	normal := t[1].Sub(t[0]).Cross(t[2].Sub(t[0]))
	if n := normal.Norm(); n > 0 {
		normal = normal.Scale(v.lift / n)
	}
	for k := range v.bodies {
		b := &v.bodies[k]
		// All of a triangle is in a body that holds its corners only if that is convex.
		if k == owner || b.set == nil && len(points) > 1 {
			continue
		}
		if !slices.ContainsFunc(points, func(p geom.Vec) bool { return !b.holds(p.Add(normal)) }) {
			return true
		}
	}
	return false
}

// nearSurface is an object whose distance can be asked for.
type nearSurface struct {
	o     *object
	carry bvh.Carry
	body  *body // nil if o is not closed
}

// newNearSurface prepares o for points in a box.
func newNearSurface(o *object, box geom.Box) *nearSurface {
	s := &nearSurface{o: o, carry: bvh.Between(o.shape.box, box, o.world, geom.Identity())}
	if o.shape.surfaceOf().closure.closed() {
		b := o.body()
		s.body = &b
	}
	return s
}

// holds reports whether p is within a closed object, or on it.
func (s *nearSurface) holds(p geom.Vec) bool {
	return s.body != nil && s.o.box.Intersects(pointBox(p)) && s.body.position(p) != outside
}

// distance returns how far p is from the surface, with a minus where p is in what a
// closed one is around.
func (s *nearSurface) distance(p geom.Vec, enough float64) float64 {
	d := math.Inf(1)
	s.walk(pointBox(p), enough, func(t geom.Triangle) float64 {
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
	s.walk(pointBox(p), 0, func(t geom.Triangle) float64 {
		_, d := t.Nearest(p)
		if d < least {
			nearest, least = t, d
		}
		return d
	})
	return nearest, least
}

// meets reports whether a triangle has a point in common with the surface.
func (s *nearSurface) meets(t *geom.Triangle) bool {
	met := false
	s.walk(t.Box(), math.SmallestNonzeroFloat64, func(u geom.Triangle) float64 {
		_, _, d := tritri.Distance(t, &u)
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
