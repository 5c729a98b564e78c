package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

const pairsInSet = 1000

// pair is two shapes and their signed distance, negative for the penetration depth.
type pair struct {
	a, b  shape
	truth float64
}

// breeds are the two makers of each kind of pair, and the seed of its sets.
var breeds = []struct {
	name string
	seed uint64
	a, b func(*rand.Rand) shape
}{
	{"boxes", 1, newBox, newBox},
	{"hulls", 2, newHull, newHull},
	{"capsules", 3, newSphere, newCapsule},
	{"cylinders", 4, newCylinder, newBox},
}

// states are the ways in which the second shape is placed beside the first.
var states = []struct {
	name  string
	place func(rng *rand.Rand, a, b *shape) error
}{
	{"apart", placeApart},
	{"shallow", placeShallow},
	{"deep", placeDeep},
}

// sets returns every set of pairs by name, one after the other.
func sets(yield func(name string, pairs []pair) error) error {
	for _, breed := range breeds {
		for k, state := range states {
			name := breed.name + "_" + state.name
			rng := meshgen.Rand(10*breed.seed + uint64(k))
			pairs := make([]pair, 0, pairsInSet)
			for len(pairs) < pairsInSet {
				a, b := breed.a(rng), breed.b(rng)
				if err := state.place(rng, &a, &b); err != nil {
					return fmt.Errorf("%s, pair %d: %w", name, len(pairs), err)
				}
				truth, _, err := separation(&a, &b)
				if err != nil {
					return fmt.Errorf("%s, pair %d: %w", name, len(pairs), err)
				}
				pairs = append(pairs, pair{a, b, truth})
			}
			if err := yield(name, pairs); err != nil {
				return err
			}
		}
	}
	return nil
}

// placeDeep puts b's centre near a's, up to 0.3 from it.
func placeDeep(rng *rand.Rand, a, b *shape) error {
	b.move(a.center().Add(direction(rng).Scale(0.3 * rng.Float64())).Sub(b.center()))
	return nil
}

// placeShallow lets b penetrate a by 1e-4 to 1e-2. A move along the direction of the
// depth changes the depth by the same amount, until b is out.
func placeShallow(rng *rand.Rand, a, b *shape) error {
	if err := placeDeep(rng, a, b); err != nil {
		return err
	}
	truth, n, err := separation(a, b)
	if err != nil {
		return err
	}
	b.move(n.Scale(-truth - between(rng, 1e-4, 1e-2)))
	return nil
}

// placeApart leaves 0.01 to 1 between two parallel planes in a random direction. The
// distance is as much or more.
func placeApart(rng *rand.Rand, a, b *shape) error {
	n := direction(rng)
	b.move(n.Scale(overlap(a, b, n) + 0.01 + 0.99*rng.Float64()))
	return nil
}

func newSphere(rng *rand.Rand) shape {
	return shape{kind: sphere, pose: pose(rng), size: [3]float64{between(rng, 0.5, 2)}}
}

func newCapsule(rng *rand.Rand) shape {
	return shape{kind: capsule, pose: pose(rng), size: [3]float64{between(rng, 0.5, 1), between(rng, 0.5, 2)}}
}

func newCylinder(rng *rand.Rand) shape {
	return shape{kind: cylinder, pose: pose(rng), size: [3]float64{between(rng, 0.5, 2), between(rng, 0.5, 2)}}
}

func newBox(rng *rand.Rand) shape {
	return shape{kind: box, pose: pose(rng), size: [3]float64{between(rng, 0.5, 2), between(rng, 0.5, 2), between(rng, 0.5, 2)}}
}

// newHull returns the hull of 32 random points of an ellipsoid, each of them a vertex.
func newHull(rng *rand.Rand) shape {
	s := shape{kind: hull, pose: pose(rng)}
	axes := geom.Vec{between(rng, 0.5, 2), between(rng, 0.5, 2), between(rng, 0.5, 2)}
	for range 32 {
		v := direction(rng)
		s.vertices = append(s.vertices, geom.Vec{axes[0] * v[0], axes[1] * v[1], axes[2] * v[2]})
	}
	s.faces = facesOf(s.vertices)
	return s
}

// facesOf returns the triangles of the hull of points, no four of which lie in a plane:
// those with all other points behind them, by exact signs.
func facesOf(points []geom.Vec) (faces [][3]uint32) {
	n := len(points)
	for i := range n {
		for j := range n {
			for k := range n {
				// Each triangle once, from its smallest number.
				if i < j && i < k && j != k && outermost(points, i, j, k) {
					faces = append(faces, [3]uint32{uint32(i), uint32(j), uint32(k)})
				}
			}
		}
	}
	return faces
}

func outermost(points []geom.Vec, i, j, k int) bool {
	for m, p := range points {
		if m != i && m != j && m != k && geom.Orient3D(points[i], points[j], points[k], p) >= 0 {
			return false
		}
	}
	return true
}

// pose returns a uniformly random rotation, and a place in a cube of side 10.
func pose(rng *rand.Rand) geom.Affine {
	var q [4]float64
	length := 0.0
	for k := range q {
		q[k] = rng.NormFloat64()
		length += q[k] * q[k]
	}
	length = math.Sqrt(length)
	w, x, y, z := q[0]/length, q[1]/length, q[2]/length, q[3]/length
	at := func() float64 { return 10*rng.Float64() - 5 }
	return geom.Affine{
		{1 - 2*(y*y+z*z), 2 * (x*y - w*z), 2 * (x*z + w*y), at()},
		{2 * (x*y + w*z), 1 - 2*(x*x+z*z), 2 * (y*z - w*x), at()},
		{2 * (x*z - w*y), 2 * (y*z + w*x), 1 - 2*(x*x+y*y), at()},
	}
}

// direction returns a uniformly random unit vector.
func direction(rng *rand.Rand) geom.Vec {
	return geom.Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}.Unit()
}

// between returns a random number whose logarithm is uniform.
func between(rng *rand.Rand, lo, hi float64) float64 {
	return lo * math.Pow(hi/lo, rng.Float64())
}
