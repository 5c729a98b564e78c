package meshcheck

import (
	"fmt"
	"math"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
)

// fit compares a hull that an engine replaces by a box, a sphere or a capsule with the best
// one there is.
func (c *hullsCheck) fit(h *hull) {
	limit := float64(c.profile.Fit*h.Box.Diagonal()) + h.Rounding
	switch h.Shape {
	case HullBox:
		if off := fitBox(h.cooked, h.place); off.distance > limit {
			c.add(h, HullFinding{Rule: check.BoxNotABox, Value: off.distance, Limit: limit, Places: off.places[:],
				Reason: fmt.Sprintf("a corner of the best box around it is %.3g away from it", off.distance)})
		}
	case HullSphere:
		c.fitRound(h, check.SphereNotASphere, limit, fitSphere(h.corners()))
	case HullCapsule:
		c.fitRound(h, check.CapsuleNotACapsule, limit, fitCapsule(h.corners(), limit))
	}
}

// corners returns the vertices of the hull's surface in the world.
func (h *hull) corners() []geom.Vec {
	points := make([]geom.Vec, len(h.object.shape.welded.Vertices))
	for i, v := range h.object.shape.welded.Vertices {
		points[i] = h.place.Apply(v)
	}
	return points
}

// coarse is the share of a radius by which faces may cut into a sphere or a capsule that
// their corners lie on. A sphere of 8 segments is cut into by 14 %, one of an icosahedron by 21 %; a
// cube, whose corners lie on a sphere as well, by 42 %.
const coarse = 0.25

// fitRound judges a sphere or a capsule by the vertices of the surface, since its faces lie
// inside of what they stand for; and then by its faces, which must not do so by far.
func (c *hullsCheck) fitRound(h *hull, rule check.Rule, limit float64, r roundFit) {
	name := map[check.Rule]string{check.SphereNotASphere: "sphere", check.CapsuleNotACapsule: "capsule"}[rule]
	if r.residual > limit {
		c.add(h, HullFinding{Rule: rule, Value: r.residual, Limit: limit, Places: []geom.Vec{r.worst},
			Reason: fmt.Sprintf("a vertex is %.3g off the best %s, of radius %.3g", r.residual, name, r.radius)})
		return
	}
	f := HullFinding{Rule: rule, Limit: coarse * r.radius}
	for i := range h.cooked.Faces {
		at, normal := faceNormal(h.cooked, i, h.place)
		if cut := r.radius - min(at.Sub(r.core[0]).Dot(normal), at.Sub(r.core[1]).Dot(normal)); cut > f.Value {
			f.Value, f.Places = cut, []geom.Vec{at}
		}
	}
	if f.Value > f.Limit {
		f.Reason = fmt.Sprintf("its corners lie on a %s of radius %.3g, and a face cuts %.3g into that", name, r.radius, f.Value)
		c.add(h, f)
	}
}

// roundFit is a sphere or a capsule: all points within radius of the segment between the
// ends of core.
type roundFit struct {
	core             geom.Segment
	radius, residual float64
	// worst is the point that is farthest off.
	worst geom.Vec
}

// measure chooses the radius with the least residual for the core: the middle between
// the least and the greatest distance from it.
func (r *roundFit) measure(points []geom.Vec) {
	least, most := math.Inf(1), math.Inf(-1)
	for _, p := range points {
		_, d := r.core.Nearest(p)
		least = min(least, d)
		if d > most {
			most, r.worst = d, p
		}
	}
	r.radius, r.residual = (least+most)/2, (most-least)/2
}

// fitSphere returns the sphere from which the points are off by the least, greatest
// distance that was found: from the sphere of least squares (I. D. Coope, "Circle fitting by
// linear and nonlinear least squares", Journal of Optimization Theory and Applications 76,
// 1993) downhill.
func fitSphere(points []geom.Vec) roundFit {
	box := geom.BoxOf(points)
	size, center := box.Diagonal(), box.Min.Lerp(box.Max, 0.5)
	center = center.Add(leastSquares(points, center, size))
	return descend(points, []float64{center[0], center[1], center[2]}, size, func(x []float64) geom.Segment {
		at := geom.Vec(x)
		return geom.Segment{at, at}
	})
}

