package meshcheck

import (
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
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
	case !b.box.Intersects(geom.PointBox(p)):
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

// majorant takes the distance from one convex body.
func (u *unionTarget) majorant(t *geom.Triangle, _ geom.Vec) [3]float64 {
	best, bound := unbounded, math.Inf(1)
	for k := range u.bodies {
		b := &u.bodies[k]
		if b.set == nil {
			continue
		}
		var values [3]float64
		far := 0.0
		for i := 0; i < len(t) && far < bound; i++ {
			if far = max(far, b.box.Distance(t[i])); far < bound {
				values[i] = max(b.distance(t[i], -1), 0)
				far = max(far, values[i])
			}
		}
		if far < bound {
			best, bound = values, far
		}
		if bound == 0 {
			break
		}
	}
	return best
}

// border takes the plane between a convex body that holds a corner and another corner; and
// where none holds one, that between the points of two bodies that are nearest to the
// middle, if these are nearest to different corners.
func (u *unionTarget) border(t *geom.Triangle, c geom.Vec, _ int) (at, normal geom.Vec) {
	var nearest [3]*cover
	var off [3]float64
	for k, p := range t {
		nearest[k], off[k] = u.nearestBody(p, -1)
	}
	for k, b := range nearest {
		if off[k] <= 0 && b.set != nil {
			if at, normal = b.border(t); normal != (geom.Vec{}) {
				return at, normal
			}
		}
	}
	for k, b := range nearest {
		if d := nearest[(k+1)%3]; b != d {
			p, q := b.nearest(c), d.nearest(c)
			return p.Lerp(q, 0.5), q.Sub(p)
		}
	}
	return geom.Vec{}, geom.Vec{}
}

// border returns a plane that separates a convex body from the corner of a triangle that is
// farthest from it, and touches the body; the normal is 0 if all corners are in it.
func (b *cover) border(t *geom.Triangle) (at, normal geom.Vec) {
	most := 0.0
	for _, p := range t {
		if q := convex.Distance(convex.Point(p), b.set); q.Distance > most {
			most, at, normal = q.Distance, q.Points[1], p.Sub(q.Points[1])
		}
	}
	return at, normal
}

func (u *unionTarget) hiding() bool { return false }

func (u *unionTarget) hides(*geom.Triangle, []geom.Vec, int) bool { return false }

// visualTarget is what the visual meshes of a group are around, and their surfaces. It is
// looked at from the surface of the union of hulls.
type visualTarget struct {
	surfaces []*nearSurface
	bodies   []cover
	// lift is a length that is next to nothing: liftShare of the size of all there is.
	lift float64
}

const liftShare = 0x1p-24

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

// majorant takes the distance from the triangle that is nearest to the centroid; and for
// what lies in a closed surface once it is moved a little inwards and made a little smaller,
// so that it may be on the surface, how far that moves it.
func (v *visualTarget) majorant(t *geom.Triangle, c geom.Vec) (values [3]float64) {
	values, least := unbounded, math.Inf(1)
	for _, s := range v.surfaces {
		if s.o.box.Distance(c) >= least {
			continue
		}
		u, d := s.nearestTriangle(c)
		if d >= least {
			continue
		}
		least = d
		for k, p := range t {
			_, values[k] = u.Nearest(p)
		}
	}
	if max(values[0], values[1], values[2]) <= v.lift {
		return values
	}
	_, radius := middle(t)
	down := t.Normal().Unit().Scale(-v.lift)
	var sunk geom.Triangle
	for k := range sunk {
		sunk[k] = t[k].Lerp(c, v.lift/radius).Add(down) // moved by less than 2·lift
	}
	for _, s := range v.surfaces {
		if s.holds(c.Add(down)) && !s.meets(&sunk) {
			return [3]float64{2 * v.lift, 2 * v.lift, 2 * v.lift}
		}
	}
	return values
}

// border takes a plane between a body that hides a corner and another corner.
func (v *visualTarget) border(t *geom.Triangle, _ geom.Vec, owner int) (at, normal geom.Vec) {
	for k := range v.bodies {
		b := &v.bodies[k]
		if k == owner || b.set == nil || !b.box.Intersects(t.Box()) {
			continue
		}
		if b.holds(t[0]) || b.holds(t[1]) || b.holds(t[2]) {
			if at, normal = b.border(t); normal != (geom.Vec{}) {
				return at, normal
			}
		}
	}
	return geom.Vec{}, geom.Vec{}
}

func (v *visualTarget) hiding() bool { return len(v.bodies) > 1 }

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
