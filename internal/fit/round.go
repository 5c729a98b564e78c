package fit

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// RoundFit is a sphere or a capsule: all points within Radius of the segment between the
// ends of Core, which are one point for a sphere.
type RoundFit struct {
	Core   geom.Segment
	Radius float64
	// Residual is the greatest distance of a point from its surface, and Worst that point.
	Residual float64
	Worst    geom.Vec
}

// measure chooses the radius with the least residual for the core: the middle between
// the least and the greatest distance from it.
func (r *RoundFit) measure(points []geom.Vec) {
	least, most := math.Inf(1), math.Inf(-1)
	for _, p := range points {
		_, d := r.Core.Nearest(p)
		least = min(least, d)
		if d > most {
			most, r.Worst = d, p
		}
	}
	r.Radius, r.Residual = (least+most)/2, (most-least)/2
}

// Sphere returns the sphere with the least residual found: by descent from the sphere of
// least squares (I. D. Coope, "Circle fitting by linear and nonlinear least squares",
// Journal of Optimization Theory and Applications 76, 1993).
func Sphere(points []geom.Vec) RoundFit {
	box := geom.BoxOf(points)
	size, center := box.Diagonal(), box.Min.Lerp(box.Max, 0.5)
	center = center.Add(leastSquares(points, center, size))
	return descend(points, []float64{center[0], center[1], center[2]}, size, func(x []float64) geom.Segment {
		at := geom.Vec(x)
		return geom.Segment{at, at}
	})
}

// leastSquares returns the centre of the sphere of least squares, from an origin near it:
// |p|² = 2·c·p + (r² - |c|²) is linear in c and in the last term. It returns 0 if the points
// do not determine a centre.
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
	values, axes := geom.SymmetricEigen(a)
	var c geom.Vec
	for k, v := range values {
		if v > 1e-12*size*size {
			c = c.Add(axes[k].Scale(axes[k].Dot(b) / v))
		}
	}
	return c
}

// Capsule returns the capsule with the least residual found: by descent from the three whose
// axis is a principal axis of the points. Of several with residuals within a limit it returns
// the thinnest, since a sphere may fit the corners of a drum as well.
func Capsule(points []geom.Vec, limit float64) RoundFit {
	box := geom.BoxOf(points)
	center := box.Min.Lerp(box.Max, 0.5)
	best := RoundFit{Residual: math.Inf(1)}
	_, axes := geom.SymmetricEigen(covariance(points, center))
	for _, axis := range axes {
		core := coreAlong(points, center, axis)
		x := []float64{core[0][0], core[0][1], core[0][2], core[1][0], core[1][1], core[1][2]}
		r := descend(points, x, box.Diagonal(), func(x []float64) geom.Segment {
			return geom.Segment{geom.Vec(x[:3]), geom.Vec(x[3:])}
		})
		fits, fitted := r.Residual <= limit, best.Residual <= limit
		if fits && (!fitted || r.Radius < best.Radius) || !fitted && r.Residual < best.Residual {
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

// maxFitted is the greatest number of points that a descent uses, a regular selection if there
// are more. The result is measured on all points.
const maxFitted = 1000

// descend reduces the residual of a core given by the parameters x, by steps along each
// parameter that are halved when none helps (R. Hooke and T. A. Jeeves, "'Direct Search'
// Solution of Numerical and Statistical Problems", Journal of the ACM 8, 1961). A greatest
// distance is not smooth, so that gradients do not help.
func descend(points []geom.Vec, x []float64, size float64, core func([]float64) geom.Segment) RoundFit {
	stride := (len(points) + maxFitted - 1) / maxFitted
	var some []geom.Vec
	for i := 0; i < len(points); i += stride {
		some = append(some, points[i])
	}
	best := RoundFit{Core: core(x)}
	best.measure(some)
	for step := size / 16; step > size*0x1p-24; {
		better := false
		for k := range x {
			for _, by := range []float64{step, -step} {
				old := x[k]
				x[k] = old + by
				r := RoundFit{Core: core(x)}
				if r.measure(some); r.Residual < best.Residual {
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
