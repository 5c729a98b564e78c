package plane_test

import (
	"math"
	"math/big"
	"math/rand/v2"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/plane"
)

// families make pairs of triangles of either winding, which may be flat.
var families = []struct {
	name string
	make func(rng *rand.Rand) (t, u plane.Triangle)
}{
	{"random", func(rng *rand.Rand) (t, u plane.Triangle) { return shape(rng, anywhere), shape(rng, anywhere) }},
	{"on a small grid", func(rng *rand.Rand) (t, u plane.Triangle) { return shape(rng, onGrid), shape(rng, onGrid) }},
	{"on a grid with a step of no power of two", func(rng *rand.Rand) (t, u plane.Triangle) {
		t, u = shape(rng, onGrid), shape(rng, onGrid)
		return mapped(t, times(0.1)), mapped(u, times(0.1))
	}},
	{"tiles of one mesh", func(rng *rand.Rand) (t, u plane.Triangle) {
		g := warpedGrid(rng)
		tile := func() plane.Triangle {
			k := []int{0, 1, 3, 4}[rng.IntN(4)]
			if rng.IntN(2) == 0 {
				return plane.Triangle{g[k], g[k+1], g[k+4]}
			}
			return plane.Triangle{g[k], g[k+4], g[k+3]}
		}
		return tile(), tile()
	}},
	{"an edge in common", func(rng *rand.Rand) (t, u plane.Triangle) {
		t, u = shape(rng, anywhere), shape(rng, anywhere)
		u[0], u[1] = t[2], t[1]
		return t, u
	}},
	{"a corner in common", func(rng *rand.Rand) (t, u plane.Triangle) {
		t, u = shape(rng, onGrid), shape(rng, onGrid)
		u[rng.IntN(3)] = t[rng.IntN(3)]
		return t, u
	}},
	{"mirrored", func(rng *rand.Rand) (t, u plane.Triangle) {
		t = shape(rng, anywhere)
		return t, mapped(t, func(p geom.Vec2) geom.Vec2 { return geom.Vec2{1 - p[0], p[1]} })
	}},
	{"a corner on an edge, up to rounding", func(rng *rand.Rand) (t, u plane.Triangle) {
		t, u = shape(rng, anywhere), shape(rng, anywhere)
		u[rng.IntN(3)] = between(rng, t[0], t[1])
		return t, u
	}},
	{"an edge along an edge, up to rounding", func(rng *rand.Rand) (t, u plane.Triangle) {
		t, u = shape(rng, anywhere), shape(rng, anywhere)
		u[0], u[1] = between(rng, t[0], t[1]), between(rng, t[0], t[1])
		return t, u
	}},
	{"a grid, one ulp off", func(rng *rand.Rand) (t, u plane.Triangle) {
		t, u = shape(rng, onGrid), shape(rng, onGrid)
		return t, nudged(rng, u)
	}},
	{"tiles, one ulp off", func(rng *rand.Rand) (t, u plane.Triangle) {
		g := warpedGrid(rng)
		return plane.Triangle{g[0], g[1], g[4]}, nudged(rng, plane.Triangle{g[0], g[4], g[3]})
	}},
	{"stacked, one ulp off", func(rng *rand.Rand) (t, u plane.Triangle) {
		t = shape(rng, anywhere)
		return t, nudged(rng, t)
	}},
	{"far from the origin", func(rng *rand.Rand) (t, u plane.Triangle) {
		away := func(p geom.Vec2) geom.Vec2 { return geom.Vec2{p[0]*0x1p-40 + 1000, p[1]*0x1p-40 - 77} }
		return mapped(shape(rng, onGrid), away), mapped(shape(rng, onGrid), away)
	}},
	{"small and large", func(rng *rand.Rand) (t, u plane.Triangle) {
		t, u = shape(rng, anywhere), shape(rng, anywhere)
		return t, mapped(u, func(p geom.Vec2) geom.Vec2 { return geom.Vec2{p[0]*1e-9 + t[0][0], p[1]*1e-9 + t[0][1]} })
	}},
	{"where products underflow", func(rng *rand.Rand) (t, u plane.Triangle) {
		return mapped(shape(rng, onGrid), times(0x1p-1070)), mapped(shape(rng, onGrid), times(0x1p-1070))
	}},
	{"where differences overflow", func(rng *rand.Rand) (t, u plane.Triangle) {
		huge := func(p geom.Vec2) geom.Vec2 { return geom.Vec2{(p[0] - 3) * 0x1p1021, (p[1] - 3) * 0x1p1021} }
		return mapped(shape(rng, onGrid), huge), mapped(shape(rng, onGrid), huge)
	}},
}