// leastSquares returns the centre of the sphere of least squares, from an origin near it:
// |p|² = 2·c·p + (r² - |c|²) is linear in c and in the last term. It returns 0 where the
// points tell of no centre.
func leastSquares(points []geom.Vec, origin geom.Vec, size float64) geom.Vec {
	mean, weight := geom.Vec{}, 0.0
	n := 1 / float64(len(points))
	for _, p := range points {
		q := p.Sub(origin)
		mean, weight = mean.Add(q.Scale(n)), weight+float64(n*q.Dot(q))
	}
	var a [3][3]float64
	var b geom.Vec
	for _, p := range points {
		q := p.Sub(origin)
		d, w := q.Sub(mean), q.Dot(q)-weight
		for i := range 3 {
			for j := range 3 {
				a[i][j] += float64(n * d[i] * d[j])
			}
			b[i] += float64(n * d[i] * w / 2)
		}
	}
	values, axes := eigen(a)
	var c geom.Vec
	for k, v := range values {
		if v > 1e-12*size*size {
			c = c.Add(axes[k].Scale(axes[k].Dot(b) / v))
		}
	}
	return c
}

// fitCapsule returns the capsule from which the points are off by the least that was found:
// downhill from the three whose axis is a principal one of the points. Of several from
// which none is off by more than a limit it is the thinnest: a sphere holds the corners of
// a drum as well.
func fitCapsule(points []geom.Vec, limit float64) roundFit {
	box := geom.BoxOf(points)
	center := box.Min.Lerp(box.Max, 0.5)
	best := roundFit{residual: math.Inf(1)}
	_, axes := eigen(covariance(points, center))
	for _, axis := range axes {
		core := coreAlong(points, center, axis)
		x := []float64{core[0][0], core[0][1], core[0][2], core[1][0], core[1][1], core[1][2]}
		r := descend(points, x, box.Diagonal(), func(x []float64) geom.Segment {
			return geom.Segment{geom.Vec(x[:3]), geom.Vec(x[3:])}
		})
		fits, fitted := r.residual <= limit, best.residual <= limit
		if fits && (!fitted || r.radius < best.radius) || !fitted && r.residual < best.residual {
			best = r
		}
	}
	return best
}

// covariance returns the second moments of points about a centre.
func covariance(points []geom.Vec, center geom.Vec) (m [3][3]float64) {
	for _, p := range points {
		d := p.Sub(center)
		for i := range 3 {
			for j := range 3 {
				m[i][j] += float64(d[i] * d[j] / float64(len(points)))
			}
		}
	}
	return m
}

// coreAlong returns the core of a capsule along an axis through a centre that is as wide and
// as long as the points.
func coreAlong(points []geom.Vec, center, axis geom.Vec) geom.Segment {
	low, high, radius := math.Inf(1), math.Inf(-1), 0.0
	for _, p := range points {
		d := p.Sub(center)
		along := d.Dot(axis)
		low, high = min(low, along), max(high, along)
		radius = max(radius, d.Sub(axis.Scale(along)).Norm())
	}
	if low, high = low+radius, high-radius; low > high {
		low, high = (low+high)/2, (low+high)/2
	}
	return geom.Segment{center.Add(axis.Scale(low)), center.Add(axis.Scale(high))}
}

// mostFitted is the number of points that a descent looks at: of more, every so many. The
// result is measured on all.
const mostFitted = 1000

// descend makes the residual of a core smaller, which the numbers x say, by steps along
// each of them that are halved when none helps (R. Hooke and T. A. Jeeves, "'Direct
// Search' Solution of Numerical and Statistical Problems", Journal of the ACM 8, 1961). A minimum
// of a greatest distance has edges, on which gradients are of no use.
func descend(points []geom.Vec, x []float64, size float64, core func([]float64) geom.Segment) roundFit {
	stride := (len(points) + mostFitted - 1) / mostFitted
	var some []geom.Vec
	for i := 0; i < len(points); i += stride {
		some = append(some, points[i])
	}
	best := roundFit{core: core(x)}
	best.measure(some)
	for step := size / 16; step > size*0x1p-24; {
		better := false
		for k := range x {
			for _, by := range []float64{step, -step} {
				old := x[k]
				x[k] = old + by
				r := roundFit{core: core(x)}
				if r.measure(some); r.residual < best.residual {
					best, better = r, true
					break
				}
				x[k] = old
			}
		}
		if !better {
			step /= 2
		}
	}
	best.measure(points)
	return best
}
