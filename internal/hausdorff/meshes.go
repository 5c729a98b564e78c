package hausdorff

import (
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// Meshes is the union of the surfaces of meshes and the volumes that closed meshes bound, as
// the target for the surface of a union of bodies.
type Meshes struct {
	meshes []*Mesh
	bodies []Body
	// lift is a negligible length: liftShare times the size of the whole comparison.
	lift float64
}

// Distance returns the distance of p from the meshes, 0 or less within one that is closed. A
// distance of enough or less may be too great, but not more than enough.
func (v *Meshes) Distance(p geom.Vec, enough float64) float64 {
	d := math.Inf(1)
	for _, s := range v.meshes {
		if d <= enough || d <= 0 {
			break
		}
		if s.Box.Distance(p) < d {
			d = min(d, s.distance(p, enough))
		}
	}
	return d
}

func (v *Meshes) nearest(p geom.Vec) (q geom.Vec) {
	least := math.Inf(1)
	for _, s := range v.meshes {
		if at := s.nearest(p); at.Sub(p).Norm() < least {
			least, q = at.Sub(p).Norm(), at
		}
	}
	return q
}

// majorant uses the distance from the triangle nearest to the centroid. For a triangle on or
// in a closed surface, which lies inside it once moved a little inwards and shrunk a little,
// it uses a bound of that displacement instead.
func (v *Meshes) majorant(t *geom.Triangle, c geom.Vec) (values [3]float64) {
	values, least := unbounded, math.Inf(1)
	for _, s := range v.meshes {
		if s.Box.Distance(c) >= least {
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
	inward := t.Normal().Unit().Scale(-v.lift)
	var inset geom.Triangle
	for k := range inset {
		inset[k] = t[k].Lerp(c, v.lift/radius).Add(inward) // moved by less than 2·lift
	}
	for _, s := range v.meshes {
		if s.contains(c.Add(inward)) && !s.meets(&inset) {
			return [3]float64{2 * v.lift, 2 * v.lift, 2 * v.lift}
		}
	}
	return values
}

// splitPlane returns a plane that separates a body that hides a corner from another corner.
func (v *Meshes) splitPlane(t *geom.Triangle, _ geom.Vec, owner int) (at, normal geom.Vec) {
	for k := range v.bodies {
		b := &v.bodies[k]
		if k == owner || b.Set == nil || !b.Box.Intersects(t.Box()) {
			continue
		}
		if b.contains(t[0]) || b.contains(t[1]) || b.contains(t[2]) {
			if at, normal = b.splitPlane(t); normal != (geom.Vec{}) {
				return at, normal
			}
		}
	}
	return geom.Vec{}, geom.Vec{}
}

func (v *Meshes) hiding() bool { return len(v.bodies) > 1 }

// hides reports whether the points, lifted just off the triangle, are all in one other body:
// they are not on the surface of the union then.
func (v *Meshes) hides(t *geom.Triangle, points []geom.Vec, owner int) bool {
	normal := t[1].Sub(t[0]).Cross(t[2].Sub(t[0]))
	if n := normal.Norm(); n > 0 {
		normal = normal.Scale(v.lift / n)
	}
	for k := range v.bodies {
		b := &v.bodies[k]
		// A body that holds the corners of a triangle holds all of it only if it is convex.
		if k == owner || b.Set == nil && len(points) > 1 {
			continue
		}
		if !slices.ContainsFunc(points, func(p geom.Vec) bool { return !b.contains(p.Add(normal)) }) {
			return true
		}
	}
	return false
}
