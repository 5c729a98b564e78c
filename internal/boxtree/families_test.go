package boxtree_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
)

// families are sets of boxes, each difficult in a different way.
var families = []struct {
	name string
	make func(rng *rand.Rand, n int) []geom.Box
}{
	{"random", func(rng *rand.Rand, n int) []geom.Box {
		return each(n, func(int) geom.Box { return boxAt(point(rng, 1), point(rng, 0.3*math.Cbrt(1/float64(n)))) })
	}},
	// Steps of a quarter are float32s: touching boxes are pairs, exactly.
	{"touching on a grid", func(rng *rand.Rand, n int) []geom.Box {
		side := 1 + int(math.Cbrt(float64(n)))
		return each(n, func(i int) geom.Box {
			return boxAt(geom.Vec{float64(i % side), float64(i / side % side), float64(i / side / side)}.Scale(0.25), geom.Vec{0.25, 0.25, 0.25})
		})
	}},
	{"points", func(rng *rand.Rand, n int) []geom.Box {
		return each(n, func(int) geom.Box { return boxAt(snap(point(rng, 8)), geom.Vec{}) })
	}},
	{"identical", func(rng *rand.Rand, n int) []geom.Box {
		b := boxAt(point(rng, 1), point(rng, 1))
		return each(min(n, 300), func(int) geom.Box { return b })
	}},
	{"some empty", func(rng *rand.Rand, n int) []geom.Box {
		return each(n, func(int) geom.Box {
			b := boxAt(point(rng, 1), point(rng, 0.2))
			switch rng.IntN(4) {
			case 0:
				return geom.EmptyBox()
			case 1: // empty on one axis only
				k := rng.IntN(3)
				b.Min[k], b.Max[k] = b.Max[k], b.Min[k]
			}
			return b
		})
	}},
	{"all empty", func(_ *rand.Rand, n int) []geom.Box {
		return each(n, func(int) geom.Box { return geom.EmptyBox() })
	}},
	{"huge next to tiny", func(rng *rand.Rand, n int) []geom.Box {
		return each(n, func(int) geom.Box {
			return boxAt(point(rng, 1e3), point(rng, math.Pow(10, float64(rng.IntN(9)-6))))
		})
	}},
	{"one over all", func(rng *rand.Rand, n int) []geom.Box {
		return each(n, func(i int) geom.Box {
			if i == n/2 {
				return boxAt(geom.Vec{-9, -9, -9}, geom.Vec{1e3, 1e3, 1e3})
			}
			return boxAt(point(rng, 100), point(rng, 1))
		})
	}},
	{"flat", func(rng *rand.Rand, n int) []geom.Box {
		axis := rng.IntN(3)
		return each(n, func(int) geom.Box {
			p, d := point(rng, 1), point(rng, 0.5/math.Sqrt(float64(n+1)))
			p[axis], d[axis] = 0.75, 0
			return boxAt(p, d)
		})
	}},
	{"in a line", func(rng *rand.Rand, n int) []geom.Box {
		return each(n, func(i int) geom.Box { return boxAt(geom.Vec{float64(i), 0, 0}, geom.Vec{1, 0, 0}) })
	}},
	// Neighbours share a bound that is no float32.
	{"chained", func(rng *rand.Rand, n int) []geom.Box {
		last := geom.Vec{0.1, 0.1, 0.1}
		return each(n, func(i int) geom.Box {
			b := boxAt(last, point(rng, 1))
			last = b.Max
			return b
		})
	}},
	// A million float32 steps away from the origin most bounds are rounded.
	{"far away", func(rng *rand.Rand, n int) []geom.Box {
		return each(n, func(int) geom.Box {
			return boxAt(point(rng, 1).Add(geom.Vec{1e6, -1e6, 1e6}), point(rng, 0.2))
		})
	}},
	{"beyond float32", func(rng *rand.Rand, n int) []geom.Box {
		sizes := []float64{0, 1e-310, 1e-46, 1, math.MaxFloat32, 1e39, 1e300, math.MaxFloat64}
		return each(n, func(int) geom.Box {
			b := geom.EmptyBox()
			for range 2 {
				var p geom.Vec
				for k := range p {
					p[k] = sizes[rng.IntN(len(sizes))] * float64(1-2*rng.IntN(2))
				}
				b = b.Include(p)
			}
			return b
		})
	}},
	{"without end", func(rng *rand.Rand, n int) []geom.Box {
		return each(n, func(i int) geom.Box {
			b := boxAt(point(rng, 1), point(rng, 0.1))
			if i%7 == 0 {
				k := rng.IntN(3)
				b.Min[k], b.Max[k] = math.Inf(-1), math.Inf(1)
			}
			return b
		})
	}},
}

// inFamilies runs a test for each family of boxes, with each of the numbers in sizes.
func inFamilies(t *testing.T, test func(t *testing.T, make func(rng *rand.Rand, n int) []geom.Box)) {
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			test(t, f.make)
		})
	}
}

func each(n int, f func(i int) geom.Box) []geom.Box {
	boxes := make([]geom.Box, n)
	for i := range boxes {
		boxes[i] = f(i)
	}
	return boxes
}

func point(rng *rand.Rand, size float64) geom.Vec {
	return geom.Vec{rng.Float64() * size, rng.Float64() * size, rng.Float64() * size}
}

func snap(p geom.Vec) geom.Vec {
	for k := range p {
		p[k] = math.Round(p[k])
	}
	return p
}

func boxAt(p, size geom.Vec) geom.Box { return geom.Box{Min: p, Max: p.Add(size)} }

// sizes are the numbers of boxes to test: all up to 65, where leaves and nodes fill
// up, then each a fifth more.
func sizes(t *testing.T) (out []int) {
	t.Helper()
	limit := longtest.Size(t, 1000, 5000)
	for n := range 66 {
		out = append(out, n)
	}
	for n := 66; n < limit; n += n / 5 {
		out = append(out, n)
	}
	return out
}
