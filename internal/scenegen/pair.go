package scenegen

import (
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/oracle"
)

// body is a mesh in the frame: turned about its origin and then moved.
type body struct {
	// shown is the mesh of the scene, plain the same surface in few triangles.
	shown, plain meshgen.Indexed
	turn         [4]int64 // integer quaternion
	at           oracle.Point
	// reach is the greatest distance from the origin of a point of the mesh where the two
	// objects may meet, if it is not that of its farthest vertex.
	reach float64
}

// pair is two bodies in the frame and how they meet there.
type pair struct {
	bodies [2]body
	class  Class
	inner  int
	radius float64 // as Want.Radius
	depth  float64
	// gap is the distance of parallel surfaces, one of them open. A gap within rounding
	// counts as none.
	gap float64
}

// bodyOf returns a mesh at a place in the frame.
func bodyOf(m meshgen.Indexed, at oracle.Point) body {
	return body{shown: m, plain: m, turn: [4]int64{0, 0, 0, 1}, at: at}
}

// plainly returns b in the frame, in few triangles.
func (b *body) plainly() oracle.Placed {
	return oracle.Placed{Soup: b.plain.Soup(), Place: b.place()}
}

// place returns the map of b into the frame.
func (b *body) place() oracle.Map { return oracle.Move(b.at).Mul(oracle.Turn(b.turn)) }

// equal reports whether the two bodies are the same triangles at the same place.
func (p *pair) equal() bool {
	a, b := p.bodies[0].triangles(), p.bodies[1].triangles()
	return slices.Equal(a, b)
}

// triangles returns the triangles of b in the frame as sorted texts of their corners.
func (b *body) triangles() []string {
	place := b.place()
	var out []string
	for _, t := range b.shown.Soup() {
		var corners []string
		for _, v := range t {
			p := place.Apply(oracle.PointOf(v))
			corners = append(corners, p[0].RatString()+" "+p[1].RatString()+" "+p[2].RatString())
		}
		slices.Sort(corners)
		out = append(out, corners[0]+", "+corners[1]+", "+corners[2])
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// swap exchanges the two bodies half of the time.
func (p *pair) swap(rng *rand.Rand) {
	if rng.IntN(2) == 0 {
		p.bodies[0], p.bodies[1] = p.bodies[1], p.bodies[0]
		p.inner = 1 - p.inner
	}
}

// point returns the point x/d, y/d, z/d.
func point(x, y, z, d int64) oracle.Point {
	return oracle.Point{big.NewRat(x, d), big.NewRat(y, d), big.NewRat(z, d)}
}

// vec is point for exact float64 numbers.
func vec(x, y, z float64) oracle.Point { return oracle.PointOf(geom.Vec{x, y, z}) }

// random returns a number from low to high.
func random(rng *rand.Rand, low, high int) int { return low + rng.IntN(high-low+1) }

// pick returns one of the values.
func pick[T any](rng *rand.Rand, values ...T) T { return values[rng.IntN(len(values))] }

// power returns 10 to the power of n.
func power(n int) *big.Rat {
	x := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(n, -n))), nil))
	if n < 0 {
		x.Inv(x)
	}
	return x
}
