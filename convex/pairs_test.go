package convex_test

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"

	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
)

// pairSeed makes all pairs of these tests.
const pairSeed = 20261121

// shape makes sets of one kind, of about the size 1, around the origin. Those with
// corners alone are polytopes.
type shape struct {
	name     string
	polytope bool
	make     func(rng *rand.Rand) convex.Set
}

func gauss(rng *rand.Rand) geom.Vec {
	return geom.Vec{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
}

func unit(rng *rand.Rand) geom.Vec {
	v := gauss(rng)
	return v.Unit()
}

// turned returns a random rotation.
func turned(rng *rand.Rand) geom.Affine {
	x := unit(rng)
	y := x.Cross(unit(rng))
	y = y.Unit()
	z := x.Cross(y)
	return geom.Affine{{x[0], y[0], z[0]}, {x[1], y[1], z[1]}, {x[2], y[2], z[2]}}
}

// scaled returns m after a scaling.
func scaled(m geom.Affine, s float64) geom.Affine { return m.ScaleInput(s) }

// moved returns m with t added to its translation.
func moved(m geom.Affine, t geom.Vec) geom.Affine {
	for k := range m {
		m[k][3] += t[k]
	}
	return m
}

// boxOf returns a turned box with the given half-lengths.
func boxOf(rng *rand.Rand, half geom.Vec) *geom.OBB {
	m := turned(rng)
	b := new(geom.OBB)
	for k := range half {
		b.Half[k] = geom.Vec{m[0][k], m[1][k], m[2][k]}.Scale(half[k])
	}
	return b
}

func ball(rng *rand.Rand, n int, stretch geom.Vec) convex.Cloud {
	c := make(convex.Cloud, n)
	for i := range c {
		p := unit(rng)
		c[i] = geom.Vec{p[0] * stretch[0], p[1] * stretch[1], p[2] * stretch[2]}
	}
	return c
}

var shapes = []shape{
	{"point", true, func(rng *rand.Rand) convex.Set { return convex.Sphere{Center: gauss(rng).Scale(0.3)} }},
	{"sphere", true, func(rng *rand.Rand) convex.Set { return convex.Sphere{Radius: rng.Float64()} }},
	{"capsule", true, func(rng *rand.Rand) convex.Set {
		return convex.Capsule{A: gauss(rng), B: gauss(rng), Radius: rng.Float64() / 2}
	}},
	{"needle", true, func(rng *rand.Rand) convex.Set {
		return boxOf(rng, geom.Vec{1, 1e-6 * rng.Float64(), 1e-6})
	}},
	{"plate", true, func(rng *rand.Rand) convex.Set { return boxOf(rng, geom.Vec{1, rng.Float64(), 0}) }},
	{"box", true, func(rng *rand.Rand) convex.Set {
		return boxOf(rng, geom.Vec{rng.Float64(), rng.Float64(), rng.Float64()})
	}},
	{"box along the axes", true, func(rng *rand.Rand) convex.Set {
		return &geom.OBB{Half: [3]geom.Vec{{1}, {0, 0.5}, {0, 0, float64(rng.IntN(3))}}}
	}},
	{"parallelepiped", true, func(rng *rand.Rand) convex.Set {
		return convex.Placed{Set: boxOf(rng, geom.Vec{0.5, 0.5, 0.5}), World: sheared(rng)}
	}},
	{"segment", true, func(rng *rand.Rand) convex.Set { return convex.Cloud{gauss(rng), gauss(rng)} }},
	{"triangle", true, func(rng *rand.Rand) convex.Set { return convex.Cloud{gauss(rng), gauss(rng), gauss(rng)} }},
	{"grid", true, func(rng *rand.Rand) convex.Set { return gridCloud(rng, 12, 1, geom.Vec{}) }},
	{"points", true, func(rng *rand.Rand) convex.Set { return ball(rng, 4+rng.IntN(40), geom.Vec{1, 0.7, 0.2}) }},
	{"hull", true, func(rng *rand.Rand) convex.Set {
		return convex.Placed{Set: climbed(), World: sheared(rng)}
	}},
	{"hull of few corners", true, func(rng *rand.Rand) convex.Set {
		h, err := convex.HullOf(context.Background(), ball(rng, 4+rng.IntN(30), geom.Vec{1, 0.7, 0.2 * float64(rng.IntN(3))}))
		if err != nil {
			panic(err)
		}
		if rng.IntN(2) == 0 {
			return h
		}
		return convex.Placed{Set: h, World: sheared(rng)}
	}},
	{"cylinder", false, func(rng *rand.Rand) convex.Set {
		return convex.Cylinder{A: gauss(rng).Scale(0.5), B: gauss(rng).Scale(0.5), Radius: rng.Float64()}
	}},
	{"ellipsoid", false, func(rng *rand.Rand) convex.Set {
		return convex.Placed{Set: convex.Sphere{Radius: 0.7}, World: sheared(rng)}
	}},
	{"flattened capsule", false, func(rng *rand.Rand) convex.Set {
		flat := geom.Affine{{1, 0, 0}, {0, 1, 0}}
		return convex.Placed{Set: convex.Capsule{A: gauss(rng), B: gauss(rng), Radius: 0.5}, World: flat}
	}},
}

// climbed is a hull with enough vertices for its support function to climb.
var climbed = sync.OnceValue(func() convex.Set {
	h, err := convex.HullOf(context.Background(), ball(rand.New(rand.NewPCG(pairSeed, 1)), 200, geom.Vec{1, 1, 1}))
	if err != nil {
		panic(err)
	}
	return h
})

// sheared returns a random linear map that is sometimes nearly singular.
func sheared(rng *rand.Rand) geom.Affine {
	var m geom.Affine
	for r := range m {
		for c := range 3 {
			m[r][c] = rng.NormFloat64()
		}
	}
	return m
}

// couple is two sets of the test, and about the length that float64 rounds.
type couple struct {
	name     string
	polytope bool
	a, b     convex.Set
	size     float64
}

// coupleOf makes a pair: apart, shallow, deep or concentric; here and there far from the
// origin, tiny or huge.
func coupleOf(rng *rand.Rand) couple {
	s, u := shapes[rng.IntN(len(shapes))], shapes[rng.IntN(len(shapes))]
	away := unit(rng).Scale([]float64{0, 0.01, 0.5, 1, 1.5, 2, 4, 20}[rng.IntN(8)])
	scale := []float64{1, 1, 1, 1e-6, 1e6}[rng.IntN(5)]
	var from geom.Vec
	if rng.IntN(4) == 0 {
		from = unit(rng).Scale(1e6 * scale)
	}
	place := func(set convex.Set, at geom.Vec) convex.Set {
		return convex.Placed{Set: set, World: moved(geom.Scaling(scale), at)}
	}
	c := couple{name: s.name + " and " + u.name, polytope: s.polytope && u.polytope}
	c.a, c.b = place(s.make(rng), from), place(u.make(rng), from.Add(away.Scale(scale)))
	if scale == 1 && from == (geom.Vec{}) && rng.IntN(2) == 0 { // as they come
		c.a = s.make(rng)
	}
	c.size = scale*(8+away.Norm()) + from.Norm()
	return c
}

// gap returns how far the plane across d keeps a and b apart, d leading from a to b and
// having the length 1: a lower bound of their distance, and where it is negative, of the
// depth with its sign changed an upper one.
func gap(a, b convex.Set, d geom.Vec) float64 {
	p, q := a.Support(d), b.Support(d.Scale(-1))
	return d.Dot(q.Sub(p))
}

// outside returns how far p is outside of the set in the directions of a few planes.
func outside(rng *rand.Rand, s convex.Set, p geom.Vec) float64 {
	far := math.Inf(-1)
	for range 8 {
		d := unit(rng)
		far = max(far, d.Dot(p.Sub(s.Support(d))))
	}
	return far
}
