package precisiongen

import (
	"math"
	"math/rand/v2"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// draw draws at random.
type draw struct{ *rand.Rand }

func (d draw) uniform(low, high float64) float64 { return low + (high-low)*d.Float64() }

func (d draw) chance(p float64) bool { return d.Float64() < p }

// diagonal chooses one of the three ways to cut the cells of a sheet.
func (d draw) diagonal() int { return d.IntN(3) }

// pick chooses one of some values.
func pick[T any](d draw, from ...T) T { return from[d.IntN(len(from))] }

// rotation returns a rotation, each equally likely.
func (d draw) rotation() geom.Affine {
	var q [4]float64
	sum := 0.0
	for k := range q {
		q[k] = d.NormFloat64()
		sum += q[k] * q[k]
	}
	for k := range q {
		q[k] /= math.Sqrt(sum)
	}
	w, x, y, z := q[0], q[1], q[2], q[3]
	return geom.Affine{
		{1 - 2*(y*y+z*z), 2 * (x*y - z*w), 2 * (x*z + y*w), 0},
		{2 * (x*y + z*w), 1 - 2*(x*x+z*z), 2 * (y*z - x*w), 0},
		{2 * (x*z - y*w), 2 * (y*z + x*w), 1 - 2*(x*x+y*y), 0},
	}
}

// placed turns most meshes, and moves all by a few steps.
func placed(d draw, m meshgen.Indexed) meshgen.Indexed {
	turn := geom.Identity()
	if d.chance(0.8) {
		turn = d.rotation()
	}
	by := geom.Vec{d.uniform(-3, 3), d.uniform(-3, 3), d.uniform(-3, 3)}
	return mapped(m, func(p geom.Vec) geom.Vec { return turn.Apply(p).Add(by) })
}

// withFarTriangle adds a triangle so far away that the limits of the resolution are over a step.
func withFarTriangle(d draw, m meshgen.Indexed, where Storage) meshgen.Indexed {
	distance := 100000.0
	switch where.Kind {
	case Integers, Normalized:
		distance = map[int]float64{16: 30000, 14: 9000, 12: 3400}[where.Size]
	case Text:
		distance = 150000
	}
	center := mean(m.Vertices)
	for k := range center {
		center[k] += math.Copysign(distance, d.NormFloat64())
	}
	far := meshgen.Indexed{Faces: [][3]uint32{{0, 1, 2}}}
	for _, v := range []geom.Vec{{}, {40, 3, 5}, {7, 50, 2}} {
		v = v.Add(center)
		far.Vertices = append(far.Vertices, geom.Vec{math.RoundToEven(v[0]), math.RoundToEven(v[1]), math.RoundToEven(v[2])})
	}
	return meshgen.Join(m, far)
}

// mapped returns a mesh with f applied to each vertex.
func mapped(m meshgen.Indexed, f func(geom.Vec) geom.Vec) meshgen.Indexed {
	out := meshgen.Indexed{Vertices: make([]geom.Vec, len(m.Vertices)), Faces: m.Faces}
	for i, v := range m.Vertices {
		out.Vertices[i] = f(v)
	}
	return out
}

func moved(m meshgen.Indexed, x, y, z float64) meshgen.Indexed {
	return mapped(m, func(p geom.Vec) geom.Vec { return p.Add(geom.Vec{x, y, z}) })
}

// linspace returns n+1 numbers from 0 to length at equal distances.
func linspace(length float64, n int) []float64 {
	out := make([]float64, n+1)
	for i := range out {
		out[i] = length * float64(i) / float64(n)
	}
	return out
}

// cells returns into how many cells a side of a size in steps is cut: they are from half a step to a
// thousand steps wide.
func cells(d draw, size float64) int {
	width := pick(d, 0.5, 1, 2, 3, 5, 8, 16, 40, 100, 400, 1000)
	return int(max(1, min(48, math.RoundToEven(size/width))))
}

// sheet returns a sheet of nx by ny cells over the rectangle from the origin to (lx, ly) in the plane
// z = 0. All cells are cut along the first diagonal (0), along the second one (1), or in turn (2).
func sheet(nx, ny, diagonal int, lx, ly float64) meshgen.Indexed {
	return meshgen.Sheet(linspace(lx, nx), linspace(ly, ny), func(i, j int) bool {
		return diagonal == 0 || diagonal == 2 && (i+j)%2 == 1
	})
}

// box returns a closed cube from 0 to 1 with n by n cells a side. Vertices on its edges are there
// once for each side.
func box(n int) meshgen.Indexed {
	return boxOf(geom.Vec{1, 1, 1}, func(w, h float64) meshgen.Indexed { return sheet(n, n, 2, w, h) })
}

// boxOf returns a closed box of a size with the sheets that cover gives for the widths and heights of its sides.
func boxOf(size geom.Vec, cover func(w, h float64) meshgen.Indexed) meshgen.Indexed {
	var sides []meshgen.Indexed
	for axis := range 3 {
		x, y := (axis+1)%3, (axis+2)%3
		for side := range 2 {
			m := mapped(cover(size[x], size[y]), func(p geom.Vec) (q geom.Vec) {
				q[x], q[y], q[axis] = p[0], p[1], float64(side)*size[axis]
				return q
			})
			if side == 0 {
				m = turnedOver(m)
			}
			sides = append(sides, m)
		}
	}
	return meshgen.Join(sides...)
}

// ball returns a cube of n by n cells a side, blown up to a ball of radius 1/2 around the origin.
func ball(n int) meshgen.Indexed {
	return mapped(box(n), func(p geom.Vec) geom.Vec {
		p = p.Sub(geom.Vec{0.5, 0.5, 0.5})
		return p.Scale(0.5 / p.Norm())
	})
}
