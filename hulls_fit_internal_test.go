package meshcheck

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// turnedBy returns a random rotation and shift.
func turnedBy(rng *rand.Rand) geom.Affine {
	e := geom.Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}.Unit()
	f := e.Cross(geom.Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}).Unit()
	g := e.Cross(f)
	var m geom.Affine
	for k := range 3 {
		m[k] = [4]float64{e[k], f[k], g[k], 10 * rng.NormFloat64()}
	}
	return m
}

// TestBoxesAreFound: a random box, turned, is off the best box by rounding alone, with
// points on its sides and inside as well; and one whose corner is cut off is not.
func TestBoxesAreFound(t *testing.T) {
	const seed = 1
	rng := meshgen.Rand(seed)
	for k := range 200 {
		size := geom.Vec{math.Exp(2 * rng.NormFloat64()), math.Exp(2 * rng.NormFloat64()), math.Exp(2 * rng.NormFloat64())}
		m := turnedBy(rng)
		var points []geom.Vec
		for c := range 8 {
			points = append(points, geom.Vec{float64(c&1) * size[0], float64(c>>1&1) * size[1], float64(c>>2) * size[2]})
		}
		for range 8 {
			points = append(points, geom.Vec{rng.Float64() * size[0], rng.Float64() * size[1], 0})
		}
		h := hullOf(t, points, m)
		if off := fitBox(h, geom.Identity()); off.distance > 1e-12*(size.Norm()+100) {
			t.Errorf("seed %d: box %d of size %v is off by %v", seed, k, size, off.distance)
		}
		// Without a corner, the box around it is as before, and off by the way from the corner to
		// the plane of the three beside it, at least half of the least side over √3.
		h = hullOf(t, points[:7], m)
		least := 1 / math.Sqrt(1/(size[0]*size[0])+1/(size[1]*size[1])+1/(size[2]*size[2]))
		if off := fitBox(h, geom.Identity()); off.distance > least*(1+1e-9) || off.distance < least/100 {
			t.Errorf("seed %d: box %d of size %v without a corner is off by %v, at most %v", seed, k, size, off.distance, least)
		}
	}
}

func hullOf(t *testing.T, points []geom.Vec, m geom.Affine) *convex.Hull {
	t.Helper()
	carried := make([]geom.Vec, len(points))
	for i, p := range points {
		carried[i] = m.Apply(p)
	}
	h, err := convex.HullOf(carried)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestSpheresAreFound: points on a random sphere, in general or on a part of it, are off
// the best by rounding; and with a point moved along its radius, by half of that at most.
func TestSpheresAreFound(t *testing.T) {
	const seed = 2
	rng := meshgen.Rand(seed)
	for k := range 100 {
		center := geom.Vec{10 * rng.NormFloat64(), 10 * rng.NormFloat64(), 10 * rng.NormFloat64()}
		radius := math.Exp(rng.NormFloat64())
		var points []geom.Vec
		for range 8 + rng.IntN(200) {
			points = append(points, center.Add(geom.Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}.Unit().Scale(radius)))
		}
		r := fitSphere(points)
		if r.residual > 1e-9*radius || math.Abs(r.radius-radius) > 1e-8*radius || r.core[0].Sub(center).Norm() > 1e-8*radius {
			t.Errorf("seed %d: sphere %d: %+v, want radius %v at %v", seed, k, r, radius, center)
		}
		off := 0.2 * radius
		points[0] = center.Add(points[0].Sub(center).Scale(1.2))
		r = fitSphere(points)
		if r.residual > off/2*(1+1e-9) {
			t.Errorf("seed %d: sphere %d with a point off by %v has a residual of %v", seed, k, off, r.residual)
		}
	}
}

