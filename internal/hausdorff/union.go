package hausdorff

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// Union is the union of bodies.
type Union struct{ bodies []Body }

// Distance returns the distance of p from the union, 0 or less within it. A distance of
// enough or less may be too great, but not more than enough.
func (u *Union) Distance(p geom.Vec, enough float64) float64 {
	_, d := u.nearestBody(p, enough)
	return d
}

// nearestBody returns the body nearest to p, or any at a distance of enough or less.
func (u *Union) nearestBody(p geom.Vec, enough float64) (nearest *Body, d float64) {
	d = math.Inf(1)
	for k := range u.bodies {
		b := &u.bodies[k]
		if d <= enough || d <= 0 {
			break
		}
		if b.Box.Distance(p) >= d {
			continue
		}
		if e := b.distance(p, enough); e < d {
			nearest, d = b, e
		}
	}
	return nearest, d
}

func (u *Union) nearest(p geom.Vec) geom.Vec {
	b, _ := u.nearestBody(p, -1)
	return b.nearest(p)
}

// majorant uses the distance from one convex body.
func (u *Union) majorant(t *geom.Triangle, _ geom.Vec) [3]float64 {
	best, bound := unbounded, math.Inf(1)
	for k := range u.bodies {
		b := &u.bodies[k]
		if b.Set == nil {
			continue
		}
		var values [3]float64
		far := 0.0
		for i := 0; i < len(t) && far < bound; i++ {
			if far = max(far, b.Box.Distance(t[i])); far < bound {
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

// splitPlane returns a plane that separates a convex body that holds a corner from another
// corner. If no body holds a corner, it returns the plane midway between the points nearest to
// the centroid of two bodies that are nearest to different corners.
func (u *Union) splitPlane(t *geom.Triangle, c geom.Vec, _ int) (at, normal geom.Vec) {
	var nearest [3]*Body
	var off [3]float64
	for k, p := range t {
		nearest[k], off[k] = u.nearestBody(p, -1)
	}
	for k, b := range nearest {
		if off[k] <= 0 && b.Set != nil {
			if at, normal = b.splitPlane(t); normal != (geom.Vec{}) {
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

func (u *Union) hiding() bool { return false }

func (u *Union) hides(*geom.Triangle, []geom.Vec, int) bool { return false }