// measurable reports whether float64 can measure a family: its squares neither overflow nor
// underflow.
func measurable(t, u *plane.Triangle) bool {
	largest := extent(t[:], u[:])
	return 0x1p-400 < largest && largest < 0x1p400
}

// extent returns the greatest magnitude of a coordinate.
func extent(lists ...[]geom.Vec2) (largest float64) {
	for _, list := range lists {
		for _, p := range list {
			largest = max(largest, math.Abs(p[0]), math.Abs(p[1]))
		}
	}
	return largest
}

func anywhere(rng *rand.Rand) geom.Vec2 { return geom.Vec2{rng.Float64(), rng.Float64()} }

func onGrid(rng *rand.Rand) geom.Vec2 {
	return geom.Vec2{float64(rng.IntN(7)), float64(rng.IntN(7))}
}

func shape(rng *rand.Rand, corner func(*rand.Rand) geom.Vec2) plane.Triangle {
	return plane.Triangle{corner(rng), corner(rng), corner(rng)}
}

func times(s float64) func(geom.Vec2) geom.Vec2 {
	return func(p geom.Vec2) geom.Vec2 { return geom.Vec2{p[0] * s, p[1] * s} }
}

func mapped(t plane.Triangle, f func(geom.Vec2) geom.Vec2) plane.Triangle {
	return plane.Triangle{f(t[0]), f(t[1]), f(t[2])}
}

// between returns a point of the segment from p to q, rounded.
func between(rng *rand.Rand, p, q geom.Vec2) geom.Vec2 {
	s := rng.Float64()
	return geom.Vec2{p[0] + s*(q[0]-p[0]), p[1] + s*(q[1]-p[1])}
}

// nudged returns t with one coordinate moved to the next float64.
func nudged(rng *rand.Rand, t plane.Triangle) plane.Triangle {
	x := &t[rng.IntN(3)][rng.IntN(2)]
	*x = math.Nextafter(*x, math.Inf(rng.IntN(2)*2-1))
	return t
}

// twins hands out counter-clockwise pairs that are the given one for all that is asked here:
// corners and triangles in other orders, u and v exchanged, mirrored, at other scales. A
// length in the pair is scale times as long in its twin.
func twins(t, u plane.Triangle, visit func(t, u plane.Triangle, scale float64)) {
	for turn := range 72 {
		a, b := t, u
		if turn/9%2 == 1 {
			a, b = b, a
		}
		scale := 1.0
		change := func(p geom.Vec2) geom.Vec2 { return p }
		switch turn / 18 {
		case 1:
			change = func(p geom.Vec2) geom.Vec2 { return geom.Vec2{p[1], p[0]} }
		case 2:
			change = func(p geom.Vec2) geom.Vec2 { return geom.Vec2{-p[0], p[1]} }
		case 3:
			scale = 0x1p-30
			change = times(scale)
		}
		a, b = counterClockwise(mapped(a, change)), counterClockwise(mapped(b, change))
		i, j := turn%3, turn/3%3
		visit(plane.Triangle{a[i], a[(i+1)%3], a[(i+2)%3]}, plane.Triangle{b[j], b[(j+1)%3], b[(j+2)%3]}, scale)
	}
}

// square returns x², exactly.
func square(x float64) *big.Rat {
	r := new(big.Rat).SetFloat64(x)
	return r.Mul(r, r)
}

// float returns the float64 nearest to r.
func float(r *big.Rat) float64 {
	f, _ := r.Float64()
	return f
}
