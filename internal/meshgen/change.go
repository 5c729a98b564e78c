package meshgen

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// Jitter returns m with every vertex moved by up to amount on each axis. If snap is
// not 0, the coordinates are then rounded to multiples of it: a power of two makes
// exact ties in a smooth mesh.
func Jitter(rng *rand.Rand, m Indexed, amount, snap float64) Indexed {
	out := Indexed{Vertices: slices.Clone(m.Vertices), Faces: m.Faces}
	for i, v := range out.Vertices {
		for k := range v {
			v[k] += amount * (2*rng.Float64() - 1)
			if snap != 0 {
				v[k] = snap * math.Round(v[k]/snap)
			}
		}
		out.Vertices[i] = round(v)
	}
	return out
}

// Map returns m with f applied to every vertex and the result rounded to float32.
func (m Indexed) Map(f func(geom.Vec) geom.Vec) Indexed {
	out := Indexed{Vertices: slices.Clone(m.Vertices), Faces: m.Faces}
	for i, v := range out.Vertices {
		out.Vertices[i] = round(f(v))
	}
	return out
}

// Map returns the soup with f applied to every corner and the result rounded to float32.
func Map(soup []geom.Triangle, f func(geom.Vec) geom.Vec) []geom.Triangle {
	out := slices.Clone(soup)
	for i := range out {
		for c, v := range out[i] {
			out[i][c] = round(f(v))
		}
	}
	return out
}

// Translate returns the soup moved by d. Rounding to float32 may change how
// triangles meet unless the sums are exact.
func Translate(soup []geom.Triangle, d geom.Vec) []geom.Triangle {
	return Map(soup, d.Add)
}

// Scale returns the soup scaled by s. If s is a power of two and nothing over- or
// underflows, this is exact and does not change how triangles meet.
func Scale(soup []geom.Triangle, s float64) []geom.Triangle {
	return Map(soup, func(v geom.Vec) geom.Vec { return v.Scale(s) })
}

// SwapAxes returns the soup with signed axes exchanged: new axis k is old axis
// axes[k], negated where signs[k] < 0. axes must be a permutation of 0, 1, 2. It is
// exact and does not change how triangles meet.
func SwapAxes(soup []geom.Triangle, axes [3]int, signs [3]float64) []geom.Triangle {
	return Map(soup, func(v geom.Vec) geom.Vec {
		var w geom.Vec
		for k := range w {
			w[k] = v[axes[k]] * math.Copysign(1, signs[k])
		}
		return w
	})
}

// PermuteTriangles returns the soup in random order, and the permutation: new
// triangle i is old triangle from[i].
func PermuteTriangles(rng *rand.Rand, soup []geom.Triangle) (permuted []geom.Triangle, from []int) {
	from = rng.Perm(len(soup))
	permuted = make([]geom.Triangle, len(soup))
	for i, k := range from {
		permuted[i] = soup[k]
	}
	return permuted, from
}

// PermuteCorners returns the soup with the corners of each triangle rotated by a
// random number of positions. It keeps windings.
func PermuteCorners(rng *rand.Rand, soup []geom.Triangle) []geom.Triangle {
	out := slices.Clone(soup)
	for i, t := range out {
		r := rng.IntN(3)
		out[i] = geom.Triangle{t[r], t[(r+1)%3], t[(r+2)%3]}
	}
	return out
}

// FlipWinding returns the soup with the winding of every triangle reversed.
func FlipWinding(soup []geom.Triangle) []geom.Triangle {
	out := slices.Clone(soup)
	for i, t := range out {
		out[i] = geom.Triangle{t[0], t[2], t[1]}
	}
	return out
}
