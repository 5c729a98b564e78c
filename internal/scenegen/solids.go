package scenegen

import (
	"math"
	"math/big"
	"math/rand/v2"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// prism returns an upright prism over a nearly regular polygon. Its corners are multiples
// of 1/1024, so that points between them are float32 numbers as well.
func prism(sides int, radius, height float64) meshgen.Indexed {
	polygon := make([][2]float64, sides)
	for i := range polygon {
		s, c := math.Sincos(2*math.Pi*float64(i)/float64(sides) + 0.25)
		polygon[i] = [2]float64{math.Round(1024*radius*c) / 1024, math.Round(1024*radius*s) / 1024}
	}
	return meshgen.Prism(polygon, 0, height)
}

// prisms are equal prisms, one moved along its axis and sometimes turned about it.
func prisms(rng *rand.Rand) pair {
	height := pick(rng, 0.25, 1, 2, 6)
	plain := prism(pick(rng, 3, 6, 16), pick(rng, 0.25, 1, 2), height)
	a, b := bodyOf(plain, point(0, 0, 0, 1)), bodyOf(plain, point(0, 0, 0, 1))
	a.shown = tessellated(rng, plain)
	b.shown = a.shown
	if rng.IntN(2) == 0 {
		b.shown = tessellated(rng, plain)
	}
	shift := int64(random(rng, 1, 8))
	if rng.IntN(4) == 0 {
		b.turn = [4]int64{0, 0, int64(random(rng, 1, 5)), int64(random(rng, 1, 5))}
		shift = int64(random(rng, 0, 8))
	}
	b.at[2] = new(big.Rat).SetFloat64(height * float64(shift) / 8)
	p := pair{bodies: [2]body{a, b}}
	p.swap(rng)
	p.decide()
	return p
}

// otherTessellation are two bodies with the same surface in different triangles, at the
// same place or one of them moved along an edge.
func otherTessellation(rng *rand.Rand) pair {
	plain := solid(rng)
	a, b := bodyOf(plain, point(0, 0, 0, 1)), bodyOf(plain, point(0, 0, 0, 1))
	a.shown, b.shown = tessellated(rng, plain), refined(rng, plain, random(rng, 1, 20))
	if rng.IntN(3) == 0 {
		f := plain.Faces[rng.IntN(len(plain.Faces))]
		edge := plain.Vertices[f[1]].Sub(plain.Vertices[f[0]]).Scale(float64(random(rng, 1, 7)) / 8)
		b.at = vec(edge[0], edge[1], edge[2])
	}
	p := pair{bodies: [2]body{a, b}}
	p.swap(rng)
	p.decide()
	return p
}

// samePlace are two bodies or open surfaces of the same triangles at the same place, in one
// mesh or in two with different origins and orders.
func samePlace(rng *rand.Rand) pair {
	m := solid(rng)
	if rng.IntN(3) == 0 {
		m = sheet(rng, -1, -1, 1, 1).shown
	}
	m = tessellated(rng, m)
	a, b := bodyOf(m, point(0, 0, 0, 1)), bodyOf(m, point(0, 0, 0, 1))
	if rng.IntN(2) == 0 {
		b.shown = refined(rng, m, 0)
		for i := range b.shown.Vertices {
			b.shown.Vertices[i] = b.shown.Vertices[i].Add(geom.Vec{2, 0, -0.5})
		}
		b.at = vec(-2, 0, 0.5)
	}
	p := pair{bodies: [2]body{a, b}, class: Duplicate}
	if !p.equal() { // float32 has no room for more digits of a corner
		p.bodies[1] = a
	}
	p.swap(rng)
	return p
}

// solid returns a convex body.
func solid(rng *rand.Rand) meshgen.Indexed {
	switch rng.IntN(4) {
	case 0:
		return extents(float64(random(rng, 1, 16))/8, float64(random(rng, 1, 16))/8, float64(random(rng, 1, 16))/8)
	case 1:
		return prism(pick(rng, 3, 5, 6, 8), 1, float64(random(rng, 1, 16))/8)
	case 2:
		apex := geom.Vec{float64(random(rng, -16, 16)) / 16, float64(random(rng, -16, 16)) / 16, float64(random(rng, 4, 32)) / 16}
		return pyramid(apex)
	}
	return tetrahedron(rng)
}

// pyramid returns the pyramid over the square from -1 to 1 at z = 0.
func pyramid(apex geom.Vec) meshgen.Indexed {
	return meshgen.Indexed{
		Vertices: []geom.Vec{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, apex},
		Faces:    [][3]uint32{{0, 2, 1}, {0, 3, 2}, {0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}},
	}
}

// tetrahedron returns a random one with corners in sixteenths that is not too flat.
func tetrahedron(rng *rand.Rand) meshgen.Indexed {
	corner := func() geom.Vec {
		return geom.Vec{float64(random(rng, -16, 16)) / 16, float64(random(rng, -16, 16)) / 16, float64(random(rng, -16, 16)) / 16}
	}
	for {
		a, b, c, d := corner(), corner(), corner(), corner()
		if math.Abs(geom.TripleProduct(d.Sub(a), b.Sub(a), c.Sub(a))) > 0.5 {
			return meshgen.Tetrahedron(a, b, c, d)
		}
	}
}

// convexBodies are two convex bodies at any place, or two tetrahedra with a common face.
func convexBodies(rng *rand.Rand) pair {
	var p pair
	if rng.IntN(3) == 0 {
		p = commonFace(rng)
	} else {
		for k := range p.bodies {
			p.bodies[k] = bodyOf(solid(rng), point(int64(random(rng, -16, 16)), int64(random(rng, -16, 16)), int64(random(rng, -16, 16)), 16))
			p.bodies[k].turn = anyTurn(rng)
			p.bodies[k].shown = tessellated(rng, p.bodies[k].plain)
		}
	}
	p.swap(rng)
	p.decide()
	return p
}

// commonFace are two tetrahedra with three corners in common, on one side of the common
// face or on both.
func commonFace(rng *rand.Rand) pair {
	m := tetrahedron(rng)
	v := m.Vertices
	centre := v[0].Add(v[1]).Add(v[2]).Add(v[2]).Scale(0.25)
	apex := centre.Add(v[3].Sub(centre).Scale(pick(rng, -1, -0.5, 0.5, 0.75, 2)))
	other := meshgen.Tetrahedron(v[0], v[1], v[2], apex)
	p := pair{bodies: [2]body{bodyOf(m, point(0, 0, 0, 1)), bodyOf(other, point(0, 0, 0, 1))}}
	for k := range p.bodies {
		p.bodies[k].shown = tessellated(rng, p.bodies[k].plain)
	}
	return p
}
