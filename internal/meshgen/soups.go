package meshgen

import (
	"math"
	"math/rand/v2"

	"github.com/meshcheck/meshcheck/geom"
)

// Maker is a named way to make random soups of about n triangles.
type Maker struct {
	Name string
	Make func(rng *rand.Rand, n int) []geom.Triangle
}

// Makers returns a maker for each kind of hard case; tests range over them.
func Makers() []Maker {
	return []Maker{
		{"random", func(rng *rand.Rand, n int) []geom.Triangle { return Random(rng, n, 1) }},
		{"snapped", func(rng *rand.Rand, n int) []geom.Triangle { return Snapped(rng, n, 6+rng.IntN(25), 2+rng.IntN(3)) }},
		{"coplanar", Coplanar},
		{"near coplanar", NearCoplanar},
		{"slivers", Slivers},
		{"duplicates", Duplicates},
		{"extreme", Extreme},
		{"sprinkled", func(rng *rand.Rand, n int) []geom.Triangle { return Sprinkle(rng, Snapped(rng, n, 12, 3)) }},
	}
}

// Random returns n triangles in general position: corners anywhere within size
// on each axis of a centre in the unit cube.
func Random(rng *rand.Rand, n int, size float64) []geom.Triangle {
	soup := make([]geom.Triangle, n)
	for i := range soup {
		c := geom.Vec{rng.Float64(), rng.Float64(), rng.Float64()}
		for k := range soup[i] {
			d := geom.Vec{rng.Float64() - 0.5, rng.Float64() - 0.5, rng.Float64() - 0.5}
			soup[i][k] = round(c.Add(d.Scale(2 * size)))
		}
	}
	return soup
}

// Snapped returns n triangles whose corners come from a pool of points on a grid
// with steps of one half and grid steps to a side: masses of shared vertices,
// coplanar pairs, touches, duplicates and degenerate triangles.
func Snapped(rng *rand.Rand, n, pool, grid int) []geom.Triangle {
	points := make([]geom.Vec, pool)
	for i := range points {
		for k := range points[i] {
			points[i][k] = float64(rng.IntN(grid+1)) / 2
		}
	}
	return fromPool(rng, n, points)
}

// Coplanar returns n triangles in one random plane, axis-aligned or tilted, with
// corners on a coarse grid in it. All coordinates are small integers, so that the
// triangles are exactly in one plane.
func Coplanar(rng *rand.Rand, n int) []geom.Triangle {
	var origin, d, e geom.Vec
	for k := range origin {
		origin[k] = float64(rng.IntN(9) - 4)
	}
	for d.Cross(e) == (geom.Vec{}) {
		if rng.IntN(2) == 0 {
			axis := rng.IntN(3)
			d, e = geom.Vec{}, geom.Vec{}
			d[axis], e[(axis+1)%3] = 1, 1
			continue
		}
		for k := range d {
			d[k], e[k] = float64(rng.IntN(7)-3), float64(rng.IntN(7)-3)
		}
	}
	grid := 3 + rng.IntN(4)
	points := make([]geom.Vec, 0, grid*grid)
	for i := range grid {
		for j := range grid {
			points = append(points, origin.Add(d.Scale(float64(i))).Add(e.Scale(float64(j))))
		}
	}
	return fromPool(rng, n, points)
}

// NearCoplanar returns a Coplanar soup with every coordinate of every corner moved
// by -1, 0 or +1 units in its last float32 place.
func NearCoplanar(rng *rand.Rand, n int) []geom.Triangle {
	soup := Coplanar(rng, n)
	for i := range soup {
		for c := range soup[i] {
			for k := range soup[i][c] {
				soup[i][c][k] = nudge(soup[i][c][k], rng.IntN(3)-1)
			}
		}
	}
	return soup
}

// nudge moves a float32 value by the given number of units in its last place.
// Around zero, where a unit is a denormal, the step is that of one half instead.
func nudge(x float64, steps int) float64 {
	if x == 0 {
		return float64(steps) / (1 << 24)
	}
	return float64(math.Float32frombits(math.Float32bits(float32(x)) + uint32(int32(steps))))
}

