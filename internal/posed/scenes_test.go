package posed_test

import (
	"math"
	"math/rand/v2"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// scenes are those that tests pose, about n faces each.
var scenes = []struct {
	name string
	make func(rng *rand.Rand) *scene
}{
	{"sphere", func(*rand.Rand) *scene { return together(meshgen.Icosphere(2, geom.Vec{}, 1)) }},
	{"open sphere", func(*rand.Rand) *scene { return together(meshgen.Sphere(12, 13, geom.Vec{})) }},
	{"grid", func(*rand.Rand) *scene { return together(meshgen.Grid(10, 10, nil)) }},
	{"cone", func(*rand.Rand) *scene { return together(meshgen.Cone(60, geom.Vec{}, 1, 2)) }},
	{"many around a vertex", func(rng *rand.Rand) *scene {
		m := meshgen.Cone(260, geom.Vec{}, 1, 2)
		for range 20 { // some of them copies, in either winding
			f := m.Faces[rng.IntN(len(m.Faces))]
			k := rng.IntN(3)
			m.Faces = append(m.Faces, [3]uint32{f[k], f[(k+2)%3], f[(k+1)%3]}, f)
		}
		return together(m)
	}},
	{"shells", func(rng *rand.Rand) *scene {
		var shells []meshgen.Indexed
		for range 6 {
			shells = append(shells, meshgen.Torus(8, 5, 1, 0.4).Map(somewhere(rng)))
		}
		return together(meshgen.Join(shells...))
	}},
	{"objects", func(rng *rand.Rand) *scene {
		var shells []meshgen.Indexed
		for range 7 {
			shells = append(shells, meshgen.Icosphere(1, geom.Vec{}, 1).Map(somewhere(rng)))
		}
		s := together(shells...)
		for k := range s.objects {
			s.objects[k].Self = rng.IntN(3) > 0
		}
		table := rng.Uint64()
		s.tested = func(a, b int) bool { return table>>(7*a+b)&1 == 1 }
		return s
	}},
	{"polycubes", func(rng *rand.Rand) *scene { return together(indexed(meshgen.Polycubes(rng))) }},
	{"star", func(rng *rand.Rand) *scene { return together(indexed(meshgen.Star(rng, 150))) }},
	{"hinges", func(rng *rand.Rand) *scene { return together(indexed(meshgen.Hinges(rng, 60))) }},
	{"snapped", func(rng *rand.Rand) *scene { return together(indexed(meshgen.Snapped(rng, 90, 40, 3))) }},
	{"duplicates", func(rng *rand.Rand) *scene { return together(indexed(meshgen.Duplicates(rng, 60))) }},
	{"unconnected", func(rng *rand.Rand) *scene {
		return together(unconnected(meshgen.Snapped(rng, 50, 20, 3)), indexed(meshgen.Random(rng, 60, 0.4)))
	}},
}

func somewhere(rng *rand.Rand) func(geom.Vec) geom.Vec {
	by := geom.Vec{rng.Float64(), rng.Float64(), rng.Float64()}.Scale(2)
	return by.Add
}

// indexed returns a soup with one vertex for equal corners.
func indexed(soup []geom.Triangle) (m meshgen.Indexed) {
	number := map[geom.Vec]uint32{}
	for _, t := range soup {
		var f [3]uint32
		for k, p := range t {
			if _, ok := number[p]; !ok {
				number[p] = uint32(len(m.Vertices))
				m.Vertices = append(m.Vertices, p)
			}
			f[k] = number[p]
		}
		m.Faces = append(m.Faces, f)
	}
	return m
}

// unconnected returns a soup with a vertex for each corner.
func unconnected(soup []geom.Triangle) (m meshgen.Indexed) {
	for _, t := range soup {
		n := uint32(len(m.Vertices))
		m.Vertices = append(m.Vertices, t[:]...)
		m.Faces = append(m.Faces, [3]uint32{n, n + 1, n + 2})
	}
	return m
}

// deformations change the positions of a mesh, more of them with the time.
var deformations = []struct {
	name string
	make func(rng *rand.Rand, time float64) func(p geom.Vec) geom.Vec
}{
	{"bend", func(_ *rand.Rand, time float64) func(p geom.Vec) geom.Vec {
		return func(p geom.Vec) geom.Vec {
			sin, cos := math.Sincos(2 * time * p[2])
			return geom.Vec{p[0]*cos - p[1]*sin + time*p[2]*p[2], p[0]*sin + p[1]*cos, p[2] - time*p[0]}
		}
	}},
	{"jitter", func(rng *rand.Rand, time float64) func(p geom.Vec) geom.Vec {
		return func(p geom.Vec) geom.Vec {
			return p.Add(geom.Vec{rng.Float64(), rng.Float64(), rng.Float64()}.Scale(time / 3))
		}
	}},
	{"snap", func(rng *rand.Rand, time float64) func(p geom.Vec) geom.Vec {
		grid := []float64{0.5, 0.25, 1}[rng.IntN(3)]
		return func(p geom.Vec) geom.Vec {
			p = p.Add(geom.Vec{rng.Float64(), rng.Float64(), rng.Float64()}.Scale(time / 2))
			for k := range p {
				p[k] = grid * math.Round(p[k]/grid)
			}
			return p
		}
	}},
	{"flat", func(_ *rand.Rand, time float64) func(p geom.Vec) geom.Vec {
		return func(p geom.Vec) geom.Vec { return geom.Vec{p[0], p[1] * (1 - time), p[2] * math.Floor(1-time)} }
	}},
	{"tilted", func(_ *rand.Rand, time float64) func(p geom.Vec) geom.Vec {
		return func(p geom.Vec) geom.Vec { return geom.Vec{p[0], p[1], p[1]*time + p[2]*math.Floor(1-time)} }
	}},
	{"fold", func(_ *rand.Rand, time float64) func(p geom.Vec) geom.Vec {
		return func(p geom.Vec) geom.Vec { return geom.Vec{math.Abs(p[0] - time), p[1], p[2] + time*math.Abs(p[0])} }
	}},
	{"far", func(_ *rand.Rand, time float64) func(p geom.Vec) geom.Vec {
		return func(p geom.Vec) geom.Vec { return p.Add(geom.Vec{1e6, -3e8, 1e3}.Scale(time)) }
	}},
	{"huge", func(_ *rand.Rand, time float64) func(p geom.Vec) geom.Vec {
		return func(p geom.Vec) geom.Vec { return p.Scale(math.Ldexp(1, int(1000*time))) }
	}},
	{"tiny", func(_ *rand.Rand, time float64) func(p geom.Vec) geom.Vec {
		return func(p geom.Vec) geom.Vec { return p.Scale(math.Ldexp(1, -int(1060*time))) }
	}},
	{"a few far away", func(rng *rand.Rand, time float64) func(p geom.Vec) geom.Vec {
		return func(p geom.Vec) geom.Vec {
			if rng.IntN(50) == 0 {
				return p.Scale(math.Ldexp(1, int(28*time)))
			}
			return p
		}
	}},
	{"one far away", func(rng *rand.Rand, time float64) func(p geom.Vec) geom.Vec {
		return func(p geom.Vec) geom.Vec {
			if rng.IntN(50) == 0 {
				return p.Scale(math.Ldexp(1, int(160*time)))
			}
			return p
		}
	}},
	{"not finite", func(rng *rand.Rand, time float64) func(p geom.Vec) geom.Vec {
		return func(p geom.Vec) geom.Vec {
			if rng.IntN(20) == 0 {
				p[rng.IntN(3)] = []float64{math.NaN(), math.Inf(1), math.Inf(-1)}[rng.IntN(3)]
			}
			return p.Scale(1 + time)
		}
	}},
}