// TestCapsulesAreFound does so for capsules, long and short.
func TestCapsulesAreFound(t *testing.T) {
	const seed = 3
	rng := meshgen.Rand(seed)
	for k := range 60 {
		m := turnedBy(rng)
		radius, length := math.Exp(0.5*rng.NormFloat64()), 4*rng.Float64()
		var points []geom.Vec
		for i := range 240 {
			p := geom.Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}.Unit().Scale(radius)
			if end := length / 2; i%2 == 0 {
				p[2] = math.Abs(p[2]) + end
			} else {
				p[2] = -math.Abs(p[2]) - end
			}
			points = append(points, m.Apply(p))
		}
		r := fitCapsule(points, 0.01*(2*radius+length))
		if r.residual > 0.004*(2*radius+length) {
			t.Errorf("seed %d: capsule %d of radius %v and length %v has a residual of %v", seed, k, radius, length, r.residual)
		}
	}
}

// TestEigenTakesMatricesApart: A·v = λ·v, and the vectors are a frame.
func TestEigenTakesMatricesApart(t *testing.T) {
	rng := meshgen.Rand(4)
	for k := range 500 {
		var a [3][3]float64
		for i := range 3 {
			for j := range i + 1 {
				a[i][j] = float64(rng.IntN(5) - 2)
				if k%2 == 0 {
					a[i][j] = rng.NormFloat64()
				}
				a[j][i] = a[i][j]
			}
		}
		values, axes := eigen(a)
		for i, v := range axes {
			var image geom.Vec
			for r := range 3 {
				image[r] = geom.Vec(a[r]).Dot(v)
			}
			if image.Sub(v.Scale(values[i])).Norm() > 1e-13 || math.Abs(v.Norm()-1) > 1e-13 || i > 0 && values[i] < values[i-1] {
				t.Fatalf("%v: value %v has the axis %v", a, values[i], v)
			}
		}
	}
}

// TestCommonVolumes compares common volumes of random polyhedra with the share of points
// that are in both, and with closed forms where there are any.
func TestCommonVolumes(t *testing.T) {
	const seed = 5
	rng := meshgen.Rand(seed)
	for k := range 40 {
		a, b := randomBody(t, rng), randomBody(t, rng)
		p, q := polytopeOf(a), polytopeOf(b)
		box := geom.Box{Min: geom.Vec{-2, -2, -2}, Max: geom.Vec{2, 2, 2}}
		const n = 200_000
		in := 0
		for range n {
			at := geom.Vec{4*rng.Float64() - 2, 4*rng.Float64() - 2, 4*rng.Float64() - 2}
			if p.holds(at) && q.holds(at) {
				in++
			}
		}
		share := float64(in) / n
		whole := box.Max.Sub(box.Min)
		sampled := share * whole[0] * whole[1] * whole[2]
		deviation := whole[0] * whole[1] * whole[2] * math.Sqrt(share*(1-share)/n)
		got := commonVolume(t.Context(), a, b)
		if math.Abs(got-sampled) > 5*deviation+1e-9 {
			t.Errorf("seed %d: pair %d has a common volume of %v, by samples %v ± %v", seed, k, got, sampled, deviation)
		}
		if back := commonVolume(t.Context(), b, a); math.Abs(got-back) > 1e-12 {
			t.Errorf("seed %d: pair %d has a common volume of %v, exchanged %v", seed, k, got, back)
		}
	}
}

// randomBody returns a hull of random points, placed by a map that may mirror and shear.
func randomBody(t *testing.T, rng *rand.Rand) *hull {
	t.Helper()
	points := make([]geom.Vec, 5+rng.IntN(30))
	for i := range points {
		points[i] = geom.Vec{rng.Float64() - 0.5, rng.Float64() - 0.5, rng.Float64() - 0.5}
	}
	h, err := convex.HullOf(points)
	if err != nil {
		t.Fatal(err)
	}
	m := geom.Identity()
	for r := range 3 {
		for c := range 4 {
			m[r][c] += 0.5 * rng.NormFloat64() * 0.6
		}
	}
	m[0][0] *= float64(rng.IntN(2)*2 - 1)
	return &hull{cooked: h, place: m}
}

// holds reports whether p is in all half-spaces.
func (b *polytope) holds(p geom.Vec) bool {
	for _, s := range b.planes {
		if p.Sub(s.at).Dot(s.normal) > 0 {
			return false
		}
	}
	return true
}