// Slivers returns n triangles that are nearly degenerate: needles with two corners
// about an ulp apart, and flat ones with a corner nearly on the opposite edge. The
// long edges pass exactly through one of two points, so that many pairs meet there
// or miss each other by an ulp.
func Slivers(rng *rand.Rand, n int) []geom.Triangle {
	soup := make([]geom.Triangle, n)
	step := func() float64 { return float64(rng.IntN(65)-32) / 64 }
	hubs := []geom.Vec{{1, 1, 1}, {1.25, 1, 0.75}}
	for i := range soup {
		hub, d := hubs[rng.IntN(2)], vec(step(), step(), step())
		a, b := hub.Add(d), hub.Sub(d)
		c := a
		if rng.IntN(2) == 0 {
			c = round(a.Lerp(b, rng.Float64()))
		}
		k := rng.IntN(3)
		c[k] = nudge(c[k], 1+rng.IntN(4))
		soup[i] = shuffled(rng, geom.Triangle{a, b, c})
	}
	return soup
}

// Duplicates returns about n triangles of a Snapped soup of which each appears up
// to three times, in any corner order and winding.
func Duplicates(rng *rand.Rand, n int) []geom.Triangle {
	base := Snapped(rng, max(1, n/2), 16, 4)
	soup := make([]geom.Triangle, 0, n)
	for _, t := range base {
		for range 1 + rng.IntN(3) {
			soup = append(soup, shuffled(rng, t))
		}
	}
	rng.Shuffle(len(soup), func(i, j int) { soup[i], soup[j] = soup[j], soup[i] })
	return soup
}

// Extreme returns n triangles whose coordinates span the range of float32: ones,
// 1e-30, 1e30, the greatest value, the least denormal, and zeros of both signs,
// mixed within one triangle.
func Extreme(rng *rand.Rand, n int) []geom.Triangle {
	sizes := []float64{
		1, 1, 1, 1e-30, 1e30, math.MaxFloat32, math.SmallestNonzeroFloat32, 1e-40, 0, math.Copysign(0, -1),
	}
	// Each soup uses few values; otherwise hardly any triangles would meet.
	for range 6 {
		sizes = append(sizes[:len(sizes):len(sizes)], sizes[rng.IntN(len(sizes))])
	}
	sizes = sizes[rng.IntN(8):]
	soup := make([]geom.Triangle, n)
	for i := range soup {
		for c := range soup[i] {
			for k := range soup[i][c] {
				x := sizes[rng.IntN(len(sizes))]
				if rng.IntN(2) == 0 {
					x = -x
				}
				if rng.IntN(4) == 0 {
					x *= rng.Float64()
				}
				soup[i][c][k] = float64(float32(x))
			}
		}
	}
	return soup
}

// Sprinkle makes about one triangle in five of a soup invalid, in place, and returns
// the soup: a NaN or infinite coordinate, two equal corners, or three collinear ones.
func Sprinkle(rng *rand.Rand, soup []geom.Triangle) []geom.Triangle {
	for i := range soup {
		t := &soup[i]
		switch rng.IntN(20) {
		case 0:
			t[rng.IntN(3)][rng.IntN(3)] = math.NaN()
		case 1:
			t[rng.IntN(3)][rng.IntN(3)] = math.Inf(rng.IntN(2)*2 - 1)
		case 2:
			t[0] = t[1]
		case 3:
			// Twice the second minus the first: exact on a coarse grid.
			t[2] = round(t[1].Scale(2).Sub(t[0]))
		}
	}
	return soup
}

// fromPool draws the corners of n triangles from a pool of points.
func fromPool(rng *rand.Rand, n int, points []geom.Vec) []geom.Triangle {
	soup := make([]geom.Triangle, n)
	for i := range soup {
		for c := range soup[i] {
			soup[i][c] = points[rng.IntN(len(points))]
		}
	}
	return soup
}

// shuffled returns t with its corners in random order.
func shuffled(rng *rand.Rand, t geom.Triangle) geom.Triangle {
	rng.Shuffle(3, func(i, j int) { t[i], t[j] = t[j], t[i] })
	return t
}
